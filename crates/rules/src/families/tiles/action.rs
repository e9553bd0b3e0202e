//! The actions of games of tiles and dice.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::table::Seat;

/// An action of a seat. The arguments are texts of any content; the game checks whether they name its tiles or bets.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum TilesAction {
    /// Splits four tiles of pai gow into two hands.
    Split {
        /// The two tiles of one hand.
        low: String,
    },
    /// Discards a tile.
    Discard {
        /// The tile.
        tile: String,
    },
    /// Declares four equal tiles, or adds the fourth to a pung.
    Kong {
        /// The tile.
        tile: String,
    },
    /// Declares a win on a drawn tile.
    Win,
    /// Claims the tile that was discarded or added to a pung, or passes.
    Claim {
        /// What for.
        #[serde(flatten)]
        claim: Claim,
    },
    /// Bets on the next throw.
    Bet {
        /// The bets; the list may be empty.
        bets: Vec<Stake>,
    },
    /// Takes back a hidden decision.
    TakeBack,
}

/// A claim of a tile.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "claim", rename_all = "snake_case")]
pub enum Claim {
    /// Nothing.
    Pass,
    /// Three in sequence.
    Chow {
        /// The two tiles from the hand.
        tiles: String,
    },
    /// Three equal tiles.
    Pung,
    /// Four equal tiles.
    Kong,
    /// The whole hand.
    Win,
}

/// A bet.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Stake {
    /// The name of what is bet on.
    pub on: String,
    /// The points.
    pub points: i64,
}

/// An action and its seat.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct SeatAction {
    /// The seat.
    pub seat: Seat,
    /// The action.
    #[serde(flatten)]
    pub action: TilesAction,
}
