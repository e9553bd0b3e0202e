//! Messages that are not stored: chat, presence, changes of the lobby, matches that became public, and the operator's messages. They have no `seq` and are never
//! repeated.

use giog_rules::{Seat, Variant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::chat::ChatLine;
use crate::matches::MatchSummary;
use crate::{Access, Person, RoomId, RoomSummary};

/// News of a room that are not stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Notice {
    /// The room.
    pub room: RoomId,
    /// What it is.
    pub notice: RoomNotice,
}

/// The content of a notice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum RoomNotice {
    /// A line of chat.
    Chat(ChatLine),
    /// Who is there; sent when it changes.
    Presence(Presence),
    /// Somebody at the table waits until the receiver is ready; sent to nobody else.
    Nudge(Nudged),
}

/// Somebody at the table waits until the receiver is ready.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Nudged {
    /// Who reminds the receiver.
    pub from: Person,
    /// Their seat.
    pub seat: Seat,
}

/// Who is there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Presence {
    /// The seats whose person is connected, ascending.
    pub connected: Vec<Seat>,
    /// The number of people without a seat.
    pub spectators: u32,
}

/// Changes in the lobby since the list or the last message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LobbyNews {
    /// New and changed rooms, complete.
    pub rooms: Vec<RoomSummary>,
    /// Rooms that are closed, or no longer match the filter.
    pub gone: Vec<RoomId>,
    /// The changes end, as they cost too much: how long to wait before `watch_lobby` is sent again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_ms: Option<u64>,
}

/// Matches that became public, for connections that watch them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MatchNews {
    /// The matches, in the order in which they became public.
    pub matches: Vec<MatchSummary>,
    /// There are no more: the connection, its person or its address has been shown too much. Watch again after so many milliseconds, with the
    /// last match as `after`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_ms: Option<u64>,
}

/// Somebody invites the receiver to a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Invitation {
    /// The room, to be joined as by its link.
    pub room: RoomId,
    /// The game.
    pub variant: Variant,
    /// Who may join; with `password` the receiver needs the password, which no invitation has.
    pub access: Access,
    /// Who invites.
    pub from: Person,
    /// When the invitation ends at the latest, in milliseconds from now.
    pub ends_in_ms: u64,
}

/// An invitation does not hold any more: its match has begun or no seat is free, whoever invited has left, its time is over, or the receiver
/// has joined or declined it on some device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InvitationEnded {
    /// The room.
    pub room: RoomId,
}

/// A message of the operator to everybody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Announcement {
    /// The message; empty if the message before no longer applies.
    pub text: String,
}
