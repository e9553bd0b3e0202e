//! Hands of mahjong in the form of verdicts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tile::canonical;
use super::win::Set;
use crate::table::Seat;

/// A hand that is played, with everything in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HandState {
    /// Which hand of the match it is, from 0.
    pub number: usize,
    /// Who deals.
    pub dealer: Seat,
    /// The round: 0 east, to 3 north.
    pub round: usize,
    /// Whose turn it is, or whose tile the others claim.
    pub turn: Seat,
    /// The tile drawn last by the seat in turn; null if none, or while others claim.
    pub drawn: Option<String>,
    /// The tile that others claim.
    pub pending: Option<Pending>,
    /// Each seat's concealed tiles.
    pub hands: Vec<String>,
    /// Each seat's sets on the table.
    pub melds: Vec<Vec<Meld>>,
    /// Each seat's flowers.
    pub flowers: Vec<String>,
    /// Each seat's discards, oldest first, without those claimed.
    pub discards: Vec<String>,
    /// How many tiles can still be drawn.
    pub wall: usize,
}

/// A tile that others may claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Pending {
    /// What was done with it.
    #[serde(rename = "type")]
    pub kind: PendingKind,
    /// Whose it was.
    pub seat: Seat,
    /// The tile.
    pub tile: String,
}

/// What was done with a tile that others may claim.
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
    /// Whose tile made it; null of a concealed kong.
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

/// Flowers that were laid open, and nothing was left to replace the last of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LaidFlowers {
    /// Who laid them.
    pub seat: Seat,
    /// All flowers of the seat.
    pub flowers: String,
}

/// A hand that was played. Of a drawn one only dealer, round and points are there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FinishedHand {
    /// Who dealt.
    pub dealer: Seat,
    /// The round: 0 east, to 3 north.
    pub round: usize,
    /// Who won.
    pub winner: Option<Seat>,
    /// Whose tile it was; null of a tile drawn.
    pub from: Option<Seat>,
    /// The last tile; null of a hand as it was dealt.
    pub tile: Option<String>,
    /// The winner's concealed tiles, the last one among them.
    pub hand: Option<String>,
    /// The winner's sets on the table.
    pub melds: Option<Vec<Meld>>,
    /// What counts, by name, with its faan.
    pub items: Option<Vec<(String, u8)>>,
    /// What the hand is worth.
    pub faan: Option<u8>,
    /// What the hand changed for each seat.
    pub points: Vec<i64>,
}
