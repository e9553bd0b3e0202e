//! The clock of a room.

use giog_rules::Timestamp;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// The largest value of a room's time and of an event's number (2^53, which JSON parsers keep exactly; 285,000 years in milliseconds).
/// A larger value in a store is damage. Sums of valid values never overflow.
const MOST: u64 = 1 << 53;

/// Deserializes a room's time or the number of an event from a log or a floor.
pub(crate) fn bounded<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let value = u64::deserialize(deserializer)?;
    if value > MOST {
        return Err(Error::custom(format_args!("{value} is beyond {MOST}")));
    }
    Ok(value)
}

/// The same for an optional value.
pub(crate) fn bounded_option<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<u64>, D::Error> {
    #[derive(Deserialize)]
    struct Bounded(#[serde(deserialize_with = "bounded")] u64);
    let value = Option::<Bounded>::deserialize(deserializer)?;
    Ok(value.map(|Bounded(value)| value))
}

/// The moment at which an input reaches a room, on both clocks of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Now {
    /// Milliseconds on a monotonic clock; its zero has no meaning.
    pub mono_ms: u64,
    /// The date, in milliseconds since 1970, which may jump. It is only recorded; no deadline is computed from it, except for the rest of a
    /// pause after a restart.
    pub wall: Timestamp,
}

/// The source of time.
pub trait Clock: Send + Sync + 'static {
    /// The current moment.
    fn now(&self) -> Now;

    /// Continues from this date, which is that of the database: servers that share its rooms have the same date. Clocks that are given
    /// from outside keep their date.
    fn follow(&self, _: Timestamp) {}

    /// The current moment on the monotonic clock, for callers that need no date.
    fn mono_ms(&self) -> u64 {
        self.now().mono_ms
    }
}

/// A room's own time: the milliseconds since its creation in which the room could run. It stands still while the server or the storage
/// is unavailable, so that no player loses time by that.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoomClock {
    room_ms: u64,
    seen_mono_ms: u64,
    running: bool,
}

impl RoomClock {
    /// A clock that continues at `room_ms`.
    pub const fn starting_at(room_ms: u64, now: Now) -> Self {
        Self {
            room_ms,
            seen_mono_ms: now.mono_ms,
            running: true,
        }
    }

    /// Advances by the time that has passed on the server's clock. A moment before the latest one, as of an input that had to wait,
    /// advances nothing.
    pub const fn advance(&mut self, now: Now) {
        let passed_ms = now.mono_ms.saturating_sub(self.seen_mono_ms);
        if self.running {
            self.room_ms = self.room_ms.saturating_add(passed_ms);
        }
        self.seen_mono_ms = self.seen_mono_ms.saturating_add(passed_ms);
    }

    /// Stops or starts the clock, from the moment of the latest `advance` on.
    pub const fn set_running(&mut self, running: bool) {
        self.running = running;
    }

    /// The latest moment on the server's clock that was passed to `advance`.
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
