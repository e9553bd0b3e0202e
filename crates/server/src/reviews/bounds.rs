//! How long something may wait, and for how much it counts, by what a review takes.

use giog_review::{EFFORT, Effort, nominal_ms};
use giog_rules::{Record, Seat};

use super::lanes::Lane;

/// Reviews count in the purses for one as long as they take no longer than this, with the usual effort: that of a trick game.
const ONE_MS: u64 = 4_000;
/// How long a review waits at least for workers, whatever they do.
const LEAST_WAIT_MS: u64 = 120_000;
/// A worker may take so many times as long as the server.
const SLOWER: u64 = 4;
/// How long the review of a worker may wait until it is checked, with the usual effort: behind as many short reviews as there may be, four seconds each,
/// and as many checks, two seconds each, with half of the core.
const CHECK_MS: u64 = 600_000;
/// No wait for a worker is longer: what is offered is kept for an hour.
const MOST_WAIT_MS: u64 = 3_300_000;

/// What a review takes, as far as everybody knows it beforehand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Nominal {
    /// On one core of the server, in milliseconds.
    ms: u64,
    /// For how many it counts in the purses.
    pub times: u64,
}

impl Nominal {
    /// What the review of a seat takes.
    pub fn of(record: &Record, seat: Seat, effort: Effort) -> Self {
        let actions = record.actions.iter();
        let actions = actions.filter(|taken| taken.seat == seat).count();
        let takes_ms = |effort| nominal_ms(record.variant, record.seats, actions, effort);
        Self {
            ms: takes_ms(effort),
            // The operator who has set more lines has set the purses, too.
            times: takes_ms(EFFORT).div_ceil(ONE_MS).max(1),
        }
    }

    /// One that takes so long.
    #[cfg(test)]
    pub const fn taking(ms: u64) -> Self {
        Self { ms, times: 1 }
    }

    /// Where it waits.
    pub(super) const fn lane(self) -> Lane {
        Lane::of(self.ms)
    }

    /// How long it waits for workers in all, whatever they do. Then the server makes it.
    pub const fn most_wait_ms(self) -> u64 {
        at_most(LEAST_WAIT_MS.saturating_add(self.ms.saturating_mul(SLOWER)))
    }
}

/// How long the review of a job may wait until it is checked, before the job is free for others.
pub(super) fn check_ms(lines: u32) -> i64 {
    let times = u64::from(lines).max(EFFORT.lines.into());
    let ms = CHECK_MS.saturating_mul(times) / u64::from(EFFORT.lines);
    i64::try_from(at_most(ms)).unwrap_or(i64::MAX)
}

const fn at_most(ms: u64) -> u64 {
    if ms < MOST_WAIT_MS { ms } else { MOST_WAIT_MS }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_longer_may_wait_longer_and_no_longer_than_it_is_kept() {
        let of = Nominal::taking;
        assert_eq!(of(4_000).most_wait_ms(), 136_000);
        assert_eq!(of(92_000).most_wait_ms(), 488_000);
        assert_eq!(of(3_000_000).most_wait_ms(), MOST_WAIT_MS);
        assert_eq!(of(4_000).lane(), Lane::Short);
        assert_eq!(of(17_000).lane(), Lane::Long);
        assert_eq!(check_ms(16), 600_000);
        assert_eq!(check_ms(EFFORT.lines), 600_000);
        assert_eq!(check_ms(EFFORT.lines * 2), 1_200_000);
        assert_eq!(check_ms(65_536), 3_300_000);
    }
}
