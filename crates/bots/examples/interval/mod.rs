//! What measurements tell: a mean, and how far it may be from what more of them would tell.

/// Standard deviations to either side that hold 95 % of a normal distribution.
const NORMAL_95: f64 = 1.96;

/// The mean of what was measured.
#[derive(Default)]
pub struct Mean {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Mean {
    /// Takes one more into account.
    pub fn note(&mut self, value: f64) {
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    /// How many there were.
    pub const fn count(&self) -> f64 {
        self.count
    }

    /// Their mean.
    pub fn mean(&self) -> f64 {
        self.sum / self.count
    }

    /// What lies to either side of the mean, with 95 % confidence.
    pub fn either_side(&self) -> f64 {
        let variance = (self.squares / self.count - self.mean() * self.mean()).max(0.0);
        NORMAL_95 * (variance / self.count).sqrt()
    }
}
