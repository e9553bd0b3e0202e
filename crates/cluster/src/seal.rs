//! Encryption of messages between nodes, so that nobody on the bus can read, alter or forge them.

use std::fmt;

use chacha20poly1305::aead::{Aead as _, KeyInit as _, Payload};
use chacha20poly1305::{ChaCha20Poly1305, Key, Nonce};
use hkdf::Hkdf;
use sha2::Sha256;

/// The salt for deriving keys of links, so that the secret can also be used for other purposes.
const SALT: &[u8] = b"giog/cluster/link/v1";
/// Bytes that encryption adds to a message.
pub(crate) const TAG_BYTES: usize = 16;

/// The secret that only the nodes of a cluster have.
#[derive(Clone)]
pub struct ClusterKey([u8; 32]);

impl ClusterKey {
    /// The key from these secret bytes, which must not be used for anything else.
    pub const fn new(secret: [u8; 32]) -> Self {
        Self(secret)
    }

    /// The cipher for one direction of one link. `context` must identify both completely.
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

/// Encrypts and decrypts the messages of one direction of one link, each with its number.
pub(crate) struct Cipher(ChaCha20Poly1305);

impl Cipher {
    /// Encrypts a message, and authenticates the plain bytes before it. A number must be used only once.
    pub(crate) fn seal(&self, number: u64, open: &[u8], message: &[u8]) -> Vec<u8> {
        let payload = Payload {
            msg: message,
            aad: open,
        };
        let sealed = self.0.encrypt(&nonce(number), payload);
        sealed.expect("messages are far shorter than 256 GiB")
    }

    /// Decrypts a message; none if it, or the plain bytes, or the number is not the one that was encrypted.
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

/// A number is unique for its key, because a key is for one direction of one link.
fn nonce(number: u64) -> Nonce {
    let mut nonce = Nonce::default();
    nonce[..8].copy_from_slice(&number.to_le_bytes());
    nonce
}
