//! Branches of finished matches (`docs/REVIEW.md`): somebody plays on from a decision, against bots. Nothing of a branch is stored.

use giog_rules::{Action, BySeat, Level, MatchId, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::server::{RoomEvent, YourTurn};

/// A branch: everything that it follows from, besides the record of its match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BranchInput {
    /// The seat that is played.
    #[serde(rename = "as")]
    pub seat: Seat,
    /// It begins at the first decision that the seat is asked for at this index in the record's `actions`, as reviews name decisions, or later.
    #[serde(default)]
    pub action: u32,
    /// The same, after so many events of `GET /matches/{match}/events?as=` for the seat, from `start` on.
    #[serde(default)]
    pub events: u32,
    /// What the seat does from there on, in the order of its decisions: actions as in `act`, without `turn`.
    #[serde(default)]
    pub plays: Vec<Action>,
    /// The level of all other seats. Without it, bots have the level that they had in the match, and people's seats are `simple`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
    /// How many events, from `start` on, the client has already: they are left out of the answer.
    #[serde(default)]
    pub left_out: u32,
}

/// A branch after the plays that were sent, as its seat sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Branch {
    /// The match.
    pub match_id: MatchId,
    /// The seat that is played.
    #[serde(rename = "as")]
    pub seat: Seat,
    /// The index of the action in the record's `actions` instead of which the branch goes on: with it, the branch is always the same.
    pub action: u32,
    /// What was done in the match.
    pub did: Action,
    /// The level of each bot; null for the seat that is played.
    pub levels: BySeat<Option<Level>>,
    /// How many events, from `start` on, are the match's. Later ones have neither commitments nor proofs.
    pub begins: u32,
    /// How many events are left out of `events`.
    pub left_out: u32,
    /// The events from `start` on, as the seat sees them, without those that are left out.
    pub events: Vec<RoomEvent>,
    /// The seats that have something to decide.
    pub deciding: Vec<Seat>,
    /// What the seat may decide; null when the match is over in the branch.
    pub you: Option<YourTurn>,
}
