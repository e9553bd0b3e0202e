//! The matches of REST.

use giog_rules::fairness::{Digest, PublicKey};
use giog_rules::{MatchId, MatchResult, Seat, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::MatchRating;
use crate::matches::MatchSummary;
use crate::server::{RoomEvent, Snapshot};

/// A page of finished matches, the latest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MatchList {
    /// The matches.
    pub matches: Vec<MatchSummary>,
    /// The `cursor` for the next page; null on the last one.
    pub next: Option<String>,
}

/// A match, finished or running.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum MatchInfo {
    /// It is finished.
    Finished(Box<FinishedMatch>),
    /// It is running.
    Running(Box<RunningMatch>),
}

/// A finished match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FinishedMatch {
    /// The summary.
    #[serde(flatten)]
    pub summary: MatchSummary,
    /// The result, as in its record.
    pub result: MatchResult,
    /// What it changed in ratings; omitted unless it was played at a rated table. It is not in the record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rated: Option<MatchRating>,
    /// Links to more about it.
    pub links: MatchLinks,
}

/// Links to more about a finished match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MatchLinks {
    /// The path of its record.
    pub record: String,
    /// The path of its events as spectators saw them; add `?as=0` and so on for a seat.
    pub events: String,
    /// The path of its reviews; add `?as=0` and so on for a seat. Omitted if matches like this one are not reviewed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review: Option<String>,
}

/// What is left of a match that was deleted because of its age. It shows whether a copy of the record is the right one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeletedMatch {
    /// The match.
    pub match_id: MatchId,
    /// When it ended.
    pub ended_at: Timestamp,
    /// When it was deleted.
    pub deleted_at: Timestamp,
    /// SHA-256 of the bytes of its record.
    pub record_sha256: Digest,
    /// The Ed25519 public key of the record's signature.
    pub signer: PublicKey,
}

/// A running match, as the caller may see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RunningMatch {
    /// The match.
    pub match_id: MatchId,
    /// Always `playing`.
    pub status: Playing,
    /// The snapshot, as over the socket.
    pub snapshot: Snapshot,
}

/// The status of a running match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Playing {
    /// Running.
    Playing,
}

/// The events of a match, as one observer saw them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MatchEvents {
    /// The match.
    pub match_id: MatchId,
    /// The seat that saw them so; null for spectators.
    pub seen_by: Option<Seat>,
    /// How many earlier events are left out, because the server does not keep all events of a long running match. Omitted if 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub left_out: u64,
    /// The events from `start` on, without those that are left out, as the socket sent them. For a finished match the last one is
    /// `finished` or `abandoned`.
    pub events: Vec<RoomEvent>,
    /// If events are left out: the room and the match after the last of these events.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub snapshot: Option<Box<Snapshot>>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks like this")]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}
