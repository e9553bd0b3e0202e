//! Bytes that are written as lower-case hexadecimal text.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// `N` bytes, written as `2 * N` lower-case hexadecimal digits; upper case is not accepted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex<const N: usize>(pub [u8; N]);

/// The most bytes that are used: those of a signature.
const LONGEST: usize = 64;

/// A SHA-256 digest: a commitment.
pub type Digest = Hex<32>;
/// Bytes that are hashed with committed content, so that nobody can guess it by trying all possibilities.
pub type Nonce = Hex<16>;
/// An Ed25519 signature.
pub type Signature = Hex<64>;
/// An Ed25519 public key.
pub type PublicKey = Hex<32>;

/// The text is not the right number of lower-case hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {digits} lower-case hexadecimal digits")]
pub struct BadHex {
    /// The expected number of digits.
    pub digits: usize,
}

/// Bytes as lower-case hexadecimal digits.
pub(super) fn encode_lower(bytes: &[u8]) -> String {
    let mut digits = vec![0; 2 * bytes.len()];
    // Faster than `hex::encode`, which pushes one character after another.
    hex::encode_to_slice(bytes, &mut digits).expect("there are two digits for each byte");
    String::from_utf8(digits).expect("digits are ASCII")
}

/// The bytes of a text of lower-case hexadecimal digits.
pub(super) fn decode_lower(text: &str) -> Option<Vec<u8>> {
    let lower = text
        .bytes()
        .all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
    if lower { hex::decode(text).ok() } else { None }
}

impl<const N: usize> Hex<N> {
    /// Writes the digits into this buffer.
    fn digits<'a>(&self, digits: &'a mut [u8; 2 * LONGEST]) -> &'a str {
        let digits = &mut digits[..2 * N];
        hex::encode_to_slice(self.0, digits).expect("there are two digits for each byte");
        str::from_utf8(digits).expect("digits are ASCII")
    }
}

impl<const N: usize> Default for Hex<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> fmt::Display for Hex<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.digits(&mut [0; 2 * LONGEST]))
    }
}

impl<const N: usize> fmt::Debug for Hex<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<const N: usize> FromStr for Hex<N> {
    type Err = BadHex;

    fn from_str(text: &str) -> Result<Self, BadHex> {
        decode_lower(text)
            .and_then(|bytes| bytes.try_into().ok())
            .map(Self)
            .ok_or(BadHex { digits: 2 * N })
    }
}

impl<const N: usize> Serialize for Hex<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.digits(&mut [0; 2 * LONGEST]))
    }
}

impl<'de, const N: usize> Deserialize<'de> for Hex<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<'de, str>::deserialize(deserializer)?
            .parse()
            .map_err(de::Error::custom)
    }
}

impl<const N: usize> JsonSchema for Hex<N> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Hex{N}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": format!("^[0-9a-f]{{{}}}$", 2 * N) })
    }
}
