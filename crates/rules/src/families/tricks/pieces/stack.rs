//! Stacks of pieces, in which the order matters.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{BadPieces, Piece, Pieces};

/// The most pieces in a stack of any layout (Dǎ qí luò with five players, `docs/RULES.md` §8).
pub const MAX_STACK_HEIGHT: usize = 6;

/// A stack as it was laid out, written from bottom to top (`docs/RECORD.md`): `pK` has the general on top.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stack {
    height: u8,
    pieces: [Piece; MAX_STACK_HEIGHT],
}

/// The text or pieces are not a stack.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadStack {
    /// An unknown letter, or too many pieces of a kind.
    #[error(transparent)]
    Pieces(#[from] BadPieces),
    /// More pieces than any stack has.
    #[error("a stack has at most {MAX_STACK_HEIGHT} pieces")]
    TooHigh,
}

impl Stack {
    /// A stack of these pieces, from bottom to top.
    pub fn new(pieces: &[Piece]) -> Result<Self, BadStack> {
        let height = u8::try_from(pieces.len()).map_err(|_| BadStack::TooHigh)?;
        let mut stack = Self {
            height,
            pieces: [Piece::BlackSoldier; MAX_STACK_HEIGHT],
        };
        stack
            .pieces
            .get_mut(..pieces.len())
            .ok_or(BadStack::TooHigh)?
            .copy_from_slice(pieces);
        Ok(stack)
    }

    /// The pieces, bottom to top.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces[..usize::from(self.height)]
    }

    /// How many pieces.
    pub const fn height(&self) -> u8 {
        self.height
    }

    /// The bottom piece, which is turned up to find the order of the players; none in an empty stack.
    pub fn bottom(&self) -> Option<Piece> {
        self.pieces().first().copied()
    }

    /// The pieces without their order.
    pub fn contents(&self) -> Pieces {
        self.pieces().iter().copied().collect()
    }
}

impl fmt::Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces().iter().try_for_each(|piece| piece.fmt(f))
    }
}

impl fmt::Debug for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

impl FromStr for Stack {
    type Err = BadStack;

    fn from_str(text: &str) -> Result<Self, BadStack> {
        let mut pieces = Vec::with_capacity(MAX_STACK_HEIGHT);
        for code in text.chars() {
            if pieces.len() == MAX_STACK_HEIGHT {
                return Err(BadStack::TooHigh);
            }
            pieces.push(Piece::from_code(code).ok_or(BadPieces::NoSuchPiece(code))?);
        }
        Self::new(&pieces)
    }
}

impl Serialize for Stack {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Stack {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

impl JsonSchema for Stack {
    fn schema_name() -> Cow<'static, str> {
        "Stack".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": "^[KkAaEeRrHhCcPp]*$",
            "maxLength": MAX_STACK_HEIGHT,
            "description": "the pieces of a stack, from bottom to top",
        })
    }
}
