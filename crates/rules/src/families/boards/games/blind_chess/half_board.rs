//! The half board of blind chess with its pieces and legal steps: the complete state of a match, without notation.

use super::squares::{NEIGHBOURS, SQUARES, square_number};
use crate::table::{Color, Piece, Seat};

/// After this number of plies in a row without a flip or a capture, the match is drawn (`docs/BOARDS.md` §5).
const NO_PROGRESS_PLIES: u16 = 60;
/// With this number of occurrences of a position, the match is drawn.
const OCCURRENCES: usize = 3;
/// The number of pieces of a colour.
const PIECES: usize = SQUARES / 2;

/// The content of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A face-down piece.
    FaceDown,
    /// A face-up piece.
    Up(Piece),
}

/// A legal action on the board, with squares as numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A piece is turned up.
    Flip {
        /// Its square.
        at: u8,
    },
    /// A piece moves, and captures the piece on the square that it reaches.
    Move {
        /// The square that it leaves.
        from: u8,
        /// The square that it reaches.
        to: u8,
    },
}

/// The ways in which a match can end on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// The other side has no piece left.
    AllCaptured,
    /// The other side has no legal action.
    NoMove,
    /// The third occurrence of a position.
    Repetition,
    /// Too many plies in a row without a flip or a capture.
    NoProgress,
}

/// A position with its hash: equal for equal positions, and usually different for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Position {
    mixed: u64,
    cells: [Cell; SQUARES],
}

/// The state of a match. Sets of squares have one bit per square. Squares are numbered by file, then by rank, so ascending bits are in
/// the order of moves.
#[derive(Clone, Debug)]
pub struct HalfBoard {
    /// For each square, the piece of the initial layout. It is what a face-down piece turns up as.
    hidden: [Piece; SQUARES],
    cells: [Cell; SQUARES],
    face_down: u32,
    /// For each kind, the squares of its face-up pieces.
    up: [u32; Piece::COUNT],
    /// For each colour, the number of its pieces on the board, face up or down.
    left: [u8; 2],
    turn: Seat,
    /// The colour of seat 0, once it is known; seat 1 has the other colour.
    color: Option<Color>,
    /// The number of plies since the last flip or capture, and the positions since then.
    quiet: u16,
    since: Vec<Position>,
}

impl HalfBoard {
    /// All pieces face down; `hidden` is the layout by square numbers.
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

    /// All pieces face down, with an unknown layout: before a flip, [`Self::suppose`] must tell what it turns up.
    pub const fn face_down(first: Seat) -> Self {
        Self::new([Piece::RedGeneral; SQUARES], first)
    }

    /// Sets the face-down piece on a square.
    pub const fn suppose(&mut self, at: u8, piece: Piece) {
        self.hidden[at as usize] = piece;
    }

    /// Whether any piece is face down.
    pub const fn has_face_down(&self) -> bool {
        self.face_down != 0
    }

    /// The face-up pieces with their squares.
    pub fn pieces(&self) -> impl Iterator<Item = (u8, Piece)> {
        let kinds = Piece::ALL.into_iter();
        kinds.flat_map(|piece| squares(self.up[piece.index()]).map(move |at| (at, piece)))
    }

    /// The legal moves of the side to move, in order, each with the piece that it captures.
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

    /// The colour of the side to move, once it is known.
    pub fn color_on_turn(&self) -> Option<Color> {
        self.color.map(|color| match self.turn.index() {
            0 => color,
            _ => color.other(),
        })
    }

    /// The number of plies since the last flip or capture.
    pub const fn quiet(&self) -> u16 {
        self.quiet
    }

    /// The content of a square.
    pub const fn cell(&self, square: u8) -> Cell {
        self.cells[square as usize]
    }

    /// The number of legal steps.
    pub fn count_steps(&self) -> u32 {
        let mut count = self.face_down.count_ones();
        self.each_mover(|_, reached| count += reached.count_ones());
        count
    }

    /// The legal steps: flips in the order of the layout, then moves in order.
    pub fn steps(&self) -> Vec<Step> {
        let layout = (0..SQUARES).map(square_number);
        let flips = layout.filter(|&at| self.face_down & bit(at) != 0);
        let mut steps: Vec<Step> = flips.map(|at| Step::Flip { at }).collect();
        self.each_mover(|from, reached| {
            steps.extend(squares(reached).map(|to| Step::Move { from, to }));
        });
        steps
    }

    /// A random legal step, all equally likely; `uniform(n)` returns numbers from 0 to `n - 1`.
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

    /// Makes a legal step; returns the captured piece, if any, and how the match ends, if it does.
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

    /// Moves the face-up piece on `from`; returns the piece that was on `to`.
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
        /// An odd multiplier for mixing (2^64 divided by the golden ratio).
        const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
        // Between the compared positions nothing is turned up or captured, so the face-up pieces are enough to distinguish them.
        let mix = |mixed: u64, &up: &u32| (mixed ^ u64::from(up)).wrapping_mul(MIX).rotate_left(23);
        Position {
            mixed: self.up.iter().fold(0, mix),
            cells: self.cells,
        }
    }

    /// How the match ends after a ply (`docs/BOARDS.md` §5); `turn` is already the next seat.
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

    /// How often the position after the last ply has occurred.
    pub fn occurrences(&self) -> usize {
        let Some(last) = self.since.last() else {
            return 0;
        };
        // The same side is to move after every second ply.
        let same_turn = self.since.iter().rev().step_by(2);
        same_turn.filter(|&before| before == last).count()
    }

    /// Calls `found` for each square, in order, with a piece that the side to move can move, and the squares that it can reach.
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

/// Whether a piece may capture one of the other colour: pieces of equal or lower rank, except that a general cannot capture a soldier,
/// and a soldier can capture a general (`docs/BOARDS.md` §5).
pub const fn takes(piece: Piece, prey: Piece) -> bool {
    const GENERAL: u8 = 7;
    const SOLDIER: u8 = 1;
    match (rank(piece), rank(prey)) {
        (GENERAL, SOLDIER) => false,
        (SOLDIER, GENERAL) => true,
        (piece, prey) => piece >= prey,
    }
}

/// For each kind of piece, the kinds that it may capture.
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

/// A set of kinds of one colour.
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

/// The square with index `n` in a set, in ascending order.
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
