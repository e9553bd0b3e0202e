//! Ratings of people, as they are stored.

use std::fmt;
use std::str::FromStr;

use giog_ratings::{Dan, Pool, Rating, Season};
use giog_rules::{MatchId, PlayerId, Timestamp};

use crate::bounds::check_text;
use crate::limits::MAX_TEXT_BYTES;
use crate::{Cursor, Rejection};

/// A finished match of a rated table. It comes in the row of its [`crate::Fact::MatchFinished`], and changes the ratings of its people in the
/// transaction that stores it, once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedMatch {
    /// The match.
    pub match_id: MatchId,
    /// The ratings that it changes.
    pub pool: Pool,
    /// When it ended.
    pub at: Timestamp,
    /// The people who played it, each once.
    pub people: Vec<RankedPerson>,
    /// The computer players among them, whose ratings never change.
    pub anchors: Vec<RankedAnchor>,
    /// Why it changes nothing; none if it does.
    pub unrated: Option<Unrated>,
}

/// Somebody's rank in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedPerson {
    /// The seat's number.
    pub seat: u8,
    /// The person.
    pub player: PlayerId,
    /// The rank, from 1 on; equal ranks are ties.
    pub rank: u8,
}

/// A computer player's rank in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedAnchor {
    /// The rank, from 1 on; equal ranks are ties, also with people.
    pub rank: u8,
    /// Its rating.
    pub rating: Rating,
}

/// Why a match of a rated table changed no rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unrated {
    /// The ratings could not be computed or stored.
    Fault,
    /// It was ended early for everybody.
    Abandoned,
    /// Somebody was away at its end, and the server had been away during it.
    Outage,
}

/// The text is not a word of [`Unrated`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a reason why a match is unrated")]
pub struct BadUnrated;

/// How strong somebody is in a pool, and their rank there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The rating.
    pub rating: Rating,
    /// The dan.
    pub dan: Dan,
}

/// Somebody's rating in a pool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonRating {
    /// The pool.
    pub pool: Pool,
    /// What they had after their latest match.
    pub standing: Standing,
    /// How many matches made it.
    pub matches: u64,
    /// When the latest of them ended.
    pub rated_at: Timestamp,
    /// The season in which it counts.
    pub season: Season,
}

/// All ratings of a person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ratings {
    /// Whether they hide them from others.
    pub hidden: bool,
    /// By pool.
    pub ratings: Vec<PersonRating>,
    /// What they had at the end of earlier seasons, by pool and the earliest first; each counts the matches of its season.
    pub past: Vec<PersonRating>,
}

/// What a match changed for one of its people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingChange {
    /// The match.
    pub match_id: MatchId,
    /// Whose rating.
    pub player: PlayerId,
    /// Their seat.
    pub seat: u8,
    /// Their rank in it.
    pub rank: u8,
    /// Which of their rated matches of the pool it is, from 1 on.
    pub number: u64,
    /// When it ended.
    pub at: Timestamp,
    /// The rating before it.
    pub before: Rating,
    /// The rating after it.
    pub after: Rating,
    /// The dan before and after it; none of matches before there was one.
    pub dan: Option<(Dan, Dan)>,
}

/// What a match of a rated table changed, for those who do not hide it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchRatings {
    /// The ratings that it changed.
    pub pool: Pool,
    /// Why it changed nothing.
    pub unrated: Option<Unrated>,
    /// The changes, in the order of seats.
    pub changes: Vec<RatingChange>,
}

/// A place in a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LadderPlace {
    /// The person.
    pub player: PlayerId,
    /// What they have there.
    pub standing: Standing,
    /// How many matches they played in the season.
    pub matches: u64,
}

/// The final table of a season in a pool, as it was signed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeasonTable {
    /// The pool.
    pub pool: Pool,
    /// The season.
    pub season: Season,
    /// The table and its signature, as JSON; opaque here.
    pub body: String,
}

impl Standing {
    /// Of somebody whom nothing is known of.
    pub const NEW: Self = Self {
        rating: Rating::NEW,
        dan: Dan::NEW,
    };

    /// What it is in a later season.
    #[must_use]
    pub const fn after_season(self) -> Self {
        Self {
            rating: self.rating.after_season(),
            dan: self.dan.after_season(),
        }
    }
}

impl PersonRating {
    /// What the person has in this season: less than after the latest match, if that was in an earlier one.
    pub fn standing_in(&self, season: Season) -> Standing {
        if season > self.season {
            self.standing.after_season()
        } else {
            self.standing
        }
    }
}

impl LadderPlace {
    /// The position right after it. The number of a cursor is here a place in the ladder, and no time.
    pub(crate) fn cursor(&self) -> Cursor {
        Cursor {
            at: Timestamp::from_unix_ms(self.standing.rating.ladder()),
            id: self.player.0,
        }
    }
}

impl RatedMatch {
    pub(crate) fn check(&self) -> Result<(), Rejection> {
        check_text("a pool", &self.pool.to_string(), MAX_TEXT_BYTES)
    }
}

impl Unrated {
    /// The word in REST and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Fault => "fault",
            Self::Abandoned => "abandoned",
            Self::Outage => "outage",
        }
    }
}

impl fmt::Display for Unrated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Unrated {
    type Err = BadUnrated;

    fn from_str(text: &str) -> Result<Self, BadUnrated> {
        match text {
            "fault" => Ok(Self::Fault),
            "abandoned" => Ok(Self::Abandoned),
            "outage" => Ok(Self::Outage),
            _ => Err(BadUnrated),
        }
    }
}
