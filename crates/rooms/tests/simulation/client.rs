//! A simulated person: several connections with a mirror each, and the person's stored receipts.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use giog_protocol::client::{Act, Join, RoomCommand};
use giog_protocol::server::{Answer, ErrorReply, RoomEvent, SeqEvent, ServerMessage};
use giog_protocol::{DeclaredBot, ErrorCode, Occupant, Person, PlayerName, without_names};
use giog_rooms::ConnId;
use giog_rules::fairness::Entropy;
use giog_rules::{Action, MatchId, PlayerId};
use uuid::Uuid;

use crate::chance::Chance;
use crate::mirror::Mirror;

/// Messages a connection may leave unread before it is closed.
pub const INBOX: usize = 60;

/// A person.
pub struct Client {
    pub person: Person,
    pub conns: BTreeMap<ConnId, Conn>,
    /// The state of the last connection when it was lost.
    pub kept: Option<Mirror>,
    /// Every event that this person got, by its number.
    pub told: BTreeMap<u64, RoomEvent>,
    /// Actions that were acknowledged, or reported as already taken.
    pub acked: Vec<Acked>,
    entropies: BTreeMap<MatchId, Entropy>,
    /// Matches for which this person may have sat down again after they had chosen their entropy. A commitment goes with the seat that it
    /// was given for, and whoever takes a bot's seat is ready at once, without one.
    sat_again: BTreeSet<MatchId>,
    pub next_ms: u64,
    /// How fast the person reads and acts.
    pub slow: bool,
    /// Whether the person repeatedly leaves matches and comes back.
    pub restless: bool,
    next_re: u64,
    /// The number of snapshots of a match that were compared with the events.
    pub compared: u64,
    /// Whether this person adds entropy. Those who do name the match for which they are ready.
    pub gives_entropy: bool,
}

/// A connection, from its client's side.
#[derive(Default)]
pub struct Conn {
    pub inbox: VecDeque<ServerMessage>,
    pub mirror: Option<Mirror>,
    /// The pending joins.
    joins: VecDeque<Joining>,
    /// Requests without a reply yet.
    pub awaiting: BTreeMap<u64, RoomCommand>,
    pub last_request: Option<RoomCommand>,
}

/// A pending join.
struct Joining {
    /// The state at the event after which it resumes.
    resume: Option<Mirror>,
    /// The last event that the person had when they sent it.
    told: u64,
    /// Whether it was answered, so that a snapshot or the missed events are next.
    answered: bool,
}

/// An action that was certainly taken.
#[derive(Clone, Debug)]
pub struct Acked {
    pub match_id: MatchId,
    pub person: PlayerId,
    pub turn: u32,
    pub action: Action,
}

/// A repeated event is the same as before, except for names of deleted people.
pub fn check_same(before: &RoomEvent, again: &RoomEvent) {
    if before == again {
        return;
    }
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("a text stays one");
    let json = |event| serde_json::to_string(event).expect("events are JSON");
    let (before, again) = (json(before), json(again));
    let is_forgotten = |player: &PlayerId| {
        let forgotten = serde_json::to_string(&Person::forgotten(*player));
        again.contains(&forgotten.expect("people are JSON"))
    };
    let forgotten = (0..MOST_PEOPLE).map(player).filter(is_forgotten).collect();
    let before = without_names(before.as_bytes(), &forgotten).map_or(before, text);
    assert_eq!(before, again, "an event that was told stays what it was");
}

/// More people than join one room.
const MOST_PEOPLE: usize = 16;

fn player(number: usize) -> PlayerId {
    PlayerId(Uuid::from_u128(1_000 + number as u128))
}

impl Client {
    pub fn new(number: usize, slow: bool, restless: bool) -> Self {
        Self {
            person: Person {
                player: player(number),
                name: PlayerName::try_from(format!("p{number}")).expect("a name"),
                // Some are bots.
                declared_bot: (number % 5 == 3)
                    .then(|| Box::new(DeclaredBot::restored("rocket", "1.2"))),
            },
            conns: BTreeMap::new(),
            kept: None,
            told: BTreeMap::new(),
            acked: Vec::new(),
            entropies: BTreeMap::new(),
            sat_again: BTreeSet::new(),
            next_ms: 0,
            slow,
            restless,
            next_re: 1,
            compared: 0,
            gives_entropy: number.is_multiple_of(2),
        }
    }

    /// Notes a request that is being sent.
    pub fn note_request(&mut self, conn: ConnId, command: &RoomCommand) -> u64 {
        let re = self.next_re;
        self.next_re += 1;
        let told = self.told.last_key_value().map_or(0, |(&seq, _)| seq);
        let conn = self.conns.get_mut(&conn).expect("a connection");
        if let RoomCommand::Join(join) = command {
            let known = conn.mirror.as_ref().or(self.kept.as_ref());
            let resume = join
                .after
                .and_then(|after| known.filter(|known| known.seq == after));
            let resume = resume.cloned();
            conn.joins.push_back(Joining {
                resume,
                told,
                answered: false,
            });
        }
        if !matches!(command, RoomCommand::Join(_)) {
            conn.last_request = Some(command.clone());
        }
        conn.awaiting.insert(re, command.clone());
        re
    }

    /// A join that resumes where this person was, or from the beginning.
    pub fn join(
        &self,
        conn: ConnId,
        from_start: bool,
        sit: bool,
        password: Option<String>,
    ) -> RoomCommand {
        let known = self.conns[&conn].mirror.as_ref().or(self.kept.as_ref());
        let after = known.map(|known| known.seq).filter(|_| !from_start);
        RoomCommand::Join(Join {
            password,
            after,
            sit,
        })
    }

    /// The connection is lost; its state is kept if it is the newest.
    pub fn lose(&mut self, conn: ConnId) {
        let Some(lost) = self.conns.remove(&conn) else {
            return;
        };
        if let Some(mirror) = lost.mirror
            && self.kept.as_ref().is_none_or(|kept| kept.seq <= mirror.seq)
        {
            self.kept = Some(mirror);
        }
    }

    /// The entropy that this person adds to a match, or none; chosen once.
    pub fn entropy_for(&mut self, match_id: MatchId, chance: &mut Chance) -> Entropy {
        if !self.entropies.contains_key(&match_id) {
            let length = if self.gives_entropy && chance.one_in(2) {
                chance.between(1, 64)
            } else {
                0
            };
            let bytes = (0..length).map(|_| chance.bytes::<1>()[0]).collect();
            let entropy = Entropy::new(bytes).expect("at most 64 bytes");
            self.entropies.insert(match_id, entropy);
        }
        self.entropy_of(match_id)
    }

    /// The entropy this person has chosen for a match, if they have.
    pub fn entropy_of(&self, match_id: MatchId) -> Entropy {
        self.entropies.get(&match_id).cloned().unwrap_or_default()
    }

    /// What this person's receipt of a match says of their entropy, where `published` is what went into the shuffle for their seat.
    pub fn own_entropy(&self, match_id: MatchId, published: Option<&Entropy>) -> Entropy {
        let gave_none = published.is_none_or(Entropy::is_none);
        if gave_none && self.sat_again.contains(&match_id) {
            return Entropy::NONE;
        }
        self.entropy_of(match_id)
    }

    /// This person sits down: what they committed to before for a match that has not begun is void.
    fn sits_down(&mut self) {
        let begun = |&id: &MatchId| {
            let mut told = self.told.values();
            told.any(|event| matches!(event, RoomEvent::Start(start) if start.facts.match_id == id))
        };
        let chosen = self.entropies.keys().copied();
        let void: Vec<MatchId> = chosen.filter(|id| !begun(id)).collect();
        self.sat_again.extend(void);
    }

    /// Reads at most this number of messages.
    pub fn read(&mut self, conn: ConnId, most: usize) {
        for _ in 0..most {
            let Some(message) = self
                .conns
                .get_mut(&conn)
                .and_then(|conn| conn.inbox.pop_front())
            else {
                return;
            };
            self.hear(conn, &message);
        }
    }

    fn hear(&mut self, id: ConnId, message: &ServerMessage) {
        let conn = self.conns.get_mut(&id).expect("a connection");
        match message {
            ServerMessage::Ok(ok) => {
                let request = conn
                    .awaiting
                    .remove(&ok.re)
                    .expect("one reply for a request");
                if matches!(request, RoomCommand::Join(_)) {
                    let join = conn.joins.iter_mut().find(|join| !join.answered);
                    join.expect("a join").answered = true;
                }
                if matches!(&request, RoomCommand::Join(join) if join.sit) {
                    self.sits_down();
                }
                self.acknowledged(&request, &ok.answer);
            }
            ServerMessage::Error(error) => {
                let re = error.re.expect("requests have numbers");
                let request = conn.awaiting.remove(&re).expect("one reply for a request");
                if matches!(request, RoomCommand::Join(_)) {
                    conn.joins.pop_front();
                }
                self.refused(&request, error);
            }
            ServerMessage::Event(event) => self.hear_event(id, event),
            ServerMessage::Now(now) => {
                conn.mirror.as_mut().expect("joined").hear_now(now);
            }
            ServerMessage::Snapshot(snapshot) => {
                // Without a request there is a snapshot if more happened at once than the room keeps.
                let join = conn.joins.pop_front_if(|join| join.answered);
                let told = join.as_ref().map_or(0, |join| join.told);
                assert!(told <= snapshot.seq, "nothing that was told is lost");
                // A player who comes back by joining sees this only in the snapshot.
                let resume = join.and_then(|join| join.resume);
                let known = conn.mirror.as_ref().or(resume.as_ref());
                if let Some(known) = known.filter(|known| known.seq == snapshot.seq) {
                    known.check(snapshot);
                    self.compared += u64::from(snapshot.game.is_some());
                }
                assert!(
                    conn.mirror
                        .as_ref()
                        .is_none_or(|known| known.seq <= snapshot.seq)
                );
                conn.mirror = Some(Mirror::of(self.person.player, snapshot));
            }
            ServerMessage::Resumed(resumed) => {
                let join = conn.joins.pop_front().expect("going on is asked for");
                let known = join.resume.expect("only who knows something goes on");
                assert_eq!(known.seq, resumed.after);
                conn.mirror = Some(known);
            }
            ServerMessage::Left(_) => {
                let mirror = conn.mirror.take();
                self.kept = mirror.or(self.kept.take());
            }
            ServerMessage::Notice(notice) => {
                let mirror = conn.mirror.as_ref().expect("joined");
                mirror.hear_notice(&notice.notice);
            }
            ServerMessage::News(_)
            | ServerMessage::Lobby(_)
            | ServerMessage::Matches(_)
            | ServerMessage::Announcement(_)
            | ServerMessage::Invitation(_)
            | ServerMessage::InvitationEnded(_) => {
                panic!("a room tells nothing of other rooms, and single messages")
            }
        }
    }

    fn hear_event(&mut self, id: ConnId, event: &SeqEvent) {
        let conn = self.conns.get_mut(&id).expect("a connection");
        conn.mirror.as_mut().expect("joined").hear(event);
        if let RoomEvent::Sat {
            occupant: Occupant::Person(person),
            ..
        } = &event.event
            && person.player == self.person.player
        {
            self.sits_down();
        }
        let before = self
            .told
            .entry(event.seq)
            .or_insert_with(|| event.event.clone());
        check_same(before, &event.event);
    }

    fn acknowledged(&mut self, request: &RoomCommand, answer: &Answer) {
        if let (RoomCommand::Act(act), Answer::Acted { turn, .. }) = (request, answer) {
            assert_eq!(*turn, act.turn + 1);
            self.ack(act, &act.action);
        }
    }

    fn refused(&mut self, request: &RoomCommand, error: &ErrorReply) {
        if let (RoomCommand::Act(act), ErrorCode::Already) = (request, error.code) {
            let taken = error.taken.as_ref().expect("what was taken");
            assert_eq!(taken.turn, act.turn);
            self.ack(act, &taken.action);
        }
    }

    fn ack(&mut self, act: &Act, action: &Action) {
        // Without the match's id it is not certain which match it was.
        if let Some(match_id) = act.match_id {
            self.acked.push(Acked {
                match_id,
                person: self.person.player,
                turn: act.turn,
                action: action.clone(),
            });
        }
    }
}
