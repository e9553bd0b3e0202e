//! The whole picture of a room.

use giog_rules::{Seat, View};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{MatchStart, SealView};
use crate::{RoomId, RoomState};

/// The whole picture of a room as the receiver sees it after the event `seq`. A client needs nothing else to play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Snapshot {
    /// The room.
    pub room: RoomId,
    /// The `seq` of the last event in it.
    pub seq: u64,
    /// The receiver's seat; null for spectators.
    pub you: Option<Seat>,
    /// The room.
    pub state: RoomState,
    /// The match being played; null if none is.
    #[serde(rename = "match")]
    pub game: Option<MatchState>,
}

/// A running match as one observer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MatchState {
    /// How it started.
    pub start: MatchStart,
    /// The game as the observer sees it.
    pub view: View,
    /// The commitments published so far, in that order; the observer's own with their nonces.
    pub commitments: Vec<SealView>,
}

/// The answer to a `join` with `after`: the events that were missed follow, and no snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Resumed {
    /// The room.
    pub room: RoomId,
    /// The `seq` after which it goes on.
    pub after: u64,
    /// The receiver's seat; null for spectators.
    pub you: Option<Seat>,
}
