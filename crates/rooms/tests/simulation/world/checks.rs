//! Invariants of every row, message and restart.

use giog_protocol::server::RoomEvent;

use super::*;
use crate::client::check_same;
use crate::mirror::GameMirror;

impl World {
    pub(super) fn check_row(&mut self, index: u64, body: &str, requests: &[(ConnId, u64)]) {
        assert!(
            !self.storage_told_away,
            "nothing is written while the storage is away"
        );
        if self.trace {
            println!("{:>9}   row {index}: {body}", self.t);
        }
        self.tally.rows += 1;
        let row: Value = serde_json::from_str(body).expect("rows are JSON");
        self.check_time(&row);
        let entries = row["entries"].as_array().expect("entries");
        let young = self
            .restarted_ms
            .is_some_and(|restarted_ms| self.t < restarted_ms + GRACE_MS);
        let mut asked = false;
        for entry in entries {
            self.secrets.learn(entry);
            let kind = entry["e"].as_str().expect("a kind");
            let by_clock = match kind {
                "acted" => entry["by"] == "clock",
                "away" => entry["left"] == false && requests.is_empty(),
                "stood" => matches!(entry["reason"].as_str(), Some("gone" | "not_ready")),
                "cancelled" => entry["reason"] == "not_opened",
                _ => false,
            };
            assert!(
                !(by_clock && young),
                "nobody is timed out because the server was away: {body}"
            );
            asked |= matches!(
                kind,
                "sat" | "ready" | "unready" | "back" | "configured" | "opened"
            ) || (kind == "acted" && entry["by"].is_null());
            let bot_sits = kind == "sat" && entry["occupant"]["bot"].is_string();
            self.tally.bots_came += u64::from(bot_sits && requests.is_empty());
            self.count(kind, entry);
            self.check_promise(kind, entry);
        }
        // If several requests were handled together, it is not known which of them caused which effect.
        let asked = asked && requests.len() == 1;
        self.tally.shared_rows += u64::from(requests.len() > 1);
        for &request in requests {
            self.rows_of.insert(request, (index, asked));
        }
    }

    /// Deleted people are named nowhere.
    pub(super) fn check_unnamed(&self, text: &str) {
        for person in &self.forgotten {
            let name = format!("\"name\":\"{}\"", person.name);
            assert!(!text.contains(&name), "{name} was forgotten: {text}");
        }
    }

    fn count(&mut self, kind: &str, entry: &Value) {
        match kind {
            "acted" if entry["by"] == "clock" => self.tally.timeouts += 1,
            "acted" if entry["do"] == "take_back" => self.tally.take_backs += 1,
            "away" => self.tally.aways += 1,
            "back" => self.tally.backs += 1,
            "banned" => self.tally.banned += 1,
            "silenced" => self.tally.silenced += 1,
            "ending" => self.tally.ending += 1,
            "agreed" => self.tally.agreed += 1,
            "suggested" => self.tally.suggested += 1,
            "paused" => self.tally.paused += 1,
            "continued" if entry["seat"].is_null() => self.tally.pauses_over += 1,
            "continued" => self.tally.continued += 1,
            "forgotten" => self.tally.forgotten += 1,
            _ => {}
        }
    }

    /// Nobody's time runs out earlier than announced.
    fn check_promise(&mut self, kind: &str, entry: &Value) {
        let seat = serde_json::from_value::<Seat>(entry["seat"].clone()).ok();
        let (Some(seat), "acted" | "away" | "back") = (seat, kind) else {
            if matches!(kind, "started" | "abandoned") {
                self.promised.clear();
            }
            return;
        };
        let promised = self.promised.remove(&seat);
        if entry["by"] == "clock" {
            assert!(
                promised.is_none_or(|at_ms| at_ms <= self.t),
                "time ran out before it was over"
            );
        }
    }

    /// A successful reply is sent after its row is durable; a refused request has changed nothing.
    pub(super) fn check_reply(&mut self, conn: ConnId, message: &ServerMessage) {
        match message {
            ServerMessage::Ok(ok) => {
                if let Some(&(row, _)) = self.rows_of.get(&(conn, ok.re)) {
                    assert!(
                        row < self.disk.durable_rows(),
                        "what is acknowledged is durable"
                    );
                }
            }
            ServerMessage::Error(error) => {
                let row = error.re.and_then(|re| self.rows_of.get(&(conn, re)));
                let changed = row.is_some_and(|&(_, asked)| asked);
                assert!(
                    !changed || error.code == ErrorCode::EntropyMismatch,
                    "a refused request changes nothing: {error:?}"
                );
            }
            _ => {}
        }
    }

    /// The room from the log sends everybody the same as before: each joins a copy of it.
    pub(super) fn check_replayed(&mut self) {
        let mut copy = self.replayed();
        let mut conn: u64 = 1 << 40;
        for client in &self.clients {
            let Some(&first) = client.told.keys().next_back() else {
                continue;
            };
            for back in [40, 10, 0] {
                conn += 1;
                let after = first.saturating_sub(back);
                let join = giog_protocol::client::Join {
                    password: Some(settings::PASSWORD.to_owned()),
                    after: Some(after),
                    sit: false,
                };
                let command = RoomCommand::Join(join);
                let input = Input::Command {
                    conn: ConnId(conn),
                    person: client.person.clone(),
                    re: 1,
                    command,
                };
                for message in answer_at_once(&mut copy, input, self.now()) {
                    if let ServerMessage::Event(event) = message
                        && let Some(told) = client.told.get(&event.seq)
                    {
                        check_same(told, &event.event);
                    }
                }
            }
        }
    }

    pub(super) fn answered(&mut self, ticket: u64, answer: Result<RoomAnswer, ErrorCode>) {
        self.tally.answers += 1;
        let client = usize::try_from(ticket)
            .ok()
            .and_then(|client| self.clients.get(client));
        let person: Option<PlayerId> = client.map(|client| client.person.player);
        let Ok(RoomAnswer::Match(answer)) = answer else {
            return;
        };
        self.secrets.publish_answer(&answer);
        let game = answer.snapshot.game.as_ref().expect("a match");
        let known = self.secrets.of_match(game.start.facts.match_id);
        let person = person.filter(|_| known.observer(person) == answer.observer);
        assert!(person.is_some() || answer.observer == Observer::Spectator);
        known.judge_snapshot(person, &answer.snapshot);
        let is_start = |event: &RoomEvent| match event {
            RoomEvent::Start(start) => start.facts.match_id == game.start.facts.match_id,
            _ => false,
        };
        let begins = answer.events.first().is_some_and(is_start);
        assert_eq!(begins, answer.left_out == 0, "what is left out is said");
        let mut events = answer.events.iter();
        if let Some(RoomEvent::Start(start)) = events.next() {
            let mut known = GameMirror::beginning(answer.observer, &start.facts);
            for event in events {
                if let RoomEvent::Game(event) = event {
                    known.hear(event);
                }
            }
            known.check_shown(game);
        }
        for event in &answer.events {
            known.judge_event(person, event);
            self.secrets
                .search(person, &serde_json::to_string(event).expect("JSON"));
        }
        self.secrets.search(
            person,
            &serde_json::to_string(&answer.snapshot).expect("JSON"),
        );
    }
}

/// The messages of a room whose storage never waits.
fn answer_at_once(room: &mut Room, input: Input, now: Now) -> Vec<ServerMessage> {
    let mut messages = Vec::new();
    let mut effects = room.handle(input, now, &mut Nothing);
    while !effects.is_empty() {
        let mut released = Vec::new();
        for effect in effects {
            match effect {
                Effect::Append { index, .. } => {
                    released.extend(room.handle(Input::Committed { index }, now, &mut Nothing));
                }
                Effect::Send { message, .. } => messages.push(*message),
                Effect::Resume { missed, .. } => messages.extend(missed),
                _ => {}
            }
        }
        effects = released;
    }
    messages
}

/// Fixed random numbers, for copies of rooms in which nobody plays.
struct Nothing;

impl Random for Nothing {
    fn fill(&mut self, bytes: &mut [u8]) {
        bytes.fill(1);
    }
}
