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

impl Append {
    /// Refuses before any SQL what one of the databases cannot keep, so that both refuse the same and no batch is spoilt.
    pub(crate) fn check(&self) -> Result<(), Rejection> {
        check_index(self.index)?;
        check_text("a row's body", &self.body, MAX_BODY_BYTES)?;
        self.facts.iter().try_for_each(Fact::check)
    }

    /// What it weighs in queues and groups: its variable parts.
    pub(crate) fn weight_bytes(&self) -> usize {
        self.body.len() + self.facts.iter().map(Fact::weight_bytes).sum::<usize>()
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
