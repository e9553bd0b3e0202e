//! Where a page of the list of rooms ends.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use uuid::Uuid;

use crate::{Occupant, RoomId, RoomSummary};

/// The place of a room in lists. It depends on nothing but the room and its makers' other rooms, so it is the same on all nodes of a
/// cluster, and it stays a place when the room is gone. Greater places are listed earlier.
///
/// Clients get it as an opaque text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoomCursor {
    /// Whether it is one of the first rooms of its creator, their address and their networks.
    pub in_front: bool,
    /// What somebody who looks for a table finds there.
    pub found: Found,
    /// When the room was created, in milliseconds since 1970; 0 if that is not known.
    pub created_ms: u64,
    /// The room.
    pub room: RoomId,
}

/// What somebody who looks for a table finds there; what they look for most is last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Found {
    /// No free seat.
    Full,
    /// A free seat, and nobody.
    Free,
    /// People, and a free seat.
    People,
}

impl Found {
    /// What is found in a room.
    pub fn of(room: &RoomSummary) -> Self {
        let mut people = room.seats.iter().flatten().filter_map(Occupant::person);
        if !room.has_free_seat() {
            Self::Full
        } else if people.next().is_some() {
            Self::People
        } else {
            Self::Free
        }
    }
}

/// The text is no cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`cursor` must be the `next` of a list of rooms")]
pub struct BadRoomCursor;

impl fmt::Display for RoomCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = u8::from(self.in_front) * 3 + self.found as u8;
        let room = self.room.0.simple();
        write!(f, "{first:x}{:012x}{room}", self.created_ms)
    }
}

impl FromStr for RoomCursor {
    type Err = BadRoomCursor;

    fn from_str(text: &str) -> Result<Self, BadRoomCursor> {
        let (first, rest) = text.split_at_checked(1).ok_or(BadRoomCursor)?;
        let (created_ms, room) = rest.split_at_checked(12).ok_or(BadRoomCursor)?;
        let first = u8::from_str_radix(first, 16).map_err(|_| BadRoomCursor)?;
        let cursor = Self {
            in_front: first >= 3,
            found: match first % 3 {
                0 => Found::Full,
                1 => Found::Free,
                _ => Found::People,
            },
            created_ms: u64::from_str_radix(created_ms, 16).map_err(|_| BadRoomCursor)?,
            room: RoomId(Uuid::try_parse(room).map_err(|_| BadRoomCursor)?),
        };
        // A cursor has only one valid text.
        if cursor.to_string() == text {
            Ok(cursor)
        } else {
            Err(BadRoomCursor)
        }
    }
}

impl Serialize for RoomCursor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for RoomCursor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for RoomCursor {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "RoomCursor".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string" })
    }
}

/// Reads a cursor in a request; null and an empty text are the first page.
pub(crate) fn from_request<'de, D>(deserializer: D) -> Result<Option<RoomCursor>, D::Error>
where
    D: Deserializer<'de>,
{
    let text = Option::<Cow<str>>::deserialize(deserializer)?;
    let text = text.filter(|text| !text.is_empty());
    let cursor = text.map(|text| text.parse()).transpose();
    cursor.map_err(serde::de::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_a_text_and_no_other_text_is_one() {
        let cursor = RoomCursor {
            in_front: true,
            found: Found::People,
            created_ms: 1_764_273_600_000,
            room: RoomId(Uuid::from_u128(7)),
        };
        let text = cursor.to_string();
        assert_eq!(text.parse(), Ok(cursor));
        for bad in [
            "",
            "5",
            "é",
            &text[1..],
            &text.to_uppercase(),
            &format!("{text}0"),
            &text.replacen('5', "6", 1),
            &text.replacen('5', "+", 1),
        ] {
            assert_eq!(bad.parse::<RoomCursor>(), Err(BadRoomCursor), "{bad}");
        }
    }
}
