//! The rooms of REST.

use giog_rules::fairness::{Digest, Entropy, EntropyCommitment, Hex};
use giog_rules::{BySeat, MatchId, Seat, Timestamp, View};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::server::CancelReason;
use crate::{RoomCursor, RoomId, RoomState, RoomSummary};

/// A page of public rooms: those with people and a free seat first, then those with a free seat, each the newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RoomList {
    /// The rooms.
    pub rooms: Vec<RoomSummary>,
    /// Whether there are more rooms.
    pub more: bool,
    /// The `cursor` for the next page; null on the last one. Earlier servers did not say.
    #[serde(default)]
    pub next: Option<RoomCursor>,
}

/// The public table that is best to watch now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FeaturedTable {
    /// The table and its match; null if there is none to watch.
    pub featured: Option<Featured>,
}

/// A public table with its running match, as spectators see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Featured {
    /// The table.
    pub table: RoomSummary,
    /// The match.
    pub match_id: MatchId,
    /// The game as spectators see it.
    pub view: View,
}

/// An open room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RoomInfo {
    /// The room.
    pub room: RoomId,
    /// Its running match, or null.
    pub match_id: Option<MatchId>,
    /// The state of the room, as everybody in it sees it.
    #[serde(flatten)]
    pub state: RoomState,
}

/// Cancelled starts, the latest first, so that everybody can see how often that happens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CancelledStarts {
    /// The room.
    pub room: RoomId,
    /// Its cancelled starts; the latest 100 if there are more.
    pub cancelled_starts: Vec<CancelledStart>,
}

/// A cancelled start, with all commitments, and the entropy that was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CancelledStart {
    /// The id of the match.
    pub match_id: MatchId,
    /// When it was cancelled.
    pub at: Timestamp,
    /// The reason.
    pub reason: CancelReason,
    /// The seat that caused it, or null.
    pub seat: Option<Seat>,
    /// The server's seed.
    pub server_seed: Hex<32>,
    /// The commitment to it.
    pub seed_commitment: Digest,
    /// For each seat its commitment to entropy, or `""`.
    pub entropy_commitments: BySeat<EntropyCommitment>,
    /// For each seat the entropy that it opened, or `""`.
    pub entropy: BySeat<Entropy>,
}
