//! The board of seven kingdoms: the content of each point, and the pieces of each state.

use super::cell::{Cell, Kind};
use crate::families::boards::point::{Grid, Point, board_text};
use crate::families::boards::state::{STATES, State};

/// The board.
pub(super) const GRID: Grid = Grid {
    files: 19,
    ranks: 19,
    first_rank: 1,
};
/// The number of pieces of an army.
pub(super) const ARMY: usize = 17;
/// The difference between the indices of a point and its eastern neighbour: the ranks of a file and one point of border. The border
/// point is north of one file and south of the next.
const FILE: u16 = GRID.ranks as u16 + 1;
/// The number of cells, with a border of one point on each side.
const CELLS: usize = FILE as usize * (GRID.files as usize + 2) + 1;

/// A point as an index into the cells, which are in the order of points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Index(u16);

impl Index {
    /// The centre, the point of Zhou.
    pub const ZHOU: Self = Self::new(9, 9);

    const fn new(file: u8, rank: u8) -> Self {
        assert!(
            file < GRID.files && rank < GRID.ranks,
            "a point lies on the board"
        );
        Self((file as u16 + 1) * FILE + rank as u16 + 1)
    }

    /// The neighbour in a direction. It may be a point of the border, from which no further step may be taken.
    pub const fn step(self, step: Step) -> Self {
        Self(self.0.wrapping_add_signed(step.0))
    }

    fn number(self) -> usize {
        usize::from(self.0)
    }
}

impl From<Point> for Index {
    fn from(Point { file, rank }: Point) -> Self {
        Self::new(file, rank)
    }
}

impl From<Index> for Point {
    fn from(index: Index) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "both are below a side")]
        Self {
            file: (index.0 / FILE - 1) as u8,
            rank: (index.0 % FILE - 1) as u8,
        }
    }
}

/// A step to one of the eight neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step(i16);

impl Step {
    pub const NORTH: Self = Self::new(0, 1);
    pub const EAST: Self = Self::new(1, 0);
    pub const SOUTH: Self = Self::new(0, -1);
    pub const WEST: Self = Self::new(-1, 0);

    /// A step over this many files and ranks, each -1, 0 or 1.
    pub const fn new(files: i16, ranks: i16) -> Self {
        #[expect(clippy::cast_possible_wrap, reason = "FILE is small")]
        Self(files * FILE as i16 + ranks)
    }

    const fn times(self, times: i16) -> Self {
        Self(self.0 * times)
    }

    const fn and(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

/// The points of a state's pieces, in the order of points.
#[derive(Clone, Copy, Debug, Default)]
struct Army {
    len: u8,
    points: [Index; ARMY],
}

impl Army {
    fn points(&self) -> &[Index] {
        &self.points[..usize::from(self.len)]
    }

    fn insert(&mut self, point: Index) {
        let len = usize::from(self.len);
        let place = self.points().partition_point(|&before| before < point);
        self.points.copy_within(place..len, place + 1);
        self.points[place] = point;
        self.len += 1;
    }

    fn remove(&mut self, point: Index) {
        let len = usize::from(self.len);
        let place = self.points().partition_point(|&before| before < point);
        debug_assert!(self.points().get(place) == Some(&point), "it stands there");
        self.points.copy_within(place + 1..len, place);
        self.len -= 1;
    }
}

/// The content of all points, and the points of each state's pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    cells: [Cell; CELLS],
    armies: [Army; STATES],
}

impl Field {
    /// The starting position: the same army seven times, each facing the centre, with the deputy on the general's left.
    pub fn new() -> Self {
        let mut field = Self::empty();
        for state in State::ALL {
            let (general, forward, right) = camp(state);
            for (kind, to_the_right, ahead) in SETUP {
                let off = right.times(to_the_right).and(forward.times(ahead));
                field.put(general.step(off), state, kind);
            }
        }
        field
    }

    /// Reads the text of a board; none if it is not valid.
    pub fn read(text: &str) -> Option<Self> {
        let mut field = Self::empty();
        for (rank, row) in (0..GRID.ranks).rev().zip(text.split('/')) {
            let mut letters = row.chars().peekable();
            let mut file = 0_u8;
            while let Some(letter) = letters.next() {
                if let Some(mut run) = letter.to_digit(10) {
                    while let Some(digit) = letters.peek().and_then(|next| next.to_digit(10)) {
                        run = 10 * run + digit;
                        letters.next();
                    }
                    file = file.checked_add(u8::try_from(run).ok()?)?;
                    continue;
                }
                if file >= GRID.files {
                    return None;
                }
                if letter != '*' {
                    let (state, kind) = Cell::from_text(letter, letters.next()?)?;
                    if field.army(state).len() == ARMY {
                        return None;
                    }
                    field.put(Index::new(file, rank), state, kind);
                }
                file += 1;
            }
        }
        Some(field)
    }

    /// A board with only Zhou.
    fn empty() -> Self {
        let mut field = Self {
            cells: [Cell::BORDER; CELLS],
            armies: [Army::default(); STATES],
        };
        for file in 0..GRID.files {
            for rank in 0..GRID.ranks {
                field.cells[Index::new(file, rank).number()] = Cell::EMPTY;
            }
        }
        field.cells[Index::ZHOU.number()] = Cell::ZHOU;
        field
    }

    /// The content of a point.
    pub fn at(&self, point: Index) -> Cell {
        self.cells[point.number()]
    }

    /// The points of a state's pieces, in the order of points.
    pub fn army(&self, state: State) -> &[Index] {
        self.armies[state.index()].points()
    }

    /// The point of a state's emissary. Every state on the board has one, because it cannot be captured.
    pub fn emissary(&self, state: State) -> Option<Index> {
        let emissary = Cell::piece(state, Kind::Emissary);
        let mut army = self.army(state).iter().copied();
        army.find(|&point| self.at(point) == emissary)
    }

    /// Moves a piece of a state; returns the captured piece, which is removed.
    pub fn shift(&mut self, state: State, from: Index, to: Index) -> Cell {
        let taken = self.at(to);
        if let Some(loser) = taken.state() {
            self.armies[loser.index()].remove(to);
        }
        self.cells[to.number()] = self.at(from);
        self.cells[from.number()] = Cell::EMPTY;
        let army = &mut self.armies[state.index()];
        army.remove(from);
        army.insert(to);
        taken
    }

    /// Removes all pieces of a state.
    pub fn clear(&mut self, state: State) {
        let army = std::mem::take(&mut self.armies[state.index()]);
        for point in army.points() {
            self.cells[point.number()] = Cell::EMPTY;
        }
    }

    fn put(&mut self, point: Index, state: State, kind: Kind) {
        self.cells[point.number()] = Cell::piece(state, kind);
        self.armies[state.index()].insert(point);
    }

    /// The text of the board.
    pub fn text(&self) -> String {
        board_text(GRID, |point| self.at(point.into()).text())
    }
}

/// For a state's army: the starting point of the general, and the directions forward and to the right.
const fn camp(state: State) -> (Index, Step, Step) {
    const WEST: (Step, Step) = (Step::EAST, Step::SOUTH);
    const SOUTH: (Step, Step) = (Step::NORTH, Step::EAST);
    const EAST: (Step, Step) = (Step::WEST, Step::NORTH);
    const NORTH: (Step, Step) = (Step::SOUTH, Step::WEST);
    let (general, (forward, right)) = match state {
        State::Qin => (Index::new(0, 9), WEST),
        State::Chu => (Index::new(5, 0), SOUTH),
        State::Han => (Index::new(13, 0), SOUTH),
        State::Qi => (Index::new(18, 5), EAST),
        State::Wei => (Index::new(18, 13), EAST),
        State::Zhao => (Index::new(13, 18), NORTH),
        State::Yan => (Index::new(5, 18), NORTH),
    };
    (general, forward, right)
}

/// The pieces of an army with their starting points: how far to the right of the general, and how far ahead.
const SETUP: [(Kind, i16, i16); ARMY] = [
    (Kind::Cavalry, -3, 0),
    (Kind::Sword, -2, 0),
    (Kind::Deputy, -1, 0),
    (Kind::General, 0, 0),
    (Kind::Adjutant, 1, 0),
    (Kind::Sword, 2, 0),
    (Kind::Cavalry, 3, 0),
    (Kind::Cavalry, -2, 1),
    (Kind::Sword, -1, 1),
    (Kind::Catapult, 0, 1),
    (Kind::Sword, 1, 1),
    (Kind::Cavalry, 2, 1),
    (Kind::Knife, -1, 2),
    (Kind::Crossbow, 0, 2),
    (Kind::Knife, 1, 2),
    (Kind::Bow, 0, 3),
    (Kind::Emissary, 0, 4),
];
