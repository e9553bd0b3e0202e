//! Requests about rooms: finding, creating, joining, leaving and closing them.

use giog_rules::{MatchId, Variant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::input::{object, object_or_default};
use crate::settings::null_as_left_out;
use crate::{Phase, RoomCursor, RoomSummary, SettingsInput};

/// A filter for public rooms; without fields, all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct RoomFilter {
    /// Only rooms of this game.
    pub variant: Option<Variant>,
    /// Only rooms with this number of seats.
    pub seats: Option<u8>,
    /// Only rooms in this phase.
    pub phase: Option<Phase>,
    /// Only rooms without a running match and with a free seat or, in quick play, a bot's seat.
    #[serde(default, deserialize_with = "null_as_left_out")]
    #[schemars(with = "Option<bool>")]
    pub free: bool,
    /// Only rooms that allow spectators.
    #[serde(default, deserialize_with = "null_as_left_out")]
    #[schemars(with = "Option<bool>")]
    pub spectators: bool,
}

impl RoomFilter {
    /// Whether the room passes the filter.
    pub fn wants(&self, room: &RoomSummary) -> bool {
        self.variant.is_none_or(|variant| variant == room.variant)
            && self
                .seats
                .is_none_or(|seats| usize::from(seats) == room.seats.len())
            && self.phase.is_none_or(|phase| phase == room.phase)
            && (!self.free || room.has_free_seat())
            && (!self.spectators || room.spectators)
    }
}

/// Lists public rooms, those with people and a free seat first, a page at a time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct ListRooms {
    /// The filter.
    #[serde(flatten)]
    pub filter: RoomFilter,
    /// The `next` of a list, for the page after it; null or an empty text for the first page.
    #[serde(default, deserialize_with = "crate::cursor::from_request")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<RoomCursor>,
}

/// Lists public rooms and sends changes from then on, until `unwatch_lobby` or the end of the connection.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WatchLobby {
    /// The filter.
    #[serde(flatten)]
    pub filter: RoomFilter,
    /// The `next` of a list, for the page after it; null or an empty text for the first page.
    #[serde(default, deserialize_with = "crate::cursor::from_request")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<RoomCursor>,
}

impl From<RoomFilter> for ListRooms {
    /// The first page.
    fn from(filter: RoomFilter) -> Self {
        Self {
            filter,
            cursor: None,
        }
    }
}

/// Ends `watch_lobby`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnwatchLobby {}

/// Sends finished public matches as they become public, until `unwatch_matches` or the end of the connection.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WatchMatches {
    /// Only matches of this game.
    pub variant: Option<Variant>,
    /// The `match_id` of the last match that the client has: all later ones are sent first.
    pub after: Option<MatchId>,
}

/// Ends `watch_matches`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnwatchMatches {}

/// Takes a seat at a table with strangers and default settings, or creates one, and sets `ready`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct QuickPlay {
    /// Chosen by the client, 1 to 64 bytes: the same key leads to the same table.
    #[schemars(length(min = 1, max = 64))]
    pub key: String,
    /// The game; default `giog`.
    pub variant: Option<Variant>,
    /// Whether one agrees to play with declared bots; default false. A declared bot agrees by asking.
    #[serde(
        default,
        deserialize_with = "null_as_left_out",
        skip_serializing_if = "std::ops::Not::not"
    )]
    #[schemars(with = "Option<bool>")]
    pub bots: bool,
    /// Whether to play at a rated table; default false. Nobody chooses a seat there, computer players of a fixed level may take those that stay free, and the match changes people's ratings.
    #[serde(
        default,
        deserialize_with = "null_as_left_out",
        skip_serializing_if = "std::ops::Not::not"
    )]
    #[schemars(with = "Option<bool>")]
    pub rated: bool,
}

/// Creates a room, and joins it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CreateRoom {
    /// Chosen by the client, 1 to 64 bytes: the same key returns the same room, so resending is harmless.
    #[schemars(length(min = 1, max = 64))]
    pub key: String,
    /// The settings.
    #[serde(default, deserialize_with = "object_or_default")]
    #[schemars(with = "Option<SettingsInput>")]
    pub settings: SettingsInput,
    /// Whether to take seat 0 at once; default true.
    pub sit: Option<bool>,
}

/// Joins a room as a spectator, or returns to one's seat. A person may be in a room with several connections.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Join {
    /// The room's password, if it has one; not needed by people with a seat.
    pub password: Option<String>,
    /// The `seq` of the last event that the client has, to get the events after it instead of a snapshot.
    pub after: Option<u64>,
    /// Whether to take the lowest free seat at once, however many spectators there are; without a free seat, joining
    /// fails. People with a seat keep it.
    #[serde(default, deserialize_with = "null_as_left_out")]
    #[schemars(with = "Option<bool>")]
    pub sit: bool,
}

/// Passwords must not be logged.
impl std::fmt::Debug for Join {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Join")
            .field("after", &self.after)
            .field("sit", &self.sit)
            .finish_non_exhaustive()
    }
}

/// Leaves a room and gives up the seat; during a match, a stand-in plays it until the person joins again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Leave {}

/// Replaces all settings; for the owner, while no match is running. Nobody is ready any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Configure {
    /// The settings, with the same defaults as for a new room.
    #[serde(deserialize_with = "object")]
    pub settings: SettingsInput,
}

/// Closes the room; for the owner, while no match is running.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CloseRoom {}

/// Makes another person with a seat the owner; for the owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PassOwnership {
    /// The seat of the person.
    pub seat: i64,
}

/// Suggests the next game to the owner, in place of one's former suggestion; from a person with a seat, between matches. It stays until the
/// settings change, a match begins, or the person gives up the seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Suggest {
    /// The game; null or left out withdraws the suggestion.
    pub variant: Option<Variant>,
}

/// Changes to a game that somebody suggests; for the owner, between matches. The room keeps its other settings and its password.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TakeSuggestion {
    /// The game.
    pub variant: Variant,
}

/// Resets the running score table; for the owner, while no match is running.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NewSeries {}
