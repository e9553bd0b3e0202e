//! What a client that asked for it in `hello` gets in the place of several frames: all that one moment has for it from one
//! room.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Deciding, Now, OkReply, RoomEvent, YourTurn};
use crate::RoomId;

/// A reply, what happened, and what is waited for, in this order; the same as the single messages say.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct News {
    /// The room's handle on this connection, as the reply that led into it has it.
    pub room: u32,
    /// A request was carried out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ok: Option<Box<OkReply>>,
    /// The number of the last event.
    pub seq: u64,
    /// What happened: the events up to `seq`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<RoomEvent>,
    /// What is being waited for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<NewsNow>,
}

/// What is being waited for: as `now`, after the event `seq`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NewsNow {
    /// The seats that have something to decide, with the time left to each.
    pub deciding: Vec<Deciding>,
    /// What the receiver may decide; null for spectators and while no match is played.
    pub you: Option<YourTurn>,
    /// While people say that they are ready, or open their entropy: the time left for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_left_ms: Option<u64>,
    /// At a table of quick play with free seats: the time until computer players take them.
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
    /// The message of its own that says the same.
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
