//! `news`: one frame with everything that a room has for a connection at one time, for clients that asked for it in `hello`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::short::{self, Either};
use super::{Deciding, Now, OkReply, RoomEvent, YourTurn};
use crate::RoomId;

/// A reply, events and `now`, in this order; the same content as the single messages. Events and `now` may be in their
/// [short forms](short) where the client asked for these; they are read in either form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct News {
    /// The room's handle on this connection, from the reply to `join`, `create_room` or `quick_play`.
    pub room: u32,
    /// A request was carried out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ok: Option<Box<OkReply>>,
    /// The number of the last event.
    pub seq: u64,
    /// The events up to `seq`.
    #[serde(
        default,
        deserialize_with = "short::events",
        skip_serializing_if = "Vec::is_empty"
    )]
    #[schemars(with = "Vec<Either<RoomEvent>>")]
    pub events: Vec<RoomEvent>,
    /// What the match waits for.
    #[serde(
        default,
        deserialize_with = "short::now",
        skip_serializing_if = "Option::is_none"
    )]
    #[schemars(with = "Option<Either<NewsNow>>")]
    pub now: Option<NewsNow>,
}

/// What the match waits for after the event `seq`, as in `now`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NewsNow {
    /// The seats that have something to decide, with the time left for each.
    pub deciding: Vec<Deciding>,
    /// What the receiver may decide; null for spectators and if no match is running.
    pub you: Option<YourTurn>,
    /// While people get ready or open entropy: the milliseconds left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_left_ms: Option<u64>,
    /// At a quick-play table with free seats: the milliseconds until bots take them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bots_left_ms: Option<u64>,
}

impl From<Now> for NewsNow {
    fn from(now: Now) -> Self {
        Self {
            deciding: now.deciding,
            you: now.you,
            start_left_ms: now.start_left_ms,
            bots_left_ms: now.bots_left_ms,
        }
    }
}

impl NewsNow {
    /// The same content as a `now` message.
    pub fn of_room(self, room: RoomId, seq: u64) -> Now {
        Now {
            room,
            seq,
            deciding: self.deciding,
            you: self.you,
            start_left_ms: self.start_left_ms,
            bots_left_ms: self.bots_left_ms,
        }
    }
}
