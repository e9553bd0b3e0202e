//! What is told and not kept: chat, presence, the lobby, and what the operator has to say. Nothing of it has a `seq`, and
//! nothing is sent again.

use giog_rules::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::chat::ChatLine;
use crate::{RoomId, RoomSummary};

/// News of a room that are not kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Notice {
    /// The room.
    pub room: RoomId,
    /// What it is.
    pub notice: RoomNotice,
}

/// What a notice may be about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum RoomNotice {
    /// Somebody said something.
    Chat(ChatLine),
    /// Who is there, whenever it changes.
    Presence(Presence),
}

/// Who is there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Presence {
    /// The seats whose person is connected, ascending.
    pub connected: Vec<Seat>,
    /// How many people without a seat are there.
    pub spectators: u32,
}

/// What has changed in the lobby since the list or the last news of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LobbyNews {
    /// Rooms that are new or different, as they are now.
    pub rooms: Vec<RoomSummary>,
    /// Rooms that are there no more, or are not as was asked for any more.
    pub gone: Vec<RoomId>,
}

/// The operator has something to say to everybody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Announcement {
    /// What; empty when what was said before does not hold any more.
    pub text: String,
}
