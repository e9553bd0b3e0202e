//! Messages to clients: one JSON object per frame.
//!
//! A new message is a struct in the file of its subject, a variant of [`ServerMessage`], and a line in
//! `docs/PROTOCOL.md`.

mod event;
mod happening;
mod news;
mod notice;
mod now;
mod reply;
pub mod short;
mod snapshot;

pub use event::{
    CancelReason, CloseReason, GameEvent, MatchStart, OpenedSeal, RoomEvent, SealView, SeqEvent,
    StandReason,
};
pub use happening::{Happened, Happening};
pub use news::News;
pub use notice::{
    Announcement, Invitation, InvitationEnded, LobbyNews, MatchNews, Notice, Nudged, Presence,
    RoomNotice,
};
pub use now::{Deciding, NewsNow, Now, YourTurn};
pub use reply::{Answer, ErrorReply, OkReply, Taken, Welcome};
pub use snapshot::{MatchState, Resumed, Snapshot};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::RoomId;

/// Anything the server sends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// A request was carried out.
    Ok(OkReply),
    /// A request was refused.
    Error(ErrorReply),
    /// An event of a room.
    Event(SeqEvent),
    /// What the match waits for; ends every batch of events.
    Now(Now),
    /// A reply, events and `now` in one frame, for clients that asked for it.
    News(Box<News>),
    /// The complete state of a room.
    Snapshot(Box<Snapshot>),
    /// The missed events follow.
    Resumed(Resumed),
    /// This connection is no longer in the room.
    Left(Left),
    /// News of a room that are not stored.
    Notice(Notice),
    /// Changes in the lobby.
    Lobby(LobbyNews),
    /// Matches that became public.
    Matches(MatchNews),
    /// A message of the operator.
    Announcement(Announcement),
    /// Somebody invites this person to a table.
    Invitation(Invitation),
    /// An invitation does not hold any more.
    InvitationEnded(InvitationEnded),
}

/// This connection is no longer in the room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Left {
    /// The room.
    pub room: RoomId,
    /// The reason.
    pub reason: LeftReason,
}

/// Why a connection is no longer in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LeftReason {
    /// This person left it, on this or another connection.
    Left,
    /// The person has joined on too many other connections since.
    Replaced,
    /// The room allows no spectators any more.
    NoSpectators,
    /// The owner of the room removed this person.
    Removed,
    /// The room has a new password, and this person has no seat.
    Password,
    /// The operator removed this person.
    Expelled,
    /// The room was closed.
    Closed,
    /// A fault of the server stopped the room; it was set aside.
    Failed,
}

impl ServerMessage {
    /// The message as the text of a frame.
    ///
    /// # Panics
    /// Never: every message can be written as JSON.
    pub fn encode(&self) -> String {
        serde_json::to_string(self).expect("messages have only text keys and finite numbers")
    }
}
