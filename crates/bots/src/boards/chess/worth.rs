//! The value of pieces on each point, in hundredths of a soldier that has not crossed the river.

use giog_rules::boards::search::{Kind, Square, SquareSet};
use giog_rules::{Color, Piece};

/// Number of ranks on the board.
const RANKS: i32 = 10;
/// The middle file, from 0.
const MIDDLE: i32 = 4;

/// The value of a piece in reserve, in percent of its value on the board: it can go where it is needed, but a drop takes a turn.
const RESERVE_PERCENT: i32 = 85;

/// The base value of a kind, wherever it stands. The general has none, since its loss ends the match.
pub const fn of_kind(kind: Kind) -> i32 {
    match kind {
        Kind::General => 0,
        Kind::Advisor | Kind::Elephant => 200,
        Kind::Chariot => 900,
        Kind::Horse => 400,
        Kind::Cannon => 450,
        Kind::Soldier => 100,
    }
}

/// The value of a piece in reserve: positive for red, negative for black.
pub fn in_reserve(piece: Piece) -> i32 {
    signed(piece, of_kind(Kind::of(piece)) * RESERVE_PERCENT / 100)
}

/// The value of each piece on each point: positive for red, negative for black.
pub struct Worth(Vec<[i32; Piece::COUNT]>);

impl Worth {
    /// Computes all values.
    pub fn new() -> Self {
        let squares = SquareSet::ALL.into_iter();
        Self(
            squares
                .map(|square| Piece::ALL.map(|piece| on_square(piece, square)))
                .collect(),
        )
    }

    /// The value of a piece on a point: positive for red, negative for black.
    pub fn at(&self, square: Square, piece: Piece) -> i32 {
        self.0[square.index()][piece.index()]
    }
}

fn on_square(piece: Piece, square: Square) -> i32 {
    let ahead = match piece.color() {
        Color::Red => i32::from(square.rank()),
        Color::Black => RANKS - 1 - i32::from(square.rank()),
    };
    let aside = (i32::from(square.file()) - MIDDLE).abs();
    let kind = Kind::of(piece);
    let place = match kind {
        Kind::General => -25 * ahead - 5 * aside,
        // In the middle of the palace the advisors guard each other and both sides of the general.
        Kind::Advisor => 10 - 5 * (ahead - 1).abs(),
        Kind::Elephant => 10 - 5 * aside,
        Kind::Chariot => 5 * ahead.min(6) - 3 * aside + if ahead == 0 { -20 } else { 0 },
        Kind::Horse => 9 * ahead.min(6) - 7 * aside - if ahead == RANKS - 1 { 40 } else { 0 },
        Kind::Cannon => 12 - 4 * aside + if ahead >= 7 { 15 } else { 0 },
        // Across the river a soldier is worth more the nearer it is to the palace, except on the last rank, where it can only attack
        // sideways.
        Kind::Soldier if ahead == RANKS - 1 => 20,
        Kind::Soldier if ahead >= 5 => 60 + 18 * (ahead - 4) - 12 * aside,
        Kind::Soldier => 4 * (ahead - 3) + if aside == 0 { 8 } else { 0 },
    };
    signed(piece, of_kind(kind) + place)
}

const fn signed(piece: Piece, worth: i32) -> i32 {
    match piece.color() {
        Color::Red => worth,
        Color::Black => -worth,
    }
}
