//! Commitments to what is laid or thrown hidden.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Digest, Hex, Nonce, ServerSeed, hash, mac};
use crate::{MatchId, SealLabel, Sealed};

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
