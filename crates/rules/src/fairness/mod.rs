//! The computations of fairness: commitments, the random stream, signatures (`docs/FAIRNESS.md`). Pure functions: secrets are
//! parameters, and nothing here creates or stores one.

mod canonical;
mod entropy;
mod hex;
mod seal;
mod seed;
mod sign;
mod stream;

pub(crate) use canonical::{canonical, is_exact};
pub use entropy::{BadEntropy, Entropy, EntropyCommitment, MAX_ENTROPY_BYTES, entropy_commitment};
pub use hex::{BadHex, Digest, Hex, Nonce, PublicKey, Signature};
pub use seal::{Commitment, Seal, SealKind, SealLabel, Sealed, hidden_commitment, seal};
pub use seed::{MatchSeed, ServerSeed, match_seed, seed_commitment, thinking_seed, window_seed};
pub(crate) use sign::verify;
pub use sign::{Signer, verify_record, verify_season};
pub use stream::Stream;
pub(crate) use stream::shuffle;

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest as _, Sha256};

/// SHA-256 of the concatenated parts.
fn hash(parts: &[&[u8]]) -> Digest {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update(part);
    }
    Hex(hasher.finalize().into())
}

/// HMAC-SHA256 of the concatenated parts.
fn mac(key: &[u8; 32], parts: &[&[u8]]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}
