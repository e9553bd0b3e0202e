//! Positions in lists.

use std::fmt;
use std::str::FromStr;

use giog_rules::Timestamp;
use uuid::Uuid;

/// A position in a list that stays valid when newer items are added: all items after it in the order of the list follow it. Its text is opaque to clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cursor {
    pub(crate) at: Timestamp,
    pub(crate) id: Uuid,
}

/// The text is not a cursor of this server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid cursor")]
pub struct BadCursor;

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{}",
            hex::encode(self.at.unix_ms().to_be_bytes()),
            self.id.simple()
        )
    }
}

impl FromStr for Cursor {
    type Err = BadCursor;

    fn from_str(text: &str) -> Result<Self, BadCursor> {
        let mut bytes = [0; 24];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| BadCursor)?;
        let (at, id) = bytes.split_first_chunk::<8>().ok_or(BadCursor)?;
        let cursor = Self {
            at: Timestamp::from_unix_ms(i64::from_be_bytes(*at)),
            id: Uuid::from_slice(id).map_err(|_| BadCursor)?,
        };
        // A cursor has only one valid text.
        if cursor.to_string() == text {
            Ok(cursor)
        } else {
            Err(BadCursor)
        }
    }
}
