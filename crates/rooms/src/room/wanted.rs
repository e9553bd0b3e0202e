//! Finds people at slow tables whose decision is open, or who must get ready, and who are not connected. Each is reported once per
//! decision, so that a device can be notified.
//!
//! This depends only on what everybody in the room can see: whose decision is open, who is not ready, and who is connected. Decisions in
//! a window (claims in mahjong, at most a minute) are never reported, so nothing reveals who has a choice there.
//!
//! Nothing of this is logged. A room that was restored from its log assumes that decisions of sufficient age were reported, so that
//! nobody is notified twice when a server restarts or a room moves.

use std::collections::BTreeMap;

use giog_rules::{MatchId, PlayerId};

use super::effect::{AwaitedFor, AwaitedPlayer};
use super::place::Place;
use super::state::RoomStage;
use super::{Effect, Room};

/// What was reported already.
#[derive(Debug, Default)]
pub(super) struct Reported(BTreeMap<PlayerId, Occasion>);

/// What distinguishes one decision from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Occasion {
    Decision { match_id: MatchId, turn: usize },
    Ready { by_ms: u64 },
}

/// Something that a person must do, connected or not.
struct Call {
    player: PlayerId,
    occasion: Occasion,
    /// Since when, in the room's time.
    since_ms: u64,
    /// The deadline, in the room's time.
    by_ms: u64,
}

impl Room {
    /// All whom the table waits for; nobody if the table is not slow.
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

    /// The next person to report, and when: somebody who was not reported yet for this decision, and is not here.
    pub(super) fn next_absent(&self) -> Option<(u64, PlayerId)> {
        let after_ms = self.context.times.wanted_ms;
        let due = |call: Call| {
            if self.wanted_reported.0.get(&call.player) == Some(&call.occasion) {
                return None;
            }
            let missing_ms = self.people.missing_since(call.player)?;
            Some((call.since_ms.max(missing_ms) + after_ms, call.player))
        };
        self.calls().into_iter().filter_map(due).min()
    }

    /// Reports that a person must do something.
    pub(super) fn notify_absent(&mut self, player: PlayerId) {
        let calls = self.calls();
        let told = &mut self.wanted_reported.0;
        told.retain(|other, _| calls.iter().any(|call| call.player == *other));
        let Some(call) = calls.iter().find(|call| call.player == player) else {
            return;
        };
        told.insert(player, call.occasion);
        self.work.effects.push(Effect::NotifyAbsent(AwaitedPlayer {
            player,
            to: match call.occasion {
                Occasion::Decision { .. } => AwaitedFor::Decide,
                Occasion::Ready { .. } => AwaitedFor::GetReady,
            },
            variant: self.state.settings.variant,
            left_ms: call.by_ms.saturating_sub(self.clock.ms()),
        }));
    }

    /// Marks decisions as reported that are old enough, in a room whose log ended `ago_ms` ago.
    pub(super) fn presume_told(&mut self, ago_ms: u64) {
        let now_ms = self.clock.ms().saturating_add(ago_ms);
        let after_ms = self.context.times.wanted_ms;
        let old = |call: &Call| call.since_ms.saturating_add(after_ms) <= now_ms;
        let told = self.calls().into_iter().filter(old);
        self.wanted_reported.0 = told.map(|call| (call.player, call.occasion)).collect();
    }
}
