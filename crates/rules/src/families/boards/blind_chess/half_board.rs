//! Half a board, what lies on it, and the steps that are legal there: the whole state of a match but for what is written of it.

use super::squares::{NEIGHBOURS, SQUARES, square_number};
use crate::table::{Color, Piece, Seat};

/// Plies in a row without a flip or a capture that end a match, drawn (`docs/BOARDS.md` §5).
const NO_PROGRESS_PLIES: u16 = 60;
/// How often a position may come.
const OCCURRENCES: usize = 3;
/// Pieces of a colour.
const PIECES: usize = SQUARES / 2;

/// What lies on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A piece that nobody knows.
    FaceDown,
    /// A piece that everybody sees.
    Up(Piece),
}

/// A legal action on the board; squares by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A piece is turned up.
    Flip {
        /// Where it lies.
        at: u8,
    },
    /// A piece moves, and takes what lies where it goes.
    Move {
        /// The square left.
        from: u8,
        /// The square reached.
        to: u8,
    },
}

/// How a match can end on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// The other side has no piece left.
    AllCaptured,
    /// The other side can do nothing.
    NoMove,
    /// The same position has come for the third time.
    Repetition,
    /// Nothing was turned up or taken for too long.
    NoProgress,
}

/// A position, with a number that is the same for equal ones and mostly another for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Position {
    mixed: u64,
    cells: [Cell; SQUARES],
}

/// The state of a match. A square is a bit of the sets; squares are numbered by file, then by rank, so that ascending bits
/// are the order of moves.
#[derive(Clone, Debug)]
pub struct HalfBoard {
    /// What lies there, face down or not: the layout, as far as nobody has taken or moved it.
    hidden: [Piece; SQUARES],
    cells: [Cell; SQUARES],
    face_down: u32,
    /// The face-up pieces of each kind.
    up: [u32; Piece::COUNT],
    /// How many pieces each colour has left, face up or down.
    left: [u8; 2],
    turn: Seat,
    /// The colour of seat 0; the other seat has the other.
    color: Option<Color>,
    /// Plies since the last flip or capture, and the positions after them.
    quiet: u16,
    since: Vec<Position>,
}

impl HalfBoard {
    /// All face down; `hidden` by the squares' numbers.
    pub const fn new(hidden: [Piece; SQUARES], first: Seat) -> Self {
        Self {
            hidden,
            cells: [Cell::FaceDown; SQUARES],
            face_down: u32::MAX,
            up: [0; Piece::COUNT],
            left: [16; 2],
            turn: first,
            color: None,
            quiet: 0,
            since: Vec::new(),
        }
    }

    /// All face down, and nobody knows what lies where: what is turned up has to be supposed first.
    pub const fn face_down(first: Seat) -> Self {
        Self::new([Piece::RedGeneral; SQUARES], first)
    }

    /// From now on this piece lies face down on a square.
    pub const fn suppose(&mut self, at: u8, piece: Piece) {
        self.hidden[at as usize] = piece;
    }

    /// Whether anything can be turned up.
    pub const fn has_face_down(&self) -> bool {
        self.face_down != 0
    }

    /// The pieces that lie face up, and where.
    pub fn pieces(&self) -> impl Iterator<Item = (u8, Piece)> {
        let kinds = Piece::ALL.into_iter();
        kinds.flat_map(|piece| squares(self.up[piece.index()]).map(move |at| (at, piece)))
    }

    /// The legal moves of who is on turn, in order, each with what it takes.
    pub fn moves(&self) -> Vec<(Step, Option<Piece>)> {
        let mut moves = Vec::new();
        self.each_mover(|from, reached| {
            moves.extend(squares(reached).map(|to| {
                let taken = match self.cell(to) {
                    Cell::Up(taken) => Some(taken),
                    Cell::Empty | Cell::FaceDown => None,
                };
                (Step::Move { from, to }, taken)
            }));
        });
        moves
    }

    /// Whose turn it is.
    pub const fn turn(&self) -> Seat {
        self.turn
    }

    /// The colour of the seat on turn, once it is known.
    pub fn color_on_turn(&self) -> Option<Color> {
        self.color.map(|color| match self.turn.index() {
            0 => color,
            _ => color.other(),
        })
    }

    /// Plies since the last flip or capture.
    pub const fn quiet(&self) -> u16 {
        self.quiet
    }

    /// What lies on a square.
    pub const fn cell(&self, square: u8) -> Cell {
        self.cells[square as usize]
    }

    /// How many steps are legal.
    pub fn count_steps(&self) -> u32 {
        let mut count = self.face_down.count_ones();
        self.each_mover(|_, reached| count += reached.count_ones());
        count
    }

    /// The legal steps: flips in the order of the layout, then moves in their order.
    pub fn steps(&self) -> Vec<Step> {
        let layout = (0..SQUARES).map(square_number);
        let flips = layout.filter(|&at| self.face_down & bit(at) != 0);
        let mut steps: Vec<Step> = flips.map(|at| Step::Flip { at }).collect();
        self.each_mover(|from, reached| {
            steps.extend(squares(reached).map(|to| Step::Move { from, to }));
        });
        steps
    }

    /// One of the legal steps, each as likely: `uniform(n)` gives numbers from 0 to `n - 1`.
    pub fn step_by_lot(&self, uniform: impl FnOnce(u32) -> u32) -> Step {
        let flips = self.face_down.count_ones();
        let (mut movers, mut count, mut steps) = ([(0, 0); PIECES], 0, flips);
        self.each_mover(|from, reached| {
            movers[count] = (from, reached);
            count += 1;
            steps += reached.count_ones();
        });
        let mut rest = uniform(steps);
        if rest < flips {
            let at = nth_square(self.face_down, rest);
            return Step::Flip { at };
        }
        rest -= flips;
        for &(from, reached) in &movers[..count] {
            if rest < reached.count_ones() {
                let to = nth_square(reached, rest);
                return Step::Move { from, to };
            }
            rest -= reached.count_ones();
        }
        unreachable!("the number is below that of the steps")
    }

    /// Makes a legal step; gives the piece taken, if one is, and how the match ends, if it does.
    pub fn make(&mut self, step: Step) -> (Option<Piece>, Option<Finish>) {
        let taken = match step {
            Step::Flip { at } => {
                self.flip(at);
                None
            }
            Step::Move { from, to } => self.carry(from, to),
        };
        if matches!(step, Step::Flip { .. }) || taken.is_some() {
            self.quiet = 0;
            self.since.clear();
        } else {
            self.quiet += 1;
        }
        self.since.push(self.position());
        self.turn = Seat::new(1 - self.turn.index());
        (taken, self.finish())
    }

    fn flip(&mut self, at: u8) {
        let piece = self.hidden[usize::from(at)];
        if self.color.is_none() {
            self.color = Some(match self.turn.index() {
                0 => piece.color(),
                _ => piece.color().other(),
            });
        }
        self.face_down &= !bit(at);
        self.up[piece.index()] |= bit(at);
        self.cells[usize::from(at)] = Cell::Up(piece);
    }

    /// Moves what lies face up on `from`; gives what lay on `to`.
    fn carry(&mut self, from: u8, to: u8) -> Option<Piece> {
        let Cell::Up(piece) = self.cell(from) else {
            unreachable!("only face-up pieces move")
        };
        let taken = match self.cell(to) {
            Cell::Up(taken) => {
                self.up[taken.index()] &= !bit(to);
                self.left[taken.color() as usize] -= 1;
                Some(taken)
            }
            Cell::Empty | Cell::FaceDown => None,
        };
        self.up[piece.index()] ^= bit(from) | bit(to);
        self.cells[usize::from(from)] = Cell::Empty;
        self.cells[usize::from(to)] = Cell::Up(piece);
        taken
    }

    fn position(&self) -> Position {
        /// An odd number without a pattern.
        const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
        // While positions are compared, nothing is turned up or taken: the face-up pieces tell them apart.
        let mix = |mixed: u64, &up: &u32| (mixed ^ u64::from(up)).wrapping_mul(MIX).rotate_left(23);
        Position {
            mixed: self.up.iter().fold(0, mix),
            cells: self.cells,
        }
    }

    /// How the match ends after a ply (`docs/BOARDS.md` §5), the next seat being on turn.
    fn finish(&self) -> Option<Finish> {
        let color = self.color_on_turn()?;
        if self.left[color as usize] == 0 {
            return Some(Finish::AllCaptured);
        }
        if self.face_down == 0 && self.count_steps() == 0 {
            return Some(Finish::NoMove);
        }
        if self.occurrences() >= OCCURRENCES {
            return Some(Finish::Repetition);
        }
        (self.quiet >= NO_PROGRESS_PLIES).then_some(Finish::NoProgress)
    }

    /// How often the position after the last ply has come.
    pub fn occurrences(&self) -> usize {
        let Some(last) = self.since.last() else {
            return 0;
        };
        // The same side is on turn after every second ply.
        let same_turn = self.since.iter().rev().step_by(2);
        same_turn.filter(|&before| before == last).count()
    }

    /// Every square with a piece that the seat on turn can move, in order, and the squares it can reach.
    fn each_mover(&self, mut found: impl FnMut(u8, u32)) {
        let Some(color) = self.color_on_turn() else {
            return;
        };
        let occupied = self.up.iter().fold(self.face_down, |all, up| all | up);
        let mut mine = 0;
        let reach = of_color(color).map(|piece| {
            mine |= self.up[piece.index()];
            let prey = PREY[piece.index()].iter();
            prey.fold(!occupied, |all, prey| all | self.up[prey.index()])
        });
        for from in squares(mine) {
            if let Cell::Up(piece) = self.cell(from) {
                let reached = NEIGHBOURS[usize::from(from)] & reach[piece.index() / 2];
                if reached != 0 {
                    found(from, reached);
                }
            }
        }
    }
}

/// Whether a piece may take another of the other colour: equal and lower ones, but a general no soldier, and a soldier a
/// general (`docs/BOARDS.md` §5).
pub const fn takes(piece: Piece, prey: Piece) -> bool {
    const GENERAL: u8 = 7;
    const SOLDIER: u8 = 1;
    match (rank(piece), rank(prey)) {
        (GENERAL, SOLDIER) => false,
        (SOLDIER, GENERAL) => true,
        (piece, prey) => piece >= prey,
    }
}

/// What each piece may take.
static PREY: [Prey; Piece::COUNT] = {
    let mut all = [Prey::NONE; Piece::COUNT];
    let mut index = 0;
    while index < Piece::COUNT {
        let piece = Piece::ALL[index];
        let others = of_color(piece.color().other());
        let mut other = 0;
        while other < others.len() {
            if takes(piece, others[other]) {
                all[index].kinds[all[index].count] = others[other];
                all[index].count += 1;
            }
            other += 1;
        }
        index += 1;
    }
    all
};

/// Some kinds of a colour.
#[derive(Clone, Copy)]
struct Prey {
    kinds: [Piece; Piece::COUNT / 2],
    count: usize,
}

impl Prey {
    const NONE: Self = Self {
        kinds: [Piece::RedGeneral; Piece::COUNT / 2],
        count: 0,
    };

    fn iter(&self) -> impl Iterator<Item = Piece> {
        self.kinds[..self.count].iter().copied()
    }
}

/// The rank of a piece in this game, from 7 for a general to 1 for a soldier.
const fn rank(piece: Piece) -> u8 {
    // General, guard, elephant, chariot, horse, cannon, soldier.
    const RANKS: [u8; Piece::COUNT / 2] = [7, 2, 3, 6, 5, 4, 1];
    RANKS[piece.index() / 2]
}

/// The kinds of a colour, in strength order.
const fn of_color(color: Color) -> [Piece; Piece::COUNT / 2] {
    let mut kinds = [Piece::RedGeneral; Piece::COUNT / 2];
    let mut index = 0;
    while index < kinds.len() {
        kinds[index] = Piece::ALL[2 * index + color as usize];
        index += 1;
    }
    kinds
}

const fn bit(square: u8) -> u32 {
    1 << square
}

/// The squares of a set, ascending.
fn squares(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = u8::try_from(set.trailing_zeros()).expect("at most 32");
        (set != 0).then(|| {
            set &= set - 1;
            square
        })
    })
}

/// The square of a set that has `n` squares before it.
fn nth_square(set: u32, n: u32) -> u8 {
    let mut squares = squares(set);
    squares
        .nth(n as usize)
        .expect("n is below the number of squares")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_those_of_the_book() {
        let order = ['K', 'R', 'H', 'C', 'E', 'A', 'P'];
        for (i, piece) in order.into_iter().enumerate() {
            for (j, prey) in order.into_iter().enumerate() {
                let (piece, prey) = (
                    Piece::from_code(piece).expect("a piece"),
                    Piece::from_code(prey.to_ascii_lowercase()).expect("a piece"),
                );
                let expected = match (i, j) {
                    (0, 6) => false,
                    (6, 0) => true,
                    _ => i <= j,
                };
                assert_eq!(takes(piece, prey), expected, "{piece} {prey}");
            }
        }
    }
}
