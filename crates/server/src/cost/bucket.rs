//! A budget that is refilled at a constant rate.

use std::time::Duration;

use super::Cost;

/// The rate and the size of a bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refill {
    /// The refill per second.
    pub per_second: Cost,
    /// The most that the bucket holds, and so the most that can be taken at once after a pause. Its debt has the same limit, plus the
    /// cost of the last item, which may exceed the limit.
    pub burst: Cost,
}

impl Refill {
    /// The same with rate and size multiplied.
    pub fn multiplied(self, times: u32) -> Self {
        Self {
            per_second: self.per_second.saturating_mul(times.into()),
            burst: self.burst.saturating_mul(times.into()),
        }
    }
}

/// What is left in a bucket. It can be negative: a debt for costs that are known only afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bucket {
    /// In thousandths of a unit, so that nothing is lost when the refill per millisecond is small.
    left_thousandths: i64,
    at_ms: u64,
}

impl Bucket {
    /// A full bucket.
    pub fn full(refill: Refill, now_ms: u64) -> Self {
        Self {
            left_thousandths: thousandths(refill.burst),
            at_ms: now_ms,
        }
    }

    /// Takes a cost if anything is left, even if the cost is higher than that. Otherwise returns how long it is until something is left.
    pub fn admit(&mut self, refill: Refill, cost: Cost, now_ms: u64) -> Result<(), Duration> {
        let wait = self.wait(refill, now_ms);
        if wait > Duration::ZERO {
            return Err(wait);
        }
        self.charge(refill, cost, now_ms);
        Ok(())
    }

    /// Takes a cost if as much is left. Otherwise returns how long it is until as much is left, if the bucket can hold as much.
    pub fn take(&mut self, refill: Refill, cost: Cost, now_ms: u64) -> Result<(), Duration> {
        let wait = self.wait_to_take(refill, cost, now_ms);
        if wait > Duration::ZERO {
            return Err(wait);
        }
        self.charge(refill, cost, now_ms);
        Ok(())
    }

    /// How long it is until as much as this is left; zero if it is.
    pub fn wait_to_take(&mut self, refill: Refill, cost: Cost, now_ms: u64) -> Duration {
        self.wait_for(refill, thousandths(cost), now_ms)
    }

    /// Gives back what was taken.
    pub fn give_back(&mut self, refill: Refill, cost: Cost) {
        let left = self.left_thousandths.saturating_add(thousandths(cost));
        self.left_thousandths = left.min(thousandths(refill.burst));
    }

    /// Takes the cost of something that was already done.
    pub fn charge(&mut self, refill: Refill, cost: Cost, now_ms: u64) {
        self.fill(refill, now_ms);
        let deepest = thousandths(refill.burst.saturating_add(cost));
        let left = self.left_thousandths.saturating_sub(thousandths(cost));
        // A lower cost than the one that made the debt must not reduce it.
        self.left_thousandths = left.max(-deepest).min(self.left_thousandths);
    }

    /// How long it is until something is left; zero if something is.
    pub fn wait(&mut self, refill: Refill, now_ms: u64) -> Duration {
        self.wait_above(refill, 0, now_ms)
    }

    /// How long it is until more than this is left, which must be less than the bucket holds; zero if there is.
    pub fn wait_above(&mut self, refill: Refill, kept: Cost, now_ms: u64) -> Duration {
        self.wait_for(refill, thousandths(kept).saturating_add(1), now_ms)
    }

    /// How long it is until so many thousandths of a unit are left.
    fn wait_for(&mut self, refill: Refill, thousandths: i64, now_ms: u64) -> Duration {
        self.fill(refill, now_ms);
        let missing = thousandths.saturating_sub(self.left_thousandths);
        let missing = u64::try_from(missing).unwrap_or(0);
        // One unit per second is one thousandth of a unit per millisecond.
        Duration::from_millis(missing.div_ceil(refill.per_second.max(1)))
    }

    /// Whether the bucket is full again.
    pub fn is_full(&mut self, refill: Refill, now_ms: u64) -> bool {
        self.fill(refill, now_ms);
        self.left_thousandths >= thousandths(refill.burst)
    }

    /// What was missing to a full bucket when something was last taken.
    pub fn missing(&self, refill: Refill) -> u32 {
        let missing = thousandths(refill.burst).saturating_sub(self.left_thousandths) / 1_000;
        u32::try_from(missing).unwrap_or(u32::MAX)
    }

    fn fill(&mut self, refill: Refill, now_ms: u64) {
        let passed_ms = now_ms.saturating_sub(self.at_ms);
        let came = i64::try_from(passed_ms.saturating_mul(refill.per_second)).unwrap_or(i64::MAX);
        let most = thousandths(refill.burst);
        self.left_thousandths = self.left_thousandths.saturating_add(came).min(most);
        self.at_ms = self.at_ms.max(now_ms);
    }
}

fn thousandths(cost: Cost) -> i64 {
    i64::try_from(cost.saturating_mul(1_000)).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const REFILL: Refill = Refill {
        per_second: 100,
        burst: 1_000,
    };

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn what_is_taken_comes_back_in_time() {
        let mut bucket = Bucket::full(REFILL, 0);
        assert_eq!(bucket.admit(REFILL, 1_000, 0), Ok(()));
        assert_eq!(bucket.admit(REFILL, 1, 0), Err(ms(1)));
        assert_eq!(bucket.admit(REFILL, 300, 1), Ok(()), "anything is left");
        assert_eq!(bucket.wait(REFILL, 1), ms(2_999 + 1));
        assert_eq!(bucket.admit(REFILL, 1, 3_000), Err(ms(1)));
        assert_eq!(bucket.admit(REFILL, 1, 3_001), Ok(()));
    }

    #[test]
    fn what_is_taken_as_a_whole_must_all_be_left_and_may_be_given_back() {
        let mut bucket = Bucket::full(REFILL, 0);
        assert_eq!(bucket.take(REFILL, 600, 0), Ok(()));
        assert_eq!(bucket.take(REFILL, 600, 0), Err(ms(2_000)));
        assert_eq!(bucket.take(REFILL, 600, 1_999), Err(ms(1)));
        assert_eq!(bucket.take(REFILL, 600, 2_000), Ok(()));
        bucket.give_back(REFILL, 600);
        assert_eq!(bucket.take(REFILL, 600, 2_000), Ok(()));
        bucket.give_back(REFILL, 5_000);
        assert!(bucket.is_full(REFILL, 2_000), "it holds no more");
        assert_eq!(bucket.take(REFILL, 1_000, 2_000), Ok(()));
        assert_eq!(bucket.take(REFILL, 1, 2_000), Err(ms(10)));
    }

    #[test]
    fn a_debt_is_bounded_and_so_is_what_is_saved() {
        let mut bucket = Bucket::full(REFILL, 0);
        for _ in 0..100 {
            bucket.charge(REFILL, 1_000, 0);
        }
        assert_eq!(bucket.wait(REFILL, 0), ms(20_001));
        bucket.charge(REFILL, 1, 0);
        assert_eq!(bucket.wait(REFILL, 0), ms(20_001));
        assert_eq!(bucket.wait(REFILL, 3_600_000), ms(0));
        assert!(bucket.is_full(REFILL, 3_600_000));
        bucket.charge(REFILL, 1_001, 3_600_000);
        assert!(bucket.wait(REFILL, 3_600_000) > ms(0));
    }

    #[test]
    fn what_is_kept_of_a_bucket_comes_back_first() {
        let mut bucket = Bucket::full(REFILL, 0);
        assert_eq!(bucket.wait_above(REFILL, 999, 0), ms(0));
        bucket.charge(REFILL, 500, 0);
        assert_eq!(bucket.wait_above(REFILL, 400, 0), ms(0));
        assert_eq!(bucket.wait_above(REFILL, 500, 0), ms(1));
        assert_eq!(bucket.wait_above(REFILL, 600, 0), ms(1_001));
        assert_eq!(bucket.wait_above(REFILL, 600, 1_001), ms(0));
    }

    #[test]
    fn what_is_dearer_than_a_bucket_holds_is_charged_in_full() {
        let mut bucket = Bucket::full(REFILL, 0);
        for cost in [2_000, 5_000] {
            bucket.charge(REFILL, cost, 0);
        }
        assert_eq!(bucket.wait(REFILL, 0), ms(60_001));
    }
}
