//! Who is wanted at a slow table and has no connection to it: told once for each decision, so that a device can be notified.
//!
//! It follows from what everybody in the room is told: whom the match waits for, who is not ready, and who is connected. Decisions
//! that are taken as a batch (claims in mahjong, at most a minute) are never told of, so nothing depends on who has a choice there.
//!
//! Nothing of this is logged. A room from its log takes decisions that were told of, as far as their age says, for told: so nobody
//! is told twice when a server starts anew or a room moves to another one.

use std::collections::BTreeMap;

use giog_rules::{MatchId, PlayerId, Variant};

use super::state::{Place, RoomStage};
use super::{Effect, Room};

/// Somebody is wanted at a slow table, and has been without a connection to it for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Who.
    pub player: PlayerId,
    /// For what.
    pub to: WantedTo,
    /// What is played there.
    pub variant: Variant,
    /// How much time is left for it, in milliseconds.
    pub left_ms: u64,
}

/// What somebody is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WantedTo {
    /// A decision in the match.
    Decide,
    /// To say that they are ready.
    GetReady,
}

/// What was told of already.
#[derive(Debug, Default)]
pub(super) struct Told(BTreeMap<PlayerId, Occasion>);

/// What tells one decision from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Occasion {
    Decision { match_id: MatchId, turn: usize },
    Ready { by_ms: u64 },
}

/// Something that somebody is wanted for, connected or not.
struct Call {
    player: PlayerId,
    occasion: Occasion,
    /// Since when, in the room's time.
    since_ms: u64,
    /// Until when.
    by_ms: u64,
}

impl Room {
    /// Whom the table waits for; nobody at a table that is not slow.
    fn calls(&self) -> Vec<Call> {
        let Some(slow_ms) = self.state.slow_ms() else {
            return Vec::new();
        };
        match &self.state.stage {
            RoomStage::Gathering => self.calls_to_get_ready(slow_ms),
            RoomStage::Playing(_) => self.calls_to_decide(),
            RoomStage::Opening { .. } | RoomStage::Closed => Vec::new(),
        }
    }

    fn calls_to_get_ready(&self, slow_ms: u64) -> Vec<Call> {
        let (Some(ready_by_ms), Some(by_ms)) = (self.state.ready_by_ms, self.ready_by_ms()) else {
            return Vec::new();
        };
        let late = self.state.seats.values().filter(|place| !place.is_ready());
        let call = |player| Call {
            player,
            occasion: Occasion::Ready { by_ms: ready_by_ms },
            since_ms: ready_by_ms.saturating_sub(slow_ms),
            by_ms,
        };
        late.filter_map(Place::person).map(call).collect()
    }

    fn calls_to_decide(&self) -> Vec<Call> {
        let playing = self.state.playing();
        let playing = playing.filter(|playing| playing.window.is_none() && !self.is_recording());
        let Some(playing) = playing else {
            return Vec::new();
        };
        let call = |seat| {
            let player = &playing.seats[seat];
            if player.away.is_some() {
                return None;
            }
            Some(Call {
                player: playing.seat_players.person(seat)?,
                occasion: Occasion::Decision {
                    match_id: playing.start.facts.match_id,
                    turn: playing.turn(seat),
                },
                since_ms: player.clock?.opened_ms,
                by_ms: self.deadline_ms(seat)?,
            })
        };
        playing.game.waiting().filter_map(call).collect()
    }

    /// Who is to be told of next, and when: whoever was not told of what they are wanted for, and is not here.
    pub(super) fn next_wanted(&self) -> Option<(u64, PlayerId)> {
        let after_ms = self.context.times.wanted_ms;
        let due = |call: Call| {
            if self.wanted_told.0.get(&call.player) == Some(&call.occasion) {
                return None;
            }
            let missing_ms = self.people.missing_since(call.player)?;
            Some((call.since_ms.max(missing_ms) + after_ms, call.player))
        };
        self.calls().into_iter().filter_map(due).min()
    }

    /// Tells that somebody is wanted.
    pub(super) fn tell_wanted(&mut self, player: PlayerId) {
        let calls = self.calls();
        let told = &mut self.wanted_told.0;
        told.retain(|other, _| calls.iter().any(|call| call.player == *other));
        let Some(call) = calls.iter().find(|call| call.player == player) else {
            return;
        };
        told.insert(player, call.occasion);
        self.work.effects.push(Effect::Wanted(Wanted {
            player,
            to: match call.occasion {
                Occasion::Decision { .. } => WantedTo::Decide,
                Occasion::Ready { .. } => WantedTo::GetReady,
            },
            variant: self.state.settings.variant,
            left_ms: call.by_ms.saturating_sub(self.clock.ms()),
        }));
    }

    /// Takes for told what is old enough to have been, in a room whose log ended `ago_ms` ago.
    pub(super) fn presume_told(&mut self, ago_ms: u64) {
        let now_ms = self.clock.ms().saturating_add(ago_ms);
        let after_ms = self.context.times.wanted_ms;
        let old = |call: &Call| call.since_ms.saturating_add(after_ms) <= now_ms;
        let told = self.calls().into_iter().filter(old);
        self.wanted_told.0 = told.map(|call| (call.player, call.occasion)).collect();
    }
}
