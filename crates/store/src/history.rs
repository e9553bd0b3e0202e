//! Queries about finished matches, and their results.

use std::fmt;
use std::str::FromStr;

use giog_protocol::RoomId;
use giog_rules::{MatchId, PlayerId, Timestamp};
use uuid::Uuid;

use crate::{FinishedMatch, MatchPlayer, MatchStatus};

/// Which finished matches to list; what is `None` does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchFilter {
    /// Those this person sat in at the end.
    pub player: Option<PlayerId>,
    /// Those this person won; with another `player`, against them or together.
    pub won_by: Option<PlayerId>,
    /// Those of this variant.
    pub variant: Option<String>,
    /// Those of this room.
    pub room: Option<RoomId>,
    /// Those that ended like this.
    pub status: Option<MatchStatus>,
    /// Those that ended at this moment or later.
    pub from: Option<Timestamp>,
    /// Those that ended before this moment.
    pub to: Option<Timestamp>,
    /// Unlisted matches are in no list, except this person's own when they ask.
    pub include_unlisted_of: Option<PlayerId>,
}

/// One page of a list, newest first. It may be short, or empty, and not the last one: where it is looked for several people
/// who sat together, a page ends when much was looked through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T> {
    /// What is on it.
    pub items: Vec<T>,
    /// Where the next page begins; `None` on the last one.
    pub next: Option<Cursor>,
}

/// A finished match without its record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchSummary {
    /// Which match.
    pub match_id: MatchId,
    /// Where it was played.
    pub room: RoomId,
    /// Its variant's id.
    pub variant: String,
    /// Number of seats.
    pub seats: u8,
    /// How it ended.
    pub status: MatchStatus,
    /// Why, in a word of the record; none where its game does not tell, or a version before this column stored it.
    pub end: Option<String>,
    /// The clock of its table as a JSON text; none where a version before this column stored it.
    pub clock: Option<String>,
    /// Whether lists may show it.
    pub listed: bool,
    /// When it began.
    pub started_at: Timestamp,
    /// When it ended.
    pub ended_at: Timestamp,
    /// Who sat where, in the order of seats.
    pub players: Vec<MatchPlayer>,
}

/// A place in a list that stays where it is while newer things come in: everything older than this one comes after it.
/// Its text is opaque to clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cursor {
    pub(crate) at: Timestamp,
    pub(crate) id: Uuid,
}

/// A text that is no cursor of this server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid cursor")]
pub struct BadCursor;

impl FinishedMatch {
    /// All but the record.
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

impl MatchSummary {
    /// The place in lists right after this match.
    pub fn cursor(&self) -> Cursor {
        Cursor {
            at: self.ended_at,
            id: self.match_id.0,
        }
    }
}

impl<T> Page<T> {
    /// The first `limit` of these; `place` is right after one of them.
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
        // One place has one text.
        if cursor.to_string() == text {
            Ok(cursor)
        } else {
            Err(BadCursor)
        }
    }
}
