//! The mean of values of deals, with its confidence interval.

use serde::Serialize;

/// The quantile of the normal distribution for a two-sided interval of 95 %.
const Z: f64 = 1.959_963_984_540_054;
/// Those of Student's distribution with one and two degrees of freedom, for which the series below is not good enough.
const T_OF_ONE: f64 = 12.706_204_736;
const T_OF_TWO: f64 = 4.302_652_73;
/// What lies outside the interval at one of its ends.
const TAIL: f64 = 0.025;

/// The values of deals: their number, mean and spread. The order in which they are added decides the last bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clusters {
    count: u32,
    mean: f64,
    /// The sum of the squares of the differences from the mean.
    squares: f64,
    least: f64,
    most: f64,
}

/// An estimate with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The mean.
    pub mean: f64,
    /// The lower end; null if there are too few deals to tell.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

impl Default for Clusters {
    fn default() -> Self {
        Self {
            count: 0,
            mean: 0.0,
            squares: 0.0,
            least: f64::INFINITY,
            most: f64::NEG_INFINITY,
        }
    }
}

impl Clusters {
    /// Adds the value of a deal.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let from = value - self.mean;
        self.mean += from / f64::from(self.count);
        self.squares += from * (value - self.mean);
        self.least = self.least.min(value);
        self.most = self.most.max(value);
    }

    /// How many deals there are.
    pub const fn count(&self) -> u32 {
        self.count
    }

    /// The mean of the values; 0 without any.
    pub const fn mean(&self) -> f64 {
        self.mean
    }

    /// The sum of the squares of the differences from the mean.
    pub const fn squares(&self) -> f64 {
        self.squares
    }

    /// The variance of the value of one deal; none for fewer than two.
    pub fn variance(&self) -> Option<f64> {
        (self.count > 1).then(|| self.squares / f64::from(self.count - 1))
    }

    /// The mean with its interval, for values that lie in this range, if they lie in any: by Student's distribution, over deals. If all
    /// values are the same, there is no spread to judge by; then the interval is that of Clopper and Pearson for as many successes, with
    /// the values of the other deals anywhere in the range. None without a deal.
    pub fn interval(&self, range: Option<(f64, f64)>) -> Option<Interval> {
        if self.count == 0 {
            return None;
        }
        let mean = self.mean;
        if let Some((least, most)) = range
            && self.least >= self.most
        {
            let certain = TAIL.powf(1.0 / f64::from(self.count));
            let rest = |end: f64| Some(certain * mean + (1.0 - certain) * end);
            let (low, high) = (rest(least), rest(most));
            return Some(Interval { mean, low, high });
        }
        let Some(variance) = self.variance() else {
            let (low, high) = (None, None);
            return Some(Interval { mean, low, high });
        };
        let error = (variance / f64::from(self.count)).sqrt();
        let either_side = student(self.count - 1) * error;
        let within = |value: f64| range.map_or(value, |(least, most)| value.clamp(least, most));
        Some(Interval {
            mean,
            low: Some(within(mean - either_side)),
            high: Some(within(mean + either_side)),
        })
    }
}

/// The quantile of Student's distribution for a two-sided interval of 95 %: an expansion in the degrees of freedom, within 0.2 %.
pub(super) fn student(freedom: u32) -> f64 {
    match freedom {
        0 | 1 => T_OF_ONE,
        2 => T_OF_TWO,
        _ => {
            let n = f64::from(freedom);
            let z = |power: i32| Z.powi(power);
            let terms = [
                (z(3) + Z) / 4.0,
                (5.0 * z(5) + 16.0 * z(3) + 3.0 * Z) / 96.0,
                (3.0 * z(7) + 19.0 * z(5) + 17.0 * z(3) - 15.0 * Z) / 384.0,
                (79.0 * z(9) + 776.0 * z(7) + 1482.0 * z(5) - 1920.0 * z(3) - 945.0 * Z) / 92_160.0,
            ];
            let series = terms.iter().rev().fold(0.0, |sum, term| (sum + term) / n);
            Z + series
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[f64]) -> Clusters {
        let mut clusters = Clusters::default();
        for &value in values {
            clusters.add(value);
        }
        clusters
    }

    #[track_caller]
    fn close(found: Option<f64>, expected: f64) {
        let found = found.expect("a number");
        assert!((found - expected).abs() < 5e-4, "{found} not {expected}");
    }

    #[test]
    fn the_interval_is_that_of_an_example_computed_by_hand() {
        // Five deals in four seatings each, with 2, 1, 0, 1 and 3 wins of four. As 20 matches they would be 7 wins of 20; as deals they
        // are 0.5, 0.25, 0, 0.25, 0.75: mean 0.35, sum of squares 0.325, variance 0.08125, error sqrt(0.08125 / 5) = 0.127475.
        let clusters = of(&[0.5, 0.25, 0.0, 0.25, 0.75]);
        close(clusters.variance(), 0.081_25);
        let interval = clusters.interval(None).expect("some deals");
        // Student's quantile with four degrees of freedom is 2.7764.
        close(Some(interval.mean), 0.35);
        close(interval.low, 0.35 - 2.7764 * 0.127_475);
        close(interval.high, 0.35 + 2.7764 * 0.127_475);
        let shares = clusters.interval(Some((0.0, 1.0))).expect("some deals");
        close(shares.low, 0.0);
    }

    #[test]
    fn the_quantiles_of_student_are_those_of_tables() {
        for (freedom, expected) in [
            (1, 12.706),
            (2, 4.303),
            (3, 3.182),
            (4, 2.776),
            (10, 2.228),
            (30, 2.042),
            (120, 1.980),
            (100_000, 1.960),
        ] {
            let found = student(freedom);
            assert!((found / expected - 1.0).abs() < 2e-3, "{freedom}: {found}");
        }
    }

    #[test]
    fn that_all_deals_were_alike_says_less_the_fewer_they_were() {
        let interval = |values: &[f64]| {
            let interval = of(values).interval(Some((0.0, 1.0))).expect("some");
            (interval.low, interval.high)
        };
        // Clopper and Pearson, as in docs/BOTS.md: 30 of 30 is 88.4 to 100 per cent.
        let (low, high) = interval(&[1.0; 30]);
        close(low, 0.884_3);
        close(high, 1.0);
        let (low, high) = interval(&[0.0; 30]);
        close(low, 0.0);
        close(high, 0.115_7);
        // At least 88.4 % of deals are fair; of the others nothing is known.
        let (low, high) = interval(&[0.25; 30]);
        close(low, 0.25 - 0.25 * 0.115_7);
        close(high, 0.25 + 0.75 * 0.115_7);
        let (low, high) = interval(&[0.5]);
        close(low, 0.5 * 0.025);
        close(high, 1.0 - 0.5 * 0.025);
        let one = of(&[3.0]).interval(None).expect("some");
        assert_eq!((one.low, one.high), (None, None));
        assert_eq!(Clusters::default().interval(None), None);
    }
}
