//! Rate limits: a number of uses in a burst, and then one per interval. They use the server's clock, which runs on while the room's time
//! stands still.

use std::num::NonZeroU32;

/// A rate limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// The size of a burst after a pause; at least 1.
    pub at_once: u64,
    /// The interval after which one more use is possible, in milliseconds.
    pub every_ms: u64,
}

impl Rate {
    /// A burst of so many, then so many per minute, at most one per millisecond.
    pub fn per_minute(at_once: NonZeroU32, per_minute: NonZeroU32) -> Self {
        Self {
            at_once: at_once.get().into(),
            every_ms: (60_000 / u64::from(per_minute.get())).max(1),
        }
    }
}

/// How much of a limit is used up.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RateUsage {
    /// When the whole burst is available again, in milliseconds.
    rested_ms: u64,
}

impl RateUsage {
    /// The state after one more use; or, as the error, the milliseconds to wait for it.
    pub fn once_more(self, rate: Rate, now_ms: u64) -> Result<Self, u64> {
        let rested_ms = self.rested_ms.max(now_ms) + rate.every_ms;
        let over_ms = rested_ms.saturating_sub(now_ms + rate.at_once * rate.every_ms);
        if over_ms > 0 {
            return Err(over_ms);
        }
        Ok(Self { rested_ms })
    }

    /// Whether the whole burst is available.
    pub const fn is_rested(self, now_ms: u64) -> bool {
        self.rested_ms <= now_ms
    }
}
