//! Reviews of finished matches of mahjong (`docs/REVIEW.md`). All figures are whole numbers.

use std::fmt;

use giog_rules::record::By;
use giog_rules::tiles::TilesAction;
use giog_rules::tiles::mahjong::Pending;
use giog_rules::{Seat, Variant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ReviewWorker, games, is_zero};

/// A review of a match of mahjong for one seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MahjongReview {
    /// The version of the engine. It grows when the figures of a review change.
    pub engine: u32,
    /// The game.
    #[schemars(schema_with = "games::mahjong")]
    pub variant: Variant,
    /// The seat.
    pub seat: Seat,
    /// The hands of the match in which the seat had a choice, in order: the first 600 decisions at most.
    pub hands: Vec<ReviewedHand>,
    /// How many more decisions there were after these, which were not looked at; omitted if none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub left_out: u32,
    /// Only if a worker outside the server computed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worker: Option<ReviewWorker>,
}

/// A hand of the match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewedHand {
    /// The number of the hand, from 0.
    pub deal: u16,
    /// The decisions of the seat that had a choice, in order.
    pub turns: Vec<ReviewedTurn>,
}

/// A decision of the seat: on its turn, or about a tile that it could claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewedTurn {
    /// The index of its action in the record.
    pub action: usize,
    /// The number of tiles in the hand that could be claimed before: the number of the tile that it could claim, or that it discarded.
    pub window: u16,
    /// Who decided for the seat; omitted for its player.
    #[serde(default, skip_serializing_if = "By::is_player")]
    pub by: By,
    /// The tile that it could claim; omitted on its turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pending: Option<Pending>,
    /// What was done: an index in `choices`.
    pub chosen: usize,
    /// All choices, the nearest to a hand that may win first.
    pub choices: Vec<TurnChoice>,
    /// What was certainly worse than another choice; omitted if nothing was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mistake: Option<TurnMistake>,
    /// In hindsight: the seats that waited for tiles, and for which. Nobody could know it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waited: Vec<SeatWaits>,
}

/// A choice, and what it would have left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TurnChoice {
    /// The action.
    #[serde(flatten)]
    pub action: TilesAction,
    /// How many tiles the hand would be away from waiting for its last one, 0 if it waits; null for a win, and if no hand that may win can be
    /// had any more. After a chow or pung, with the best discard.
    pub to_ready: Option<u8>,
    /// The kinds of tiles that would bring it nearer, or let it win. Omitted for discards after which the hand is farther than after
    /// others, unless it is the chosen or the better one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub helps: String,
    /// For each of these kinds, the tiles that the seat has not seen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<u8>,
    /// If the hand waits: for each of these kinds, the faan of a win with a discard; null if it may not win so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub discarded: Vec<Option<u8>>,
    /// If the hand waits: for each of these kinds, the faan of a win with the drawn tile.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drawn: Vec<Option<u8>>,
    /// The types of hands that are as near as that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub toward: Vec<MahjongHandType>,
    /// The faan of a win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faan: Option<u8>,
    /// Of 10,000 such discards so many are claimed for a win, as far as the seat could know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub danger: Option<u16>,
}

/// A type of hand.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum MahjongHandType {
    /// Chows alone.
    AllChows,
    /// Pungs and kongs alone.
    AllTriplets,
    /// One suit, with honours or without.
    MixedSuit,
    /// One suit.
    OneSuit,
    /// With a pung or kong that has faan by itself.
    ValuedPungs,
    /// Thirteen orphans.
    ThirteenOrphans,
}

impl fmt::Display for MahjongHandType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// A discard that was certainly worse than another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TurnMistake {
    /// How.
    pub kind: TurnMistakeKind,
    /// The better choice: an index in `choices`.
    pub better: usize,
    /// By how many tiles.
    pub count: u16,
}

/// How a discard was worse than another one that is no more dangerous, and after which no type of hand is farther or waits for fewer tiles.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum TurnMistakeKind {
    /// The hand is farther from one that may win.
    Farther,
    /// It is as near, and fewer tiles help.
    Fewer,
}

/// The tiles that a seat waited for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatWaits {
    /// The seat.
    pub seat: Seat,
    /// The kinds of tiles with which it could have won, if they were discarded.
    pub tiles: String,
}
