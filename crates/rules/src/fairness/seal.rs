//! Commitments to what is laid or thrown hidden.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Digest, Hex, Nonce, ServerSeed, hash, mac};
use crate::table::{MatchId, Seat};

/// Content that was laid hidden, with the label under which it is committed to (`docs/FAIRNESS.md`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sealed {
    /// What it is, which everybody may know.
    pub label: SealLabel,
    /// What is hidden: the canonical text of the pieces, or the sign.
    pub text: String,
}

/// Which hidden content a commitment is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SealLabel {
    /// A face-down play.
    Play {
        /// The trick, from 0.
        trick: u8,
        /// Who laid it.
        seat: Seat,
        /// How many plays this seat had taken back in this trick before.
        attempt: u8,
    },
    /// A hidden throw.
    Throw {
        /// The round of throws, from 0.
        round: u8,
        /// Who threw it.
        seat: Seat,
    },
}

impl SealLabel {
    /// Who laid it.
    pub const fn seat(self) -> Seat {
        match self {
            Self::Play { seat, .. } | Self::Throw { seat, .. } => seat,
        }
    }
}

/// A commitment with what opens it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Seal {
    /// Known to the owner at once, and to all when the content is.
    pub nonce: Nonce,
    /// Published when the content is laid.
    pub commitment: Digest,
}

/// A commitment as it is published and recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Commitment {
    /// What it covers.
    #[serde(flatten)]
    pub label: SealLabel,
    /// The commitment.
    pub commitment: Digest,
}

/// The commitment to hidden content.
pub fn seal(seed: &ServerSeed, match_id: MatchId, sealed: &Sealed) -> Seal {
    let (nonce_domain, domain, label): (&[u8], &[u8], &[u8]) = match sealed.label {
        SealLabel::Play {
            trick,
            seat,
            attempt,
        } => (
            b"giog/nonce/v1",
            b"giog/lay/v1",
            &[trick, seat.into(), attempt],
        ),
        SealLabel::Throw { round, seat } => (
            b"giog/throw-nonce/v1",
            b"giog/throw/v1",
            &[round, seat.into()],
        ),
    };
    let key = mac(seed.as_bytes(), &[nonce_domain, label]);
    let mut nonce = [0; 16];
    nonce.copy_from_slice(&key[..16]);
    let commitment = hash(&[
        domain,
        match_id.as_bytes(),
        label,
        &nonce,
        sealed.text.as_bytes(),
    ]);
    Seal {
        nonce: Hex(nonce),
        commitment,
    }
}
