//! A room that was never stopped, one restored from its floor and one restored from its first row are equal.
//!
//! Each gets the same requests: from everybody who was there and from a stranger, with and without the password, from every event that
//! may be kept, and for each seat's actions turn by turn; then everybody takes a seat and gets ready, so that a match begins, whose deal
//! shows the seed that was prepared. Their answers, rows and facts must be equal.

use giog_protocol::client::{Act, Join};
use giog_protocol::{Person, PlayerName};
use giog_rules::{Action, MatchId};

use super::*;

/// Numbers of connections that are not used otherwise.
const FIRST_CONN: u64 = 1 << 41;

/// Whether times are compared, too.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Times {
    /// The rooms were restored at the same time.
    Same,
    /// One was never stopped, and neither was its clock.
    Other,
}

impl World {
    /// Compares the room with those restored from its log; it cannot be used afterwards.
    pub(super) fn check_alike(&mut self, mut living: Room) {
        let from_floor = self.examine(&mut self.replayed(), Times::Same);
        let from_first = self.examine(&mut self.replayed_from_first_row(), Times::Same);
        assert_eq!(from_floor, from_first, "a floor makes the same room");
        if self.catches_up(&mut living) {
            let lived = self.examine(&mut living, Times::Other);
            let replayed = self.examine(&mut self.replayed(), Times::Other);
            assert_eq!(
                lived, replayed,
                "a room from its log is the room that lived on"
            );
            self.tally.alike += 1;
        }
        self.tally.floors += u64::from(self.disk.has_floor());
    }

    fn replayed_from_first_row(&self) -> Room {
        let log = self.disk.whole_log();
        Room::replay(self.id, Arc::clone(&self.context), log, self.now())
            .expect("a log makes a room")
    }

    /// Tells a running room that everything is durable; returns whether this had no further effect.
    fn catches_up(&self, living: &mut Room) -> bool {
        if living.is_recording() {
            // The record was being made; it is made again.
            return false;
        }
        if self.t < self.slow_thought_by_ms {
            // A player who returns to a seat whose search takes too long has no time left, or the grace time after a restart.
            return false;
        }
        if self.network.was_broken {
            // Its clock may stand still while that of a restored room runs.
            return false;
        }
        let rows = self.disk.durable_rows();
        let inputs = [
            Input::Storage { available: true },
            Input::Committed { index: rows - 1 },
            Input::AdminCommand {
                ticket: 0,
                command: AdminCommand::Drain(false),
            },
        ];
        let now = self.now();
        // Connections are not logged: nobody is connected any more.
        let gone = (1..self.next_conn).map(|conn| Input::Detached { conn: ConnId(conn) });
        let mut effects = gone
            .chain(inputs)
            .flat_map(|input| living.handle(input, now, &mut Ones))
            .collect::<Vec<_>>();
        effects.extend(living.handle(Input::Tick, now, &mut Ones));
        !effects
            .iter()
            .any(|effect| matches!(effect, Effect::Append { .. } | Effect::Gone))
    }

    fn examine(&self, room: &mut Room, times: Times) -> Vec<String> {
        let mut examiner = Examiner {
            room,
            now: self.now(),
            times,
            next_conn: FIRST_CONN,
            said: Vec::new(),
        };
        let stranger = Person {
            player: PlayerId(Uuid::from_u128(1 << 100)),
            name: PlayerName::try_from("stranger".to_owned()).expect("a name"),
            declared_bot: None,
        };
        let known = self.clients.iter().map(|client| {
            let last = client.told.keys().next_back().copied().unwrap_or(0);
            let afters = [last, last.saturating_sub(3), last.saturating_sub(40), 0];
            (client.person.clone(), afters.to_vec())
        });
        let everybody: Vec<(Person, Vec<u64>)> =
            known.chain([(stranger, vec![0, 1, 1 << 40])]).collect();
        for (person, afters) in &everybody {
            examiner.join(person, Some("wrong"), None);
            for &after in afters {
                examiner.join(person, Some(settings::PASSWORD), Some(after));
            }
            let conn = examiner.join(person, Some(settings::PASSWORD), None);
            for match_id in [
                None,
                examiner.match_of(MatchIn::Previous),
                examiner.match_of(MatchIn::Next),
            ] {
                for turn in [0, 1, 7, 30] {
                    let action = Action::Tricks(giog_rules::tricks::Action::TakeBack);
                    let act = RoomCommand::Act(Act {
                        turn,
                        match_id,
                        action,
                    });
                    examiner.ask(conn, person, act);
                }
            }
        }
        for (person, _) in &everybody {
            let conn = examiner.join(person, Some(settings::PASSWORD), None);
            for json in [
                r#"{"type":"list_people"}"#,
                r#"{"type":"sit"}"#,
                r#"{"type":"ready"}"#,
            ] {
                let command = serde_json::from_str(json).expect("a request");
                examiner.ask(conn, person, command);
            }
        }
        examiner.said.push(format!("{:?}", examiner.room.summary()));
        examiner.said
    }
}

/// The match of a request.
#[derive(Clone, Copy)]
enum MatchIn {
    Previous,
    Next,
}

/// Sends requests to a room, and notes the answers.
struct Examiner<'a> {
    room: &'a mut Room,
    now: Now,
    times: Times,
    next_conn: u64,
    said: Vec<String>,
}

impl Examiner<'_> {
    fn join(&mut self, person: &Person, password: Option<&str>, after: Option<u64>) -> ConnId {
        let conn = ConnId(self.next_conn);
        self.next_conn += 1;
        let password = password.map(str::to_owned);
        let join = RoomCommand::Join(Join {
            password,
            after,
            sit: false,
        });
        self.ask(conn, person, join);
        conn
    }

    fn ask(&mut self, conn: ConnId, person: &Person, command: RoomCommand) {
        self.said.push(format!("> {} {command:?}", person.name));
        let input = Input::Command {
            conn,
            person: person.clone(),
            re: 1,
            command,
        };
        let mut effects = self.room.handle(input, self.now, &mut Ones);
        while !effects.is_empty() {
            let mut released = Vec::new();
            for effect in effects {
                if let Effect::Append { index, .. } = &effect {
                    let committed = Input::Committed { index: *index };
                    released.extend(self.room.handle(committed, self.now, &mut Ones));
                }
                self.note(effect);
            }
            effects = released;
        }
    }

    fn note(&mut self, effect: Effect) {
        match effect {
            Effect::Append {
                index, body, facts, ..
            } => {
                let mut row: Value = serde_json::from_str(&body).expect("rows are JSON");
                self.mask(&mut row);
                // Facts for the history contain times, within texts.
                let facts = match self.times {
                    Times::Same => format!("{facts:?}"),
                    Times::Other => format!("{} facts", facts.len()),
                };
                self.said.push(format!("row {index} {row} {facts}"));
            }
            Effect::Send { message, to } => {
                if to.iter().all(|conn| conn.0 < FIRST_CONN)
                    || matches!(*message, ServerMessage::Notice(_) | ServerMessage::Left(_))
                {
                    // Earlier presence and connections are not in the log.
                    return;
                }
                let mut json = serde_json::to_value(&*message).expect("JSON");
                if self.times == Times::Other
                    && let ServerMessage::Snapshot(_) = *message
                    && let Value::Object(fields) = &mut json
                {
                    // The last lines of a chat, and what happened among them, are in memory alone.
                    fields.remove("chat");
                    fields.remove("happened");
                }
                self.mask(&mut json);
                self.said.push(json.to_string());
            }
            Effect::Resume { to, missed, whole } => {
                for message in missed.into_iter().chain(whole) {
                    self.note(Effect::Send {
                        to: [to].as_slice().into(),
                        message: Box::new(message),
                    });
                }
            }
            // A running room has already requested it.
            Effect::Think(_) if self.times == Times::Other => {}
            other => self.said.push(format!("{other:?}")),
        }
    }

    /// Removes what depends on the age of a room.
    fn mask(&self, value: &mut Value) {
        if self.times == Times::Same {
            return;
        }
        match value {
            Value::Object(fields) => {
                for name in [
                    "left_ms",
                    "bank_ms",
                    "start_left_ms",
                    "bots_left_ms",
                    "pause_left_ms",
                    "at_ms",
                    "unix_ms",
                    "wait_ms",
                ] {
                    fields.remove(name);
                }
                fields.values_mut().for_each(|value| self.mask(value));
            }
            Value::Array(values) => values.iter_mut().for_each(|value| self.mask(value)),
            _ => {}
        }
    }

    /// The id of a match as the last snapshot names it.
    fn match_of(&self, which: MatchIn) -> Option<MatchId> {
        let of = |text: &String| {
            let message: Value = serde_json::from_str(text).ok()?;
            let state = (message["type"] == "snapshot").then(|| message["state"].clone())?;
            let id = match which {
                MatchIn::Previous => &state["previous"]["match_id"],
                MatchIn::Next => &state["next"]["match_id"],
            };
            serde_json::from_value(id.clone()).ok()
        };
        self.said.iter().rev().find_map(of)
    }
}

/// Fixed random numbers.
struct Ones;

impl Random for Ones {
    fn fill(&mut self, bytes: &mut [u8]) {
        bytes.fill(1);
    }
}
