//! The state of a match on a board, as one observer sees it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{BoardText, GameFields, Offer, Ply};
use crate::table::Seat;

/// Where a match stands, as somebody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoardSight {
    /// The text of the position; left out for players who don't see the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardText>,
    /// The seats that are asked, ascending; none when over.
    pub turn: Vec<Seat>,
    /// For each seat how many pieces it has taken; left out for players who don't see the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captured: Option<Vec<u16>>,
    /// How many moves, drops and flips were made.
    pub moves: u32,
    /// The open draw offer; null when none is open, or over.
    pub offer: Option<Offer>,
    /// Who is to move in a position that has come for the second time; left out if nobody is, and for blindfolded players.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repeated: Vec<Seat>,
    /// The fields that only this game has.
    #[serde(flatten)]
    pub fields: SeenFields,
}

/// The fields that only one game has. In an event, `notation` has only the plies of the event; in a view, all plies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SeenFields {
    /// For a player who does not see the board.
    Blindfold {
        /// The plies, each with its seat and text.
        notation: Vec<Ply>,
        /// Whether the general of whoever is to move is attacked, also when the match is over.
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
