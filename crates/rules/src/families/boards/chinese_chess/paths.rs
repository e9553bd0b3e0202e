//! Tables of the points that pieces can reach from each point, computed at compile time.

use super::square::{RANKS, SQUARES, Square, SquareSet};
use crate::table::Color;

/// The four straight directions, as files and ranks. The first two lead to higher numbers of points.
const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
/// The number of directions that lead to higher numbers.
const ASCENDING: usize = 2;
/// The four diagonal directions.
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// For each point and direction, all points in that direction.
static RAYS: [[SquareSet; 4]; SQUARES] = {
    let mut rays = [[SquareSet::EMPTY; 4]; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let mut way = 0;
        while way < 4 {
            let (files, ranks) = STRAIGHT[way];
            let mut at = Square::from_index(index).offset(files, ranks);
            while let Some(square) = at {
                rays[index][way] = rays[index][way].with(square);
                at = square.offset(files, ranks);
            }
            way += 1;
        }
        index += 1;
    }
    rays
};

/// A path that a piece on one point blocks, and the points that it leads to.
#[derive(Clone, Copy)]
struct Hop {
    over: SquareSet,
    to: SquareSet,
}

const NO_HOP: Hop = Hop {
    over: SquareSet::EMPTY,
    to: SquareSet::EMPTY,
};

/// For each point, the paths over the neighbours at these four offsets, each to up to two points. If `crosses` is false, paths do not
/// cross the river.
const fn hops(over: [(i8, i8); 4], to: [[(i8, i8); 2]; 4], crosses: bool) -> [[Hop; 4]; SQUARES] {
    let mut hops = [[NO_HOP; 4]; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let from = Square::from_index(index);
        let mut way = 0;
        while way < 4 {
            if let Some(square) = from.offset(over[way].0, over[way].1) {
                hops[index][way].over = square.set();
            }
            let mut end = 0;
            while end < 2 {
                let (files, ranks) = to[way][end];
                if let Some(square) = from.offset(files, ranks)
                    && (crosses || is_south(square) == is_south(from))
                {
                    hops[index][way].to = hops[index][way].to.with(square);
                }
                end += 1;
            }
            way += 1;
        }
        index += 1;
    }
    hops
}

/// The paths of a horse: one step straight, then one diagonally outward.
static HORSE: [[Hop; 4]; SQUARES] = hops(
    STRAIGHT,
    [
        [(1, 2), (-1, 2)],
        [(2, 1), (2, -1)],
        [(1, -2), (-1, -2)],
        [(-2, 1), (-2, -1)],
    ],
    true,
);
/// The same paths by their end: the blocking point is diagonally beside it.
static HORSE_FROM: [[Hop; 4]; SQUARES] = hops(
    DIAGONAL,
    [
        [(1, 2), (2, 1)],
        [(1, -2), (2, -1)],
        [(-1, 2), (-2, 1)],
        [(-1, -2), (-2, -1)],
    ],
    true,
);
/// The paths of an elephant, which are the same in both directions.
static ELEPHANT: [[Hop; 4]; SQUARES] = hops(
    DIAGONAL,
    [
        [(2, 2), (2, 2)],
        [(2, -2), (2, -2)],
        [(-2, 2), (-2, 2)],
        [(-2, -2), (-2, -2)],
    ],
    false,
);

/// For each point, the steps in these directions that stay within a set.
const fn steps(ways: [(i8, i8); 4], within: SquareSet) -> [SquareSet; SQUARES] {
    let mut steps = [SquareSet::EMPTY; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let from = Square::from_index(index);
        let mut way = 0;
        while way < 4 {
            if let Some(to) = from.offset(ways[way].0, ways[way].1)
                && within.has(from)
                && within.has(to)
            {
                steps[index] = steps[index].with(to);
            }
            way += 1;
        }
        index += 1;
    }
    steps
}

/// The points of both palaces.
pub(super) const PALACES: SquareSet = {
    let (mut set, mut index) = (SquareSet::EMPTY, 0);
    while index < SQUARES {
        let square = Square::from_index(index);
        if matches!(square.file(), 3..=5) && matches!(square.rank(), 0..=2 | 7..=9) {
            set = set.with(square);
        }
        index += 1;
    }
    set
};
static GENERAL: [SquareSet; SQUARES] = steps(STRAIGHT, PALACES);
static ADVISOR: [SquareSet; SQUARES] = steps(DIAGONAL, PALACES);

/// The points that advisors can reach.
pub const ADVISOR_POINTS: SquareSet = {
    let (mut set, mut index) = (SquareSet::EMPTY, 0);
    while index < SQUARES {
        let square = Square::from_index(index);
        // Only the corners and the centre of each palace. There the sum of file and rank is odd in the south and even in the north.
        if PALACES.has(square) && (square.file() + square.rank()) % 2 == is_south(square) as u8 {
            set = set.with(square);
        }
        index += 1;
    }
    set
};

/// The points that elephants can reach.
pub const ELEPHANT_POINTS: SquareSet = {
    // Seven on each side: the points that elephants reach from c0 and c9.
    let mut set = SquareSet::EMPTY;
    let mut index = 0;
    while index < SQUARES {
        let square = Square::from_index(index);
        let rank = from_edge(square);
        if (rank.is_multiple_of(4) && square.file() % 4 == 2)
            || (rank == 2 && square.file().is_multiple_of(4))
        {
            set = set.with(square);
        }
        index += 1;
    }
    set
};

/// The points on which soldiers can stand in games without drops: not behind their starting rank, and before the river only on their
/// starting files.
pub fn soldier_points(color: Color) -> SquareSet {
    const STARTING_RANK: u8 = 3;
    let own = own_side(color);
    let stands = |square: &Square| {
        !own.has(*square)
            || (from_edge(*square) >= STARTING_RANK && square.file().is_multiple_of(2))
    };
    let points = SquareSet::ALL.into_iter().filter(stands);
    points.fold(SquareSet::EMPTY, SquareSet::with)
}

/// One side of the river: red's has the ranks 0 to 4.
pub const fn own_side(color: Color) -> SquareSet {
    const SOUTH: SquareSet = {
        let (mut set, mut index) = (SquareSet::EMPTY, 0);
        while index < SQUARES {
            if is_south(Square::from_index(index)) {
                set = set.with(Square::from_index(index));
            }
            index += 1;
        }
        set
    };
    const NORTH: SquareSet = {
        let (mut set, mut index) = (SquareSet::EMPTY, 0);
        while index < SQUARES {
            if !is_south(Square::from_index(index)) {
                set = set.with(Square::from_index(index));
            }
            index += 1;
        }
        set
    };
    match color {
        Color::Red => SOUTH,
        Color::Black => NORTH,
    }
}

const fn is_south(square: Square) -> bool {
    square.rank() < RANKS / 2
}

/// The number of ranks between a point and the edge of its side.
const fn from_edge(square: Square) -> u8 {
    if is_south(square) {
        square.rank()
    } else {
        RANKS - 1 - square.rank()
    }
}

/// For each point, the points that a soldier can move to or, with `back`, come from.
const fn soldier(color: Color, back: bool) -> [SquareSet; SQUARES] {
    let forward = match color {
        Color::Red => 1,
        Color::Black => -1,
    };
    let mut steps = [SquareSet::EMPTY; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let from = Square::from_index(index);
        let over_the_river = !own_side(color).has(from);
        let (mut way, ways) = (0, [(0, forward), (1, 0), (-1, 0)]);
        while way < 3 {
            if let Some(to) = from.offset(ways[way].0, ways[way].1)
                && (way == 0 || over_the_river)
            {
                let (key, value) = if back { (to, from) } else { (from, to) };
                steps[key.index()] = steps[key.index()].with(value);
            }
            way += 1;
        }
        index += 1;
    }
    steps
}

static SOLDIER: [[SquareSet; SQUARES]; 2] =
    [soldier(Color::Red, false), soldier(Color::Black, false)];
static SOLDIER_FROM: [[SquareSet; SQUARES]; 2] =
    [soldier(Color::Red, true), soldier(Color::Black, true)];

/// The points on which a change can open or close a path to the point: its file and rank, and the points diagonally beside it.
static LINES: [SquareSet; SQUARES] = {
    let mut lines = steps(DIAGONAL, SquareSet::ALL);
    let mut index = 0;
    while index < SQUARES {
        let [a, b, c, d] = RAYS[index];
        lines[index] = lines[index].or(a).or(b).or(c).or(d);
        index += 1;
    }
    lines
};

/// The points that a general can move to; also those it can come from.
pub fn general(at: Square) -> SquareSet {
    GENERAL[at.index()]
}

/// The points that an advisor can move to; also those it can come from.
pub fn advisor(at: Square) -> SquareSet {
    ADVISOR[at.index()]
}

/// The points that an elephant can move to with these points occupied; also those it can come from.
pub fn elephant(at: Square, occupied: SquareSet) -> SquareSet {
    open(&ELEPHANT[at.index()], occupied)
}

/// The points that a horse can move to.
pub fn horse(from: Square, occupied: SquareSet) -> SquareSet {
    open(&HORSE[from.index()], occupied)
}

/// The points from which a horse can move to a point.
pub fn horse_from(to: Square, occupied: SquareSet) -> SquareSet {
    open(&HORSE_FROM[to.index()], occupied)
}

/// The points that a soldier can move to.
pub fn soldier_to(color: Color, from: Square) -> SquareSet {
    SOLDIER[color as usize][from.index()]
}

/// The points from which a soldier can move to a point.
pub fn soldier_from(color: Color, to: Square) -> SquareSet {
    SOLDIER_FROM[color as usize][to.index()]
}

/// The points on which a change can open or close a file or rank of the point, or the path of a horse to it.
pub fn lines(at: Square) -> SquareSet {
    LINES[at.index()]
}

/// In the four straight directions from a point: the points up to the first piece (included), and the points of the second pieces.
pub fn straight(from: Square, occupied: SquareSet) -> (SquareSet, SquareSet) {
    let (mut to_first, mut seconds) = (SquareSet::EMPTY, SquareSet::EMPTY);
    for (way, &ray) in RAYS[from.index()].iter().enumerate() {
        let Some(first) = nearest(ray & occupied, way) else {
            to_first |= ray;
            continue;
        };
        let beyond = RAYS[first.index()][way];
        to_first |= ray ^ beyond;
        if let Some(second) = nearest(beyond & occupied, way) {
            seconds |= second.set();
        }
    }
    (to_first, seconds)
}

/// The first point of the set in a direction.
fn nearest(set: SquareSet, way: usize) -> Option<Square> {
    if way < ASCENDING {
        set.first()
    } else {
        set.last()
    }
}

fn open(hops: &[Hop; 4], occupied: SquareSet) -> SquareSet {
    let open = hops
        .iter()
        .filter(|hop| (hop.over & occupied).is_empty())
        .map(|hop| hop.to);
    open.fold(SquareSet::EMPTY, |all, to| all | to)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(set: SquareSet) -> Vec<String> {
        let grid = super::super::square::GRID;
        set.into_iter()
            .map(|square| grid.text(square.into()))
            .collect()
    }

    #[test]
    fn advisors_have_five_points_and_elephants_seven() {
        let (red, black) = (own_side(Color::Red), own_side(Color::Black));
        assert_eq!(texts(ADVISOR_POINTS & red), ["d0", "d2", "e1", "f0", "f2"]);
        assert_eq!(
            texts(ADVISOR_POINTS & black),
            ["d7", "d9", "e8", "f7", "f9"]
        );
        assert_eq!(
            texts(ELEPHANT_POINTS & red),
            ["a2", "c0", "c4", "e2", "g0", "g4", "i2"]
        );
        assert_eq!(
            texts(ELEPHANT_POINTS & black),
            ["a7", "c5", "c9", "e7", "g5", "g9", "i7"]
        );
        for from in ADVISOR_POINTS {
            assert_eq!(advisor(from) & !ADVISOR_POINTS, SquareSet::EMPTY);
        }
        for from in ELEPHANT_POINTS {
            let reached = elephant(from, SquareSet::EMPTY);
            assert_eq!(reached & !ELEPHANT_POINTS, SquareSet::EMPTY);
            assert!(!reached.is_empty());
        }
    }

    #[test]
    fn ways_back_are_the_ways_there() {
        for from in SquareSet::ALL {
            for to in SquareSet::ALL {
                for piece in SquareSet::ALL {
                    let there = horse(from, piece.set()).has(to);
                    assert_eq!(there, horse_from(to, piece.set()).has(from));
                    let there = elephant(from, piece.set()).has(to);
                    assert_eq!(there, elephant(to, piece.set()).has(from));
                }
                for color in [Color::Red, Color::Black] {
                    let there = soldier_to(color, from).has(to);
                    assert_eq!(there, soldier_from(color, to).has(from));
                }
            }
        }
    }
}
