//! Proves a record offline, against what a player kept (`docs/FAIRNESS.md`).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::fairness::{Commitment, Digest, Entropy, PublicKey, Signature};
use crate::{MatchId, Seat};

/// What a player keeps of a match while it is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Receipt {
    /// The match.
    pub match_id: MatchId,
    /// The commitment to the server's seed, as it was published.
    pub seed_commitment: Digest,
    /// The player's seat.
    pub seat: Seat,
    /// The player's own entropy.
    pub entropy: Entropy,
    /// The signature of the start.
    pub start_signature: Signature,
    /// The commitments seen, in order.
    pub commitments: Vec<Commitment>,
}

/// What was checked, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// Whether the record is proven.
    pub verdict: Proof,
    /// Every check.
    pub checks: Vec<Check>,
}

/// The outcome of a check, or of all together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Proof {
    /// It holds.
    Pass,
    /// It does not hold: something was changed or is missing.
    Fail,
    /// It could not be checked.
    Unknown,
}

/// One check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Check {
    /// Which.
    pub name: CheckName,
    /// What came of it.
    pub result: Proof,
    /// What it proves, or what is wrong, in a sentence.
    pub text: String,
}

/// The name of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckName {
    /// The bytes are a record in its one canonical form.
    Format,
}

/// Checks a record, against a receipt if there is one.
pub fn verify(record_bytes: &[u8], receipt: Option<&Receipt>, known_keys: &[PublicKey]) -> Report {
    let _ = (record_bytes, receipt, known_keys);
    todo!()
}
