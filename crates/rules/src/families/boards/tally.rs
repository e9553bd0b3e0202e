//! Numbers of xiangqi pieces: captured ones, or those in reserve.

use crate::table::Piece;

/// The number of pieces of each kind. In supply chess the same pieces are captured again and again, so the numbers can be large.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Tally([u16; Piece::COUNT]);

impl Tally {
    /// Adds a piece.
    pub fn add(&mut self, piece: Piece) {
        self.0[piece.index()] += 1;
    }

    /// Removes a piece.
    ///
    /// # Panics
    /// If there is none.
    pub fn remove(&mut self, piece: Piece) {
        let count = &mut self.0[piece.index()];
        *count = count.checked_sub(1).expect("only what is there is removed");
    }

    /// The number of pieces of a kind.
    pub const fn count(&self, piece: Piece) -> u16 {
        self.0[piece.index()]
    }

    /// The total number.
    pub fn total(&self) -> u16 {
        self.0.iter().sum()
    }

    /// The kinds with at least one piece, in strength order.
    pub fn kinds(&self) -> impl Iterator<Item = Piece> {
        Piece::ALL
            .into_iter()
            .filter(|&piece| self.count(piece) > 0)
    }

    /// The letters of the pieces in strength order.
    pub fn text(&self) -> String {
        let letters = self
            .kinds()
            .flat_map(|piece| std::iter::repeat_n(piece.code(), usize::from(self.count(piece))));
        letters.collect()
    }
}
