//! Facts: what a row of a room's log adds to the history.

use std::fmt;
use std::str::FromStr;

use giog_protocol::RoomId;
use giog_rules::{MatchId, PlayerId, Timestamp};

use crate::bounds::{check_len, check_text};
use crate::limits::{MAX_OPENING_BYTES, MAX_RECORD_BYTES, MAX_TEXT_BYTES};
use crate::{RatedMatch, Rejection, Report, StoredRecord};

/// An entry for the history, written in one transaction with the log row that caused it. Writing the same again changes nothing.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// A room was opened; it is among the open rooms until it is closed.
    RoomOpened {
        /// The room.
        room: RoomId,
        /// When.
        at: Timestamp,
    },
    /// A room was closed; only one that sleeps opens again.
    RoomClosed {
        /// The room.
        room: RoomId,
        /// When.
        at: Timestamp,
    },
    /// A room that is closed with this row sleeps: its link opens it again. The row's floor is what it will be then.
    RoomSlept(SleepingRoom),
    /// A sleeping room is open again.
    RoomWoken {
        /// The room.
        room: RoomId,
        /// When.
        at: Timestamp,
    },
    /// A match began.
    MatchStarted(StartedMatch),
    /// A match ended.
    MatchFinished(FinishedMatch),
    /// A start was cancelled before a match began.
    StartCancelled(CancelledStart),
    /// Somebody reported another person.
    Reported(Report),
    /// The match that ended with this row was one of a rated table.
    Rated(RatedMatch),
}

/// A room that has just fallen asleep, and how many may sleep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SleepingRoom {
    /// The room.
    pub room: RoomId,
    /// Who created it, or opened it last.
    pub creator: PlayerId,
    /// Who owned it.
    pub owner: Option<PlayerId>,
    /// When the last of the people left.
    pub left_at: Timestamp,
    /// How many rooms of one creator sleep. With more, those that were left first are forgotten.
    pub most_of_creator: u32,
    /// How many rooms sleep in all.
    pub most: u32,
}

/// A match that began, whether it is over or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartedMatch {
    /// The match.
    pub match_id: MatchId,
    /// The room in which it is played.
    pub room: RoomId,
    /// Its variant's id.
    pub variant: String,
    /// Whether lists may show it: false for rooms that are unlisted or have a password.
    pub listed: bool,
    /// When it began.
    pub started_at: Timestamp,
}

/// A match that is over, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedMatch {
    /// The match.
    pub match_id: MatchId,
    /// The room in which it was played.
    pub room: RoomId,
    /// Its variant's id.
    pub variant: String,
    /// Number of seats.
    pub seats: u8,
    /// How it ended.
    pub status: MatchStatus,
    /// The reason of the end, a word of the record; none if the game has no reasons.
    pub end: Option<String>,
    /// The clock settings of its table as JSON text; opaque here.
    pub clock: Option<String>,
    /// Whether lists may show it: false for rooms that are unlisted or have a password.
    pub listed: bool,
    /// When it began.
    pub started_at: Timestamp,
    /// When it ended. Its place in lists is this time, or right after the latest place if the clock was set back.
    pub ended_at: Timestamp,
    /// The players, in the order of seats.
    pub players: Vec<MatchPlayer>,
    /// How each seat opened the match, in the order of seats; `None` for a seat that did not, and in games without openings. Opaque here.
    pub openings: Vec<Option<String>>,
    /// The record's canonical JSON, kept byte for byte. At most [`crate::MAX_RECORD_BYTES`]. It is compressed before it gets here,
    /// because all rows of a group wait while one of them is processed.
    pub record: StoredRecord,
}

/// The player at a seat, and their result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchPlayer {
    /// The seat's number.
    pub seat: u8,
    /// The person, if a person played.
    pub player: Option<PlayerId>,
    /// The bot's name, if a bot played.
    pub bot: Option<String>,
    /// Whether the player is among the winners.
    pub won: bool,
    /// The player's score, in variants that score.
    pub score: Option<i32>,
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MatchStatus {
    /// Played to the end.
    Over,
    /// Ended early for everybody: no winners.
    Abandoned,
}

/// A start that was cancelled before a match began, kept so that everybody can see how often that happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CancelledStart {
    /// The id that the match would have had.
    pub match_id: MatchId,
    /// The room.
    pub room: RoomId,
    /// When it was cancelled.
    pub at: Timestamp,
    /// The reason, a stable word of the protocol.
    pub reason: String,
    /// The seat that did not open its entropy, if that was the reason.
    pub seat: Option<u8>,
    /// The server's seed that it had committed to, 64 hex digits; empty if it is not published.
    pub server_seed_hex: String,
    /// What else the room publishes about the start (commitments, entropies) as JSON text; opaque here.
    pub details: String,
}

/// The text is not a [`MatchStatus`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a match's status is `over` or `abandoned`")]
pub struct BadMatchStatus;

impl MatchStatus {
    /// The word in records and REST.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Over => "over",
            Self::Abandoned => "abandoned",
        }
    }
}

impl fmt::Display for MatchStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for MatchStatus {
    type Err = BadMatchStatus;

    fn from_str(text: &str) -> Result<Self, BadMatchStatus> {
        match text {
            "over" => Ok(Self::Over),
            "abandoned" => Ok(Self::Abandoned),
            _ => Err(BadMatchStatus),
        }
    }
}

impl Fact {
    /// Refuses values that one of the databases cannot store.
    pub(crate) fn check(&self) -> Result<(), Rejection> {
        match self {
            Self::RoomOpened { .. }
            | Self::RoomClosed { .. }
            | Self::RoomSlept(_)
            | Self::RoomWoken { .. } => Ok(()),
            Self::MatchStarted(start) => {
                check_text("a variant's name", &start.variant, MAX_TEXT_BYTES)
            }
            Self::MatchFinished(finished) => finished.check(),
            Self::StartCancelled(cancelled) => cancelled.check(),
            Self::Reported(report) => report.check(),
            Self::Rated(rated) => rated.check(),
        }
    }

    /// The bytes of the variable parts.
    pub(crate) fn weight_bytes(&self) -> usize {
        match self {
            Self::RoomOpened { .. }
            | Self::RoomClosed { .. }
            | Self::RoomSlept(_)
            | Self::RoomWoken { .. }
            | Self::Rated(_) => 0,
            Self::MatchStarted(start) => start.variant.len(),
            Self::MatchFinished(finished) => finished.record.stored_bytes(),
            Self::StartCancelled(cancelled) => cancelled.details.len(),
            Self::Reported(report) => report.reason.len() + report.chat.len(),
        }
    }
}

impl FinishedMatch {
    fn check(&self) -> Result<(), Rejection> {
        check_text("a variant's name", &self.variant, MAX_TEXT_BYTES)?;
        check_len("a record", self.record.stored_bytes(), MAX_RECORD_BYTES)?;
        if let Some(end) = &self.end {
            check_text("an end", end, MAX_TEXT_BYTES)?;
        }
        if let Some(clock) = &self.clock {
            check_text("a clock", clock, MAX_TEXT_BYTES)?;
        }
        for opening in self.openings.iter().flatten() {
            check_text("an opening", opening, MAX_OPENING_BYTES)?;
        }
        let mut bots = self
            .players
            .iter()
            .filter_map(|player| player.bot.as_deref());
        bots.try_for_each(|bot| check_text("a bot's name", bot, MAX_TEXT_BYTES))
    }
}

impl CancelledStart {
    fn check(&self) -> Result<(), Rejection> {
        check_text("a reason", &self.reason, MAX_TEXT_BYTES)?;
        check_text("a seed", &self.server_seed_hex, MAX_TEXT_BYTES)?;
        check_text("a cancelled start's details", &self.details, MAX_TEXT_BYTES)
    }
}
