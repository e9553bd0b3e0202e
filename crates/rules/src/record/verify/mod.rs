//! Verifies records offline, against what a player kept (`docs/FAIRNESS.md`).
//!
//! It proves that nothing was changed afterwards, and that nobody chose the shuffle, if the entropy of at least one seat was random and
//! unknown to the server. It cannot prove that the operator did not look at hidden pieces, or that no starts were cancelled.

mod checks;
mod report;
mod unknown_game;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::fairness::{Commitment, Digest, Entropy, PublicKey, Signature};
use crate::record::Record;
use crate::table::{MatchId, Seat};

use unknown_game::UnknownGame;

pub use report::{Check, CheckName, Proof, Report};

/// What a client keeps of a match while it is played, to verify the record later.
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
    /// Whether the receipt was started during the match, on another device than the one that got ready. Then the commitment to the seed
    /// and the entropy come from the server, after the start.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub late: bool,
}

/// Verifies the bytes of a record, and a receipt if there is one. Signers that are not in `known_keys` are reported as unknown.
///
/// Line ends after the record, which editors and shells add, are ignored. Any input gets a report.
pub fn verify(record_bytes: &[u8], receipt: Option<&Receipt>, known_keys: &[PublicKey]) -> Report {
    let record_bytes = without_line_ends(record_bytes);
    let read = match Read::of(record_bytes) {
        Ok(read) => read,
        Err(error) => return Report::unreadable(&error.to_string()),
    };
    if let Err(why) = read.shape() {
        return Report::unreadable(why);
    }
    Report::of(match read {
        Read::Record(record) => checks::all(&record, record_bytes, receipt, known_keys),
        Read::UnknownGame(record) => record.checks(record_bytes, receipt, known_keys),
    })
}

/// A record, as far as it can be read.
enum Read {
    Record(Box<Record>),
    UnknownGame(Box<UnknownGame>),
}

impl Read {
    fn of(bytes: &[u8]) -> Result<Self, serde_json::Error> {
        match serde_json::from_slice(bytes) {
            Ok(record) => Ok(Self::Record(Box::new(record))),
            Err(_) if UnknownGame::is_named(bytes) => {
                UnknownGame::read(bytes).map(|record| Self::UnknownGame(Box::new(record)))
            }
            Err(error) => Err(error),
        }
    }

    fn shape(&self) -> Result<(), &'static str> {
        match self {
            Self::Record(record) => checks::shape(record),
            Self::UnknownGame(record) => record.shape(),
        }
    }
}

/// What a record is about, also if this program does not know its game. Nothing of it is verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The match.
    pub match_id: MatchId,
    /// The name of the game.
    pub variant: String,
    /// The number of players.
    pub seats: u8,
    /// The public key of its signatures.
    pub signer: PublicKey,
}

impl Subject {
    /// The subject of these bytes; none if they are not a record.
    pub fn read(record_bytes: &[u8]) -> Option<Self> {
        Some(match Read::of(record_bytes).ok()? {
            Read::Record(record) => Self {
                match_id: record.match_id,
                variant: record.variant.to_string(),
                seats: record.seats,
                signer: record.fairness.signer,
            },
            Read::UnknownGame(record) => record.subject(),
        })
    }
}

fn without_line_ends(mut bytes: &[u8]) -> &[u8] {
    while let [rest @ .., b'\n' | b'\r'] = bytes {
        bytes = rest;
    }
    bytes
}
