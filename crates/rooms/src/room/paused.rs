//! What a room that stands still on one node takes with it to where it goes on, beside its log: its time. The log knows when something
//! happened last, not how long people have thought since.

use serde::{Deserialize, Serialize};

use super::Room;
use super::people::People;
use crate::time::{Now, RoomClock, bounded, bounded_option};

/// What each open decision has at least when a room goes on elsewhere: whoever was connected to a node that ends comes back
/// within that.
const RETURN_MS: u64 = 2_000;

/// A room's time when it stopped, where nothing of it was on its way to the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Paused {
    /// The row that it would have written next.
    #[serde(deserialize_with = "bounded")]
    next: u64,
    #[serde(deserialize_with = "bounded")]
    at_ms: u64,
    /// No open decision ends before.
    #[serde(default, deserialize_with = "bounded_option")]
    not_before_ms: Option<u64>,
}

impl Room {
    /// The room's time, as it stops now.
    pub fn paused(&self, now: Now) -> Paused {
        let mut clock = self.clock;
        clock.advance(now);
        // Where it goes on nobody knows that it stood still for somebody: they have the time to come back that they would have here.
        let waits = self.waits_for_cut_off_until_ms().is_some();
        let until_ms = waits.then(|| clock.ms() + self.context.times.grace_ms);
        Paused {
            next: self.next_index,
            at_ms: clock.ms(),
            not_before_ms: self.not_before_ms.max(until_ms),
        }
    }

    /// Lets a room from its log go on at the time at which it stopped; not if it has gone on since. Whether it does.
    pub fn go_on_from(&mut self, paused: Paused, now: Now) -> bool {
        if paused.next != self.next_index || paused.at_ms < self.clock.ms() {
            return false;
        }
        let grace_ms = self.context.times.grace_ms.min(RETURN_MS);
        self.clock = RoomClock::starting_at(paused.at_ms, now);
        self.not_before_ms = paused.not_before_ms.max(Some(paused.at_ms + grace_ms));
        // Whoever has not come back has been missing since now.
        self.people = People::default();
        self.update_missing();
        true
    }
}
