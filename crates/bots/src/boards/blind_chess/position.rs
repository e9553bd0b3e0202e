//! The board of blind chess, made for a search: it makes and unmakes moves, and has a hash.

use giog_rules::boards::search::blind_chess::{Cell, HalfBoard, distance, takes};
use giog_rules::{Color, Piece};

use crate::boards::Numbers;

/// After this number of plies in a row without a flip or a capture, the match is drawn.
pub(super) const NO_PROGRESS_PLIES: u16 = 60;
/// The number of squares.
pub(super) const SQUARES: usize = 32;
/// The number of kinds of pieces.
pub(super) const KINDS: usize = Piece::COUNT;
/// The content of a square: a kind, or one of these.
const EMPTY: u8 = 14;
const FACE_DOWN: u8 = 15;

/// A move, and what it captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Move {
    pub from: u8,
    pub to: u8,
    /// The kind that it captures.
    pub taken: Option<u8>,
}

/// The face-up pieces, which squares are face down, and who is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Position {
    cells: [u8; SQUARES],
    /// For each kind, the squares of its face-up pieces.
    pub up: [u32; KINDS],
    pub face_down: u32,
    /// The colour to move, 0 or 1.
    pub side: usize,
    /// For each kind, its pieces on the board, face up or down.
    pub left: [u8; KINDS],
    /// The plies since the last flip or capture.
    pub quiet: u16,
    pub hash: u64,
}

impl Position {
    /// A board with a colour to move; `unseen` are the pieces that lie face down.
    pub fn of(board: &HalfBoard, unseen: &[u8; KINDS]) -> Option<Self> {
        let side = side_of(board.color_on_turn()?);
        let mut position = Self {
            cells: [EMPTY; SQUARES],
            up: [0; KINDS],
            face_down: 0,
            side,
            left: *unseen,
            quiet: board.quiet(),
            hash: TABLES.side * u64::from(side == 1),
        };
        for square in 0..32_u8 {
            match board.cell(square) {
                Cell::Empty => {}
                Cell::FaceDown => {
                    position.put(square, FACE_DOWN);
                    position.face_down |= 1 << square;
                }
                Cell::Up(piece) => {
                    let kind = kind_of(piece);
                    position.put(square, kind);
                    position.up[usize::from(kind)] |= 1 << square;
                    position.left[usize::from(kind)] += 1;
                }
            }
        }
        Some(position)
    }

    /// The same after a face-down piece turned out to be of this kind. The other colour is to move.
    pub fn flipped(&self, square: u8, kind: u8) -> Self {
        let mut after = self.clone();
        after.hash ^= TABLES.cells[usize::from(square)][usize::from(FACE_DOWN)];
        after.put(square, kind);
        after.face_down &= !(1 << square);
        after.up[usize::from(kind)] |= 1 << square;
        after.quiet = 0;
        after.pass();
        after
    }

    /// Takes all pieces off.
    #[cfg(test)]
    pub fn clear_all(&mut self) {
        for square in 0..32_u8 {
            self.clear(square);
        }
        (self.up, self.face_down, self.left) = ([0; KINDS], 0, [0; KINDS]);
    }

    /// Puts a face-up piece on an empty square.
    #[cfg(test)]
    pub fn set_up(&mut self, square: u8, piece: Piece) {
        let kind = kind_of(piece);
        self.put(square, kind);
        self.up[usize::from(kind)] |= 1 << square;
        self.left[usize::from(kind)] += 1;
    }

    fn pass(&mut self) {
        self.side = 1 - self.side;
        self.hash ^= TABLES.side;
    }

    fn put(&mut self, square: u8, content: u8) {
        self.cells[usize::from(square)] = content;
        if content != EMPTY {
            self.hash ^= TABLES.cells[usize::from(square)][usize::from(content)];
        }
    }

    fn clear(&mut self, square: u8) {
        let content = usize::from(self.cells[usize::from(square)]);
        self.hash ^= TABLES.cells[usize::from(square)][content];
        self.cells[usize::from(square)] = EMPTY;
    }

    /// Makes a legal move.
    pub fn make(&mut self, step: Move) {
        let kind = self.cells[usize::from(step.from)];
        if let Some(taken) = step.taken {
            self.clear(step.to);
            self.up[usize::from(taken)] ^= 1 << step.to;
            self.left[usize::from(taken)] -= 1;
            self.quiet = 0;
        } else {
            self.quiet += 1;
        }
        self.clear(step.from);
        self.put(step.to, kind);
        self.up[usize::from(kind)] ^= 1 << step.from | 1 << step.to;
        self.pass();
    }

    /// Takes back the move that was made last, before which there were so many quiet plies.
    pub fn unmake(&mut self, step: Move, quiet: u16) {
        self.pass();
        let kind = self.cells[usize::from(step.to)];
        self.clear(step.to);
        self.put(step.from, kind);
        self.up[usize::from(kind)] ^= 1 << step.from | 1 << step.to;
        if let Some(taken) = step.taken {
            self.put(step.to, taken);
            self.up[usize::from(taken)] ^= 1 << step.to;
            self.left[usize::from(taken)] += 1;
        }
        self.quiet = quiet;
    }

    /// The legal move from a square to another; none if there is none.
    pub fn found(&self, from: u8, to: u8) -> Option<Move> {
        let mut moves = Vec::new();
        self.moves(false, &mut moves);
        moves
            .into_iter()
            .find(|step| (step.from, step.to) == (from, to))
    }

    /// The legal moves; only captures, if asked.
    pub fn moves(&self, only_captures: bool, moves: &mut Vec<Move>) {
        let occupied = self.up.iter().fold(self.face_down, |all, up| all | up);
        for kind in (self.side..KINDS).step_by(2) {
            let mut prey = 0;
            for other in (1 - self.side..KINDS).step_by(2) {
                if TABLES.takes[kind] & 1 << other != 0 {
                    prey |= self.up[other];
                }
            }
            for from in squares(self.up[kind]) {
                let near = TABLES.near[usize::from(from)];
                moves.extend(squares(near & prey).map(|to| Move {
                    from,
                    to,
                    taken: Some(self.cells[usize::from(to)]),
                }));
                if !only_captures {
                    moves.extend(squares(near & !occupied).map(|to| Move {
                        from,
                        to,
                        taken: None,
                    }));
                }
            }
        }
    }

    /// Whether a colour has any piece left.
    pub fn has_any(&self, side: usize) -> bool {
        (side..KINDS).step_by(2).any(|kind| self.left[kind] > 0)
    }
}

/// The colour as a number: the kinds of a colour are every second one.
pub(super) const fn side_of(color: Color) -> usize {
    color as usize
}

/// The number of a kind.
pub(super) fn kind_of(piece: Piece) -> u8 {
    u8::try_from(piece.index()).unwrap_or(0)
}

/// Whether a kind may capture another, of any colour.
pub(super) const fn beats(kind: usize, other: usize) -> bool {
    TABLES.takes[kind] & 1 << other != 0
}

/// The squares beside one.
pub(super) const fn near(square: u8) -> u32 {
    TABLES.near[square as usize]
}

/// The squares beside any of a set.
pub(super) fn reach(set: u32) -> u32 {
    squares(set).fold(0, |all, square| all | near(square))
}

/// The squares of a set, ascending.
pub(super) fn squares(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = u8::try_from(set.trailing_zeros()).unwrap_or(0);
        (set != 0).then(|| {
            set &= set - 1;
            square
        })
    })
}

struct Tables {
    /// For each square and content a random number.
    cells: [[u64; 16]; SQUARES],
    /// For black to move.
    side: u64,
    /// For each square those beside it.
    near: [u32; SQUARES],
    /// For each kind those that it may capture, one bit each.
    takes: [u32; KINDS],
}

static TABLES: Tables = tables();

const fn tables() -> Tables {
    let mut numbers = Numbers::new(0x0062_6c69_6e64);
    let mut tables = Tables {
        cells: [[0; 16]; SQUARES],
        side: numbers.next(),
        near: [0; SQUARES],
        takes: [0; KINDS],
    };
    let mut square = 0;
    while square < SQUARES {
        let mut content = 0;
        while content < 16 {
            tables.cells[square][content] = numbers.next();
            content += 1;
        }
        let mut other = 0;
        while other < SQUARES {
            #[expect(clippy::cast_possible_truncation, reason = "below 32")]
            if distance(square as u8, other as u8) == 1 {
                tables.near[square] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    let mut kind = 0;
    while kind < KINDS {
        let mut other = 0;
        while other < KINDS {
            if kind % 2 != other % 2 && takes(Piece::ALL[kind], Piece::ALL[other]) {
                tables.takes[kind] |= 1 << other;
            }
            other += 1;
        }
        kind += 1;
    }
    tables
}

#[cfg(test)]
mod tests {
    use giog_rules::Seat;
    use giog_rules::boards::search::blind_chess::{Finish, HalfBoard, Step};

    use super::*;

    /// What is unseen of the pieces of a layout.
    fn unseen(board: &HalfBoard, hidden: &[Piece; SQUARES]) -> [u8; KINDS] {
        let mut unseen = [0; KINDS];
        for square in 0..32_u8 {
            if board.cell(square) == Cell::FaceDown {
                unseen[hidden[usize::from(square)].index()] += 1;
            }
        }
        unseen
    }

    #[test]
    fn moves_are_those_of_the_rules_and_are_taken_back_without_a_trace() {
        let (mut captures, mut compared) = (0, 0);
        for number in 0..20 {
            let mut numbers = Numbers::new(number);
            let set = Piece::ALL.into_iter();
            let set =
                set.flat_map(|piece| [piece; 5].into_iter().take(piece.count_in_set().into()));
            let mut hidden: Vec<Piece> = set.collect();
            numbers.shuffle(&mut hidden);
            let hidden: [Piece; SQUARES] = hidden.try_into().expect("a whole set");
            let mut board = HalfBoard::new(hidden, Seat::new(0));
            for _ in 0..200 {
                if let Some(position) = Position::of(&board, &unseen(&board, &hidden)) {
                    let mut moves = Vec::new();
                    position.moves(false, &mut moves);
                    let mut listed: Vec<(u8, u8)> =
                        moves.iter().map(|step| (step.from, step.to)).collect();
                    listed.sort_unstable();
                    let legal = board.steps().into_iter().filter_map(|step| match step {
                        Step::Move { from, to } => Some((from, to)),
                        Step::Flip { .. } => None,
                    });
                    let mut legal: Vec<(u8, u8)> = legal.collect();
                    legal.sort_unstable();
                    assert_eq!(listed, legal);
                    for step in moves {
                        let mut after = position.clone();
                        after.make(step);
                        let mut made = board.clone();
                        let (from, to) = (step.from, step.to);
                        made.make(Step::Move { from, to });
                        let anew = Position::of(&made, &unseen(&made, &hidden));
                        assert_eq!(Some(&after), anew.as_ref());
                        after.unmake(step, position.quiet);
                        assert_eq!(after, position);
                        captures += u32::from(step.taken.is_some());
                        compared += 1;
                    }
                }
                let step = board.step_by_lot(|count| numbers.below(count));
                let finish = board.make(step).1;
                if matches!(finish, Some(Finish::AllCaptured | Finish::NoMove)) {
                    break;
                }
            }
        }
        assert!(captures > 100 && compared > 5_000, "{captures} {compared}");
    }
}
