//! Queries about finished matches, and their results.

use std::fmt;
use std::str::FromStr;

use giog_protocol::RoomId;
use giog_rules::{MatchId, PlayerId, Timestamp};
use uuid::Uuid;

use crate::{FinishedMatch, MatchPlayer, MatchStatus};

/// A filter for lists of finished matches; `None` matches all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchFilter {
    /// Matches in which this person had a seat at the end.
    pub player: Option<PlayerId>,
    /// Matches that this person won; together with another `player`, those in which both played.
    pub won_by: Option<PlayerId>,
    /// Matches of this variant.
    pub variant: Option<String>,
    /// Matches of this room.
    pub room: Option<RoomId>,
    /// Matches with this status.
    pub status: Option<MatchStatus>,
    /// Matches in this place of lists or a later one. The place of a match is when it ended, or right after the latest place if the clock was
    /// set back.
    pub from: Option<Timestamp>,
    /// Matches in an earlier place than this.
    pub to: Option<Timestamp>,
    /// Unlisted matches are left out, except for those of this person.
    pub include_unlisted_of: Option<PlayerId>,
}

/// One page of a list, newest first. A page may be short or empty without being the last: a query for several people who played together
/// stops after a limited number of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T> {
    /// The items.
    pub items: Vec<T>,
    /// Where the next page begins; `None` after the last page.
    pub next: Option<Cursor>,
}

/// A finished match without its record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchSummary {
    /// Which match.
    pub match_id: MatchId,
    /// The room in which it was played.
    pub room: RoomId,
    /// Its variant's id.
    pub variant: String,
    /// Number of seats.
    pub seats: u8,
    /// How it ended.
    pub status: MatchStatus,
    /// The reason of the end, a word of the record; none if the game has no reasons, or an older version of the server stored it.
    pub end: Option<String>,
    /// The clock settings of its table as JSON text; none if an older version of the server stored it.
    pub clock: Option<String>,
    /// Whether lists may show it.
    pub listed: bool,
    /// When it began.
    pub started_at: Timestamp,
    /// When it ended.
    pub ended_at: Timestamp,
    /// The players, in the order of seats.
    pub players: Vec<MatchPlayer>,
}

/// A position in a list that stays valid when newer items are added: all items older than it follow it. Its text is opaque to clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cursor {
    pub(crate) at: Timestamp,
    pub(crate) id: Uuid,
}

/// The text is not a cursor of this server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid cursor")]
pub struct BadCursor;

impl FinishedMatch {
    /// Everything except the record.
    pub fn summary(&self) -> MatchSummary {
        MatchSummary {
            match_id: self.match_id,
            room: self.room,
            variant: self.variant.clone(),
            seats: self.seats,
            status: self.status,
            end: self.end.clone(),
            clock: self.clock.clone(),
            listed: self.listed,
            started_at: self.started_at,
            ended_at: self.ended_at,
            players: self.players.clone(),
        }
    }
}

impl<T> Page<T> {
    /// A page of the first `limit` items; `place` gives the position right after an item.
    pub(crate) fn cut(mut items: Vec<T>, limit: u32, place: impl Fn(&T) -> Cursor) -> Self {
        let limit = limit as usize;
        let more = items.len() > limit;
        items.truncate(limit);
        let next = items.last().filter(|_| more).map(place);
        Self { items, next }
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{}",
            hex::encode(self.at.unix_ms().to_be_bytes()),
            self.id.simple()
        )
    }
}

impl FromStr for Cursor {
    type Err = BadCursor;

    fn from_str(text: &str) -> Result<Self, BadCursor> {
        let mut bytes = [0; 24];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| BadCursor)?;
        let (at, id) = bytes.split_first_chunk::<8>().ok_or(BadCursor)?;
        let cursor = Self {
            at: Timestamp::from_unix_ms(i64::from_be_bytes(*at)),
            id: Uuid::from_slice(id).map_err(|_| BadCursor)?,
        };
        // A cursor has only one valid text.
        if cursor.to_string() == text {
            Ok(cursor)
        } else {
            Err(BadCursor)
        }
    }
}
