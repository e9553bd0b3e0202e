//! The time of a room that is handed over from one node to another. It is transferred besides the log, because the log knows when
//! something happened last, but not how long players have thought since.

use serde::{Deserialize, Serialize};

use super::Room;
use super::people::People;
use crate::time::{Now, RoomClock, bounded, bounded_option};

/// The least time for each open decision after a handover, in milliseconds: people who were connected to a node that stops reconnect
/// within it.
const RETURN_MS: u64 = 2_000;

/// A room's time when it stopped, with no rows on their way to the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoppedAt {
    /// The index of the room's next row.
    #[serde(deserialize_with = "bounded")]
    next: u64,
    #[serde(deserialize_with = "bounded")]
    at_ms: u64,
    /// No open decision ends before this time.
    #[serde(default, deserialize_with = "bounded_option")]
    not_before_ms: Option<u64>,
}

impl Room {
    /// The room's time, which stops now.
    pub fn stopped_at(&self, now: Now) -> StoppedAt {
        let mut clock = self.clock;
        clock.advance(now);
        // The new node does not know that the room's clock was stopped for somebody: they get the time to come back that they would have
        // had here.
        let waits = self.waits_for_cut_off_until_ms().is_some();
        let until_ms = waits.then(|| clock.ms() + self.context.times.grace_ms);
        StoppedAt {
            next: self.next_index,
            at_ms: clock.ms(),
            not_before_ms: self.not_before_ms.max(until_ms),
        }
    }

    /// Continues a room that was restored from its log at the time at which it stopped; returns false, and does nothing, if it has
    /// continued since.
    pub fn go_on_from(&mut self, stopped: StoppedAt, now: Now) -> bool {
        if stopped.next != self.next_index || stopped.at_ms < self.clock.ms() {
            return false;
        }
        let grace_ms = self.context.times.grace_ms.min(RETURN_MS);
        self.clock = RoomClock::starting_at(stopped.at_ms, now);
        self.run_or_stop_clock();
        self.resumed_ms = stopped.at_ms;
        self.not_before_ms = stopped.not_before_ms.max(Some(stopped.at_ms + grace_ms));
        // People who have not reconnected count as missing from now on.
        self.people = People::default();
        self.update_missing();
        true
    }
}
