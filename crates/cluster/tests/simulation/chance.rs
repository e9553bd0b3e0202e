//! All random numbers of a simulated cluster, from one seed.

use std::ops::Range;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A source of chance; the same seed gives the same cluster, step by step.
pub struct Chance(ChaCha8Rng);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    pub fn number(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number of a range.
    pub fn within(&mut self, range: Range<u64>) -> u64 {
        range.start + self.number() % (range.end - range.start)
    }

    /// Below `n`, which is not 0.
    pub fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.within(0..n as u64)).expect("below a usize")
    }

    /// Whether it happens this time, as it does so often in a thousand.
    pub fn is(&mut self, per_mille: u64) -> bool {
        self.within(0..1_000) < per_mille
    }
}
