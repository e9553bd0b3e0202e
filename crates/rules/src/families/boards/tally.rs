//! Xiangqi pieces off the board: what was taken, what is in reserve.

use crate::table::Piece;

/// How many of each kind of piece. A match of supply chess takes the same pieces again and again, so counts are wide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Tally([u16; Piece::COUNT]);

impl Tally {
    /// One piece more.
    pub fn add(&mut self, piece: Piece) {
        self.0[piece.index()] += 1;
    }

    /// One piece less.
    ///
    /// # Panics
    /// If there is none.
    pub fn remove(&mut self, piece: Piece) {
        let count = &mut self.0[piece.index()];
        *count = count.checked_sub(1).expect("only what is there is removed");
    }

    /// How many of a kind.
    pub const fn count(&self, piece: Piece) -> u16 {
        self.0[piece.index()]
    }

    /// How many altogether.
    pub fn total(&self) -> u16 {
        self.0.iter().sum()
    }

    /// The kinds of which there is one at least, in strength order.
    pub fn kinds(&self) -> impl Iterator<Item = Piece> {
        Piece::ALL
            .into_iter()
            .filter(|&piece| self.count(piece) > 0)
    }

    /// The letters in strength order.
    pub fn text(&self) -> String {
        let letters = self
            .kinds()
            .flat_map(|piece| std::iter::repeat_n(piece.code(), usize::from(self.count(piece))));
        letters.collect()
    }
}
