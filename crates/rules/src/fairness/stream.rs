//! The random stream of a match.

use std::fmt;

use super::{MatchSeed, mac};

/// Bytes in a block of the stream.
const BLOCK: usize = 32;
/// Bytes in a word of the stream.
const WORD: usize = 4;

/// The random numbers of a match. They depend only on the match seed.
#[derive(Clone)]
pub struct Stream {
    seed: MatchSeed,
    next_block: u32,
    block: [u8; BLOCK],
    used: usize,
}

impl Stream {
    /// The stream from its beginning.
    pub fn new(seed: &MatchSeed) -> Self {
        Self {
            seed: seed.clone(),
            next_block: 0,
            block: [0; BLOCK],
            used: BLOCK,
        }
    }

    /// The next 32 bits.
    pub fn word(&mut self) -> u32 {
        if self.used == BLOCK {
            self.block = mac(self.seed.as_bytes(), &[&self.next_block.to_be_bytes()]);
            self.next_block += 1;
            self.used = 0;
        }
        let mut word = [0; WORD];
        word.copy_from_slice(&self.block[self.used..self.used + WORD]);
        self.used += WORD;
        u32::from_be_bytes(word)
    }

    /// A number from 0 to `n - 1`, uniformly distributed.
    ///
    /// # Panics
    /// If `n` is 0.
    pub fn uniform(&mut self, n: u32) -> u32 {
        assert!(n > 0, "there is a number to choose");
        let words = 1_u64 << u32::BITS;
        let limit = words - words % u64::from(n);
        loop {
            let word = self.word();
            if u64::from(word) < limit {
                return word % n;
            }
        }
    }

    /// A uniformly distributed index of a list of length `len`.
    ///
    /// # Panics
    /// If `len` is 0 or does not fit 32 bits.
    pub fn index(&mut self, len: usize) -> usize {
        let n = u32::try_from(len).expect("lists of a game are short");
        self.uniform(n) as usize
    }

    /// Shuffles the list; all orders are equally likely.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        shuffle(things, |n| self.uniform(n));
    }
}

/// Shuffles the list (Fisher-Yates); `uniform(n)` returns numbers from 0 to `n - 1`.
///
/// # Panics
/// If the length does not fit 32 bits.
pub(crate) fn shuffle<T>(things: &mut [T], mut uniform: impl FnMut(u32) -> u32) {
    let count = u32::try_from(things.len()).expect("lists of a game are short");
    for n in (2..=count).rev() {
        things.swap(n as usize - 1, uniform(n) as usize);
    }
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stream(secret)")
    }
}
