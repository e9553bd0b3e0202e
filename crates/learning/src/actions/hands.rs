//! Numbers for multisets of pieces.

use giog_rules::{Piece, Pieces};

/// The most pieces that are numbered: the whole set.
const MOST: usize = 32;
/// A number more than any kind has pieces.
const COUNTS: usize = Pieces::MAX_OF_A_KIND as usize + 1;

/// Numbers the multisets of one size within a set of pieces: in ascending order of the number of the strongest kind, then of the next
/// one, and so on.
#[derive(Debug)]
pub struct Hands {
    /// How many pieces of each kind the set has.
    counts: [u8; Piece::COUNT],
    /// For each kind, and for each number of pieces of it and of weaker kinds that are still to be chosen: how many ways there are that
    /// have fewer than so many pieces of this kind.
    before: Vec<[[u32; COUNTS]; MOST + 1]>,
    /// For each size, how many multisets have it.
    ways: [u32; MOST + 1],
}

impl Hands {
    /// For the pieces that are in use.
    pub fn new(set: Pieces) -> Self {
        let counts = Piece::ALL.map(|piece| set.count(piece));
        let mut before = vec![[[0; COUNTS]; MOST + 1]; Piece::COUNT];
        // How many ways there are to choose so many pieces of the weaker kinds.
        let mut ways = [0_u32; MOST + 1];
        ways[0] = 1;
        for (kind, &held) in counts.iter().enumerate().rev() {
            let mut with = [0_u32; MOST + 1];
            for left in 0..=MOST {
                for own in 0..=usize::from(held).min(left) {
                    before[kind][left][own] = with[left];
                    with[left] += ways[left - own];
                }
            }
            ways = with;
        }
        Self {
            counts,
            before,
            ways,
        }
    }

    /// How many multisets of this size there are.
    pub fn count(&self, size: u8) -> u32 {
        self.ways.get(usize::from(size)).copied().unwrap_or(0)
    }

    /// The number of a multiset among those of its size; none if the set does not have these pieces.
    pub fn number(&self, pieces: Pieces) -> Option<u32> {
        let mut left = usize::from(pieces.len());
        let mut number = 0;
        for (kind, piece) in Piece::ALL.into_iter().enumerate() {
            let own = pieces.count(piece);
            if own > self.counts[kind] {
                return None;
            }
            number += self.before[kind][left][usize::from(own)];
            left -= usize::from(own);
        }
        Some(number)
    }

    /// The multiset of this size with this number.
    pub fn pieces(&self, size: u8, mut number: u32) -> Option<Pieces> {
        if number >= self.count(size) {
            return None;
        }
        let mut left = usize::from(size);
        let mut pieces = Pieces::EMPTY;
        for (kind, piece) in Piece::ALL.into_iter().enumerate() {
            let most = usize::from(self.counts[kind]).min(left);
            let before = &self.before[kind][left];
            let own = (0..=most).rev().find(|&own| before[own] <= number)?;
            number -= before[own];
            left -= own;
            pieces = pieces.plus(Pieces::of(piece, u8::try_from(own).ok()?));
        }
        Some(pieces)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_multiset_has_a_number_and_every_number_a_multiset() {
        let hands = Hands::new(Pieces::full_set());
        assert_eq!([0, 1, 2, 32].map(|size| hands.count(size)), [1, 14, 103, 1]);
        for size in 0..=5 {
            for number in 0..hands.count(size) {
                let pieces = hands.pieces(size, number).expect("a multiset");
                assert_eq!(pieces.len(), size);
                assert_eq!(hands.number(pieces), Some(number), "{pieces}");
            }
            assert_eq!(hands.pieces(size, hands.count(size)), None);
        }
    }

    #[test]
    fn what_the_set_does_not_have_has_no_number() {
        let hands = Hands::new(Pieces::full_set().without_generals());
        let of = |pieces: &str| hands.number(pieces.parse().expect("pieces"));
        assert_eq!(of("K"), None);
        assert_eq!((of("p"), of("P"), of("A")), (Some(0), Some(1), Some(11)));
    }
}
