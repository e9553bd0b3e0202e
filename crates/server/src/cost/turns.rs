//! Turns for requests that use more than the prompt part of a budget.

use std::num::NonZero;
use std::thread::available_parallelism;
use std::time::Duration;

/// A virtual queue: nothing is stored, each caller is told how long to wait.
#[derive(Debug)]
pub(super) struct Turns {
    /// How much is served per second, in the caller's unit.
    per_second: u64,
    /// The longest wait. The queue does not get longer: further callers wait this long and are served together.
    longest: Duration,
    /// When everything in the queue is served, in microseconds.
    taken_until_us: u64,
}

impl Turns {
    /// Turns at this rate for each core of this machine.
    pub fn of_this_machine(per_second_of_a_core: u64, longest: Duration) -> Self {
        let cores = available_parallelism().map_or(1, NonZero::get);
        Self::new(per_second_of_a_core * cores as u64, longest)
    }

    /// Turns at this rate per second, with this longest wait.
    pub const fn new(per_second: u64, longest: Duration) -> Self {
        Self {
            per_second,
            longest,
            taken_until_us: 0,
        }
    }

    /// Takes a turn for this amount. Returns how long to wait for it.
    pub fn take(&mut self, amount: u64, now_ms: u64) -> Duration {
        let since_start_us = now_ms.saturating_mul(1_000);
        let begins_us = self.taken_until_us.max(since_start_us);
        let lasts_us = amount.saturating_mul(1_000_000) / self.per_second;
        let longest_us = u64::try_from(self.longest.as_micros()).unwrap_or(u64::MAX);
        let at_most_us = since_start_us.saturating_add(longest_us);
        self.taken_until_us = begins_us.saturating_add(lasts_us).min(at_most_us);
        Duration::from_micros(begins_us - since_start_us)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_waits_for_those_before_and_never_longer_than_the_longest() {
        let longest = Duration::from_secs(1);
        let mut turns = Turns::new(500_000, longest);
        assert_eq!(turns.take(5_000, 1), Duration::ZERO);
        assert_eq!(turns.take(5_000, 1), Duration::from_millis(10));
        assert_eq!(turns.take(5_000, 11), Duration::from_millis(10));
        assert_eq!(turns.take(500_000, 11), Duration::from_millis(20));
        assert_eq!(turns.take(5_000, 11), longest);
        assert_eq!(turns.take(5_000, 11), longest);
        assert_eq!(turns.take(5_000, 1_011), Duration::ZERO);
        let later = turns.take(5_000, 9_000);
        assert_eq!(later, Duration::ZERO, "what nobody took is not saved");
    }
}
