//! What a verdict says of one game alone (`docs/TILES.md` §2).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::dice::Round;
use super::mahjong::{FinishedHand, HandState};
use super::pai_gow::FinishedDeal;
use crate::table::Seat;

/// What a verdict says of one game alone. Which game it is shows in the names of the fields: where the others would be read as
/// well, a null has to be there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "TilesFields")]
pub enum GameFields {
    /// Pai gow.
    PaiGow {
        /// Who is the banker; null when over.
        banker: Option<Seat>,
        /// Each seat's four tiles; null when over.
        #[serde(deserialize_with = "Option::deserialize")]
        hands: Option<Vec<String>>,
        /// The deals that were played.
        deals: Vec<FinishedDeal>,
    },
    /// Mahjong.
    Mahjong {
        /// The hand that is played; null when over.
        #[serde(deserialize_with = "Option::deserialize")]
        hand: Option<Box<HandState>>,
        /// The hands that were played.
        deals: Vec<FinishedHand>,
    },
    /// Dice.
    Dice {
        /// Who is the banker; null where it is the house, and when over.
        banker: Option<Seat>,
        /// The rounds that were thrown.
        rounds: Vec<Round>,
    },
}
