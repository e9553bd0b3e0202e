//! Queries about finished matches, and their results.

use giog_protocol::RoomId;
use giog_rules::{MatchId, PlayerId, Timestamp};

use crate::{Cursor, FinishedMatch, MatchPlayer, MatchStatus};

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
    /// In which order.
    pub order: MatchOrder,
}

/// The order of a list of finished matches, by their places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MatchOrder {
    /// The latest first.
    #[default]
    NewestFirst,
    /// The earliest first.
    OldestFirst,
}

/// A moment in the order in which listed matches become public, which is the same on all servers of a database: whoever has seen one has
/// seen all that are lower. It counts listed matches alone, but is not meant to be shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Publication(pub(crate) i64);

/// One page of a list. A page may be short or empty without being the last: a query for several people who played together
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

/// What statistics count of a finished match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMatch {
    /// Its variant's id.
    pub variant: String,
    /// Number of seats.
    pub seats: u8,
    /// When it ended.
    pub ended_at: Timestamp,
    /// The players, in the order of seats.
    pub players: Vec<MatchPlayer>,
    /// How each seat opened it ([`FinishedMatch::openings`]); none if that was not read from its record yet.
    pub openings: Option<Vec<Option<String>>>,
}

/// What statistics of a game count of a finished match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedMatch {
    /// Which match.
    pub match_id: MatchId,
    /// Number of seats.
    pub seats: u8,
    /// The clock settings of its table as JSON text; none if an older version of the server stored it.
    pub clock: Option<String>,
    /// How many different people played.
    pub people: u8,
    /// When it began.
    pub started_at: Timestamp,
    /// When it ended.
    pub ended_at: Timestamp,
    /// The players, in the order of seats.
    pub players: Vec<MatchPlayer>,
}

impl FinishedMatch {
    /// Everything that lists show.
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
