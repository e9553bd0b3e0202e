//! A person at a table: where they are in it, what they were asked, and what they keep.

use std::time::Duration;

use anyhow::Context;
use giog_client::{Incoming, ReceiptKeeper, RoomMirror, UnknownDecision};
use giog_protocol::client::{Join, Ready};
use giog_protocol::server::{Now, ServerMessage};
use giog_protocol::{ChatMode, Occupant, Phase, RoomId};
use giog_rules::text::Style;
use giog_rules::{Decision, MatchId, PlayerId, Seat};
use tokio::time::Instant;

use crate::chance;
use crate::keep::Keep;
use crate::table::{Prompt, Teller, prompt, tell, tell_line};

/// How long before the end of the time for a decision it is told again.
pub(super) const WARNING_BEFORE: Duration = Duration::from_secs(10);

/// A person at a table.
#[derive(Debug)]
pub(super) struct Seated {
    pub mirror: RoomMirror,
    pub keeper: ReceiptKeeper,
    pub teller: Teller,
    /// When the time for what is asked is nearly over; none once that was told.
    pub warning: Option<Instant>,
    password: Option<String>,
    style: Style,
    /// What the room waited for when it last said so. A player answers this, though events may have come since; the server
    /// knows by the turn whether it is still asked.
    now: Option<Now>,
    /// What was asked last, so that nothing is asked twice.
    asked: Option<Prompt>,
    /// What was asked last that only a later program can tell.
    unknown: Option<UnknownDecision>,
    /// The match that one was told can be readied for, and whether one had a seat then.
    offered: Option<(MatchId, bool)>,
    /// Whether one said that one is ready before one could be: it is said as soon as that is so.
    wants_ready: bool,
    /// How many commitments the receipt had that was kept last, and of which match.
    kept: Option<(MatchId, usize)>,
}

impl Seated {
    /// Has seen nothing of the room yet.
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

    /// What to join with, to go on where one is.
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

    /// What the one on a seat is called.
    pub fn name(&self, seat: Seat) -> String {
        self.teller.name(seat)
    }

    /// What may be said in the room.
    pub fn chat(&self) -> Option<ChatMode> {
        Some(self.teller.state()?.settings.chat)
    }

    /// Goes on with what was kept of a match that is seen for the first time, perhaps by a program that ended in it.
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

    /// What one is asked, if anything.
    pub fn decision(&self) -> Option<&Decision> {
        self.now.as_ref()?.decision()
    }

    /// The `turn` of the next action; 0 while none is asked for.
    pub fn turn(&self) -> u32 {
        self.now.as_ref().map_or(0, Now::turn)
    }

    /// Tells what is asked, where it was not told yet.
    pub fn ask(&mut self, now: &Now) {
        self.now = Some(now.clone());
        let is_asked_still = |unknown: &UnknownDecision| {
            let turn = now.you.as_ref().map(|you| you.turn);
            now.decision().is_none() && turn == Some(unknown.turn)
        };
        self.unknown = self.unknown.take().filter(is_asked_still);
        let asked = prompt(now, self.teller.seat(), self.teller.hand(), self.style);
        // The clock runs on; the question stays the same.
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

    /// Tells that something is asked that this program does not know.
    pub fn ask_unknown(&mut self, unknown: &UnknownDecision) {
        let before = self.unknown.replace(unknown.clone());
        if before.is_none_or(|before| before.turn != unknown.turn) {
            tell_line("> This program does not know what is asked. A dot (.) takes the default.");
        }
    }

    /// What is asked that this program does not know, if anything.
    pub const fn unknown(&self) -> Option<&UnknownDecision> {
        self.unknown.as_ref()
    }

    /// Tells once more what is asked.
    pub fn ask_again(&mut self) {
        self.asked = None;
        if let Some(now) = self.mirror.now().cloned() {
            self.ask(&now);
        }
    }

    /// Forgets what was told, since it may be told anew.
    pub fn forget_what_was_asked(&mut self) {
        (self.now, self.asked, self.offered) = (None, None, None);
        self.unknown = None;
    }

    /// Tells that a match can be readied for, once for each.
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

    /// What a match waits for from this person, or what they can do meanwhile; nothing while one is begun or played.
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

    /// Readiness to be sent; or what to tell who cannot be ready yet, which is remembered where it is only a matter of time.
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

    /// Readiness that was said before, where it can be sent now.
    pub fn ready_at_last(&mut self) -> Option<Ready> {
        if !std::mem::take(&mut self.wants_ready) || self.teller.is_playing() {
            return None;
        }
        let ready = self.keeper.ready(chance::fill).ok();
        self.wants_ready = ready.is_none();
        ready
    }

    /// Takes back that one wants to be ready.
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

    /// What a dot does where nothing is asked, or nothing that has a default: it says what a match waits for.
    pub fn nothing_is_asked(&self) -> String {
        if self.decision().is_some_and(Decision::must) {
            return "This decision has no default; type what you want to do.".to_owned();
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

    /// Keeps the receipt, where there is more in it than was kept.
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

    /// Whether a receipt of this match was kept.
    pub fn has_kept(&self, match_id: MatchId) -> bool {
        self.kept.is_some_and(|(of, _)| of == match_id)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const ROOM: &str = "6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10";

    /// Somebody who has seen nothing of the room yet.
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
