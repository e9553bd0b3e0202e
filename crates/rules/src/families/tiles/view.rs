//! A match of tiles or dice as one observer sees it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::dice::Round;
use super::pai_gow::FinishedDeal;
use super::{Stake, TilesOptions, TilesOutcome, TilesVariant};
use crate::table::{Seat, Stage};

/// A match of tiles or dice as one observer sees it. What is not listed here is hidden.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TilesView {
    /// The game.
    pub variant: TilesVariant,
    /// The options in force.
    pub options: TilesOptions,
    /// The observer's seat; null for spectators.
    pub you: Option<Seat>,
    /// The part of the match that is being played.
    pub stage: Stage,
    /// How many deals or throws are finished.
    pub deal: u16,
    /// Who is the banker; null for the house, and when the match is over.
    pub banker: Option<Seat>,
    /// Each seat's points so far.
    pub scores: Vec<i64>,
    /// Who has decided in this deal, ascending.
    pub decided: Vec<Seat>,
    /// What is said of this game alone.
    #[serde(flatten)]
    pub sight: TilesSight,
    /// The outcome; null until the match is over.
    pub outcome: Option<TilesOutcome>,
}

/// What a view says of one game alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum TilesSight {
    /// Dice.
    Dice {
        /// Who can bet in this round, ascending.
        betting: Vec<Seat>,
        /// The bets that the observer has laid; null where none are.
        bets: Option<Vec<Stake>>,
        /// The round that was thrown last; null before.
        last_round: Option<Round>,
    },
    /// Pai gow.
    PaiGow {
        /// The observer's own tiles; null for spectators, and when the match is over.
        tiles: Option<String>,
        /// The lower hand that the observer has laid; null where none is.
        low: Option<String>,
        /// The deal that was finished last; null before.
        last_deal: Option<FinishedDeal>,
    },
}
