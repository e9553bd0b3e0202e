//! Requests about a match: readiness, entropy, and turns.

use giog_rules::fairness::{Digest, Entropy};
use giog_rules::{Action, MatchId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Says that one is ready for the next match. When everybody is, it starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ready {
    /// The match one is ready for, as `next` has it. Wanted with a commitment, which is worthless for any other match.
    pub match_id: Option<MatchId>,
    /// The commitment to entropy of one's own (`docs/FAIRNESS.md`); left out, one contributes none.
    pub entropy_commitment: Option<Digest>,
}

/// Is not ready any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Unready {}

/// Opens the entropy committed to, once all commitments are published.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OpenEntropy {
    /// The match it is for.
    pub match_id: MatchId,
    /// The entropy: 1 to 64 bytes in lower-case hex.
    pub entropy: Entropy,
}

/// Takes a turn: one of the actions of `docs/RECORD.md`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Act {
    /// How many actions were taken for this seat in this match so far, as the last `now` said.
    pub turn: u32,
    /// The match it is meant for. Left out, it is the one being played; given, an old request never acts in a new match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub match_id: Option<MatchId>,
    /// What to do.
    #[serde(flatten)]
    pub action: Action,
}

/// Asks what the server's computer player would do now on one's own seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Hint {
    /// How many actions were taken for this seat in this match so far, as the last `now` said: the hint is for this decision
    /// and no other.
    pub turn: u32,
}

/// Asks for the legal plays of one's own decision that `news` did not list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Choices {
    /// How many actions were taken for this seat in this match so far, as the last `now` said: the plays are those of this
    /// decision and no other.
    pub turn: u32,
}

impl Act {
    /// Every `do` that some game has.
    pub(super) const VERBS: [&'static str; 8] = [
        "reveal",
        "take",
        "expose",
        "throw",
        "end",
        "order",
        "play",
        "take_back",
    ];
}
