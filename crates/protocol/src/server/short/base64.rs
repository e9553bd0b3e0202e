//! Bytes as base64url without padding (RFC 4648 §5).

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use giog_rules::fairness::Hex;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The most digits: those of a signature.
const MOST_DIGITS: usize = 86;

/// Bytes in base64url, which takes three quarters of the digits of hexadecimal.
#[derive(Clone, Copy)]
pub(super) struct Base64<const N: usize>(pub Hex<N>);

impl<const N: usize> Serialize for Base64<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut digits = [0; MOST_DIGITS];
        let written = URL_SAFE_NO_PAD.encode_slice(self.0.0, &mut digits);
        let digits = &digits[..written.expect("nothing is longer than a signature")];
        serializer.serialize_str(str::from_utf8(digits).expect("digits are ASCII"))
    }
}

impl<'de, const N: usize> Deserialize<'de> for Base64<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let digits = Cow::<'de, str>::deserialize(deserializer)?;
        let bytes = URL_SAFE_NO_PAD.decode(digits.as_bytes()).ok();
        let bytes = bytes.and_then(|bytes| <[u8; N]>::try_from(bytes).ok());
        let bytes =
            bytes.ok_or_else(|| de::Error::custom(format!("expected {N} bytes in base64url")));
        bytes.map(|bytes| Self(Hex(bytes)))
    }
}
