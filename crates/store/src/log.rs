//! Rows of a room's log, and the floor that replaces earlier rows.

use giog_protocol::RoomId;

use crate::limits::{MAX_BODY_BYTES, MAX_FLOOR_BYTES};
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
    /// What the history learns from it, stored in the same transaction. The row with index 0 opens the room, with
    /// [`Fact::RoomOpened`].
    pub facts: Vec<Fact>,
    /// A floor of this room, stored in the same transaction; the rows below it are deleted in it.
    pub floor: Option<Floor>,
}

/// What a room was at some row of its log, so that it is replayed from there. As secret as the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Floor {
    /// The index of the first row that is still needed.
    pub below: u64,
    /// What the room needs to go on from there; opaque here. At most [`MAX_FLOOR_BYTES`], without U+0000.
    pub body: String,
}

/// What a room is replayed from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoomLog {
    /// Its floor, if it has one.
    pub floor: Option<Floor>,
    /// Its rows from there on with their indices, ascending.
    pub rows: Vec<(u64, String)>,
}

impl Append {
    /// Refuses before any SQL what one of the databases cannot keep, so that both refuse the same and no batch is spoilt.
    pub(crate) fn check(&self) -> Result<(), Rejection> {
        check_index(self.index)?;
        check_text("a row's body", &self.body, MAX_BODY_BYTES)?;
        self.floor.iter().try_for_each(Floor::check)?;
        self.facts.iter().try_for_each(Fact::check)
    }

    /// What it weighs in queues and groups: its variable parts.
    pub(crate) fn weight_bytes(&self) -> usize {
        let floor = self.floor.as_ref().map_or(0, |floor| floor.body.len());
        let facts = self.facts.iter().map(Fact::weight_bytes);
        self.body.len() + floor + facts.sum::<usize>()
    }

    /// Whether nothing follows from it: neither facts nor a floor.
    pub(crate) fn is_a_row_alone(&self) -> bool {
        self.facts.is_empty() && self.floor.is_none()
    }

    /// Whether nothing follows from it but that rooms are opened and closed.
    pub(crate) fn only_opens_and_closes(&self) -> bool {
        let opens_or_closes =
            |fact: &Fact| matches!(fact, Fact::RoomOpened { .. } | Fact::RoomClosed { .. });
        self.floor.is_none() && self.facts.iter().all(opens_or_closes)
    }

    /// Whether the room is closed by it.
    pub(crate) fn closes(&self) -> bool {
        let closes =
            |fact: &Fact| matches!(fact, Fact::RoomClosed { room, .. } if *room == self.room);
        self.facts.iter().any(closes)
    }
}

impl Floor {
    fn check(&self) -> Result<(), Rejection> {
        check_index(self.below)?;
        check_text("a floor", &self.body, MAX_FLOOR_BYTES)
    }
}

fn check_index(index: u64) -> Result<(), Rejection> {
    i64::try_from(index)
        .map(drop)
        .map_err(|_| Rejection::OutOfRange {
            what: "a row's index",
        })
}

/// A text that both databases can keep.
pub(crate) fn check_text(
    what: &'static str,
    text: &str,
    limit_bytes: usize,
) -> Result<(), Rejection> {
    if text.contains('\0') {
        return Err(Rejection::Nul { what });
    }
    check_len(what, text.len(), limit_bytes)
}

/// A length within its limit.
pub(crate) fn check_len(
    what: &'static str,
    len_bytes: usize,
    limit_bytes: usize,
) -> Result<(), Rejection> {
    if len_bytes > limit_bytes {
        Err(Rejection::TooLarge {
            what,
            len_bytes,
            limit_bytes,
        })
    } else {
        Ok(())
    }
}
