//! Rooms as REST shows them.

use giog_rules::fairness::{Digest, Entropy, EntropyCommitment, Hex};
use giog_rules::{BySeat, MatchId, Seat, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::server::CancelReason;
use crate::{RoomId, RoomState, RoomSummary};

/// Public rooms, those with a free seat first, the newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RoomList {
    /// The rooms.
    pub rooms: Vec<RoomSummary>,
    /// Whether there are more than were listed.
    pub more: bool,
}

/// A room that is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RoomInfo {
    /// The room.
    pub room: RoomId,
    /// The match being played in it; null if none is.
    pub match_id: Option<MatchId>,
    /// What everybody in it sees beside the match.
    #[serde(flatten)]
    pub state: RoomState,
}

/// Starts that became no match, the latest first, so that everybody can see how often that happens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CancelledStarts {
    /// The room.
    pub room: RoomId,
    /// Its cancelled starts; the latest 100 if there are more.
    pub cancelled_starts: Vec<CancelledStart>,
}

/// A start that became no match, with all that was committed to for it and what of that was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CancelledStart {
    /// The match it would have been.
    pub match_id: MatchId,
    /// When it was cancelled.
    pub at: Timestamp,
    /// Why.
    pub reason: CancelReason,
    /// The seat whose doing it was; null if it was nobody's.
    pub seat: Option<Seat>,
    /// The server's seed.
    pub server_seed: Hex<32>,
    /// The commitment to it.
    pub seed_commitment: Digest,
    /// For each seat its commitment to entropy, or an empty text.
    pub entropy_commitments: BySeat<EntropyCommitment>,
    /// For each seat the entropy it opened, or an empty text.
    pub entropy: BySeat<Entropy>,
}
