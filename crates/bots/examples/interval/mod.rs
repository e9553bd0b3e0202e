//! The mean of measurements, with its confidence interval.

/// 95 % of a normal distribution are within this number of standard deviations.
const NORMAL_95: f64 = 1.96;

/// The measurements so far.
#[derive(Default)]
pub struct Mean {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Mean {
    /// Adds a measurement.
    pub fn note(&mut self, value: f64) {
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    /// Their number.
    pub const fn count(&self) -> f64 {
        self.count
    }

    /// Their mean.
    pub fn mean(&self) -> f64 {
        self.sum / self.count
    }

    /// Half the width of the interval with 95 % confidence.
    pub fn either_side(&self) -> f64 {
        let variance = (self.squares / self.count - self.mean() * self.mean()).max(0.0);
        NORMAL_95 * (variance / self.count).sqrt()
    }
}
