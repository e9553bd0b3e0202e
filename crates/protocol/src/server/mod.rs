//! What clients get: one JSON object a frame.
//!
//! A new message is a struct in the file of its subject, a variant of [`ServerMessage`], and a line in
//! `docs/PROTOCOL.md`.

mod event;
mod news;
mod notice;
mod now;
mod reply;
mod snapshot;

pub use event::{
    CancelReason, CloseReason, GameEvent, MatchStart, OpenedSeal, RoomEvent, SealView, SeqEvent,
    StandReason,
};
pub use news::{News, NewsNow};
pub use notice::{Announcement, LobbyNews, Notice, Presence, RoomNotice};
pub use now::{Deciding, Now, YourTurn};
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
    /// A request was not carried out.
    Error(ErrorReply),
    /// Something happened in a room.
    Event(SeqEvent),
    /// What is being waited for; ends every batch of events.
    Now(Now),
    /// A reply, events and what is being waited for, for a client that wants them together.
    News(Box<News>),
    /// The whole picture of a room.
    Snapshot(Box<Snapshot>),
    /// The events that were missed follow.
    Resumed(Resumed),
    /// This connection is in the room no more.
    Left(Left),
    /// News of a room that are not kept.
    Notice(Notice),
    /// What has changed in the lobby.
    Lobby(LobbyNews),
    /// The operator has something to say.
    Announcement(Announcement),
}

/// This connection is in the room no more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Left {
    /// The room.
    pub room: RoomId,
    /// Why.
    pub reason: LeftReason,
}

/// Why a connection is in a room no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LeftReason {
    /// This person left it, on this or another connection.
    Left,
    /// This person has come in on as many other connections since as one may.
    Replaced,
    /// The room takes no spectators any more.
    NoSpectators,
    /// The owner of the room put this person out.
    Removed,
    /// The room has another password, and this person has no seat there.
    Password,
    /// The operator put this person out.
    Expelled,
    /// The room was closed.
    Closed,
    /// The room met a fault of the server and was set aside.
    Failed,
}

impl ServerMessage {
    /// The frame.
    ///
    /// # Panics
    /// Never: every message can be written as JSON.
    pub fn encode(&self) -> String {
        serde_json::to_string(self).expect("messages have only text keys and finite numbers")
    }
}
