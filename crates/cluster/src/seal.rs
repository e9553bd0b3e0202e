//! What keeps the bus from reading, altering and making up what nodes say to each other.

use std::fmt;

use chacha20poly1305::aead::{Aead as _, KeyInit as _, Payload};
use chacha20poly1305::{ChaCha20Poly1305, Key, Nonce};
use hkdf::Hkdf;
use sha2::Sha256;

/// What keys of links are derived with, so that the secret is good for something else beside them.
const SALT: &[u8] = b"giog/cluster/link/v1";
/// Bytes that sealing adds.
pub(crate) const TAG_BYTES: usize = 16;

/// The secret that all nodes of a cluster have, and nobody else.
#[derive(Clone)]
pub struct ClusterKey([u8; 32]);

impl ClusterKey {
    /// The key of these secret bytes, which are to be used for nothing else.
    pub const fn new(secret: [u8; 32]) -> Self {
        Self(secret)
    }

    /// The cipher of everything that goes one way on one link, which is to be named whole by `context`.
    pub(crate) fn cipher(&self, context: &[u8]) -> Cipher {
        let mut key = Key::default();
        let derived = Hkdf::<Sha256>::new(Some(SALT), &self.0).expand(context, &mut key);
        derived.expect("SHA-256 gives keys of 32 bytes");
        Cipher(ChaCha20Poly1305::new(&key))
    }
}

impl fmt::Debug for ClusterKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ClusterKey(…)")
    }
}

/// Seals and opens the messages of one direction of one link, each by its number.
pub(crate) struct Cipher(ChaCha20Poly1305);

impl Cipher {
    /// Seals a message, and what stands before it in the open. A number is to be used once.
    pub(crate) fn seal(&self, number: u64, open: &[u8], message: &[u8]) -> Vec<u8> {
        let payload = Payload {
            msg: message,
            aad: open,
        };
        let sealed = self.0.encrypt(&nonce(number), payload);
        sealed.expect("messages are far shorter than 256 GiB")
    }

    /// The message, if it was sealed so; nothing if anything of it is not as it was.
    pub(crate) fn open(&self, number: u64, open: &[u8], sealed: &[u8]) -> Option<Vec<u8>> {
        let payload = Payload {
            msg: sealed,
            aad: open,
        };
        self.0.decrypt(&nonce(number), payload).ok()
    }
}

impl fmt::Debug for Cipher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Cipher(…)")
    }
}

/// The key is of one direction of one link, in which a number comes once.
fn nonce(number: u64) -> Nonce {
    let mut nonce = Nonce::default();
    nonce[..8].copy_from_slice(&number.to_le_bytes());
    nonce
}
