//! The clock of a room.

use giog_rules::Timestamp;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// No room's time and no number of its events is beyond this (2^53, what JSON's readers keep exactly; 285,000 years of
/// milliseconds): what stores say beyond it is damaged, and what is reckoned from the others never overflows.
const MOST: u64 = 1 << 53;

/// A room's time or the number of an event, as logs and floors have them.
pub(crate) fn bounded<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let value = u64::deserialize(deserializer)?;
    if value > MOST {
        return Err(Error::custom(format_args!("{value} is beyond {MOST}")));
    }
    Ok(value)
}

/// The same where there may be none.
pub(crate) fn bounded_option<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<u64>, D::Error> {
    #[derive(Deserialize)]
    struct Bounded(#[serde(deserialize_with = "bounded")] u64);
    let value = Option::<Bounded>::deserialize(deserializer)?;
    Ok(value.map(|Bounded(value)| value))
}

/// The moment something reaches a room, on both clocks of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Now {
    /// Milliseconds on a clock that never jumps; where it begins means nothing.
    pub mono_ms: u64,
    /// The date, which may jump. Only written down, never reckoned with.
    pub wall: Timestamp,
}

/// Where the time comes from.
pub trait Clock: Send + Sync + 'static {
    /// The moment it is.
    fn now(&self) -> Now;

    /// Goes on from this date, which is that of the database: servers that share its rooms have one date together. Clocks that are given
    /// keep theirs.
    fn follow(&self, _: Timestamp) {}

    /// The moment it is on the clock that never jumps, for whoever needs no date.
    fn mono_ms(&self) -> u64 {
        self.now().mono_ms
    }
}

/// A room's own time: milliseconds since the room was made in which the room could go on. It stands still while the
/// server or the storage is away, so that neither counts against anybody.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoomClock {
    room_ms: u64,
    seen_mono_ms: u64,
    running: bool,
}

impl RoomClock {
    /// A clock that goes on at `room_ms`.
    pub const fn starting_at(room_ms: u64, now: Now) -> Self {
        Self {
            room_ms,
            seen_mono_ms: now.mono_ms,
            running: true,
        }
    }

    /// Lets the time pass that passed on the server's clock. None has at a moment before the last: that of something that had
    /// to wait.
    pub const fn advance(&mut self, now: Now) {
        let passed_ms = now.mono_ms.saturating_sub(self.seen_mono_ms);
        if self.running {
            self.room_ms = self.room_ms.saturating_add(passed_ms);
        }
        self.seen_mono_ms = self.seen_mono_ms.saturating_add(passed_ms);
    }

    /// Stops or starts it; the time until `advance` was called last has passed.
    pub const fn set_running(&mut self, running: bool) {
        self.running = running;
    }

    /// The latest moment on the server's clock that has come.
    pub const fn mono_ms(&self) -> u64 {
        self.seen_mono_ms
    }

    /// The room's time.
    pub const fn ms(&self) -> u64 {
        self.room_ms
    }

    /// When, on the server's clock, the room's time will be `room_ms`; never while it stands still.
    pub const fn mono_ms_at(&self, room_ms: u64) -> Option<u64> {
        if self.running {
            Some(
                self.seen_mono_ms
                    .saturating_add(room_ms.saturating_sub(self.room_ms)),
            )
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(mono_ms: u64) -> Now {
        Now {
            mono_ms,
            wall: Timestamp::from_unix_ms(0),
        }
    }

    #[test]
    fn time_stands_still_while_stopped() {
        let mut clock = RoomClock::starting_at(1_000, at(5));
        clock.advance(at(15));
        assert_eq!(clock.ms(), 1_010);
        assert_eq!(clock.mono_ms_at(1_100), Some(105));
        clock.set_running(false);
        clock.advance(at(5_000));
        assert_eq!((clock.ms(), clock.mono_ms_at(1_100)), (1_010, None));
        clock.set_running(true);
        clock.advance(at(5_001));
        assert_eq!(clock.ms(), 1_011);
    }

    #[test]
    fn at_an_earlier_moment_no_time_has_passed_and_none_passes_twice() {
        let mut clock = RoomClock::starting_at(0, at(100));
        clock.advance(at(50));
        clock.advance(at(60));
        assert_eq!(clock.ms(), 0);
        clock.advance(at(110));
        assert_eq!(clock.ms(), 10);
    }
}
