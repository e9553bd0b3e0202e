//! Signatures of the server.

use std::fmt;

use ed25519_dalek::{Signature as DalekSignature, Signer as _, SigningKey, VerifyingKey};
use sha2::{Digest as _, Sha256};

use super::{Hex, PublicKey, Signature};

/// What the signature of a record begins with, so that it is good for nothing else.
const RECORD_DOMAIN: &[u8] = b"giog/record/v1";
/// What is hashed with the key and what a secret follows from.
const DERIVED_DOMAIN: &[u8] = b"giog/derived/v1";

/// The server's signing key.
#[derive(Clone)]
pub struct Signer(SigningKey);

impl Signer {
    /// The key of these 32 secret bytes.
    pub fn new(secret: &[u8; 32]) -> Self {
        Self(SigningKey::from_bytes(secret))
    }

    /// The key that checks its signatures.
    pub fn public_key(&self) -> PublicKey {
        Hex(self.0.verifying_key().to_bytes())
    }

    /// Secret bytes that follow from something, and that nobody can tell who does not have this key.
    pub fn derive(&self, from: &[u8; 32]) -> [u8; 32] {
        // All parts have a fixed length.
        let hasher = Sha256::new_with_prefix(DERIVED_DOMAIN);
        let hasher = hasher.chain_update(self.0.as_bytes());
        hasher.chain_update(from).finalize().into()
    }

    /// Signs bytes that begin with a domain of their own, so that the signature is good for nothing else.
    pub(crate) fn sign(&self, bytes: &[u8]) -> Signature {
        Hex(self.0.sign(bytes).to_bytes())
    }

    /// Signs a record: its canonical bytes without `signature`.
    pub fn sign_record(&self, unsigned_record: &[u8]) -> Signature {
        self.sign(&[RECORD_DOMAIN, unsigned_record].concat())
    }
}

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signer({})", self.public_key())
    }
}

/// Whether a record, given as its canonical bytes without `signature`, was signed with this key.
pub fn verify_record(key: &PublicKey, unsigned_record: &[u8], signature: &Signature) -> bool {
    verify(key, &[RECORD_DOMAIN, unsigned_record].concat(), signature)
}

/// Whether these bytes were signed with this key. Strictly: weak keys and second writings of a signature are refused.
pub(crate) fn verify(key: &PublicKey, bytes: &[u8], signature: &Signature) -> bool {
    VerifyingKey::from_bytes(&key.0).is_ok_and(|key| {
        key.verify_strict(bytes, &DalekSignature::from_bytes(&signature.0))
            .is_ok()
    })
}
