//! Requests about rooms as such: finding, making, entering, leaving and closing them.

use giog_rules::Variant;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::settings::null_as_left_out;
use crate::{Phase, RoomSummary, SettingsInput};

/// Which public rooms are wanted; all of them if nothing is said.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct RoomFilter {
    /// Only rooms of this game.
    pub variant: Option<Variant>,
    /// Only rooms with so many seats.
    pub seats: Option<u8>,
    /// Only rooms in this phase.
    pub phase: Option<Phase>,
    /// Only rooms with a free seat, in quick play also one of a bot, and no match running.
    #[serde(default, deserialize_with = "null_as_left_out")]
    #[schemars(with = "Option<bool>")]
    pub free: bool,
    /// Only rooms that take spectators.
    #[serde(default, deserialize_with = "null_as_left_out")]
    #[schemars(with = "Option<bool>")]
    pub spectators: bool,
}

impl RoomFilter {
    /// Whether it wants this room.
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

/// Lists public rooms, those with free seats first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ListRooms {
    /// Which of them.
    #[serde(flatten)]
    pub filter: RoomFilter,
}

/// Lists public rooms and goes on telling what changes among them, until `unwatch_lobby` or the end of the connection.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WatchLobby {
    /// Which of them.
    #[serde(flatten)]
    pub filter: RoomFilter,
}

/// Wants no more news of the lobby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnwatchLobby {}

/// Takes a seat at a table where strangers play by the usual settings, or makes one; counts as `ready`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct QuickPlay {
    /// Chosen by the client, 1 to 64 bytes: the same key again leads to the same table.
    #[schemars(length(min = 1, max = 64))]
    pub key: String,
    /// The game; `giog` if left out.
    pub variant: Option<Variant>,
}

/// Makes a room, and joins it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CreateRoom {
    /// Chosen by the client, 1 to 64 bytes: the same key again gives the same room again, so that resending is harmless.
    #[schemars(length(min = 1, max = 64))]
    pub key: String,
    /// What is to be played, and how.
    #[serde(default, deserialize_with = "null_as_left_out")]
    #[schemars(with = "Option<SettingsInput>")]
    pub settings: SettingsInput,
    /// Whether to take seat 0 at once; yes if left out.
    pub sit: Option<bool>,
}

/// Comes into a room as a spectator, or back to the seat one has. All connections of a person may be in at once.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Join {
    /// The room's password, if it wants one; whoever has a seat needs none.
    pub password: Option<String>,
    /// The `seq` of the last event one has: what came after it is sent, instead of a snapshot.
    pub after: Option<u64>,
    /// Whether to take the lowest free seat at once, which spectators cannot keep anybody from; without a free seat one is
    /// not let in. Whoever has a seat keeps it.
    #[serde(default, deserialize_with = "null_as_left_out")]
    #[schemars(with = "Option<bool>")]
    pub sit: bool,
}

/// Passwords are in no log.
impl std::fmt::Debug for Join {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Join")
            .field("after", &self.after)
            .field("sit", &self.sit)
            .finish_non_exhaustive()
    }
}

/// Goes out of a room. A seat is given up; in the middle of a match it is played by somebody else until one joins again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Leave {}

/// Changes the settings, all of them at once; the owner's, while no match runs. Nobody is ready any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Configure {
    /// The settings, read as when a room is made.
    pub settings: SettingsInput,
}

/// Closes the room; the owner's, while no match runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CloseRoom {}

/// Makes somebody else who has a seat the owner; the owner's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PassOwnership {
    /// Whose seat.
    pub seat: i64,
}

/// Begins the running score table anew; the owner's, while no match runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NewSeries {}
