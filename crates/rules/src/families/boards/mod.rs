//! Games on boards (`docs/BOARDS.md`). `games` has them, each with its definition, and the list of them; everything else is what they share.
//! A game is a type that implements `position::Position`. `point::Grid` reads and writes points and moves; refusals are
//! [`RefusalCode`](crate::table::RefusalCode), ends are [`BoardEnd`], and fields of a verdict that no other game has are a variant of
//! [`GameFields`].

mod action;
mod chinese_chess;
mod decision;
mod end;
mod event;
mod game;
mod games;
mod info;
mod offer;
mod options;
mod point;
mod position;
mod result;
mod sight;
mod state;
mod table;
mod take_back;
mod tally;
mod terms;

use end::shares;
use position::Position;

/// Boards alone, for bots that search.
pub mod search {
    pub use super::chinese_chess::{Board, GRID, Kind, Square, SquareSet};
    /// The board of blind chess.
    pub use super::games::blind_chess_search as blind_chess;
    pub use super::games::square_chess_search::Step as SquareChessStep;
    pub use super::point::{Grid, Point};
}

pub use action::{BoardAction, SeatAction};
pub use chinese_chess::{BadFen, CheckRule};
pub use decision::{BoardDecision, Choose};
pub use end::{BoardEnd, Ending};
pub use event::{BoardEvent, BoardOutcome, BoardTold, SeenBoardAction, SeenBoardEvent};
pub use game::BoardMatch;
pub use games::*;
pub use info::BoardInfo;
pub use offer::Offer;
pub use options::{AllyAttack, BoardOptions, BoardSize, OnTime};
pub use result::{BoardPhase, BoardResult, BoardText, GameFields, Ply};
pub use sight::{BoardSight, SeenFields};
pub use state::{Fall, Standing, State};
pub use table::{BoardTable, BoardView};
pub use terms::{BadBoardDeal, BadBoardTerms, BoardDeal, BoardTerms};

/// A game on a board, of any kind: its rules and its current state.
#[derive(Clone, Debug)]
pub struct BoardGame(Box<dyn Position>);

impl BoardGame {
    /// The game before the first action of a match.
    pub fn new(terms: &BoardTerms, deal: &BoardDeal) -> Self {
        let begun = (terms.variant().definition().begin)(&deal.setup(*terms));
        begun.expect("a layout was checked when it was made, and the usual start is one")
    }

    fn position(&self) -> &dyn Position {
        self.0.as_ref()
    }

    fn position_mut(&mut self) -> &mut dyn Position {
        self.0.as_mut()
    }
}

impl<T: Position + 'static> From<T> for BoardGame {
    fn from(game: T) -> Self {
        Self(Box::new(game))
    }
}
