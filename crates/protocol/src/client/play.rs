//! Requests about a match: readiness, entropy, and turns.

use giog_rules::fairness::{Digest, Entropy};
use giog_rules::{Action, MatchId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::settings::{null_as_yes, yes};

/// Sets ready for the next match. It starts when everybody is ready.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ready {
    /// The match, from `next`. Required with a commitment, which is valid only for this match.
    pub match_id: Option<MatchId>,
    /// The commitment to the player's own entropy (`docs/FAIRNESS.md`); omitted, the player adds none.
    pub entropy_commitment: Option<Digest>,
}

/// Sets not ready.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Unready {}

/// Opens the entropy committed to, once all commitments are published.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OpenEntropy {
    /// The match.
    pub match_id: MatchId,
    /// The entropy: 1 to 64 bytes in lower-case hex.
    pub entropy: Entropy,
}

/// Takes a turn: one of the actions of `docs/RECORD.md`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Act {
    /// The number of actions taken for this seat in this match so far, from the latest `now`.
    pub turn: u32,
    /// The match; default is the running one. With it, a late request cannot act in the next match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub match_id: Option<MatchId>,
    /// The action.
    #[serde(flatten)]
    pub action: Action,
}

/// Agrees to end the running match early, or does not any more; from a player of the match. When all who play agree, it is abandoned: it
/// has a signed record, no winners, and counts nowhere. Whoever acts by themselves does not agree any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EndMatch {
    /// The match.
    pub match_id: MatchId,
    /// Whether they agree; default true.
    #[serde(default = "yes", deserialize_with = "null_as_yes")]
    #[schemars(with = "Option<bool>")]
    pub agrees: bool,
}

/// Asks what the server's bot would do now on this seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Hint {
    /// The number of actions taken for this seat in this match so far, from the latest `now`: the hint is only for this
    /// decision.
    pub turn: u32,
}

/// Asks for everything that the seat may know and do now, as one message `turn`, if the match waits for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AskTurn {
    /// The number of the last event that the message is not to contain; without it, it contains none.
    pub after: Option<u64>,
}

/// Asks for the legal plays of the current decision that `news` did not list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Choices {
    /// The number of actions taken for this seat in this match so far, from the latest `now`: the plays are only for
    /// this decision.
    pub turn: u32,
}

/// Asks for a page of all legal actions of the current decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ListActions {
    /// The number of actions taken for this seat in this match so far, from the latest `now`: the actions are only for this
    /// decision.
    pub turn: u32,
    /// The place of the first action of the page, from 0; default 0.
    pub from: Option<u64>,
}

/// Agrees to a pause of the running match, while a player is not connected; from a person with a seat, at an unlisted table. The match is paused
/// when everybody with a seat who is connected agrees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Pause {
    /// Whether they agree; default true.
    #[serde(default = "yes", deserialize_with = "null_as_yes")]
    #[schemars(with = "Option<bool>")]
    pub agrees: bool,
}

/// Ends a pause of the running match; from any person with a seat in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ResumeMatch {}
