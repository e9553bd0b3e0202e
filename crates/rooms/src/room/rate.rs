//! How often something may be done: so many times at once after a pause, and then once every so often. On the server's clock, which goes on
//! while the room's time stands still.

/// A bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rate {
    /// How often at once after a pause; at least once.
    pub at_once: u64,
    /// After how long once more, in milliseconds.
    pub every_ms: u64,
}

/// How much of a bound is used up.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spent {
    /// When all of it is there again.
    rested_ms: u64,
}

impl Spent {
    /// How much is used up after once more, or how many milliseconds to wait for it.
    pub fn once_more(self, rate: Rate, now_ms: u64) -> Result<Self, u64> {
        let rested_ms = self.rested_ms.max(now_ms) + rate.every_ms;
        let over_ms = rested_ms.saturating_sub(now_ms + rate.at_once * rate.every_ms);
        if over_ms > 0 {
            return Err(over_ms);
        }
        Ok(Self { rested_ms })
    }

    /// Whether nothing is used up any more.
    pub const fn is_rested(self, now_ms: u64) -> bool {
        self.rested_ms <= now_ms
    }
}
