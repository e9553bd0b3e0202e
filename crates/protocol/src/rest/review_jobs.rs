//! Reviews that workers outside the server compute (`docs/REVIEW.md`).

use giog_rules::{MatchId, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// What a worker takes jobs with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewJobInput {
    /// The version of the worker's engine; that of the server's is wanted.
    pub engine: u32,
}

/// A review that a worker computes: that of the match for the seat, from its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewJob {
    /// The job, as long as it is this worker's.
    pub lease: Uuid,
    /// The match: a finished one in public lists.
    pub match_id: MatchId,
    /// The seat.
    pub seat: Seat,
    /// On how many lines at most each choice is played on.
    pub lines: u32,
    /// When the lease ends, if it is not renewed: in so many milliseconds.
    pub ends_in_ms: u64,
}

/// How far a worker is, with which it renews its lease.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewJobProgress {
    /// How many decisions it has looked at.
    pub done: u32,
    /// How many there are.
    pub of: u32,
}

/// A lease that was renewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewLease {
    /// When it ends: in so many milliseconds.
    pub ends_in_ms: u64,
}
