//! A part of a whole that are both measured on the same deals, with its confidence interval.

use super::Interval;
use super::clusters::student;

/// Two values of each deal: the part is the mean of the first ones by that of the second ones.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ratio {
    count: u32,
    means: [f64; 2],
    /// The sums of the squares of the differences from the means, and of the products of both.
    squares: [f64; 2],
    products: f64,
}

impl Ratio {
    /// Adds the values of a deal.
    pub fn add(&mut self, part: f64, whole: f64) {
        self.count += 1;
        let values = [part, whole];
        let count = f64::from(self.count);
        let from = [part - self.means[0], whole - self.means[1]];
        for (mean, from) in self.means.iter_mut().zip(from) {
            *mean += from / count;
        }
        for (index, value) in values.into_iter().enumerate() {
            self.squares[index] += from[index] * (value - self.means[index]);
        }
        self.products += from[0] * (whole - self.means[1]);
    }

    /// The part with its 95 % interval, by Fieller's theorem: those parts that the deals do not contradict. Its ends are none where the
    /// whole is not certain to differ from 0, so that the part may be anything. None without a whole.
    pub fn interval(&self) -> Option<Interval> {
        let [part, whole] = self.means;
        if self.count < 2 || whole <= 0.0 {
            return None;
        }
        let count = f64::from(self.count);
        let t = student(self.count - 1);
        let scale = t * t / (count * (count - 1.0));
        let [of_part, of_whole] = self.squares.map(|squares| squares * scale);
        let of_both = self.products * scale;
        // The roots of (part - x whole)² = t² var(part - x whole) in x.
        let a = whole * whole - of_whole;
        let b = part * whole - of_both;
        let c = part * part - of_part;
        let (mut low, mut high) = (None, None);
        if a > 0.0 {
            let root = (b * b - a * c).max(0.0).sqrt();
            (low, high) = (Some((b - root) / a), Some((b + root) / a));
        }
        Some(Interval {
            mean: part / whole,
            low,
            high,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(deals: &[(f64, f64)]) -> Ratio {
        let mut ratio = Ratio::default();
        for &(part, whole) in deals {
            ratio.add(part, whole);
        }
        ratio
    }

    #[track_caller]
    fn close(found: Option<f64>, expected: f64) {
        let found = found.expect("a number");
        assert!((found - expected).abs() < 1e-3, "{found} not {expected}");
    }

    #[test]
    fn the_interval_is_that_of_an_example_computed_by_hand() {
        // Means 2 and 4; squares 2 and 2, products 1. With t = 4.3027 for two degrees of freedom, t² / (3 · 2) = 3.0855.
        // a = 16 - 6.1709 = 9.8291, b = 8 - 3.0855 = 4.9145, c = 4 - 6.1709 = -2.1709, root = sqrt(24.1526 + 21.3382) = 6.7447.
        let found = of(&[(1.0, 4.0), (2.0, 3.0), (3.0, 5.0)]).interval();
        let found = found.expect("a whole");
        close(Some(found.mean), 0.5);
        close(found.low, (4.9145 - 6.7447) / 9.8291);
        close(found.high, (4.9145 + 6.7447) / 9.8291);
    }

    #[test]
    fn a_part_that_is_the_same_in_all_deals_is_certain() {
        let found = of(&[(0.5, 1.0), (1.0, 2.0), (1.5, 3.0), (1.0, 2.0)]).interval();
        let found = found.expect("a whole");
        close(found.low, 0.5);
        close(found.high, 0.5);
    }

    #[test]
    fn of_a_whole_that_may_be_nothing_no_part_is_certain() {
        let found = of(&[(1.0, 3.0), (1.0, -2.0), (1.0, 1.0)]).interval();
        let found = found.expect("a whole");
        assert_eq!((found.low, found.high), (None, None));
        assert_eq!(of(&[(1.0, -1.0), (1.0, -1.0)]).interval(), None);
        assert_eq!(of(&[(1.0, 1.0)]).interval(), None);
    }
}
