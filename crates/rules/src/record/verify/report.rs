//! The report of a verification, check by check.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The report on a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// The overall result: `fail` if any check failed, else `unknown` if any check could not be made.
    pub verdict: Proof,
    /// Every check. Those of a receipt are there only if one was given.
    pub checks: Vec<Check>,
}

/// The result of a check, or of all checks together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
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
    /// The name of the check.
    pub name: CheckName,
    /// Its result.
    pub result: Proof,
    /// A sentence for people: what it proves, or what is wrong.
    pub text: String,
}

/// The name of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckName {
    /// The bytes are a record in canonical form.
    Format,
    /// The signature over what was fixed before the shuffle.
    StartSignature,
    /// The signature over the whole record.
    RecordSignature,
    /// Whether the signing key is known.
    Signer,
    /// The server's seed is the one that was committed to.
    SeedCommitment,
    /// Every seat's entropy is what it committed to.
    EntropyCommitments,
    /// The deal follows from the seeds.
    Shuffle,
    /// The choices before the first lead were made by the players or the server, as the terms say.
    Ceremony,
    /// Every hidden decision matches its commitment.
    Plays,
    /// There is exactly one commitment for each hidden decision.
    Commitments,
    /// Every action is legal.
    Rules,
    /// The result follows from the actions.
    Result,
    /// The receipt is for this match.
    ReceiptMatch,
    /// The receipt's commitment to the server's seed is the record's.
    ReceiptSeed,
    /// The receipt's entropy went into the shuffle.
    ReceiptEntropy,
    /// The receipt's start signature is the record's.
    ReceiptStart,
    /// The commitments that the player saw are in the record.
    ReceiptCommitments,
}

impl CheckName {
    /// The sentence for a check that passes.
    const fn proves(self) -> &'static str {
        match self {
            Self::Format => {
                "The record has its one canonical form; it holds nothing that is not checked or signed."
            }
            Self::StartSignature => {
                "The signer vouched for players, terms, seed commitment and entropy at the start."
            }
            Self::RecordSignature => "The signer vouches for the whole record.",
            Self::Signer => "It was signed with a key that you know.",
            Self::SeedCommitment => {
                "The server's seed is the one that it committed to before anybody was ready."
            }
            Self::EntropyCommitments => {
                "Every seat's entropy is what it committed to before any was opened."
            }
            Self::Shuffle => "The layout follows from the server's seed and the players' entropy.",
            Self::Ceremony => "The choices before the first lead were made as the terms say.",
            Self::Plays => "Every hidden play is the one that was committed to when it was laid.",
            Self::Commitments => {
                "There is one commitment for every hidden play, in the order of laying."
            }
            Self::Rules => "Every action is legal by the rules of the variant.",
            Self::Result => "The result is what the actions led to.",
            Self::ReceiptMatch => "Your receipt is for this match.",
            Self::ReceiptSeed => "The server's seed was fixed before you opened your entropy.",
            Self::ReceiptEntropy => "Your own entropy went into the shuffle, for your seat.",
            Self::ReceiptStart => "The match began as it was signed to you.",
            Self::ReceiptCommitments => {
                "All commitments that you saw are in the record, in the same order."
            }
        }
    }

    /// The sentence for a check that fails.
    const fn denies(self) -> &'static str {
        match self {
            Self::Format => {
                "These are not the canonical bytes of a record: something was added or written otherwise."
            }
            Self::StartSignature => {
                "The signature does not fit the start: players, terms, seeds or entropy were changed."
            }
            Self::RecordSignature => {
                "The signature does not fit the record: something in it was changed."
            }
            Self::Signer => "It was signed with a key that you don't know.",
            Self::SeedCommitment => "The server's seed is not the one that it committed to.",
            Self::EntropyCommitments => {
                "Some seat's entropy is not what it committed to, or a bot has entropy."
            }
            Self::Shuffle => "The layout does not follow from the seeds: the deal was another one.",
            Self::Ceremony => "The choices before the first lead were not made as the terms say.",
            Self::Plays => "A hidden play is not the one that was committed to when it was laid.",
            Self::Commitments => {
                "Commitments are missing, too many or in another order than the plays."
            }
            Self::Rules => "The actions are not a match by the rules of the variant.",
            Self::Result => "The result is not what the actions led to.",
            Self::ReceiptMatch => "Your receipt is for another match.",
            Self::ReceiptSeed => "The server committed to another seed when you got ready.",
            Self::ReceiptEntropy => "Your own entropy did not go into the shuffle for your seat.",
            Self::ReceiptStart => "The start that was signed to you is another one.",
            Self::ReceiptCommitments => {
                "A commitment that you saw is not in the record, or in another order."
            }
        }
    }

    /// The check with its result.
    pub(super) fn holds(self, holds: bool) -> Check {
        let (result, text) = if holds {
            (Proof::Pass, self.proves())
        } else {
            (Proof::Fail, self.denies())
        };
        Check {
            name: self,
            result,
            text: text.to_owned(),
        }
    }

    /// A check that could not be made, with the reason.
    pub(super) fn unknown(self, why: &str) -> Check {
        Check {
            name: self,
            result: Proof::Unknown,
            text: why.to_owned(),
        }
    }
}

impl Report {
    pub(super) fn of(checks: Vec<Check>) -> Self {
        let any = |result| checks.iter().any(|check| check.result == result);
        let verdict = if any(Proof::Fail) {
            Proof::Fail
        } else if any(Proof::Unknown) {
            Proof::Unknown
        } else {
            Proof::Pass
        };
        Self { verdict, checks }
    }

    /// The report for bytes that are not a record.
    pub(super) fn unreadable(why: &str) -> Self {
        let text = format!("This is no record: {why}.");
        Self::of(vec![Check {
            name: CheckName::Format,
            result: Proof::Fail,
            text,
        }])
    }
}
