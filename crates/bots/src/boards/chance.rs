//! Pseudo-random numbers from a seed.

/// The generator `SplitMix64`. Nothing secret depends on it.
#[derive(Clone, Debug)]
pub struct Numbers(u64);

impl Numbers {
    /// A generator that starts with this seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `n - 1`; `n` must not be 0.
    pub const fn below(&mut self, n: u32) -> u32 {
        // The upper half of the product with 32 random bits.
        (((self.next() >> 32) * n as u64) >> 32) as u32
    }

    /// A number from 0 to below 1, in steps of 2^-53.
    pub const fn part(&mut self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "of 53 bits none is lost")]
        let part = (self.next() >> 11) as f64;
        part * (1.0 / 9_007_199_254_740_992.0)
    }

    /// Shuffles these, each order with the same probability.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for (index, count) in (0..things.len()).zip(1_u32..).skip(1) {
            things.swap(index, self.below(count) as usize);
        }
    }
}
