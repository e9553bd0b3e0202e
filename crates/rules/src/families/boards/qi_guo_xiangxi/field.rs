//! The board of seven kingdoms: what stands where, and where each state's pieces stand.

use super::cell::{Cell, Kind};
use super::state::{STATES, State};
use crate::families::boards::point::{Grid, Point, board_text};

/// The board.
pub(super) const GRID: Grid = Grid {
    files: 19,
    ranks: 19,
    first_rank: 1,
};
/// Pieces of an army.
pub(super) const ARMY: usize = 17;
/// From a point to the one east of it: a file with one point of border, which is north of this file and south of the next.
const FILE: u16 = GRID.ranks as u16 + 1;
/// The board with a border of one point on each side.
const CELLS: usize = FILE as usize * (GRID.files as usize + 2) + 1;

/// A point, as an index of the cells of the board with its border: in the order of points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Index(u16);

impl Index {
    /// In the middle, where Zhou stands.
    pub const ZHOU: Self = Self::new(9, 9);

    const fn new(file: u8, rank: u8) -> Self {
        assert!(
            file < GRID.files && rank < GRID.ranks,
            "a point lies on the board"
        );
        Self((file as u16 + 1) * FILE + rank as u16 + 1)
    }

    /// The point one step away. A point of the border may come out, but no step leads on from there.
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

/// A step to one of the eight points around.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step(i16);

impl Step {
    pub const NORTH: Self = Self::new(0, 1);
    pub const EAST: Self = Self::new(1, 0);
    pub const SOUTH: Self = Self::new(0, -1);
    pub const WEST: Self = Self::new(-1, 0);

    /// One step over so many files and ranks, each -1, 0 or 1.
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

/// Where the pieces of a state stand, in the order of points.
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

/// What stands on every point, and the same by states.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    cells: [Cell; CELLS],
    armies: [Army; STATES],
}

impl Field {
    /// The setup: the same army seven times, each turned to its side, the deputy on the general's left.
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

    /// What a text of the board shows; none where it is not one.
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

    /// Nothing but Zhou.
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

    /// What stands there.
    pub fn at(&self, point: Index) -> Cell {
        self.cells[point.number()]
    }

    /// Where the pieces of a state stand, in the order of points.
    pub fn army(&self, state: State) -> &[Index] {
        self.armies[state.index()].points()
    }

    /// Where a state's emissary stands: each state on the board has one, since nothing takes it.
    pub fn emissary(&self, state: State) -> Option<Index> {
        let emissary = Cell::piece(state, Kind::Emissary);
        let mut army = self.army(state).iter().copied();
        army.find(|&point| self.at(point) == emissary)
    }

    /// Moves a piece of a state; what it takes is off the board and given back.
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

    /// Takes all pieces of a state off the board.
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

/// Where a state's general stands at first, which way is forward for its army, and which to the right.
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

/// Each piece of an army, how far to the right of the general it stands at first, and how far ahead.
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
