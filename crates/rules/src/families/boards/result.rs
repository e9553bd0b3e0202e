//! The result of a match on a board (`docs/BOARDS.md` §1.5).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{End, Offer, SeatAction, Standing, State};
use crate::table::Seat;

/// What the actions of a match led to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoardResult {
    /// The text of the position.
    pub board: BoardText,
    /// The seats that are asked, ascending; none when over.
    pub turn: Vec<Seat>,
    /// For each seat of `turn` how many choices it has.
    pub choices: Vec<usize>,
    /// For each seat of `turn` what is done if its time runs out.
    pub defaults: Vec<SeatAction>,
    /// For each seat how many pieces it has taken.
    pub captured: Vec<u16>,
    /// How many moves, drops and flips were made.
    pub moves: u32,
    /// The open draw offer; null when none is open, or over.
    pub offer: Option<Offer>,
    /// Why the match is over; null until then.
    pub end: Option<End>,
    /// Who won, ascending, all seats of a drawn match; null until over.
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

/// What a verdict says of one game alone: a variant for each kind of games that say the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum GameFields {
    /// Xiangqi, supply chess, blind chess.
    Chess {
        /// The plies so far.
        notation: Vec<Ply>,
        /// For each seat what it has taken, in strength order.
        captured_pieces: Vec<String>,
    },
    /// Seven kingdoms chess.
    Kingdoms {
        /// What is asked; null when over.
        phase: Option<BoardPhase>,
        /// The state whose turn it is, or that chooses its ally; null when over.
        state: Option<State>,
        /// For each seat how many generals it has taken.
        generals: Vec<u16>,
        /// The states, in the order of play.
        states: Vec<Standing>,
        /// Moves in a row without a capture or an attack on an ally.
        quiet: u32,
    },
    /// Square chess.
    Squares {
        /// What is asked; null when over.
        phase: Option<BoardPhase>,
        /// Removals that the seat still has to make now; null where none is asked.
        due: Option<u32>,
        /// Moves in a row that formed no square.
        quiet: u32,
    },
    /// Pong hau k'i.
    Nothing {},
}

/// What is asked, in a game that asks several things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BoardPhase {
    /// A state to be the ally.
    Ally,
    /// A move.
    Move,
    /// A point to place a stone on.
    Place,
    /// A stone of the other to be removed.
    Remove,
}

/// A ply as texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Ply {
    /// Xiangqi, supply chess: whose, the text, and the two notations.
    Noted(Seat, String, String, String),
    /// Blind chess: whose, and the text.
    Plain(Seat, String),
}
