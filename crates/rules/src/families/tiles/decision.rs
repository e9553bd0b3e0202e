//! The decisions that are open to a seat in a game of tiles or dice.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::action::{Claim, TilesAction};
use super::games::mahjong::Pending;
use crate::table::{May, Stage};

/// An open decision of a seat. It depends only on what the seat sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TilesDecision {
    /// The number of the decision among the seat's decisions in this match, from 0. After a take-back it is the same number again.
    pub decision: u32,
    /// Whether the match waits for it: always true.
    pub must: bool,
    /// The part of the match it belongs to.
    pub stage: Stage,
    /// The question, with the legal answers.
    #[serde(flatten)]
    pub ask: TilesAsk,
    /// The action that is taken when the seat's time runs out. It is always legal.
    pub default: Option<TilesAction>,
}

/// The question of a decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum TilesAsk {
    /// Pai gow: split four tiles into two hands.
    Split {
        /// The deal, from 0.
        deal: u16,
        /// The four tiles.
        tiles: String,
        /// The lower hands of all splits.
        choices: Vec<String>,
    },
    /// Dice: bet on the next throw. The description of the game lists the possible bets; the list of bets may be empty.
    Bet {
        /// The throw, from 0.
        deal: u16,
        /// The most points that all bets together may be worth.
        most: i64,
    },
    /// Mahjong, on one's turn: discard, declare a kong, or win.
    Choose {
        /// The hand, from 0.
        deal: u16,
        /// The legal actions, grouped by kind, with their tiles.
        may: Vec<May>,
    },
    /// Mahjong: claim a tile of another player, or pass. All others decide at the same time.
    Claim {
        /// The hand, from 0.
        deal: u16,
        /// The number of earlier tiles in this hand that could be claimed.
        window: u16,
        /// The tile, and the seat whose tile it is.
        pending: Pending,
        /// The legal claims; passing is always one.
        choices: Vec<Claim>,
    },
}
