//! Shuffled packs, in which the order matters.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{BadPieces, Piece};

/// The most pieces in a pack: the full set (`docs/RULES.md` §1).
const MAX_PIECES: usize = 32;

/// A pack of pieces in the order of dealing. Its text has the first piece first.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Pack(Vec<Piece>);

/// The text or pieces are not a pack.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPack {
    /// An unknown letter, or too many pieces of a kind.
    #[error(transparent)]
    Pieces(#[from] BadPieces),
    /// More pieces than the full set.
    #[error("a pack has at most {MAX_PIECES} pieces")]
    TooLarge,
}

impl Pack {
    /// A pack of these pieces, the first dealt first.
    pub fn new(pieces: Vec<Piece>) -> Result<Self, BadPack> {
        if pieces.len() > MAX_PIECES {
            return Err(BadPack::TooLarge);
        }
        Ok(Self(pieces))
    }

    /// The pieces, the first dealt first.
    pub fn pieces(&self) -> &[Piece] {
        &self.0
    }
}

impl fmt::Display for Pack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|piece| piece.fmt(f))
    }
}

impl fmt::Debug for Pack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

impl FromStr for Pack {
    type Err = BadPack;

    fn from_str(text: &str) -> Result<Self, BadPack> {
        let mut pieces = Vec::with_capacity(MAX_PIECES);
        for code in text.chars() {
            if pieces.len() == MAX_PIECES {
                return Err(BadPack::TooLarge);
            }
            pieces.push(Piece::from_code(code).ok_or(BadPieces::NoSuchPiece(code))?);
        }
        Self::new(pieces)
    }
}

impl Serialize for Pack {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Pack {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

impl JsonSchema for Pack {
    fn schema_name() -> Cow<'static, str> {
        "Pack".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": "^[KkAaEeRrHhCcPp]*$",
            "maxLength": MAX_PIECES,
            "description": "a shuffled pack, the first piece dealt first",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pack_keeps_its_order_and_has_at_most_a_set() {
        let text = "pKPk".to_owned();
        assert_eq!(text.parse::<Pack>().map(|pack| pack.to_string()), Ok(text));
        assert_eq!(
            "pX".parse::<Pack>(),
            Err(BadPieces::NoSuchPiece('X').into())
        );
        assert_eq!("p".repeat(33).parse::<Pack>(), Err(BadPack::TooLarge));
    }
}
