//! The sessions in `docs/sessions`, one per game, are the real messages: for authors of clients.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use giog_client::ReceiptKeeper;
use giog_protocol::server::ServerMessage;
use giog_rooms::Random as _;
use giog_rules::Variant;
use giog_rules::tiles::TilesVariant;
use giog_tests::{Chance, Socket, choose};
use serde_json::{Value, json};
use tokio::time::sleep;

use super::studio::{Studio, read_frame, request};

/// The thinking time of each player.
const THOUGHT_MS: u64 = 1_400;
/// The same in mahjong, in which windows close at whole seconds: the clock of the studio stands still while there are no requests.
const SECOND_MS: u64 = 1_000;
/// The most requests of a session: a hand of mahjong has some seventy discards, and three claims of each.
const MAX_REQUESTS: usize = 600;
/// After this number of turns a player resigns, in games with resigning.
const MOST_TURNS: u64 = 10;
/// After the burst, a connection may send one request in each such interval of the real clock.
const REQUESTS_AT_ONCE: u64 = 50;
const TIME_OF_A_REQUEST: Duration = Duration::from_millis(50);
const NAMES: [&str; 4] = ["Lin", "Mei", "Bo", "Tao"];

/// A table of people, and its recording: all messages of the first person, and the requests and answers
/// of the others.
struct Session {
    variant: Variant,
    studio: Studio,
    people: Vec<Person>,
    room: Value,
    keeper: Option<ReceiptKeeper>,
    lines: String,
    finished: bool,
}

/// One of them.
struct Person {
    name: &'static str,
    socket: Socket,
    last_id: u64,
    now: Value,
}

impl Session {
    fn note(&mut self, who: usize, what: &str, frame: &str) {
        let name = self.people[who].name;
        writeln!(self.lines, r#"{{"who":"{name}","{what}":{frame}}}"#).expect("memory");
    }

    /// A person sends a request and gets the answer; everybody it `reaches` reads up to the next `now`.
    async fn ask(&mut self, who: usize, kind: &str, fields: Value, reaches: usize) -> Value {
        self.studio.pass(if self.variant.has_windows() {
            SECOND_MS
        } else {
            THOUGHT_MS
        });
        let person = &mut self.people[who];
        person.last_id += 1;
        let id = person.last_id;
        if id > REQUESTS_AT_ONCE {
            sleep(TIME_OF_A_REQUEST).await;
        }
        let in_room = kind != "hello" && kind != "create_room";
        let room = if in_room { &self.room } else { &Value::Null };
        let frame = request(id, kind, room, &fields);
        let sent = person.socket.send_text(&frame).await;
        sent.expect("the connection holds");
        self.note(who, "sent", &frame);
        let answer = self.hear(who, |frame| frame["re"] == id).await;
        assert_eq!(answer["type"], "ok", "{frame}: {answer}");
        let first = if reaches == 1 { who } else { 0 };
        for reader in first..first + reaches {
            self.hear(reader, |frame| frame["type"] == "now").await;
        }
        answer
    }

    /// A person reads up to a frame.
    async fn hear(&mut self, who: usize, last: impl Fn(&Value) -> bool) -> Value {
        loop {
            let (text, frame) = read_frame(&mut self.people[who].socket).await;
            if who == 0 {
                self.observe(&frame);
            }
            if who == 0 || frame["type"] == "ok" {
                self.note(who, "got", &text);
            }
            if frame["type"] == "now" {
                self.people[who].now = frame.clone();
            }
            if last(&frame) {
                return frame;
            }
        }
    }

    /// The messages of the first person are verified.
    fn observe(&mut self, frame: &Value) {
        self.finished |= frame["event"]["do"] == "finished";
        let message: ServerMessage = serde_json::from_value(frame.clone()).expect("a message");
        if let Some(keeper) = &mut self.keeper {
            let observed = keeper.observe(&message.into());
            observed.expect("the server is honest");
        }
    }

    /// Everybody joins, takes a seat and gets ready; the first one adds entropy.
    async fn gather(&mut self) {
        let everybody = self.people.len();
        let hello = |name| json!({"protocol": 1, "name": name});
        let welcome = self.ask(0, "hello", hello(NAMES[0]), 0).await;
        let create = json!({"key": "evening", "settings": settings(self.variant, everybody)});
        self.room = self.ask(0, "create_room", create, 0).await["room"].clone();
        let room = serde_json::from_value(self.room.clone()).expect("a room's id");
        let player = serde_json::from_value(welcome["player"].clone()).expect("a player's id");
        self.keeper = Some(ReceiptKeeper::new(room, player));
        self.hear(0, |frame| frame["type"] == "now").await;
        for (who, &name) in NAMES.iter().enumerate().take(everybody).skip(1) {
            self.ask(who, "hello", hello(name), 0).await;
            self.ask(who, "join", json!({}), 1).await;
            self.ask(who, "sit", json!({}), who + 1).await;
        }
        let mut chance = Chance::new(1);
        let keeper = self.keeper.as_mut().expect("it is kept");
        let ready = keeper.ready(|bytes| chance.fill(bytes)).expect("a match");
        let fields = serde_json::to_value(&ready).expect("requests are JSON");
        self.ask(0, "ready", fields, everybody).await;
        for who in 1..everybody {
            self.ask(who, "ready", json!({}), everybody).await;
        }
        let keeper = self.keeper.as_ref().expect("it is kept");
        let open = serde_json::to_value(keeper.to_open()).expect("requests are JSON");
        self.ask(0, "open_entropy", open, everybody).await;
    }

    /// The lowest seat that the match waits for acts, until the match is over.
    async fn play(&mut self) {
        let mut chance = Chance::new(1);
        for _ in 0..MAX_REQUESTS {
            if self.finished {
                return;
            }
            let is_asked = |person: &Person| person.now["you"]["decision"]["must"] == true;
            let people = self.people.iter().enumerate();
            let asked = people.filter(|(_, person)| is_asked(person));
            let asked: Vec<usize> = asked.map(|(who, _)| who).collect();
            let who = *asked.first().expect("somebody is waited for");
            let you = self.people[who].now["you"].clone();
            let mut action = if matches!(self.variant, Variant::Tricks(_)) {
                most_or_default(&you["decision"])
            } else {
                choose(&you, MOST_TURNS, &mut chance)
            };
            action["turn"] = you["turn"].clone();
            let everybody = self.people.len();
            // Nobody else learns of a claim before the last one.
            let is_claim = action["do"] == "claim";
            let reaches = if is_claim { 0 } else { everybody };
            self.ask(who, "act", action, reaches).await;
            if is_claim && asked.len() == 1 {
                for reader in 0..everybody {
                    let is_closed = |frame: &Value| frame["event"]["do"] == "claimed";
                    self.hear(reader, is_closed).await;
                    self.hear(reader, |frame| frame["type"] == "now").await;
                }
            }
        }
        panic!("the match does not end");
    }
}

/// Settings with which a match is short.
fn settings(variant: Variant, seats: usize) -> Value {
    let mut settings = json!({"variant": variant, "seats": seats, "reveal_pause_ms": 0});
    match variant {
        Variant::Tiles(TilesVariant::Mahjong) => {
            settings["options"] = json!({"length": "hand", "dead_wall": 14});
            // All have decided three seconds after a window has opened, to which it may be lengthened.
            settings["window_least_ms"] = 0.into();
        }
        Variant::Tiles(TilesVariant::PaiGow) => settings["options"] = json!({"rounds": 1}),
        Variant::Tiles(_) => settings["options"] = json!({"rounds": 3}),
        Variant::Tricks(_) | Variant::Board(_) => {}
    }
    settings
}

/// Leads with the largest combination, so that the match is short; otherwise the default.
fn most_or_default(decision: &Value) -> Value {
    let length = |play: &&Value| play.as_str().map_or(0, str::len);
    let plays = decision["plays"].as_array();
    let most = plays.and_then(|plays| plays.iter().max_by_key(length));
    match most.filter(|_| decision["lead"] == true) {
        Some(pieces) => json!({"do": "play", "pieces": pieces}),
        None => decision["default"].clone(),
    }
}

async fn session(variant: Variant, seed: u64) -> String {
    let studio = Studio::open(seed).await;
    let count = *variant.players().start();
    let mut people = Vec::new();
    for name in &NAMES[..count] {
        people.push(Person {
            name,
            socket: Socket::connect(studio.address).await,
            last_id: 0,
            now: Value::Null,
        });
    }
    let mut session = Session {
        variant,
        studio,
        people,
        room: Value::Null,
        keeper: None,
        lines: String::new(),
        finished: false,
    };
    session.gather().await;
    session.play().await;
    session.lines
}

#[tokio::test]
async fn every_session_in_the_documentation_is_what_goes_over_the_wire() {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/sessions"));
    for (seed, variant) in (1_000..).step_by(1_000).zip(Variant::ALL) {
        let played = session(variant, seed).await;
        let path = folder.join(format!("{}.jsonl", variant.id()));
        if std::env::var_os("GIOG_TEST_UPDATE").is_some() {
            std::fs::write(&path, played).expect("docs/sessions is there");
            continue;
        }
        let written = std::fs::read_to_string(&path).expect("every game has a session");
        let differs = written
            .lines()
            .zip(played.lines())
            .find(|(one, other)| one != other);
        assert!(
            written == played,
            "{} is not what goes over the wire any more: run this test with GIOG_TEST_UPDATE=1, and see whether the \
             difference is meant\n{differs:?}",
            path.display()
        );
    }
}
