//! The fields of a verdict that only one game has (`docs/TILES.md` §2).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::dice::{Dice, Round};
use super::game::Game;
use super::games::mahjong::{FinishedHand, HandState, Mahjong};
use super::games::pai_gow::{FinishedDeal, PaiGow};
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

impl From<&PaiGow> for GameFields {
    fn from(game: &PaiGow) -> Self {
        let seats = (0..game.seats()).map(Seat::new);
        Self::PaiGow {
            banker: game.end().is_none().then(|| game.banker()),
            hands: seats.map(|seat| game.tiles(seat)).collect(),
            deals: game.deals().to_vec(),
        }
    }
}

impl From<&Mahjong> for GameFields {
    fn from(game: &Mahjong) -> Self {
        Self::Mahjong {
            hand: game.state().map(Box::new),
            deals: game.finished().to_vec(),
        }
    }
}

impl From<&Dice> for GameFields {
    fn from(game: &Dice) -> Self {
        Self::Dice {
            banker: game.banker_seat(),
            rounds: game.rounds().to_vec(),
        }
    }
}
