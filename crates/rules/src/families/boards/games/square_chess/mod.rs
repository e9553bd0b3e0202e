//! Square chess, 方棋 (`docs/BOARDS.md`).

mod points;
mod position;
pub mod search;

use super::definition::Definition;
use crate::families::boards::point::{Grid, Point, board_text};
use crate::families::boards::position::Position;
use crate::families::boards::{
    BoardAction, BoardOptions, BoardPhase, BoardSize, BoardText, Ending, GameFields, OnTime,
};
use crate::table::{RefusalCode, Seat};
use points::FILES;
use position::{Phase, Reason, SEATS};

pub use position::SquareChess;

/// The letter of each seat's stones in the text of the board.
const LETTERS: [&str; SEATS] = ["x", "o"];

/// The game.
pub(super) static GAME: Definition = Definition {
    name: "Square chess",
    name_chinese: "方棋",
    also: &["Fangqi"],
    summary: "Two players fill a board with stones, then move them. Four stones in a square remove one of the other's.",
    goal: "Whoever has removed all of the other's stones wins; who cannot move is passed over.",
    reconstruction: false,
    players: SEATS..=SEATS,
    usual_players: SEATS,
    boards: 1,
    options: BoardOptions {
        board: Some(BoardSize::SevenByEight),
        ..BoardOptions::NONE
    },
    first: None,
    is_shuffled: false,
    has_start: false,
    begin: |setup| Ok(SquareChess::new(setup.options.board.unwrap_or_default()).into()),
};

impl Position for SquareChess {
    fn seats(&self) -> usize {
        SEATS
    }

    fn has_take_backs(&self) -> bool {
        true
    }

    fn asked(&self) -> Vec<Seat> {
        vec![self.seat_asked()]
    }

    fn choices(&self, _seat: Seat) -> Vec<BoardAction> {
        let grid = self.grid();
        match self.phase() {
            Phase::Place(_) => {
                let place = |at| BoardAction::Place { at: grid.text(at) };
                self.empty().iter().map(place).collect()
            }
            Phase::Remove { seat, reason, .. } => {
                let remove = |at| BoardAction::Remove { at: grid.text(at) };
                self.removable(seat, reason).iter().map(remove).collect()
            }
            Phase::Move(seat) => {
                let shift = |(from, to)| BoardAction::Move {
                    points: grid.move_text(from, to),
                };
                self.moves_of(seat).map(shift).collect()
            }
        }
    }

    fn on_time(&self) -> OnTime {
        OnTime::Move
    }

    fn act(&mut self, _seat: Seat, action: &BoardAction) -> Result<Option<Ending>, RefusalCode> {
        let grid = self.grid();
        let point = |text: &str| grid.point(text).ok_or(RefusalCode::NoSuchPoint);
        match (self.phase(), action) {
            (Phase::Place(seat), BoardAction::Place { at }) => {
                let at = point(at)?;
                if self.owner(at).is_some() {
                    return Err(RefusalCode::PointTaken);
                }
                self.place(seat, at);
                Ok(None)
            }
            (Phase::Remove { seat, due, reason }, BoardAction::Remove { at }) => {
                let at = point(at)?;
                self.check_removal(seat, reason, at)?;
                Ok(self.remove(seat, due, reason, at))
            }
            (Phase::Move(seat), BoardAction::Move { points }) => {
                let (from, to) = grid.points(points).ok_or(RefusalCode::NoSuchPoint)?;
                self.check_move(seat, from, to)?;
                Ok(self.shift(seat, from, to))
            }
            _ => Err(RefusalCode::WrongAction),
        }
    }

    fn board(&self) -> BoardText {
        let letter = |point| self.owner(point).map(|seat| LETTERS[seat.index()]);
        BoardText::One(board_text(self.grid(), letter))
    }

    fn captured(&self) -> Vec<u16> {
        self.removed_by().to_vec()
    }

    fn moves(&self) -> u32 {
        self.moves_made()
    }

    fn is_repeated(&self, _seat: Seat) -> bool {
        self.times_asked() > 1
    }

    fn asks_for(&self) -> Option<BoardPhase> {
        Some(match self.phase() {
            Phase::Place(_) => BoardPhase::Place,
            Phase::Remove { .. } => BoardPhase::Remove,
            Phase::Move(_) => BoardPhase::Move,
        })
    }

    fn fields(&self, is_over: bool, _since: usize) -> GameFields {
        let due = match self.phase() {
            Phase::Remove { due, .. } => Some(due),
            Phase::Place(_) | Phase::Move(_) => None,
        };
        GameFields::Squares {
            phase: self.asks_for().filter(|_| !is_over),
            due: due.filter(|_| !is_over),
            quiet: self.quiet(),
        }
    }
}

impl SquareChess {
    const fn grid(&self) -> Grid {
        Grid {
            files: FILES,
            ranks: self.board_size().ranks(),
            first_rank: 1,
        }
    }

    fn check_removal(&self, seat: Seat, reason: Reason, at: Point) -> Result<(), RefusalCode> {
        match self.owner(at) {
            None => Err(RefusalCode::NoPiece),
            Some(owner) if owner == seat => Err(RefusalCode::OwnPiece),
            Some(_) if !self.removable(seat, reason).has(at) => Err(RefusalCode::InSquare),
            Some(_) => Ok(()),
        }
    }

    fn check_move(&self, seat: Seat, from: Point, to: Point) -> Result<(), RefusalCode> {
        match self.owner(from) {
            None => Err(RefusalCode::NoPiece),
            Some(owner) if owner != seat => Err(RefusalCode::NotYourPiece),
            Some(_) if self.owner(to).is_some() => Err(RefusalCode::PointTaken),
            Some(_) if from.file != to.file && from.rank != to.rank => Err(RefusalCode::NotAMove),
            Some(_) if !self.empty().lines_from(from).has(to) => Err(RefusalCode::Blocked),
            Some(_) => Ok(()),
        }
    }
}
