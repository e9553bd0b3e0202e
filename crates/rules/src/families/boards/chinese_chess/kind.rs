//! The kinds of xiangqi pieces, without colour.

use crate::table::{Color, Piece};

/// A kind of piece, which moves in its own way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// K, 帥 將.
    General,
    /// A, 仕 士.
    Advisor,
    /// E, 相 象.
    Elephant,
    /// R, 俥 車.
    Chariot,
    /// H, 傌 馬.
    Horse,
    /// C, 炮 包.
    Cannon,
    /// P, 兵 卒.
    Soldier,
}

impl Kind {
    /// All of them, in strength order.
    pub const ALL: [Self; Piece::COUNT / 2] = [
        Self::General,
        Self::Advisor,
        Self::Elephant,
        Self::Chariot,
        Self::Horse,
        Self::Cannon,
        Self::Soldier,
    ];

    /// The kind of a piece.
    pub const fn of(piece: Piece) -> Self {
        Self::ALL[piece.index() / 2]
    }

    /// The piece of this kind and colour.
    pub const fn piece(self, color: Color) -> Piece {
        Piece::ALL[2 * (self as usize) + color as usize]
    }
}
