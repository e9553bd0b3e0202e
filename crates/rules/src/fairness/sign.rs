//! Signatures of the server (Ed25519).

use std::fmt;

use ed25519_dalek::{Signature as DalekSignature, Signer as _, SigningKey, VerifyingKey};
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::{Hex, PublicKey, Signature, canonical, is_exact};

/// The domain of record signatures. It comes before the signed bytes, so that the signature is not valid for anything else.
const RECORD_DOMAIN: &[u8] = b"giog/record/v1";
/// The domain of signatures of final tables.
const SEASON_DOMAIN: &[u8] = b"giog/season/v1";
/// The domain of derived secrets.
const DERIVED_DOMAIN: &[u8] = b"giog/derived/v1";

/// The server's signing key.
#[derive(Clone)]
pub struct Signer {
    key: SigningKey,
    /// Whether everything that it signs is of a practice server, on which nothing that counts is played.
    practice: bool,
}

impl Signer {
    /// The key with these 32 secret bytes.
    pub fn new(secret: &[u8; 32]) -> Self {
        Self {
            key: SigningKey::from_bytes(secret),
            practice: false,
        }
    }

    /// The same key for a practice server: the records that it signs say so.
    #[must_use]
    pub fn for_practice(self) -> Self {
        Self {
            practice: true,
            ..self
        }
    }

    /// Whether this is the key of a practice server.
    pub const fn is_for_practice(&self) -> bool {
        self.practice
    }

    /// The public key, with which signatures are verified.
    pub fn public_key(&self) -> PublicKey {
        Hex(self.key.verifying_key().to_bytes())
    }

    /// Derives secret bytes from `from`. Nobody without the signing key can compute them.
    pub fn derive(&self, from: &[u8; 32]) -> [u8; 32] {
        // All parts have a fixed length, so the concatenation is unambiguous.
        let hasher = Sha256::new_with_prefix(DERIVED_DOMAIN);
        let hasher = hasher.chain_update(self.key.as_bytes());
        hasher.chain_update(from).finalize().into()
    }

    /// Signs bytes that must begin with a domain.
    pub(crate) fn sign(&self, bytes: &[u8]) -> Signature {
        Hex(self.key.sign(bytes).to_bytes())
    }

    /// Signs a record, given as its canonical bytes without `signature`.
    pub fn sign_record(&self, unsigned_record: &[u8]) -> Signature {
        self.sign(&[RECORD_DOMAIN, unsigned_record].concat())
    }

    /// Signs the final table of a season, as canonical JSON.
    ///
    /// # Panics
    /// If the table cannot be JSON, or has fractions.
    pub fn sign_season(&self, table: &impl Serialize) -> Signature {
        self.sign(&[SEASON_DOMAIN, &canonical(table)].concat())
    }
}

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signer({})", self.public_key())
    }
}

/// Verifies the signature of a record, given as its canonical bytes without `signature`.
pub fn verify_record(key: &PublicKey, unsigned_record: &[u8], signature: &Signature) -> bool {
    verify(key, &[RECORD_DOMAIN, unsigned_record].concat(), signature)
}

/// Verifies the signature of the final table of a season; false if the table has fractions, or numbers that not all readers keep exactly.
pub fn verify_season(key: &PublicKey, table: &Value, signature: &Signature) -> bool {
    is_exact(table) && verify(key, &[SEASON_DOMAIN, &canonical(table)].concat(), signature)
}

/// Verifies a signature strictly: weak keys, and other encodings of a valid signature, are refused.
pub(crate) fn verify(key: &PublicKey, bytes: &[u8], signature: &Signature) -> bool {
    VerifyingKey::from_bytes(&key.0).is_ok_and(|key| {
        key.verify_strict(bytes, &DalekSignature::from_bytes(&signature.0))
            .is_ok()
    })
}
