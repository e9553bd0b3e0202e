//! The entropy that players add to the shuffle.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::hex::{decode_lower, encode_lower};
use super::{BadHex, Digest, hash};
use crate::table::{MatchId, Seat};

/// The most bytes of entropy per seat: the length is hashed as one byte.
pub const MAX_ENTROPY_BYTES: usize = 64;

/// Up to [`MAX_ENTROPY_BYTES`] bytes that a seat adds to the shuffle, written in lower-case hexadecimal; empty if it adds none.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Entropy(Vec<u8>);

/// The text or bytes are not valid as entropy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadEntropy {
    /// More than [`MAX_ENTROPY_BYTES`] bytes.
    #[error("entropy has at most {MAX_ENTROPY_BYTES} bytes")]
    TooLong,
    /// Not hexadecimal.
    #[error("entropy is written in lower-case hexadecimal digits, two a byte")]
    NotHex,
}

impl Entropy {
    /// The entropy of a seat that adds none.
    pub const NONE: Self = Self(Vec::new());

    /// These bytes.
    pub fn new(bytes: Vec<u8>) -> Result<Self, BadEntropy> {
        if bytes.len() > MAX_ENTROPY_BYTES {
            Err(BadEntropy::TooLong)
        } else {
            Ok(Self(bytes))
        }
    }

    /// Whether the seat adds none.
    pub fn is_none(&self) -> bool {
        self.0.is_empty()
    }

    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Display for Entropy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&encode_lower(&self.0))
    }
}

impl fmt::Debug for Entropy {
    /// Shows only the length, because entropy is secret until it is published.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Entropy({} bytes)", self.0.len())
    }
}

impl FromStr for Entropy {
    type Err = BadEntropy;

    fn from_str(text: &str) -> Result<Self, BadEntropy> {
        if text.len() > 2 * MAX_ENTROPY_BYTES {
            return Err(BadEntropy::TooLong);
        }
        decode_lower(text)
            .ok_or(BadEntropy::NotHex)
            .and_then(Self::new)
    }
}

impl Serialize for Entropy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Entropy {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<'de, str>::deserialize(deserializer)?
            .parse()
            .map_err(de::Error::custom)
    }
}

impl JsonSchema for Entropy {
    fn schema_name() -> Cow<'static, str> {
        "Entropy".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": "^([0-9a-f]{2}){0,64}$",
            "description": "1 to 64 bytes in hexadecimal; empty if none was given",
        })
    }
}

/// A seat's commitment to its entropy; written as an empty text if it made none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EntropyCommitment(pub Option<Digest>);

impl EntropyCommitment {
    /// Whether the commitment is that of `seat` to `entropy`. A seat without a commitment must have no entropy.
    pub fn covers(self, match_id: MatchId, seat: Seat, entropy: &Entropy) -> bool {
        match self.0 {
            None => entropy.is_none(),
            Some(commitment) => {
                !entropy.is_none() && commitment == entropy_commitment(match_id, seat, entropy)
            }
        }
    }
}

impl fmt::Display for EntropyCommitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |commitment| commitment.fmt(f))
    }
}

impl Serialize for EntropyCommitment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for EntropyCommitment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        let commitment = if text.is_empty() {
            Ok(None)
        } else {
            text.parse().map(Some)
        };
        commitment
            .map(Self)
            .map_err(|bad: BadHex| de::Error::custom(bad))
    }
}

impl JsonSchema for EntropyCommitment {
    fn schema_name() -> Cow<'static, str> {
        "EntropyCommitment".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": "^([0-9a-f]{64})?$",
            "description": "commitment to a seat's entropy; empty if it made none",
        })
    }
}

/// Computes the commitment to a seat's entropy.
pub fn entropy_commitment(match_id: MatchId, seat: Seat, entropy: &Entropy) -> Digest {
    hash(&[
        b"giog/entropy/v1",
        match_id.as_bytes(),
        &[seat.into()],
        entropy.as_bytes(),
    ])
}
