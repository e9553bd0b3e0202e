//! `news`: one frame with everything that a room has for a connection at one time, for clients that asked for it in `hello`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::short::{self, Either};
use super::{NewsNow, OkReply, RoomEvent};

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
