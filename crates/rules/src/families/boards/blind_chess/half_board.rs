//! Half a board, what lies on it, and the steps that are legal there: the whole state of a match but for what is written of it.

use super::squares::{NEIGHBOURS, SQUARES, square_number};
use crate::table::{Color, Piece, Seat};

/// Plies in a row without a flip or a capture that end a match, drawn (`docs/BOARDS.md` §5).
const NO_PROGRESS_PLIES: u16 = 60;
/// How often a position may come.
const OCCURRENCES: usize = 3;

/// What lies on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    Empty,
    FaceDown,
    Up(Piece),
}

/// A legal action on the board; squares by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Flip { at: u8 },
    Move { from: u8, to: u8 },
}

/// How a match can end on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Finish {
    AllCaptured,
    NoMove,
    Repetition,
    NoProgress,
}

/// The state of a match. A square is a bit of the sets; squares are numbered by file, then by rank, so that ascending bits
/// are the order of moves.
#[derive(Clone, Debug)]
pub(super) struct HalfBoard {
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
    since: Vec<[Cell; SQUARES]>,
}

impl HalfBoard {
    /// All face down; `hidden` by the squares' numbers.
    pub fn new(hidden: [Piece; SQUARES], first: Seat) -> Self {
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

    /// One of the legal steps, any for each number below [`HalfBoard::count_steps`]; not in the order of [`HalfBoard::steps`].
    pub fn nth_step(&self, n: u32) -> Step {
        let flips = self.face_down.count_ones();
        if n < flips {
            let at = nth_square(self.face_down, n);
            return Step::Flip { at };
        }
        let (mut rest, mut found) = (n - flips, None);
        self.each_mover(|from, reached| {
            let count = reached.count_ones();
            if found.is_none() && rest < count {
                let to = nth_square(reached, rest);
                found = Some(Step::Move { from, to });
            }
            rest = rest.wrapping_sub(count);
        });
        found.expect("n is below the number of steps")
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
        self.since.push(self.cells);
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

    /// How the match ends after a ply (`docs/BOARDS.md` §5), the next seat being on turn.
    fn finish(&self) -> Option<Finish> {
        let color = self.color_on_turn()?;
        if self.left[color as usize] == 0 {
            return Some(Finish::AllCaptured);
        }
        if self.face_down == 0 && self.count_steps() == 0 {
            return Some(Finish::NoMove);
        }
        // The same side is on turn after every second ply.
        let same_turn = self.since.iter().rev().step_by(2);
        if same_turn.filter(|&&cells| cells == self.cells).count() >= OCCURRENCES {
            return Some(Finish::Repetition);
        }
        (self.quiet >= NO_PROGRESS_PLIES).then_some(Finish::NoProgress)
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
            let prey = of_color(color.other()).map(|prey| {
                if takes(piece, prey) {
                    self.up[prey.index()]
                } else {
                    0
                }
            });
            !occupied | prey.into_iter().fold(0, |all, up| all | up)
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
pub(super) const fn takes(piece: Piece, prey: Piece) -> bool {
    const GENERAL: u8 = 7;
    const SOLDIER: u8 = 1;
    match (rank(piece), rank(prey)) {
        (GENERAL, SOLDIER) => false,
        (SOLDIER, GENERAL) => true,
        (piece, prey) => piece >= prey,
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
