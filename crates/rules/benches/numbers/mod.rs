//! Pseudo-random numbers for plays and measurements.

/// A generator of such numbers (xorshift64*); its state is never 0.
pub struct Numbers(pub u64);

impl Default for Numbers {
    fn default() -> Self {
        Self(0x9E37_79B9_7F4A_7C15)
    }
}

impl Numbers {
    /// A number below `n`.
    pub fn uniform(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32;
        u32::try_from((high * u64::from(n)) >> 32).expect("below n")
    }
}
