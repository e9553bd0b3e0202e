//! Ratings and ladders.

use giog_rules::{MatchId, PlayerId, Seat, Timestamp, Variant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{PlayerName, PlayerTag};

/// How long people have for their decisions: which matches of a game count together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// All play at the same time.
    #[default]
    Live,
    /// Each has days.
    Days,
}

/// Why a match of a rated table changed no rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Unrated {
    /// The ratings could not be computed or stored.
    Fault,
    /// It was ended early for everybody.
    Abandoned,
    /// Somebody was away at its end, and the server had been away during it.
    Outage,
}

/// A rating as it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ShownRating {
    /// The number; that of somebody new is 1500.
    pub points: i64,
    /// How uncertain it is: two standard errors.
    pub plus_minus: i64,
}

/// A page of a ladder, the best first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ladder {
    /// The game.
    pub variant: Variant,
    /// The numbers of seats that count together: `2`, `4-5` and so on.
    pub seats: String,
    /// How long people have.
    pub clock: Pace,
    /// The places. They are ordered by the points less `plus_minus`, before both are rounded.
    pub places: Vec<LadderPlace>,
    /// The `cursor` for the next page; null on the last one.
    pub next: Option<String>,
}

/// Somebody in a ladder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LadderPlace {
    /// The person.
    pub player: PlayerId,
    /// Their name; null if their data was deleted just now.
    pub name: Option<PlayerName>,
    /// The tag, which distinguishes people with the same name.
    pub tag: PlayerTag,
    /// The rating.
    #[serde(flatten)]
    pub rating: ShownRating,
    /// How many rated matches made it.
    pub matches: u64,
    /// Whether little is known of them yet.
    pub provisional: bool,
}

/// The ratings of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerRatings {
    /// The player.
    pub player: PlayerId,
    /// Whether the player hides them: then only the player sees any.
    pub hidden: bool,
    /// One for each game, group of seats and clock that the player has rated matches of.
    pub ratings: Vec<PoolRating>,
}

/// A player's rating in one game, for some numbers of seats and one kind of clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PoolRating {
    /// The game.
    pub variant: Variant,
    /// The numbers of seats that count together: `2`, `4-5` and so on.
    pub seats: String,
    /// How long people have.
    pub clock: Pace,
    /// The rating.
    #[serde(flatten)]
    pub rating: ShownRating,
    /// How many rated matches made it.
    pub matches: u64,
    /// Whether little is known of the player yet.
    pub provisional: bool,
    /// When the latest of these matches ended.
    pub rated_at: Timestamp,
    /// What the latest of them made of the rating, the earliest first, at most 100.
    pub changes: Vec<RatingPoint>,
}

/// What a match made of a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RatingPoint {
    /// The match.
    pub match_id: MatchId,
    /// When it ended.
    pub ended_at: Timestamp,
    /// The player's rank in it, from 1 on; equal ranks are ties.
    pub rank: u8,
    /// The rating after it.
    #[serde(flatten)]
    pub rating: ShownRating,
}

/// What a match of a rated table changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MatchRating {
    /// Why it changed nothing; null if it did.
    pub unrated: Option<Unrated>,
    /// What changed, by seat, without people who hide their ratings.
    pub changes: Vec<SeatRating>,
}

/// What a match changed for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatRating {
    /// The seat.
    pub seat: Seat,
    /// The player.
    pub player: PlayerId,
    /// The rank in the match, from 1 on; equal ranks are ties.
    pub rank: u8,
    /// The rating before it.
    pub before: ShownRating,
    /// The rating after it.
    pub after: ShownRating,
    /// Whether little is known of the player yet.
    pub provisional: bool,
}

/// Whether to hide one's ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RatingInput {
    /// Whether others see them neither in ladders nor at matches nor on the player's page. They can be inferred from what opponents gain or
    /// lose.
    pub hidden: bool,
}
