//! Workers outside the server that compute reviews, and their jobs.

use giog_rules::Timestamp;
use uuid::Uuid;

use crate::ReviewKey;

/// A worker outside the server, with a token of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReviewerId(pub Uuid);

/// What is stored of a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reviewer {
    /// Its id.
    pub id: ReviewerId,
    /// What the operator calls it.
    pub name: String,
    /// When its token was made.
    pub made_at: Timestamp,
    /// When it last asked for a job, up to some seconds later.
    pub seen_at: Option<Timestamp>,
    /// When it was revoked, and why.
    pub revoked: Option<(Timestamp, String)>,
    /// How many stored reviews it has computed.
    pub reviews: u64,
}

/// A job that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TakenJob {
    /// The review.
    pub key: ReviewKey,
    /// On how many lines at most each choice is played on.
    pub lines: u32,
}

/// What a worker gets that asks for a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Take {
    /// A job.
    Job(TakenJob),
    /// There is none.
    Nothing,
    /// It has [`crate::MAX_LEASES`] already.
    TooMany,
    /// It was revoked.
    Revoked,
}

/// How far the job of a review is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobState {
    /// When it was offered.
    pub offered_at: Timestamp,
    /// Until when it is a worker's.
    pub ends_at: Option<Timestamp>,
    /// Whether its review has come, and waits until it is checked.
    pub is_checking: bool,
    /// How often it was taken.
    pub taken: u32,
    /// How many decisions the worker has looked at, as it says, and how many there are.
    pub progress: (u32, u32),
}
