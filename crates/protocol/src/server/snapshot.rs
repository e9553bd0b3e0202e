//! The snapshot: the complete state of a room.

use giog_rules::{Seat, View};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Happened, MatchStart, SealView};
use crate::{ChatLine, RoomId, RoomState};

/// The complete state of a room as the receiver sees it after the event `seq`. A client needs nothing else to play.
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
    /// The running match, or null.
    #[serde(rename = "match")]
    pub game: Option<MatchState>,
    /// The latest lines of the chat that had reached the receiver, from the oldest on; at most 30, and left out if there are none. They are
    /// kept in memory only, and not after the room was opened to more people.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chat: Vec<ChatLine>,
    /// What happened at the table since, among these lines: as far as it had reached the receiver, from the oldest on; at most 30, and
    /// left out if there is nothing. It is kept as the chat is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub happened: Vec<Happened>,
}

/// A running match as one observer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MatchState {
    /// Its start.
    pub start: MatchStart,
    /// The game as the observer sees it.
    pub view: View,
    /// The commitments published so far, in order; the observer's own with nonces.
    pub commitments: Vec<SealView>,
}

/// The answer to a `join` with `after`: the missed events follow instead of a snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Resumed {
    /// The room.
    pub room: RoomId,
    /// The `seq` after which the events continue.
    pub after: u64,
    /// The receiver's seat; null for spectators.
    pub you: Option<Seat>,
}
