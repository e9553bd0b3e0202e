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
    pub const fn of_board(ranks: u8) -> Self {
        const FIRST_POINTS: u64 = FIRST_RANK & ((1 << (FILES * FILE)) - 1);
        Self(FIRST_POINTS * ((1 << ranks) - 1))
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

    /// How many of the board's blocks of 2 × 2 points have none of the other points, by how many of these points they have: one to four.
    pub const fn blocks(self, others: Self, board: Self) -> [u32; 4] {
        let (own, taken) = (self.corners(), others.corners());
        let open = board.squares().0 & !(taken[0] | taken[1] | taken[2] | taken[3]);
        // The four bits of each block are added.
        let odd = [own[0] ^ own[1], own[2] ^ own[3]];
        let pair = [own[0] & own[1], own[2] & own[3]];
        let (single, pairs) = ((odd[0] ^ odd[1]) & open, pair[0] | pair[1]);
        let two = ((odd[0] & odd[1]) | (pair[0] ^ pair[1])) & !single & open;
        [
            (single & !pairs).count_ones(),
            two.count_ones(),
            (single & pairs).count_ones(),
            (pair[0] & pair[1] & open).count_ones(),
        ]
    }

    /// For each block, at its south-western point, whether each of its points is in the set.
    const fn corners(self) -> [u64; 4] {
        let Self(all) = self;
        [all, all >> 1, all >> FILE, all >> (FILE + 1)]
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
    fn blocks_are_counted_by_what_is_in_them() {
        let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
        for ranks in [7, 8].repeat(200) {
            let board = Points::of_board(ranks);
            let every = (0..FILES).flat_map(|file| (0..ranks).map(move |rank| (file, rank)));
            assert_eq!(board, points(&every.collect::<Vec<_>>()));
            let [own, others] = [0, 1].map(|_| {
                bits = bits.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                Points((bits ^ (bits >> 29)) & board.0)
            });
            let others = others.minus(own);
            let mut counts = [0; 4];
            for (file, rank) in
                (0..FILES - 1).flat_map(|file| (0..ranks - 1).map(move |rank| (file, rank)))
            {
                let block = points(&[
                    (file, rank),
                    (file, rank + 1),
                    (file + 1, rank),
                    (file + 1, rank + 1),
                ]);
                let there = block.minus(block.minus(own)).len() as usize;
                if there > 0 && block.minus(others) == block {
                    counts[there - 1] += 1;
                }
            }
            assert_eq!(own.blocks(others, board), counts);
        }
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
