//! Sets of points of the square chess board.

use crate::families::boards::point::Point;

/// Bits per file: the most ranks of a board.
const FILE: u8 = 8;
/// The number of files of both boards.
pub(super) const FILES: u8 = 7;
/// The first point of each file.
const FIRST_RANK: u64 = 0x0101_0101_0101_0101;
/// The last point of each file.
const LAST_RANK: u64 = FIRST_RANK << (FILE - 1);

/// A set of points with one bit each. A file takes eight bits, so the bits are in the order of points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Points(u64);

impl Points {
    /// All points of a board with this number of ranks, at most eight.
    pub fn of_board(ranks: u8) -> Self {
        let points = (0..FILES).flat_map(|file| (0..ranks).map(move |rank| Point { file, rank }));
        points.fold(Self::default(), Self::with)
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub const fn has(self, point: Point) -> bool {
        self.0 & bit(point) != 0
    }

    pub const fn with(self, point: Point) -> Self {
        Self(self.0 | bit(point))
    }

    pub const fn without(self, point: Point) -> Self {
        Self(self.0 & !bit(point))
    }

    pub const fn minus(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    pub const fn and(self, others: Self) -> Self {
        Self(self.0 & others.0)
    }

    /// All blocks of 2 × 2 points on a board with this number of ranks.
    pub fn blocks(ranks: u8) -> impl Iterator<Item = Self> {
        const BLOCK: u64 = 0b11 | 0b11 << FILE;
        (0..FILES - 1).flat_map(move |file| {
            (0..ranks - 1).map(move |rank| Self(BLOCK << (file * FILE + rank)))
        })
    }

    pub const fn or(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// The first point of the set.
    pub const fn first(self) -> Option<Point> {
        if self.is_empty() {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, reason = "below 64")]
        let bit = self.0.trailing_zeros() as u8;
        Some(Point {
            file: bit / FILE,
            rank: bit % FILE,
        })
    }

    /// The points, in order.
    pub fn iter(self) -> impl Iterator<Item = Point> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let next = rest.first()?;
            rest = rest.without(next);
            Some(next)
        })
    }

    /// The south-western points of all squares: blocks of 2 × 2 points that are completely in the set.
    const fn squares(self) -> Self {
        // The bit after the last point of a file belongs to the next file.
        let pairs = self.0 & (self.0 >> 1) & !LAST_RANK;
        Self(pairs & (pairs >> FILE))
    }

    /// The number of squares, including overlapping ones.
    pub const fn count_squares(self) -> u32 {
        self.squares().len()
    }

    /// The points that are part of a square.
    pub const fn in_squares(self) -> Self {
        let squares = self.squares().0;
        let pairs = squares | (squares << 1);
        Self(pairs | (pairs << FILE))
    }

    /// The number of squares that contain a point.
    pub const fn squares_with(self, point: Point) -> u32 {
        self.count_squares() - self.without(point).count_squares()
    }

    /// The points in straight lines from a point, as far as they are in the set.
    pub fn lines_from(self, from: Point) -> Self {
        let ways: [fn(u64) -> u64; 4] = [
            |points| (points << 1) & !FIRST_RANK,
            |points| (points >> 1) & !LAST_RANK,
            |points| points << FILE,
            |points| points >> FILE,
        ];
        let mut reached = 0;
        for next in ways {
            let mut point = next(bit(from)) & self.0;
            while point != 0 {
                reached |= point;
                point = next(point) & self.0;
            }
        }
        Self(reached)
    }
}

const fn bit(point: Point) -> u64 {
    1 << (point.file * FILE + point.rank)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(points: &[(u8, u8)]) -> Points {
        let points = points.iter().map(|&(file, rank)| Point { file, rank });
        points.fold(Points::default(), Points::with)
    }

    #[test]
    fn squares_that_overlap_count_each() {
        let block = points(&[(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]);
        assert_eq!(block.count_squares(), 2);
        assert_eq!(block.with(Point { file: 3, rank: 0 }).count_squares(), 2);
        assert_eq!(block.in_squares(), block);
        assert_eq!(block.squares_with(Point { file: 1, rank: 0 }), 2);
        assert_eq!(block.squares_with(Point { file: 2, rank: 0 }), 1);
        let full = |ranks| Points::of_board(ranks).count_squares();
        assert_eq!((full(8), full(7)), (42, 36));
    }

    #[test]
    fn neither_squares_nor_lines_go_over_the_edge() {
        let torn = points(&[(0, 7), (1, 0), (1, 7), (2, 0)]);
        assert_eq!(torn.count_squares(), 0);
        let corner = Point { file: 0, rank: 7 };
        let lines = Points::of_board(8).lines_from(corner);
        assert_eq!(lines.len(), 7 + 6);
        assert!(!lines.has(Point { file: 1, rank: 0 }));
    }
}
