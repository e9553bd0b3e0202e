//! The 32 squares, numbered by file, then by rank: the order of moves.

use crate::families::boards::point::{Grid, Point};

/// The number of squares.
pub(super) const SQUARES: usize = 32;
/// The board.
pub(super) const GRID: Grid = Grid {
    files: 8,
    ranks: 4,
    first_rank: 0,
};

/// For each square its neighbours along files and ranks.
pub(super) const NEIGHBOURS: [u32; SQUARES] = {
    let mut neighbours = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let (file, rank) = (square / 4, square % 4);
        if file > 0 {
            neighbours[square] |= 1 << (square - 4);
        }
        if file < 7 {
            neighbours[square] |= 1 << (square + 4);
        }
        if rank > 0 {
            neighbours[square] |= 1 << (square - 1);
        }
        if rank < 3 {
            neighbours[square] |= 1 << (square + 1);
        }
        square += 1;
    }
    neighbours
};

/// The number of the square with this index in a layout (`docs/BOARDS.md` §5). Layouts go by rank, then by file.
pub(super) const fn square_number(index: usize) -> u8 {
    #[expect(clippy::cast_possible_truncation, reason = "below 32")]
    let number = (index % 8 * 4 + index / 8) as u8;
    number
}

/// The number of the square at a point.
pub(super) const fn number_of(point: Point) -> u8 {
    point.file * GRID.ranks + point.rank
}

/// The distance of two squares in steps.
pub const fn distance(from: u8, to: u8) -> u8 {
    let (from, to) = (point_of(from), point_of(to));
    from.file.abs_diff(to.file) + from.rank.abs_diff(to.rank)
}

/// The point of a square.
pub(super) const fn point_of(square: u8) -> Point {
    Point {
        file: square / GRID.ranks,
        rank: square % GRID.ranks,
    }
}
