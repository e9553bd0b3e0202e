//! Events of games of tiles and dice as one observer sees them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::action::{Claim, Stake};
use super::dice::Round;
use super::game::TilesEnd;
use super::games::mahjong::{FinishedHand, LaidFlowers};
use super::games::pai_gow::FinishedDeal;
use crate::table::Seat;

/// How a match of tiles or dice ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TilesOutcome {
    /// Why it is over.
    pub end: TilesEnd,
    /// The seats with the most points, ascending.
    pub winners: Vec<Seat>,
    /// Each seat's points.
    pub scores: Vec<i64>,
    /// For each seat the change of its points over the match.
    pub gains: Vec<i64>,
    /// The sides: each seat alone.
    pub sides: Vec<Vec<Seat>>,
}

/// An event as one observer sees it, and as it is written to JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum SeenTilesEvent {
    /// Pai gow: everybody has four tiles.
    Deal {
        /// Which deal of the match it is, from 0.
        deal: u16,
        /// Who is the banker.
        banker: Seat,
        /// The observer's own tiles; omitted for spectators.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tiles: Option<String>,
    },
    /// Pai gow: somebody has split their tiles, face down.
    Split {
        /// The deal.
        deal: u16,
        /// Who.
        seat: Seat,
        /// The observer's own lower hand; omitted for others.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        low: Option<String>,
    },
    /// Pai gow: all have split, and all hands are turned up.
    Splits {
        /// The deal.
        deal: u16,
        /// The hands, and what came of them.
        #[serde(flatten)]
        finished: FinishedDeal,
        /// Each seat's points so far.
        scores: Vec<i64>,
    },
    /// Dice: a round of bets begins.
    Round {
        /// The number of the throw, from 0.
        deal: u16,
        /// Who is the banker; null for the house.
        banker: Option<Seat>,
        /// Who can bet, ascending.
        betting: Vec<Seat>,
    },
    /// Dice: somebody has bet, face down.
    Bet {
        /// The throw it is on.
        deal: u16,
        /// Who.
        seat: Seat,
        /// The observer's own bets; omitted for others.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bets: Option<Vec<Stake>>,
    },
    /// Dice: all have bet, the dice are thrown, and all bets are shown.
    Dice {
        /// Which throw it is, from 0.
        deal: u16,
        /// The throw, the bets, and what came of them.
        #[serde(flatten)]
        round: Round,
        /// Each seat's points so far.
        scores: Vec<i64>,
    },
    /// Mahjong: the tiles are dealt, and flowers are laid open and replaced.
    Hand {
        /// Which hand of the match it is, from 0.
        deal: u16,
        /// Who deals, and begins.
        dealer: Seat,
        /// The round: 0 east, to 3 north.
        round: usize,
        /// The observer's own tiles; omitted for spectators.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tiles: Option<String>,
        /// Each seat's flowers.
        flowers: Vec<String>,
        /// The number of tiles that can still be drawn.
        wall: usize,
        /// What each seat threw for the first deal; omitted in later hands.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dice: Option<Vec<i64>>,
    },
    /// Mahjong: somebody drew a tile, and it is their turn.
    Drew {
        /// The hand.
        deal: u16,
        /// Who.
        seat: Seat,
        /// The tile; omitted for others.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tile: Option<String>,
        /// All flowers of the seat, if it has just laid some open; otherwise omitted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        flowers: Option<String>,
        /// The number of tiles that can still be drawn.
        wall: usize,
    },
    /// Mahjong: somebody discarded a tile, and the others may claim it.
    Discard {
        /// The hand.
        deal: u16,
        /// The number of earlier tiles in this hand that could be claimed.
        window: u16,
        /// Who.
        seat: Seat,
        /// The tile.
        tile: String,
    },
    /// Mahjong: somebody declared four equal tiles, or added the fourth to a pung.
    Kong {
        /// The hand.
        deal: u16,
        /// Who.
        seat: Seat,
        /// The tile.
        tile: String,
        /// As in `discard`: the others may claim the tile for a win. Omitted for a concealed kong.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        window: Option<u16>,
    },
    /// Mahjong: all others have claimed or passed.
    Claimed {
        /// The hand.
        deal: u16,
        /// The window.
        window: u16,
        /// The seat whose claim was carried out; null if all passed.
        seat: Option<Seat>,
        /// The claim; omitted if all passed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        taken: Option<Claim>,
    },
    /// Mahjong: a hand is over.
    HandOver {
        /// The hand.
        deal: u16,
        /// The result; of a drawn hand only dealer, round and points.
        finished: FinishedHand,
        /// The flowers that were drawn last and laid open, if no tile was left to replace them; otherwise omitted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        laid: Option<LaidFlowers>,
        /// Each seat's points so far.
        scores: Vec<i64>,
    },
    /// Somebody took back a hidden decision.
    Withdrawn {
        /// The deal, or the throw.
        deal: u16,
        /// Who.
        seat: Seat,
    },
    /// The match is over.
    Ended(TilesOutcome),
}
