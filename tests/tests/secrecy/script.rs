//! The actions of people at a table, as a list that can be repeated.

use giog_rules::{Action, Observer, Seat};
use serde_json::{Value, json};

use crate::table::{PASSWORD, Person, Table};
use crate::test_server::TestServer;

/// Before one in so many actions, the person asks for everything that their seat may know.
const LOOKED_IN: u32 = 4;

/// An action of a person, or a pause.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// A seat's player takes a turn.
    Act {
        seat: Seat,
        turn: u32,
        action: Action,
    },
    /// A seat's player sends a request that is refused.
    Try {
        seat: Seat,
        turn: u32,
        action: Action,
    },
    /// A seat's player sends another action for a turn that was already taken.
    Again { seat: Seat, turn: u32 },
    /// Time passes.
    Wait { ms: u64 },
    /// A person connects or reconnects.
    Come { person: Person, after: Option<u64> },
    /// The latest connection of a person is lost.
    Go { person: Person },
    /// A seat's player leaves the room on all connections.
    Leave { seat: Seat, visits: usize },
    /// A person lists rooms.
    List { person: Person },
    /// A person in the room sends a moderation request about a person.
    Keep {
        person: Person,
        order: Order,
        about: Person,
    },
    /// The owner, or another person, removes a spectator, who then disconnects.
    Remove {
        person: Person,
        about: Person,
        ban: bool,
        visits: usize,
    },
    /// A person who may not join tries to join, lists rooms, and disconnects.
    Knock { password: Option<&'static str> },
    /// The server stops, or is killed, and starts again; all connections are lost.
    Restart { killed: bool },
}

/// Moderation requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Chat,
    ListPeople,
    Mute,
    PassOwnership,
    Report,
    Silence(bool),
    Unban,
}

impl Order {
    /// The request, about the person with this id.
    fn request(self, table: &Table, about: Person, player: &str) -> Value {
        match self {
            Self::Chat => json!({ "type": "chat", "key": player, "phrase": "hello" }),
            Self::ListPeople => json!({ "type": "list_people" }),
            Self::Mute => json!({ "type": "mute", "player": player }),
            Self::PassOwnership => {
                let seat = table.seat(about).unwrap_or(Seat::new(0));
                json!({ "type": "pass_ownership", "seat": seat })
            }
            Self::Report => json!({ "type": "report", "player": player, "text": "noise" }),
            Self::Silence(silenced) => json!({ "type": "silence", "silenced": silenced }),
            Self::Unban => json!({ "type": "unban", "player": player }),
        }
    }
}

impl Step {
    /// Executes it.
    pub async fn perform(&self, table: &Table, server: &mut TestServer) {
        match self {
            Self::Act { seat, turn, action } | Self::Try { seat, turn, action } => {
                if turn % LOOKED_IN == 0 {
                    let look = json!({ "type": "turn", "after": 0 });
                    server.ask_room(table.person(*seat), look).await;
                }
                server
                    .ask_room(table.person(*seat), act(*turn, action))
                    .await;
            }
            Self::Again { seat, turn } => {
                let action = Action::Tricks(giog_rules::tricks::Action::Play {
                    pieces: "p".to_owned(),
                });
                server
                    .ask_room(table.person(*seat), act(*turn, &action))
                    .await;
            }
            Self::Wait { ms } => server.wait(*ms).await,
            Self::Come { person, after } => {
                server.arrive(*person).await;
                let join = json!({ "type": "join", "password": PASSWORD, "after": after });
                server.ask_room(*person, join).await;
            }
            Self::Go { person } => server.depart(*person).await,
            Self::Leave { seat, visits } => {
                let person = table.person(*seat);
                server.ask_room(person, json!({ "type": "leave" })).await;
                for _ in 0..*visits {
                    server.depart(person).await;
                }
            }
            Self::List { person } => {
                server.say(*person, json!({ "type": "list_rooms" })).await;
            }
            Self::Keep {
                person,
                order,
                about,
            } => {
                let request = order.request(table, *about, server.player(*about));
                server.ask_room(*person, request).await;
            }
            Self::Remove {
                person,
                about,
                ban,
                visits,
            } => {
                let player = server.player(*about);
                let remove = json!({ "type": "remove", "player": player, "ban": ban });
                server.ask_room(*person, remove).await;
                for _ in 0..*visits {
                    server.depart(*about).await;
                }
            }
            Self::Knock { password } => {
                let person = table.outsider();
                server.arrive(person).await;
                let join = json!({ "type": "join", "password": password, "after": 0 });
                server.ask_room(person, join).await;
                server.say(person, json!({ "type": "list_rooms" })).await;
                server.depart(person).await;
            }
            Self::Restart { killed } => server.restart(*killed).await,
        }
    }

    /// The name of the step; prefixes that end with different names are all tested.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Act { action, .. } => match action {
                Action::Tricks(giog_rules::tricks::Action::Play { .. }) => "play",
                Action::Tricks(giog_rules::tricks::Action::TakeBack) => "take back",
                Action::Tricks(giog_rules::tricks::Action::Throw { .. }) => "throw",
                _ => "ceremony",
            },
            Self::Try { .. } => "try",
            Self::Again { .. } => "again",
            Self::Wait { .. } => "wait",
            Self::Come { after: None, .. } => "come",
            Self::Come { after: Some(_), .. } => "resume",
            Self::Go { .. } => "go",
            Self::Leave { .. } => "leave",
            Self::List { .. } => "list",
            Self::Keep { .. } => "keep",
            Self::Remove { .. } => "remove",
            Self::Knock { .. } => "knock",
            Self::Restart { .. } => "restart",
        }
    }
}

/// A request to take a turn.
pub fn act(turn: u32, action: &Action) -> Value {
    let mut request = serde_json::to_value(action).expect("actions are JSON");
    request["type"] = "act".into();
    request["turn"] = turn.into();
    request
}

/// An observer.
pub fn observer(table: &Table, person: Person) -> Observer {
    let seat = table.seat(person);
    seat.map_or(Observer::Spectator, Observer::Seat)
}

/// All observers: each seat with a person, and the spectators.
pub fn observers(table: &Table) -> impl Iterator<Item = Observer> + use<> {
    table
        .peoples_seats()
        .map(Observer::Seat)
        .chain([Observer::Spectator])
}

/// A request to REST.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomQuery {
    /// The person who sends it; anonymous without a token.
    pub caller: Option<Person>,
    pub path: String,
}

/// All requests that an observer may send to REST about a room and its match.
pub fn questions(table: &Table, observer: Observer) -> Vec<RoomQuery> {
    let callers = match observer {
        Observer::Seat(seat) => vec![Some(table.person(seat))],
        Observer::Spectator => vec![Some(Person(table.seats)), Some(table.outsider()), None],
    };
    let other = table.seats().rev().find(|seat| !observer.is(*seat));
    let other = other.map_or(0, Seat::index);
    let paths = [
        "/matches/{match}".to_owned(),
        "/matches/{match}/events".to_owned(),
        "/matches/{match}/events?as=spectator".to_owned(),
        format!("/matches/{{match}}/events?as={other}"),
        "/matches/{match}/record".to_owned(),
        "/matches".to_owned(),
        "/rooms".to_owned(),
        "/rooms/{room}".to_owned(),
        "/rooms/{room}/cancelled-starts".to_owned(),
    ];
    let of = |caller| {
        let path = |path: &String| format!("/api/v1{path}");
        paths
            .iter()
            .map(path)
            .map(move |path| RoomQuery { caller, path })
    };
    callers.into_iter().flat_map(of).collect()
}
