//! The result of a match on a board (`docs/BOARDS.md` §1.5).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{BoardEnd, Offer, SeatAction, Standing, State};
use crate::table::Seat;

/// The result of the actions of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoardResult {
    /// The text of the position.
    pub board: BoardText,
    /// The seats that have to decide, ascending; none when the match is over.
    pub turn: Vec<Seat>,
    /// For each seat of `turn` the number of its choices.
    pub choices: Vec<usize>,
    /// For each seat of `turn` its default action.
    pub defaults: Vec<SeatAction>,
    /// For each seat the number of pieces that it has captured.
    pub captured: Vec<u16>,
    /// The number of moves, drops and flips so far.
    pub moves: u32,
    /// The open draw offer; null if there is none, or the match is over.
    pub offer: Option<Offer>,
    /// The open proposal to take back; omitted if there is none, or the match is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub take_back: Option<Offer>,
    /// Why the match is over; null until then.
    pub end: Option<BoardEnd>,
    /// The winners, ascending; all seats if the match was drawn; null until it is over.
    pub winners: Option<Vec<Seat>>,
    /// The fields that only this game has.
    #[serde(flatten)]
    pub fields: GameFields,
}

/// The text of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum BoardText {
    /// Of one board.
    One(String),
    /// Of two boards, in order.
    Two([String; 2]),
}

/// The fields of a verdict that only one game has; one variant for games with the same fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum GameFields {
    /// Xiangqi, supply chess, blind chess.
    Chess {
        /// The plies so far.
        notation: Vec<Ply>,
        /// For each seat the pieces that it has captured, in strength order.
        captured_pieces: Vec<String>,
    },
    /// Seven kingdoms chess.
    Kingdoms {
        /// The kind of decision that is open; null if the match is over.
        phase: Option<BoardPhase>,
        /// The state whose turn it is, or that chooses its ally; null when over.
        state: Option<State>,
        /// For each seat the number of generals that it has captured.
        generals: Vec<u16>,
        /// The states, in the order of play.
        states: Vec<Standing>,
        /// Moves in a row without a capture or an attack on an ally.
        quiet: u32,
    },
    /// Square chess.
    Squares {
        /// The kind of decision that is open; null if the match is over.
        phase: Option<BoardPhase>,
        /// The number of removals that the seat still has to make; null if there are none.
        due: Option<u32>,
        /// Moves in a row that formed no square.
        quiet: u32,
    },
    /// Pong hau k'i.
    Nothing {},
}

/// The kind of decision that is open, in games with several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BoardPhase {
    /// A state to be the ally.
    Ally,
    /// A move.
    Move,
    /// A point to place a stone on.
    Place,
    /// A stone of the other seat to remove.
    Remove,
}

/// A ply in text form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Ply {
    /// Xiangqi, supply chess: the seat, the text of the move, and the two notations.
    Noted(Seat, String, String, String),
    /// Blind chess: the seat, and the text of the action.
    Plain(Seat, String),
}
