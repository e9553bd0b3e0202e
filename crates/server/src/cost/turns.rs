//! Turns of those who want more than a little at once.

use std::num::NonZero;
use std::thread::available_parallelism;
use std::time::Duration;

use super::Cost;

/// Microseconds of each core in a second that go to turns: with what ten addresses may cost for long, less than a core.
const PER_SECOND_OF_A_CORE: Cost = 250_000;
/// The longest wait for a turn: whoever comes while that many wait is served with them.
const LONGEST_MS: u64 = 1_000;

/// A queue in which nobody stands: each is told when it is their turn.
#[derive(Debug)]
pub(super) struct Turns {
    per_second: Cost,
    /// When all that was taken is done, in microseconds.
    taken_until_us: u64,
}

impl Turns {
    /// As many as there are cores for.
    pub fn of_this_machine() -> Self {
        let cores = available_parallelism().map_or(1, NonZero::get);
        Self::on_cores(cores as u64)
    }

    const fn on_cores(cores: u64) -> Self {
        Self {
            per_second: PER_SECOND_OF_A_CORE * cores,
            taken_until_us: 0,
        }
    }

    /// Takes a turn for something that costs so much; says how long it is until then.
    pub fn take(&mut self, cost: Cost, now_ms: u64) -> Duration {
        let since_start_us = now_ms.saturating_mul(1_000);
        let begins_us = self.taken_until_us.max(since_start_us);
        let lasts_us = cost.saturating_mul(1_000_000) / self.per_second;
        let at_most_us = since_start_us.saturating_add(LONGEST_MS * 1_000);
        self.taken_until_us = begins_us.saturating_add(lasts_us).min(at_most_us);
        Duration::from_micros(begins_us - since_start_us)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_waits_for_those_before_and_never_longer_than_the_longest() {
        let mut turns = Turns::on_cores(2);
        assert_eq!(turns.take(5_000, 1), Duration::ZERO);
        assert_eq!(turns.take(5_000, 1), Duration::from_millis(10));
        assert_eq!(turns.take(5_000, 11), Duration::from_millis(10));
        assert_eq!(turns.take(500_000, 11), Duration::from_millis(20));
        let longest = Duration::from_millis(LONGEST_MS);
        assert_eq!(turns.take(5_000, 11), longest);
        assert_eq!(turns.take(5_000, 11), longest);
        assert_eq!(turns.take(5_000, 1_011), Duration::ZERO);
        let later = turns.take(5_000, 9_000);
        assert_eq!(later, Duration::ZERO, "what nobody took is not saved");
    }
}
