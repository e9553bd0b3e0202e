//! Games on boards (`docs/BOARDS.md`): xiangqi and related games, seven kingdoms chess, square chess, pong hau k'i.
//!
//! Each game is a file or folder with a type that implements `position::Position`. To add one:
//!
//! 1. add its name to [`BoardVariant`] and its type to [`BoardGame`]; the compiler finds every place that must handle it;
//! 2. implement its rules: `Position`. `point::Grid` reads and writes points and moves; refusals are
//!    [`RefusalCode`](crate::table::RefusalCode), ends are [`End`], and fields of its verdict that no other game has are a variant of
//!    [`GameFields`];
//! 3. add its options and deal to `terms.rs`, its description to `info.rs`, and how records give options and deal to
//!    `record/judge/boards.rs`;
//! 4. add its test vectors to `tests/vectors/`, and name them in `tests/referee.rs`.

mod action;
mod blind_chess;
mod chinese_chess;
mod decision;
mod end;
mod event;
mod game;
mod info;
mod offer;
mod point;
mod pong_hau_ki;
mod position;
mod qi_guo_xiangxi;
mod result;
mod sight;
mod square_chess;
mod supply_chess;
mod table;
mod tally;
mod terms;
mod variant;
mod xiangqi;

use end::shares;
use position::Position;

/// Boards alone, for bots that search.
pub mod search {
    /// The board of blind chess.
    pub use super::blind_chess::search as blind_chess;
    pub use super::chinese_chess::{Board, GRID, Kind, Square, SquareSet};
    pub use super::point::{Grid, Point};
    pub use super::square_chess::search::Step as SquareChessStep;
}

pub use action::{BoardAction, SeatAction};
pub use blind_chess::{BadBlindChess, BlindChess};
pub use chinese_chess::{BadFen, CheckRule};
pub use decision::{BoardDecision, Choose};
pub use end::{End, Ending};
pub use event::{BoardEvent, BoardOutcome, BoardTold, SeenBoardAction, SeenBoardEvent};
pub use game::BoardMatch;
pub use info::BoardInfo;
pub use offer::Offer;
pub use pong_hau_ki::PongHauKi;
pub use position::OnTime;
pub use qi_guo_xiangxi::{AllyAttack, Fall, QiGuoXiangxi, Standing, State};
pub use result::{BoardPhase, BoardResult, BoardText, GameFields, Ply};
pub use sight::{BoardSight, SeenFields};
pub use square_chess::{BoardSize, SquareChess};
pub use supply_chess::SupplyChess;
pub use table::{BoardTable, BoardView};
pub use terms::{BadBoardDeal, BadBoardTerms, BoardDeal, BoardOptions, BoardTerms};
pub use variant::BoardVariant;
pub use xiangqi::{Xiangqi, XiangqiOptions};

/// A game on a board, of any kind.
#[derive(Clone, Debug)]
pub enum BoardGame {
    /// Xiangqi.
    Xiangqi(Box<Xiangqi>),
    /// Supply chess.
    SupplyChess(Box<SupplyChess>),
    /// Blind chess.
    BlindChess(Box<BlindChess>),
    /// Seven kingdoms chess.
    QiGuoXiangxi(Box<QiGuoXiangxi>),
    /// Square chess.
    SquareChess(Box<SquareChess>),
    /// Pong hau k'i.
    PongHauKi(Box<PongHauKi>),
}

impl BoardGame {
    fn position(&self) -> &dyn Position {
        match self {
            Self::Xiangqi(game) => game.as_ref(),
            Self::SupplyChess(game) => game.as_ref(),
            Self::BlindChess(game) => game.as_ref(),
            Self::QiGuoXiangxi(game) => game.as_ref(),
            Self::SquareChess(game) => game.as_ref(),
            Self::PongHauKi(game) => game.as_ref(),
        }
    }

    fn position_mut(&mut self) -> &mut dyn Position {
        match self {
            Self::Xiangqi(game) => game.as_mut(),
            Self::SupplyChess(game) => game.as_mut(),
            Self::BlindChess(game) => game.as_mut(),
            Self::QiGuoXiangxi(game) => game.as_mut(),
            Self::SquareChess(game) => game.as_mut(),
            Self::PongHauKi(game) => game.as_mut(),
        }
    }
}
