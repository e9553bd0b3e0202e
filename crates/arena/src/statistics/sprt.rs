//! The sequential probability ratio test: it stops as soon as enough deals are played to decide between two hypotheses.

use serde::Serialize;

use super::Clusters;

/// The least number of deals before it decides: with fewer, the variance is not known well enough.
const LEAST_DEALS: u32 = 32;
/// The variance is that of the deals and of two more, with a gain and a loss of so much, about as much as there can be. Otherwise engines that seldom
/// differ would seem to have no variance before they do for the first time, and the test would decide too early.
const OF_TWO_MORE: f64 = 0.5;

/// A test between two gains, in shares of the wins. The bounds are fixed before the first deal.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    /// The gain of the first hypothesis.
    h0: f64,
    /// The greater gain of the second hypothesis.
    h1: f64,
    /// How often the second one may be accepted although the first one holds.
    alpha: f64,
    /// How often the first one may be accepted although the second one holds.
    beta: f64,
}

/// The test cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSprt {
    /// The second gain is not greater than the first one.
    #[error("the second gain of a test must be greater than the first one")]
    Order,
    /// An error rate is not between 0 and one half.
    #[error("an error rate of a test must be greater than 0 and less than 0.5")]
    Rate,
}

/// How far a test has come.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtState {
    /// The test.
    #[serde(flatten)]
    pub test: Sprt,
    /// The logarithm of how much likelier the second hypothesis is.
    pub llr: f64,
    /// The first hypothesis is accepted below this.
    pub lower: f64,
    /// The second hypothesis is accepted above this.
    pub upper: f64,
    /// The decision; null while there is none.
    pub verdict: Option<SprtVerdict>,
}

/// What a test has decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SprtVerdict {
    /// The gain is rather the first one.
    H0,
    /// The gain is rather the second one.
    H1,
}

impl Sprt {
    /// A test between these gains with these error rates.
    pub fn new(h0: f64, h1: f64, alpha: f64, beta: f64) -> Result<Self, BadSprt> {
        let is_rate = |rate: f64| rate > 0.0 && rate < 0.5;
        if !(h0 < h1 && h0.is_finite() && h1.is_finite()) {
            return Err(BadSprt::Order);
        }
        if !is_rate(alpha) || !is_rate(beta) {
            return Err(BadSprt::Rate);
        }
        Ok(Self {
            h0,
            h1,
            alpha,
            beta,
        })
    }

    /// How far it is after these deals. The values of deals are taken as normally distributed with the variance that they have so far, or rather
    /// a little more.
    pub fn after(&self, deals: &Clusters) -> SprtState {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        let count = f64::from(deals.count());
        let squares = deals.squares() + 2.0 * OF_TWO_MORE * OF_TWO_MORE;
        let variance = squares / (count + 1.0);
        let beyond_the_middle = 2.0 * deals.mean() - self.h0 - self.h1;
        let llr = count * (self.h1 - self.h0) * beyond_the_middle / (2.0 * variance);
        let verdict = match llr {
            _ if deals.count() < LEAST_DEALS => None,
            llr if llr <= lower => Some(SprtVerdict::H0),
            llr if llr >= upper => Some(SprtVerdict::H1),
            _ => None,
        };
        SprtState {
            test: *self,
            llr,
            lower,
            upper,
            verdict,
        }
    }
}

#[cfg(test)]
mod tests {
    use giog_bots::Numbers;

    use super::*;

    const RUNS: u32 = 400;
    const MOST_DEALS: u32 = 100_000;

    /// How many of the runs accept the second hypothesis, and the mean number of deals, if deals have these values: one of a hundred each.
    fn accepted(test: Sprt, value: impl Fn(u32) -> f64) -> (f64, f64) {
        let (mut accepted, mut deals) = (0_u32, 0.0);
        for run in 0..RUNS {
            let mut numbers = Numbers::new(run.into());
            let mut clusters = Clusters::default();
            loop {
                clusters.add(value(numbers.below(100)));
                assert!(clusters.count() < MOST_DEALS, "it decides some time");
                if let Some(verdict) = test.after(&clusters).verdict {
                    accepted += u32::from(verdict == SprtVerdict::H1);
                    break;
                }
            }
            deals += f64::from(clusters.count());
        }
        let runs = f64::from(RUNS);
        (f64::from(accepted) / runs, deals / runs)
    }

    #[test]
    fn it_errs_as_seldom_as_it_promises() {
        let test = Sprt::new(0.0, 0.1, 0.05, 0.05).expect("a test");
        // 5 % of 400 runs are 20, give or take 4.4; a rate twice as high would be 40.
        let won = |per_cent: u32| move |lot: u32| if lot < per_cent { 0.5 } else { -0.5 };
        let (wrong, deals) = accepted(test, won(50));
        assert!(wrong < 0.08, "{wrong}");
        // A test with a fixed number of deals needs (2 * 1.645)^2 * 0.25 / 0.1^2 = 270 for these rates.
        assert!(deals < 200.0, "{deals}");
        let (right, deals) = accepted(test, won(60));
        assert!(right > 0.92, "{right}");
        assert!(deals < 200.0, "{deals}");
        let (half, deals_between) = accepted(test, won(55));
        assert!((half - 0.5).abs() < 0.1, "{half}");
        assert!(deals_between > deals, "between them it takes longest");
    }

    #[test]
    fn engines_that_seldom_differ_are_told_apart() {
        let test = Sprt::new(0.0, 0.01, 0.05, 0.05).expect("a test");
        // In two of a hundred deals the one wins what the other loses: a gain of one point.
        let (right, _) = accepted(test, |lot| if lot < 2 { 0.5 } else { 0.0 });
        assert!(right > 0.92, "{right}");
        let (wrong, _) = accepted(test, |lot| match lot {
            0 => 0.5,
            1 => -0.5,
            _ => 0.0,
        });
        assert!(wrong < 0.08, "{wrong}");
        let (same, deals) = accepted(test, |_| 0.0);
        assert!(same < 0.01 && deals < 300.0, "{deals}");
    }

    #[test]
    fn a_test_that_cannot_be_made_is_refused() {
        assert_eq!(Sprt::new(0.1, 0.1, 0.05, 0.05), Err(BadSprt::Order));
        assert_eq!(Sprt::new(0.0, f64::NAN, 0.05, 0.05), Err(BadSprt::Order));
        assert_eq!(Sprt::new(0.0, 0.1, 0.0, 0.05), Err(BadSprt::Rate));
        assert_eq!(Sprt::new(0.0, 0.1, 0.05, 0.5), Err(BadSprt::Rate));
    }
}
