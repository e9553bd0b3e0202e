//! Encryption for a browser: RFC 8291, with the content coding of RFC 8188. The push service cannot read the message.

use aes_gcm::aead::{Aead as _, KeyInit as _};
use aes_gcm::{Aes128Gcm, Nonce};
use giog_rooms::Random;
use hkdf::Hkdf;
use p256::ecdh::diffie_hellman;
use p256::{PublicKey, SecretKey};
use sha2::Sha256;

/// Length of the salt in bytes.
const SALT_BYTES: usize = 16;
/// The record size, of which a message has one record: every push service accepts this.
const RECORD_BYTES: u32 = 4_096;
/// The delimiter after the message in the last record. Padding follows it.
const LAST_RECORD: u8 = 2;

/// Random values for one message, never used again.
pub(super) struct Once {
    secret: SecretKey,
    salt: [u8; SALT_BYTES],
}

impl Once {
    /// New values.
    pub fn new(random: &mut dyn Random) -> Self {
        let mut salt = [0; SALT_BYTES];
        random.fill(&mut salt);
        let secret = secret_key(|| {
            let mut bytes = [0; 32];
            random.fill(&mut bytes);
            bytes
        });
        Self { secret, salt }
    }
}

/// The first of these candidates that is a valid secret key. Nearly all are.
pub(super) fn secret_key(mut bytes: impl FnMut() -> [u8; 32]) -> SecretKey {
    loop {
        if let Ok(secret) = SecretKey::from_slice(&bytes()) {
            return secret;
        }
    }
}

/// Encrypts a message for the browser with this key and this secret, padded to a fixed length.
pub(super) fn encrypt(
    message: &[u8],
    filled_bytes: usize,
    (key, auth): (&PublicKey, &[u8]),
    Once { secret, salt }: &Once,
) -> Vec<u8> {
    let shared = diffie_hellman(secret.to_nonzero_scalar(), key.as_affine());
    let (theirs, ours) = (key.to_sec1_bytes(), secret.public_key().to_sec1_bytes());
    let info = [b"WebPush: info\0", &theirs[..], &ours[..]].concat();
    let ikm: [u8; 32] = derived(auth, shared.raw_secret_bytes(), &info);
    let content_key: [u8; 16] = derived(salt, &ikm, b"Content-Encoding: aes128gcm\0");
    let nonce: [u8; 12] = derived(salt, &ikm, b"Content-Encoding: nonce\0");
    let mut record = message.to_vec();
    record.push(LAST_RECORD);
    record.resize(record.len().max(filled_bytes + 1), 0);
    let sealed = Aes128Gcm::new(&content_key.into())
        .encrypt(&Nonce::from(nonce), &record[..])
        .expect("a record is far shorter than what AES-GCM can seal");
    let length = u8::try_from(ours.len()).expect("a key has 65 bytes");
    let head = [&salt[..], &RECORD_BYTES.to_be_bytes(), &[length], &ours];
    [&head.concat()[..], &sealed].concat()
}

fn derived<const N: usize>(salt: &[u8], from: &[u8], info: &[u8]) -> [u8; N] {
    let mut bytes = [0; N];
    Hkdf::<Sha256>::new(Some(salt), from)
        .expand(info, &mut bytes)
        .expect("less than HKDF can give");
    bytes
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::prelude::BASE64_URL_SAFE_NO_PAD;

    use super::*;
    use crate::ambient::OsRandom;

    fn bytes(text: &str) -> Vec<u8> {
        let text: String = text.split_whitespace().collect();
        BASE64_URL_SAFE_NO_PAD.decode(text).expect("base64url")
    }

    /// RFC 8291, section 5 and appendix A.
    #[test]
    fn the_example_of_the_standard_is_encrypted_as_it_says() {
        let key = bytes(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcx
             aOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        );
        let auth = bytes("BTBZMqHH6r4Tts7J_aSIgg");
        let secret = bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw");
        let once = Once {
            secret: SecretKey::from_slice(&secret).expect("a key"),
            salt: bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().expect("a salt"),
        };
        let key = PublicKey::from_sec1_bytes(&key).expect("a key");
        let message = b"When I grow up, I want to be a watermelon";
        assert_eq!(
            encrypt(message, 0, (&key, &auth), &once),
            bytes(
                "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml
                 mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT
                 pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
            )
        );
    }

    #[test]
    fn whatever_a_message_says_it_has_the_same_length() {
        let browser = Once::new(&mut OsRandom).secret.public_key();
        let length = |message: &[u8]| {
            let once = Once::new(&mut OsRandom);
            encrypt(message, 100, (&browser, &[7; 16]), &once).len()
        };
        assert_eq!(length(b""), length(&[b'x'; 100]));
        // The header, the message, the delimiter, and the authentication tag.
        assert_eq!(length(b""), 16 + 4 + 1 + 65 + 100 + 1 + 16);
    }
}
