//! The log's rows.

use giog_protocol::RoomId;

use crate::limits::MAX_BODY_BYTES;
use crate::{Fact, Rejection};

/// One row of a room's log, and what it means for the history.
#[derive(Clone, Debug, PartialEq)]
pub struct Append {
    /// Whose row.
    pub room: RoomId,
    /// Its place: 0, 1, … for each room.
    pub index: u64,
    /// What the room needs to replay it; opaque here. At most [`MAX_BODY_BYTES`], without U+0000.
    pub body: String,
    /// What the history learns from it, stored in the same transaction.
    pub facts: Vec<Fact>,
}
