//! Rated matches as statistics of pairs and measurements of ratings read them.

use giog_ratings::{Pool, Rating};
use giog_rules::{MatchId, PlayerId, Timestamp};

use crate::Cursor;

/// A finished match that changed ratings, and whose record was read for statistics of pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedPlay {
    /// The match.
    pub match_id: MatchId,
    /// The ratings that it changed.
    pub pool: Pool,
    /// When it ended.
    pub ended_at: Timestamp,
    /// The occasions of its seats, as JSON; opaque here.
    pub occasions: String,
    /// The people whose data were not deleted, in the order of their seats.
    pub people: Vec<RatedSeat>,
    /// The ranks of the computer players; none if there were some and an earlier version did not store their ranks.
    pub anchors: Option<Vec<u8>>,
}

/// Somebody in such a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedSeat {
    /// The person.
    pub player: PlayerId,
    /// The number of their seat.
    pub seat: u8,
    /// Their rank, from 1 on.
    pub rank: u8,
    /// Their rating before it.
    pub before: Rating,
}

impl RatedPlay {
    pub(crate) fn cursor(&self) -> Cursor {
        Cursor {
            at: self.ended_at,
            id: self.match_id.0,
        }
    }
}
