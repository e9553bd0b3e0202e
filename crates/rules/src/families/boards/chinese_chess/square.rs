//! The 90 points as numbers, and sets of points.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

use super::super::point::{Grid, Point};

/// The board.
pub const GRID: Grid = Grid {
    files: FILES,
    ranks: RANKS,
    first_rank: 0,
};
/// The number of files, from red's left.
pub const FILES: u8 = 9;
/// The number of ranks, from red's edge.
pub const RANKS: u8 = 10;
/// The number of points.
pub const SQUARES: usize = 90;

/// A point, numbered by file, then by rank. Ascending numbers are the order of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The point on a file and a rank of the board, both from 0.
    pub const fn new(file: u8, rank: u8) -> Self {
        assert!(file < FILES && rank < RANKS, "a point is on the board");
        Self(file * RANKS + rank)
    }

    /// The point with this number, which must be below `SQUARES`.
    pub const fn from_index(index: usize) -> Self {
        assert!(index < SQUARES, "a point is on the board");
        #[expect(clippy::cast_possible_truncation, reason = "below 90")]
        Self(index as u8)
    }

    /// The number.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, from red's left.
    pub const fn file(self) -> u8 {
        self.0 / RANKS
    }

    /// The rank, from red's edge.
    pub const fn rank(self) -> u8 {
        self.0 % RANKS
    }

    /// The point this many files to the east and ranks to the north; none if it is off the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = self.file().checked_add_signed(files);
        let rank = self.rank().checked_add_signed(ranks);
        match (file, rank) {
            (Some(file), Some(rank)) if file < FILES && rank < RANKS => Some(Self::new(file, rank)),
            _ => None,
        }
    }

    /// The set of this point.
    pub const fn set(self) -> SquareSet {
        SquareSet(1 << self.0)
    }
}

impl From<Point> for Square {
    fn from(point: Point) -> Self {
        Self::new(point.file, point.rank)
    }
}

impl From<Square> for Point {
    fn from(square: Square) -> Self {
        Self {
            file: square.file(),
            rank: square.rank(),
        }
    }
}

/// A set of points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SquareSet(u128);

impl SquareSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// The whole board.
    pub const ALL: Self = Self((1 << SQUARES) - 1);

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of points.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set contains a point.
    pub const fn has(self, square: Square) -> bool {
        self.0 & square.set().0 != 0
    }

    /// The set with another point.
    #[must_use]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | square.set().0)
    }

    /// The union of both sets, for constants.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The lowest point.
    pub const fn first(self) -> Option<Square> {
        if self.is_empty() {
            return None;
        }
        Some(Square::from_index(self.0.trailing_zeros() as usize))
    }

    /// The highest point.
    pub const fn last(self) -> Option<Square> {
        if self.is_empty() {
            return None;
        }
        Some(Square::from_index(127 - self.0.leading_zeros() as usize))
    }
}

impl BitAnd for SquareSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for SquareSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for SquareSet {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Not for SquareSet {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

impl BitAndAssign for SquareSet {
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for SquareSet {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// The points of a set, ascending.
#[derive(Clone, Debug)]
pub struct Squares(SquareSet);

impl Iterator for Squares {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        let rest = self.0.0;
        self.0 = SquareSet(rest & (rest - 1));
        Some(square)
    }
}
