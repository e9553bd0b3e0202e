//! A position in the search: the board, the reserve in supply chess, and the earlier positions.

use std::sync::LazyLock;

use giog_rules::boards::CheckRule;
use giog_rules::boards::search::{Board, Kind, Square};
use giog_rules::{Color, Piece};

use super::insight;
use super::worth::{self, Worth};

/// A match is drawn after this number of plies in a row without a capture or drop (`docs/BOARDS.md` §3.6, §4).
const QUIET_PLIES: usize = 120;
/// Number of points on the board.
const SQUARES: usize = 90;
/// Size of the table of keys for pieces in reserve: 0 to 10 pieces of a kind, as many as two sets have.
const RESERVED: usize = 11;

static WORTH: LazyLock<Worth> = LazyLock::new(Worth::new);
static KEYS: LazyLock<Keys> = LazyLock::new(Keys::new);

/// Random numbers for Zobrist hashing: a position's hash is their exclusive or.
struct Keys {
    at: Vec<[u64; Piece::COUNT]>,
    reserve: [[u64; RESERVED]; Piece::COUNT],
    black_moves: u64,
}

impl Keys {
    fn new() -> Self {
        let mut numbers = crate::boards::chance::Numbers::new(0);
        let mut next = || numbers.next();
        Self {
            at: (0..SQUARES)
                .map(|_| [(); Piece::COUNT].map(|()| next()))
                .collect(),
            reserve: [(); Piece::COUNT].map(|()| [(); RESERVED].map(|()| next())),
            black_moves: next(),
        }
    }
}

/// A move or a drop of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Move { from: Square, to: Square },
    Drop { piece: Piece, to: Square },
}

/// A position on one board.
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
    turn: Color,
    rule: CheckRule,
    reserve: [u8; Piece::COUNT],
    /// The score of red minus that of black.
    score: i32,
    past: Vec<Past>,
    hash: u64,
}

/// An earlier position.
#[derive(Clone, Copy, Debug)]
struct Past {
    hash: u64,
    /// Whether the side to move was in check.
    check: bool,
    /// Plies since the last capture or drop.
    quiet: usize,
}

/// What is needed to undo a step.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    taken: Option<Piece>,
    score: i32,
    hash: u64,
}

/// What a repetition means for the side to move if both sides continue in the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeated {
    Won,
    Lost,
    Drawn,
}

impl Position {
    /// The starting position.
    pub fn start(rule: CheckRule) -> Self {
        let board = Board::start();
        let (mut score, mut hash) = (0, 0);
        for square in board.occupied() {
            if let Some(piece) = board.at(square) {
                score += WORTH.at(square, piece);
                hash ^= KEYS.at[square.index()][piece.index()];
            }
        }
        let mut position = Self {
            board,
            turn: Color::Red,
            rule,
            reserve: [0; Piece::COUNT],
            score,
            past: Vec::new(),
            hash,
        };
        position.remember(0);
        position
    }

    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The hash of the position: all pieces, the reserves, and the side to move.
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// The static score for the side to move.
    pub const fn score(&self) -> i32 {
        match self.turn {
            Color::Red => self.score,
            Color::Black => -self.score,
        }
    }

    /// The same, with what the position is worth beyond its pieces and their points.
    pub fn insight(&self) -> i32 {
        insight::worth(&self.board, self.turn, self.score())
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.past.last().is_some_and(|past| past.check)
    }

    /// Whether the match is drawn because nothing was captured or dropped for too long.
    pub fn is_stale(&self) -> bool {
        self.quiet() >= QUIET_PLIES
    }

    fn quiet(&self) -> usize {
        self.past.last().map_or(0, |past| past.quiet)
    }

    /// Whether the side to move has attacking pieces other than soldiers.
    pub fn has_strength(&self) -> bool {
        let of = |kind: Kind| self.board.of(kind.piece(self.turn));
        let strong = [Kind::Chariot, Kind::Horse, Kind::Cannon].map(of);
        strong.into_iter().any(|pieces| !pieces.is_empty())
    }

    /// The piece that a step captures.
    pub fn taken(&self, step: Step) -> Option<Piece> {
        match step {
            Step::Move { to, .. } => self.board.at(to),
            Step::Drop { .. } => None,
        }
    }

    /// Calls `found` with each legal step; if `quiet` is false, only with captures.
    pub fn each_step(&self, quiet: bool, mut found: impl FnMut(Step)) {
        let enemy = self.board.of_color(self.turn.other());
        self.board.each_move(self.turn, self.rule, |from, reach| {
            let reach = if quiet { reach } else { reach & enemy };
            reach
                .into_iter()
                .for_each(|to| found(Step::Move { from, to }));
        });
        if !quiet {
            return;
        }
        for piece in Piece::ALL {
            if piece.color() == self.turn && self.reserve[piece.index()] > 0 {
                let drops = self.board.drops(piece, self.rule);
                drops
                    .into_iter()
                    .for_each(|to| found(Step::Drop { piece, to }));
            }
        }
    }

    /// Makes a legal step.
    pub fn make(&mut self, step: Step) -> Undo {
        let mut undo = Undo {
            taken: None,
            score: self.score,
            hash: self.hash,
        };
        let quiet = match step {
            Step::Move { from, to } => {
                let piece = self.board.at(from);
                undo.taken = self.board.make(from, to);
                if let Some(piece) = piece {
                    self.count(from, piece, -1);
                    self.count(to, piece, 1);
                }
                if let Some(taken) = undo.taken {
                    self.count(to, taken, -1);
                    0
                } else {
                    self.quiet() + 1
                }
            }
            Step::Drop { piece, to } => {
                self.board.put(to, piece);
                self.count(to, piece, 1);
                self.supply(piece, -1);
                0
            }
        };
        self.pass_turn();
        // After the capture of the general, the match is over and no repetition is checked.
        if undo.taken.map(Kind::of) != Some(Kind::General) {
            self.remember(quiet);
        }
        undo
    }

    /// Undoes the last step.
    pub fn unmake(&mut self, step: Step, undo: Undo) {
        match step {
            Step::Move { from, to } => self.board.unmake(from, to, undo.taken),
            Step::Drop { piece, to } => {
                self.board.take(to);
                self.reserve[piece.index()] += 1;
            }
        }
        self.turn = self.turn.other();
        (self.score, self.hash) = (undo.score, undo.hash);
        if undo.taken.map(Kind::of) != Some(Kind::General) {
            self.past.pop();
        }
    }

    /// Passes the turn (null move). Repetitions are not looked for beyond it.
    pub fn pass(&mut self) {
        self.pass_turn();
        self.past.push(Past {
            hash: self.hash,
            check: false,
            quiet: 0,
        });
    }

    /// Undoes a pass.
    pub fn undo_pass(&mut self) {
        self.past.pop();
        self.turn = self.turn.other();
        self.hash ^= KEYS.black_moves;
    }

    /// Adds so many pieces of a kind to the reserve; a negative number removes them.
    pub fn supply(&mut self, piece: Piece, more: i8) {
        let reserve = &mut self.reserve[piece.index()];
        let keys = &KEYS.reserve[piece.index()];
        self.hash ^= keys[usize::from(*reserve).min(RESERVED - 1)];
        *reserve = reserve.saturating_add_signed(more);
        self.hash ^= keys[usize::from(*reserve).min(RESERVED - 1)];
        self.score += i32::from(more) * worth::in_reserve(piece);
    }

    /// Whether the position has occurred before, and what it means if both sides continue in the same way: a side that gives check on
    /// every ply loses (`docs/BOARDS.md` §3.5). Chases are not checked here.
    pub fn repeated(&self) -> Option<Repeated> {
        let last = self.past.len() - 1;
        let plies = (2..=self.quiet().min(last)).step_by(2);
        let first = plies
            .map(|plies| last - plies)
            .find(|&before| self.past[before].hash == self.hash)?;
        let stretch = &self.past[first + 1..];
        let checks = |skip: usize| {
            stretch
                .iter()
                .rev()
                .skip(skip)
                .step_by(2)
                .all(|past| past.check)
        };
        // The last ply was the opponent's.
        Some(match (checks(0), checks(1)) {
            (true, false) => Repeated::Won,
            (false, true) => Repeated::Lost,
            _ => Repeated::Drawn,
        })
    }

    /// Whether the position occurs for the third time.
    pub fn is_third(&self) -> bool {
        let last = self.past.len() - 1;
        let plies = (2..=self.quiet().min(last)).step_by(2);
        let same = plies.filter(|plies| self.past[last - plies].hash == self.hash);
        same.count() >= 2
    }

    fn pass_turn(&mut self) {
        self.turn = self.turn.other();
        self.hash ^= KEYS.black_moves;
    }

    fn remember(&mut self, quiet: usize) {
        self.past.push(Past {
            hash: self.hash,
            check: self.board.is_attacked(self.turn),
            quiet,
        });
    }

    fn count(&mut self, square: Square, piece: Piece, more: i32) {
        self.score += more * WORTH.at(square, piece);
        self.hash ^= KEYS.at[square.index()][piece.index()];
    }
}
