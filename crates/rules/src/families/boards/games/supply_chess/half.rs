//! One of the two boards: its position with reserve, legal steps, and ends.

use crate::families::boards::chinese_chess::repetition::{self, Manner};
use crate::families::boards::chinese_chess::{BadFen, Board, CheckRule, Fen, GRID, Kind, Square};
use crate::families::boards::tally::Tally;
use crate::families::boards::{BoardAction, BoardEnd};
use crate::table::{Color, Piece, RefusalCode};

/// After this number of plies in a row without a capture or drop on one board, the match is drawn.
const NO_CAPTURE_PLIES: u32 = 120;

/// A legal action on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Move { from: Square, to: Square },
    Drop { piece: Piece, to: Square },
}

/// One board.
#[derive(Clone, Debug)]
pub(super) struct Half {
    rule: CheckRule,
    now: Fen,
    /// The positions at the start and after each ply. The reserve may have grown before a ply.
    history: Vec<Moment>,
}

#[derive(Clone, Debug)]
struct Moment {
    board: Board,
    reserve: Tally,
    /// Whether the ply before attacks the general of the side to move.
    checks: bool,
}

impl Moment {
    fn is_same(&self, other: &Self) -> bool {
        (self.board, self.reserve) == (other.board, other.reserve)
    }
}

impl Half {
    /// A board in a starting position. The number of pieces is not checked here, because it depends on both boards.
    pub fn new(start: &str, rule: CheckRule) -> Result<Self, BadFen> {
        let now = Fen::parse(start, true)?;
        let mut half = Self {
            rule,
            now,
            history: Vec::new(),
        };
        if half.count_steps() == 0 {
            return Err(BadFen::Over);
        }
        half.remember(false);
        Ok(half)
    }

    /// The current position.
    pub const fn now(&self) -> &Fen {
        &self.now
    }

    /// The number of plies so far. A ply that captures the general, and so ends the match, does not count.
    pub fn plies(&self) -> u32 {
        u32::try_from(self.history.len() - 1).expect("a match has at most 600 plies")
    }

    /// The pieces in reserve.
    fn reserve(&self) -> Tally {
        self.now.reserve.unwrap_or_default()
    }

    /// Adds a piece to the reserve.
    pub fn supply(&mut self, piece: Piece) {
        self.now.reserve.get_or_insert_default().add(piece);
    }

    /// The number of legal steps.
    pub fn count_steps(&self) -> usize {
        let drops = self
            .own_kinds()
            .map(|piece| self.now.board.drops(piece, self.rule).len() as usize);
        self.now.board.count_moves(self.now.turn, self.rule) + drops.sum::<usize>()
    }

    /// The legal steps: moves, then drops by strength of the piece, then by point.
    pub fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        self.now
            .board
            .each_move(self.now.turn, self.rule, |from, reach| {
                steps.extend(reach.into_iter().map(|to| Step::Move { from, to }));
            });
        for piece in self.own_kinds() {
            let drops = self.now.board.drops(piece, self.rule).into_iter();
            steps.extend(drops.map(|to| Step::Drop { piece, to }));
        }
        steps
    }

    /// The step for an action, or why it is not legal.
    pub fn step(&self, action: &BoardAction) -> Result<Step, RefusalCode> {
        match action {
            BoardAction::Move { points } => {
                let (from, to) = GRID.points(points).ok_or(RefusalCode::NoSuchPoint)?;
                let (from, to) = (from.into(), to.into());
                let board = &self.now.board;
                board.check_move(self.now.turn, self.rule, from, to)?;
                Ok(Step::Move { from, to })
            }
            BoardAction::Drop { piece, to } => {
                let to = GRID.point(to).ok_or(RefusalCode::NoSuchPoint)?.into();
                let mut kinds = self.own_kinds();
                let piece = kinds
                    .find(|kind| piece.chars().eq([kind.code()]))
                    .ok_or(RefusalCode::NotInReserve)?;
                self.now.board.check_drop(piece, self.rule, to)?;
                Ok(Step::Drop { piece, to })
            }
            _ => Err(RefusalCode::WrongAction),
        }
    }

    /// Makes a legal step; returns the captured piece.
    pub fn make(&mut self, step: Step) -> Option<Piece> {
        let taken = match step {
            Step::Move { from, to } => {
                let taken = self.now.board.make(from, to);
                self.now.pass_turn(taken.is_none());
                taken
            }
            Step::Drop { piece, to } => {
                self.now.board.put(to, piece);
                self.now.reserve.get_or_insert_default().remove(piece);
                self.now.pass_turn(false);
                None
            }
        };
        if taken.map(Kind::of) != Some(Kind::General) {
            self.remember(self.now.board.is_attacked(self.now.turn));
        }
        taken
    }

    /// How the match ends after a step that captured no general (§4), and which colour on this board wins; none for a draw.
    pub fn finish(&self) -> Option<(BoardEnd, Option<Color>)> {
        let turn = self.now.turn;
        if self.count_steps() == 0 {
            let end = if self.now.board.is_attacked(turn) {
                BoardEnd::Checkmate
            } else {
                BoardEnd::Stalemate
            };
            return Some((end, Some(turn.other())));
        }
        if let Some(first) = repetition::first_of_three(&self.history, Moment::is_same) {
            let (last, other) = (self.manner(first, 0), self.manner(first, 1));
            return Some(match turn.other() {
                Color::Red => repetition::judge(last, other),
                Color::Black => repetition::judge(other, last),
            });
        }
        (self.now.quiet >= NO_CAPTURE_PLIES).then_some((BoardEnd::NoCapture, None))
    }

    /// Whether the position after the last ply occurred before.
    pub fn is_repeated(&self) -> bool {
        repetition::is_repeated(&self.history, Moment::is_same)
    }

    /// How a side played on all its plies since a position: the side that moved last or, with `skip` 1, the other.
    fn manner(&self, first: usize, skip: usize) -> Manner {
        let mut own = self.history[first + 1..].iter().rev().skip(skip).step_by(2);
        if own.all(|moment| moment.checks) {
            Manner::Checks
        } else {
            Manner::Idle
        }
    }

    fn remember(&mut self, checks: bool) {
        self.history.push(Moment {
            board: self.now.board,
            reserve: self.reserve(),
            checks,
        });
    }

    /// The kinds of pieces that the side to move has in reserve, in strength order.
    fn own_kinds(&self) -> impl Iterator<Item = Piece> {
        let (reserve, turn) = (self.reserve(), self.now.turn);
        let kinds = Piece::ALL.into_iter();
        kinds.filter(move |&piece| piece.color() == turn && reserve.count(piece) > 0)
    }
}
