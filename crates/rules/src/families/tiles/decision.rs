//! The decisions that are open to a seat in a game of tiles or dice.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::mahjong::Pending;
use super::{Claim, TilesAction};
use crate::table::{May, Stage};

/// A choice that is open to a seat. It depends on nothing that the seat does not see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TilesDecision {
    /// Which of the seat's decisions in this match it is, from 0. What is taken back opens the same decision again.
    pub decision: u32,
    /// Whether the match waits for it: always.
    pub must: bool,
    /// The part of the match it belongs to.
    pub stage: Stage,
    /// The question, with the legal answers.
    #[serde(flatten)]
    pub ask: TilesAsk,
    /// What is done for the seat when its time runs out. Sending it is always legal.
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
    /// Dice: bet on the next throw. What can be bet on is in the description of the game; no bet is a bet, too.
    Bet {
        /// The throw, from 0.
        deal: u16,
        /// The most points that all bets together may have.
        most: i64,
    },
    /// Mahjong, in turn: discard, declare a kong, or win.
    Choose {
        /// The hand, from 0.
        deal: u16,
        /// What can be done, kind by kind, with the tiles it can be done with.
        may: Vec<May>,
    },
    /// Mahjong: claim a tile of somebody else, or pass. All others are asked, at the same time.
    Claim {
        /// The hand, from 0.
        deal: u16,
        /// How many tiles could be claimed before in this hand.
        window: u16,
        /// The tile, and whose it is.
        pending: Pending,
        /// The legal claims; passing is always one.
        choices: Vec<Claim>,
    },
}
