//! A person in a room: the state of the room, the open decision, and the proofs that are kept.

use std::time::Duration;

use anyhow::Context;
use giog_client::{Incoming, ReceiptKeeper, RoomMirror, UnknownDecision};
use giog_protocol::client::{Join, Ready};
use giog_protocol::server::{Now, ServerMessage};
use giog_protocol::{ChatMode, Occupant, Phase, RoomId};
use giog_rules::text::Style;
use giog_rules::{Decision, MatchId, PlayerId, Seat};
use giog_seats::Keep;
use giog_seats::chance;
use tokio::time::Instant;

use crate::table::{PAUSED, Prompt, Teller, prompt, tell, tell_line};

/// How long before the end of the time for a decision the player is warned.
pub(super) const WARNING_BEFORE: Duration = Duration::from_secs(10);

/// A person in a room.
#[derive(Debug)]
pub(super) struct Seated {
    pub mirror: RoomMirror,
    pub keeper: ReceiptKeeper,
    pub teller: Teller,
    /// When to warn that the time for the decision is nearly over; none after the warning.
    pub warning: Option<Instant>,
    password: Option<String>,
    style: Style,
    /// The last `now` message of the room. The player answers it even if events have come since; the server knows by the turn whether the
    /// decision is still open.
    now: Option<Now>,
    /// The decision that was printed last, so that none is printed twice.
    asked: Option<Prompt>,
    /// The last decision that this version does not know.
    unknown: Option<UnknownDecision>,
    /// The match for which the person was told that they can get ready, and whether they had a seat then.
    offered: Option<(MatchId, bool)>,
    /// Whether the person typed `ready` before it was possible: it is sent as soon as it is possible.
    wants_ready: bool,
    /// The match of the receipt that was stored last, and how many commitments it had.
    kept: Option<(MatchId, usize)>,
}

impl Seated {
    /// A person who has received no message of the room yet.
    pub fn new(room: RoomId, player: PlayerId, password: Option<String>, style: Style) -> Self {
        Self {
            mirror: RoomMirror::new(room),
            keeper: ReceiptKeeper::new(room, player),
            teller: Teller::new(style, player),
            warning: None,
            password,
            style,
            now: None,
            asked: None,
            unknown: None,
            offered: None,
            wants_ready: false,
            kept: None,
        }
    }

    /// The room.
    pub const fn room(&self) -> RoomId {
        self.mirror.room()
    }

    /// The request that joins the room, or resumes after the last event.
    pub fn join(&self) -> Join {
        Join {
            password: self.password.clone(),
            ..self.mirror.resume()
        }
    }

    /// The person on a seat.
    pub fn person(&self, seat: Seat) -> Option<PlayerId> {
        let at = self.teller.state()?.seats.get(seat.index())?;
        let person = at.occupant.as_ref().and_then(Occupant::person);
        person.map(|person| person.player)
    }

    /// The name of the player on a seat.
    pub fn name(&self, seat: Seat) -> String {
        self.teller.name(seat)
    }

    /// The chat mode of the room.
    pub fn chat(&self) -> Option<ChatMode> {
        Some(self.teller.state()?.settings.chat)
    }

    /// Whether the match is paused.
    pub fn is_paused(&self) -> bool {
        self.teller.state().is_some_and(|state| state.paused)
    }

    /// When a match is seen for the first time: loads its stored receipt, perhaps of an earlier run of the program.
    pub fn recall(&mut self, keep: &Keep, incoming: &Incoming) {
        let Some(ServerMessage::Snapshot(snapshot)) = incoming.message() else {
            return;
        };
        let running = snapshot.game.as_ref().map(|game| game.start.facts.match_id);
        let known = self.keeper.receipt().map(|receipt| receipt.match_id);
        if let Some(match_id) = running.filter(|_| running != known)
            && let Some(receipt) = keep.receipt(match_id)
        {
            self.keeper.recall(receipt);
        }
    }

    /// The person's open decision, if any.
    pub fn decision(&self) -> Option<&Decision> {
        self.now.as_ref()?.decision()
    }

    /// The `turn` of the next action; 0 while no decision is open.
    pub fn turn(&self) -> u32 {
        self.now.as_ref().map_or(0, Now::turn)
    }

    /// Prints the decision, if it was not printed yet.
    pub fn ask(&mut self, now: &Now) {
        self.now = Some(now.clone());
        let is_asked_still = |unknown: &UnknownDecision| {
            let turn = now.you.as_ref().map(|you| you.turn);
            now.decision().is_none() && turn == Some(unknown.turn)
        };
        self.unknown = self.unknown.take().filter(is_asked_still);
        let asked = prompt(now, self.teller.seat(), self.teller.hand(), self.style);
        // The time left changes, but the decision is the same.
        let same =
            |one: &Prompt, other: &Prompt| one.turn == other.turn && one.lines == other.lines;
        if let (Some(one), Some(other)) = (&self.asked, &asked)
            && same(one, other)
        {
            return;
        }
        self.warning = None;
        if let Some(asked) = &asked {
            tell(asked.lines.iter().chain(&asked.clock));
            let left = asked.left_ms.map(Duration::from_millis);
            let until = left.and_then(|left| left.checked_sub(WARNING_BEFORE));
            self.warning = until.map(|until| Instant::now() + until);
        }
        self.asked = asked;
        self.offer();
    }

    /// Tells that there is a decision which this program does not know.
    pub fn ask_unknown(&mut self, unknown: &UnknownDecision) {
        let before = self.unknown.replace(unknown.clone());
        if before.is_none_or(|before| before.turn != unknown.turn) {
            tell_line("> This program does not know what is asked. A dot (.) takes the default.");
        }
    }

    /// The open decision that this program does not know, if any.
    pub const fn unknown(&self) -> Option<&UnknownDecision> {
        self.unknown.as_ref()
    }

    /// Prints the open decision again.
    pub fn ask_again(&mut self) {
        self.asked = None;
        if let Some(now) = self.mirror.now().cloned() {
            self.ask(&now);
        }
    }

    /// Forgets which decision was printed, so that it may be printed again.
    pub fn forget_what_was_asked(&mut self) {
        (self.now, self.asked, self.offered) = (None, None, None);
        self.unknown = None;
    }

    /// Tells that the person can get ready for a match, once per match.
    fn offer(&mut self) {
        let Some(state) = self.teller.state() else {
            return;
        };
        let Some(next) = state.next.filter(|_| state.phase == Phase::Gathering) else {
            return;
        };
        let is_seated = self.teller.seat().is_some();
        let offered = Some((next.match_id, is_seated));
        if self.offered == offered {
            return;
        }
        self.offered = offered;
        if let Some(line) = self.wanted_before_a_match() {
            tell_line(&line);
        }
    }

    /// What the next match waits for from this person, or what they can do meanwhile; `None` while one is starting or running.
    pub fn wanted_before_a_match(&self) -> Option<String> {
        let state = self.teller.state()?;
        if state.phase != Phase::Gathering {
            return None;
        }
        let Some(seat) = self.teller.seat() else {
            return Some("> Type sit to take a seat.".to_owned());
        };
        let is_ready = state.seats.get(seat.index())?.ready;
        let has_free_seats = state.seats.iter().any(|seat| seat.occupant.is_none());
        let wanted = match (is_ready, state.quick) {
            (true, _) => "> Wait for others.",
            (false, false) => "> Type ready when you are.",
            (false, true) => "> Type ready to play another one.",
        };
        let bots = match (has_free_seats, state.quick) {
            (false, _) => "",
            (true, false) => " The owner fills free seats: bots.",
            (true, true) => " After a while free seats can be filled: bots.",
        };
        Some(format!("{wanted}{bots}"))
    }

    /// The `Ready` to send; or the text for a person who cannot get ready, which is remembered if it will be possible soon.
    pub fn ready(&mut self) -> Result<Ready, &'static str> {
        self.wants_ready = false;
        if self.teller.is_playing() {
            return Err("A match is being played; you can get ready for the next one.");
        }
        self.keeper.ready(chance::fill).map_err(|_| {
            self.wants_ready = true;
            self.not_ready_yet()
        })
    }

    /// The `Ready` for a person who typed `ready` before, if it can be sent now.
    pub fn ready_at_last(&mut self) -> Option<Ready> {
        if !std::mem::take(&mut self.wants_ready) || self.teller.is_playing() {
            return None;
        }
        let ready = self.keeper.ready(chance::fill).ok();
        self.wants_ready = ready.is_none();
        ready
    }

    /// Drops the wish to get ready.
    pub const fn not_ready(&mut self) {
        self.wants_ready = false;
    }

    fn not_ready_yet(&self) -> &'static str {
        if self.teller.state().is_some() && self.teller.seat().is_none() {
            "You are ready as soon as you have a seat: type sit."
        } else {
            "You are ready as soon as you have a seat and the room is here."
        }
    }

    /// The answer to a dot if no decision is open, or none with a default: it says what a match waits for.
    pub fn nothing_is_asked(&self) -> String {
        if self.decision().is_some_and(Decision::must) {
            return "This decision has no default; type what you want to do.".to_owned();
        }
        if self.is_paused() {
            return PAUSED.to_owned();
        }
        if self.wants_ready {
            return self.not_ready_yet().to_owned();
        }
        self.wanted_before_a_match().unwrap_or_else(|| {
            if self.teller.state().is_some() {
                "You have nothing to decide now.".to_owned()
            } else {
                "The room is about to be here. To be ready for a match, type ready.".to_owned()
            }
        })
    }

    /// Stores the receipt, if there is more in it than in the stored one.
    pub fn keep(&mut self, keep: &Keep) -> anyhow::Result<()> {
        let Some(receipt) = self.keeper.receipt() else {
            return Ok(());
        };
        let state = Some((receipt.match_id, receipt.commitments.len()));
        if self.kept != state {
            keep.keep_receipt(receipt)
                .context("cannot store the receipt of this match")?;
            self.kept = state;
        }
        Ok(())
    }

    /// Whether a receipt of this match was stored.
    pub fn has_kept(&self, match_id: MatchId) -> bool {
        self.kept.is_some_and(|(of, _)| of == match_id)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const ROOM: &str = "6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10";

    /// A person who has received no message of the room yet.
    fn seated() -> Seated {
        let room = serde_json::from_value(json!(ROOM)).expect("a room");
        let player = serde_json::from_value(json!(ROOM)).expect("a person");
        Seated::new(room, player, None, Style::Codes)
    }

    fn now(turn: u32, decision: &Value) -> Now {
        let you = json!({"turn": turn, "decision": decision});
        let now = json!({"room": ROOM, "seq": 1, "deciding": [], "you": you});
        serde_json::from_value(now).expect("what is waited for")
    }

    #[test]
    fn a_dot_tells_where_a_decision_has_no_default() {
        let decision = json!({
            "decision": 0, "must": true, "stage": "play", "do": "choose", "default": null, "on_time": "lose",
            "may": [{"do": "move", "choices": ["h2e2"]}],
        });
        let mut seated = seated();
        seated.ask(&now(0, &decision));
        let told = seated.nothing_is_asked();
        assert!(told.contains("no default"), "{told}");
        seated.ask(&now(1, &Value::Null));
        let told = seated.nothing_is_asked();
        assert!(!told.contains("no default"), "{told}");
    }

    #[test]
    fn what_is_asked_and_not_known_is_asked_until_its_turn_is_over() {
        let mut seated = seated();
        let unknown = UnknownDecision {
            room: seated.room(),
            seq: 1,
            turn: 4,
            default: serde_json::Map::new(),
        };
        seated.ask(&now(4, &Value::Null));
        seated.ask_unknown(&unknown);
        seated.ask(&now(4, &Value::Null));
        assert_eq!(seated.unknown(), Some(&unknown));
        seated.ask(&now(5, &Value::Null));
        assert_eq!(seated.unknown(), None);
    }
}
