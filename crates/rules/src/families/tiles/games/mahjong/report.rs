//! Hands of mahjong in the form of verdicts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tile::canonical;
use super::win::Set;
use crate::table::Seat;

/// The complete state of the current hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HandState {
    /// Which hand of the match it is, from 0.
    pub number: usize,
    /// Who deals.
    pub dealer: Seat,
    /// The round: 0 east, to 3 north.
    pub round: usize,
    /// The seat whose turn it is, or whose tile the others may claim.
    pub turn: Seat,
    /// The tile that the seat has just drawn; null if none, and while others may claim a tile.
    pub drawn: Option<String>,
    /// The tile that others may claim.
    pub pending: Option<Pending>,
    /// Each seat's concealed tiles.
    pub hands: Vec<String>,
    /// Each seat's sets on the table.
    pub melds: Vec<Vec<Meld>>,
    /// Each seat's flowers.
    pub flowers: Vec<String>,
    /// Each seat's discards, oldest first, without those claimed.
    pub discards: Vec<String>,
    /// The number of tiles that can still be drawn.
    pub wall: usize,
}

/// A tile that others may claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Pending {
    /// Whether it was discarded or added to a pung.
    #[serde(rename = "type")]
    pub kind: PendingKind,
    /// The seat.
    pub seat: Seat,
    /// The tile.
    pub tile: String,
}

/// How a tile became open to claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PendingKind {
    /// It was discarded.
    Discard,
    /// It was added to a pung.
    Kong,
}

/// A set on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Meld {
    /// Its kind.
    #[serde(rename = "type")]
    pub kind: MeldKind,
    /// Its tiles.
    pub tiles: String,
    /// The seat whose tile completed it; null for a concealed kong.
    pub from: Option<Seat>,
}

/// The kind of a set on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MeldKind {
    /// Three in sequence.
    Chow,
    /// Three equal tiles.
    Pung,
    /// Four equal tiles.
    Kong,
    /// Four equal tiles that were all drawn.
    ConcealedKong,
}

impl Meld {
    pub(super) fn of(set: Set, from: Option<usize>) -> Self {
        Self {
            kind: match set {
                Set::Chow(_) => MeldKind::Chow,
                Set::Pung(_) => MeldKind::Pung,
                Set::Kong(_) => MeldKind::Kong,
                Set::ConcealedKong(_) => MeldKind::ConcealedKong,
            },
            tiles: canonical(set.tiles()),
            from: from.map(Seat::new),
        }
    }
}

/// Flowers that were laid open at the end of the wall, when no tile was left to replace the last one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LaidFlowers {
    /// Who laid them.
    pub seat: Seat,
    /// All flowers of the seat.
    pub flowers: String,
}

/// A finished hand. A drawn one has only dealer, round and points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FinishedHand {
    /// Who dealt.
    pub dealer: Seat,
    /// The round: 0 east, to 3 north.
    pub round: usize,
    /// Who won.
    pub winner: Option<Seat>,
    /// The seat whose tile completed the hand; null if it was drawn.
    pub from: Option<Seat>,
    /// The last tile; null if the hand was complete as dealt.
    pub tile: Option<String>,
    /// The winner's concealed tiles, the last one among them.
    pub hand: Option<String>,
    /// The winner's sets on the table.
    pub melds: Option<Vec<Meld>>,
    /// The scoring items, by name, with their faan.
    pub items: Option<Vec<(String, u8)>>,
    /// The value of the hand.
    pub faan: Option<u8>,
    /// For each seat the change of its points.
    pub points: Vec<i64>,
}
