//! How push services identify this server: VAPID (RFC 8292).

use std::fmt;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use giog_protocol::{DeviceId, RoomId};
use giog_rules::Timestamp;
use giog_rules::fairness::Signer;
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::json;
use sha2::{Digest as _, Sha256};

use super::encrypt::secret_key;

/// Validity of a token for a push service, in seconds: half of what is allowed, so that clocks may differ.
const TOKEN_S: i64 = 12 * 3_600;
/// Length of a topic in bytes: 32 characters of base64, the maximum (RFC 8030, section 5.4).
const TOPIC_BYTES: usize = 24;

/// The key with which the server signs for push services. It is derived from the server's signing key, so that all nodes of a cluster
/// have the same one, and a backup of the signing key includes it. The signing key cannot be computed from it.
pub(super) struct Vapid {
    key: SigningKey,
    public_key: String,
    contact: String,
    /// The key from which topics are derived.
    topics: [u8; 32],
}

impl Vapid {
    /// Derives the key from the signing key. `contact` tells push services how to reach the operator.
    pub fn new(signer: &Signer, contact: String) -> Self {
        let derive = |what_for: &str| signer.derive(&Sha256::digest(what_for).into());
        let mut next = "giog/push/vapid".to_owned();
        let secret = secret_key(|| {
            let bytes = derive(&next);
            next.push('+');
            bytes
        });
        let public_key = BASE64_URL_SAFE_NO_PAD.encode(secret.public_key().to_sec1_bytes());
        Self {
            key: secret.into(),
            public_key,
            contact,
            topics: derive("giog/push/topics"),
        }
    }

    /// The public key, in base64url.
    pub fn public_key(&self) -> &str {
        &self.public_key
    }

    /// The `Authorization` header that proves to a push service, such as `https://push.example.org`, that a message is from this server.
    pub fn authorization(&self, service: &str, now: Timestamp) -> String {
        let expires = now.unix_ms() / 1_000 + TOKEN_S;
        let claims = json!({ "aud": service, "exp": expires, "sub": self.contact });
        let encoded = |part: &serde_json::Value| BASE64_URL_SAFE_NO_PAD.encode(part.to_string());
        let head = json!({ "typ": "JWT", "alg": "ES256" });
        let signed = format!("{}.{}", encoded(&head), encoded(&claims));
        let signature: Signature = self.key.sign(signed.as_bytes());
        let signature = BASE64_URL_SAFE_NO_PAD.encode(signature.to_bytes());
        format!("vapid t={signed}.{signature}, k={}", self.public_key)
    }

    /// The topic of messages about a room to a device: a newer message replaces the previous one. It does not reveal the room, or whether
    /// two devices get messages about the same one.
    pub fn topic(&self, room: RoomId, device: DeviceId) -> String {
        let hasher = Sha256::new_with_prefix(self.topics);
        let hasher = hasher.chain_update(room.0).chain_update(device.0);
        BASE64_URL_SAFE_NO_PAD.encode(&hasher.finalize()[..TOPIC_BYTES])
    }
}

impl fmt::Debug for Vapid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Vapid({})", self.public_key)
    }
}

#[cfg(test)]
mod tests {
    use p256::ecdsa::VerifyingKey;
    use p256::ecdsa::signature::Verifier as _;
    use uuid::Uuid;

    use super::*;

    fn vapid(secret: u8) -> Vapid {
        Vapid::new(&Signer::new(&[secret; 32]), "mailto:a@example.org".into())
    }

    #[test]
    fn the_key_follows_from_the_signing_key_and_is_another_for_another() {
        let key = "BN3zdyWZjMnBKc2PKnkMsmQcaM6T3679Klkj2T-RbmG3hsHi2gIY9aEBi6pDrCR_0qAfiTkaZuL1Q9m1WsDaw8U";
        assert_eq!(vapid(7).public_key(), vapid(7).public_key());
        assert_ne!(vapid(7).public_key(), vapid(8).public_key());
        // Browsers have subscribed with this key: it must not change.
        assert_eq!(vapid(7).public_key(), key);
    }

    #[test]
    fn a_token_is_for_one_push_service_and_a_while_and_is_proven_by_the_public_key() {
        let now = Timestamp::from_unix_ms(1_700_000_000_500);
        let vapid = vapid(7);
        let text = vapid.authorization("https://push.example.org", now);
        let (token, key) = text.split_once(", k=").expect("token and key");
        assert_eq!(key, vapid.public_key());
        let token = token.strip_prefix("vapid t=").expect("a token");
        let (signed, signature) = token.rsplit_once('.').expect("a signature");
        let decode = |text| BASE64_URL_SAFE_NO_PAD.decode(text).expect("base64url");
        let key = VerifyingKey::from_sec1_bytes(&decode(key)).expect("a key");
        let signature = Signature::from_slice(&decode(signature)).expect("a signature");
        assert!(key.verify(signed.as_bytes(), &signature).is_ok());
        let (head, claims) = signed.split_once('.').expect("head and claims");
        let read = |text| serde_json::from_slice(&decode(text)).expect("JSON");
        let (head, claims): (serde_json::Value, serde_json::Value) = (read(head), read(claims));
        assert_eq!(head, json!({ "typ": "JWT", "alg": "ES256" }));
        let expected = json!({
            "aud": "https://push.example.org", "exp": 1_700_043_200, "sub": "mailto:a@example.org",
        });
        assert_eq!(claims, expected);
    }

    #[test]
    fn a_topic_is_one_rooms_on_one_device() {
        let topic = |room, device| {
            let (room, device) = (Uuid::from_u128(room), Uuid::from_u128(device));
            vapid(7).topic(RoomId(room), DeviceId(device))
        };
        assert_eq!(topic(1, 2), topic(1, 2));
        assert_ne!(topic(1, 2), topic(2, 2));
        assert_ne!(topic(1, 2), topic(1, 1));
        assert_eq!(topic(1, 2).len(), 32);
    }
}
