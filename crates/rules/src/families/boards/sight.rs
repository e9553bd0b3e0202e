//! The state of a match on a board, as one observer sees it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{BoardText, GameFields, Offer, Ply};
use crate::table::Seat;

/// The state of a match as one observer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoardSight {
    /// The text of the position; omitted for players who do not see the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardText>,
    /// The seats that have to decide, ascending; none when the match is over.
    pub turn: Vec<Seat>,
    /// For each seat the number of pieces that it has captured; omitted for players who do not see the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captured: Option<Vec<u16>>,
    /// The number of moves, drops and flips so far.
    pub moves: u32,
    /// The open draw offer; null if there is none, or the match is over.
    pub offer: Option<Offer>,
    /// The open proposal to take back; omitted if there is none, or the match is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub take_back: Option<Offer>,
    /// The seats to move in a position that occurs for the second time; omitted if there are none, and for blindfolded players.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repeated: Vec<Seat>,
    /// The fields that only this game has.
    #[serde(flatten)]
    pub fields: SeenFields,
}

/// The fields that only one game has. In an event, `notation` has only the plies of the event; in a view, all plies. After a
/// take-back `moves` says how many plies stand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SeenFields {
    /// For a player who does not see the board.
    Blindfold {
        /// The plies, each with its seat and text.
        notation: Vec<Ply>,
        /// Whether the general of the side to move is attacked, also if the match is over.
        check: bool,
    },
    /// For everybody else.
    Open(GameFields),
}

impl BoardSight {
    /// The part that a player who does not see the board may see. Only listed fields are kept.
    pub(super) fn blindfold(&self, check: bool) -> Self {
        let plies = match &self.fields {
            SeenFields::Open(GameFields::Chess { notation, .. })
            | SeenFields::Blindfold { notation, .. } => notation.as_slice(),
            SeenFields::Open(_) => &[],
        };
        Self {
            board: None,
            turn: self.turn.clone(),
            captured: None,
            moves: self.moves,
            offer: self.offer.clone(),
            take_back: self.take_back.clone(),
            repeated: Vec::new(),
            fields: SeenFields::Blindfold {
                notation: plies.iter().map(Ply::plain).collect(),
                check,
            },
        }
    }
}

impl Ply {
    /// The seat and the text only.
    fn plain(&self) -> Self {
        match self {
            Self::Noted(seat, text, ..) | Self::Plain(seat, text) => {
                Self::Plain(*seat, text.clone())
            }
        }
    }
}
