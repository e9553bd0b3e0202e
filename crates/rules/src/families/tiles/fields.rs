//! The fields of a verdict that only one game has (`docs/TILES.md` §2).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::dice::Round;
use super::mahjong::{FinishedHand, HandState};
use super::pai_gow::FinishedDeal;
use crate::table::Seat;

/// The fields of a verdict that only one game has. JSON does not name the variant: it follows from the names of the fields. Where these
/// could also be read as another variant, fields that are null must be present.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "TilesFields")]
pub enum GameFields {
    /// Pai gow.
    PaiGow {
        /// Who is the banker; null if the match is over.
        banker: Option<Seat>,
        /// Each seat's four tiles; null if the match is over.
        #[serde(deserialize_with = "Option::deserialize")]
        hands: Option<Vec<String>>,
        /// The deals that were played.
        deals: Vec<FinishedDeal>,
    },
    /// Mahjong.
    Mahjong {
        /// The current hand; null if the match is over.
        #[serde(deserialize_with = "Option::deserialize")]
        hand: Option<Box<HandState>>,
        /// The hands that were played.
        deals: Vec<FinishedHand>,
    },
    /// Dice.
    Dice {
        /// Who is the banker; null if it is the house, or the match is over.
        banker: Option<Seat>,
        /// The rounds that were thrown.
        rounds: Vec<Round>,
    },
}
