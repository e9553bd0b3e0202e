//! Proves a record offline, against what a player kept (`docs/FAIRNESS.md`).
//!
//! What it proves: nothing was changed after the fact, and nobody chose the shuffle if one seat's entropy was random and
//! unknown to the server. What it cannot prove: that an operator did not look, or that no start was cancelled.

mod checks;
mod report;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::fairness::{Commitment, Digest, Entropy, PublicKey, Signature};
use crate::record::Record;
use crate::table::{MatchId, Seat};

pub use report::{Check, CheckName, Proof, Report};

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
    /// Whether it was begun during the match, on another device than the one that got ready: then the seed's commitment and the
    /// entropy are only what the server said afterwards.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub late: bool,
}

/// Checks the bytes of a record, against a receipt if there is one. Signers other than `known_keys` are unknown.
///
/// Line ends after the record, which editors and shells leave there, are no part of it. Any bytes at all are answered with a
/// report.
pub fn verify(record_bytes: &[u8], receipt: Option<&Receipt>, known_keys: &[PublicKey]) -> Report {
    let record_bytes = without_line_ends(record_bytes);
    let record: Record = match serde_json::from_slice(record_bytes) {
        Ok(record) => record,
        Err(error) => return Report::unreadable(&error.to_string()),
    };
    if let Err(why) = checks::shape(&record) {
        return Report::unreadable(why);
    }
    let mut checks = checks::record(&record, record_bytes, known_keys);
    checks.extend(
        receipt
            .into_iter()
            .flat_map(|receipt| checks::receipt(&record, receipt)),
    );
    Report::of(checks)
}

fn without_line_ends(mut bytes: &[u8]) -> &[u8] {
    while let [rest @ .., b'\n' | b'\r'] = bytes {
        bytes = rest;
    }
    bytes
}
