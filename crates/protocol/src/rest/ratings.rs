//! Ratings and ladders.

use giog_rules::fairness::{PublicKey, Signature};
use giog_rules::{Level, MatchId, PlayerId, Seat, Timestamp, Variant};
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

/// A dan: a rank that rises and falls by places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ShownDan {
    /// From 1 to 10.
    pub dan: u8,
    /// The points towards the next one, from 0 to `goal`. Who falls below 0 falls to the dan before.
    pub points: i32,
    /// With how many points one rises.
    pub goal: i32,
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
    /// The season, a quarter of a year in UTC: `2026-q4` and so on. People are in its ladder from their first rated match in it on.
    pub season: String,
    /// When the season is over.
    pub season_ends_at: Timestamp,
    /// Earlier seasons that have a final table, the latest first, at most 100.
    pub seasons: Vec<String>,
    /// The places. They are ordered by the points less `plus_minus`, before both are rounded.
    pub places: Vec<LadderPlace>,
    /// The `cursor` for the next page; null on the last one.
    pub next: Option<String>,
    /// The computer players of fixed level to whom people are compared where they take free seats of rated tables, the strongest first;
    /// the same on every page. They are no part of the ladder.
    pub anchors: Vec<Anchor>,
}

/// A level of computer players, whose rating was measured once and never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Anchor {
    /// The level.
    pub level: Level,
    /// The rating. `plus_minus` is that of the measurement: 0 for `simple`, which is the unit.
    #[serde(flatten)]
    pub rating: ShownRating,
    /// Whether computer players of this level take free seats of rated tables on this server.
    pub plays: bool,
}

/// The ladders of the season that is running, those with the most people first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LadderList {
    /// The season, a quarter of a year in UTC: `2026-q4` and so on.
    pub season: String,
    /// When the season is over.
    pub season_ends_at: Timestamp,
    /// The ladders, at most three; none before the first rated match of the season.
    pub ladders: Vec<LadderTop>,
}

/// The best of a ladder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LadderTop {
    /// The game.
    pub variant: Variant,
    /// The numbers of seats that count together: `2`, `4-5` and so on.
    pub seats: String,
    /// How long people have.
    pub clock: Pace,
    /// How many people are in it. They are counted anew every five minutes.
    pub people: u64,
    /// The best five.
    pub places: Vec<LadderPlace>,
}

/// The final table of a season, with its signature and the names of those who have one still.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeasonTable {
    /// The table. It never changes.
    pub table: FinalTable,
    /// The signature over `giog/season/v1` and the table as canonical JSON (RFC 8785), by its `signer`.
    pub signature: Signature,
    /// The people of the table whose data was not deleted.
    pub names: Vec<NamedPerson>,
}

/// What is signed of a season's end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FinalTable {
    /// The season, a quarter of a year in UTC: `2026-q4` and so on.
    pub season: String,
    /// The id of the game.
    pub variant: String,
    /// The numbers of seats that count together: `2`, `4-5` and so on.
    pub seats: String,
    /// How long people have.
    pub clock: Pace,
    /// When the season was over.
    pub ended_at: Timestamp,
    /// The places, the best first, at most 500. They are ordered by the points less `plus_minus`, before both are rounded.
    pub places: Vec<FinalPlace>,
    /// The key of the server that made the table.
    pub signer: PublicKey,
}

/// Somebody in a final table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FinalPlace {
    /// The person.
    pub player: PlayerId,
    /// The rating.
    #[serde(flatten)]
    pub rating: ShownRating,
    /// The dan.
    pub dan: ShownDan,
    /// How many rated matches the person played in the season.
    pub matches: u64,
}

/// Somebody's name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NamedPerson {
    /// The person.
    pub player: PlayerId,
    /// Their name.
    pub name: PlayerName,
    /// The tag, which distinguishes people with the same name.
    pub tag: PlayerTag,
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
    /// The dan.
    pub dan: ShownDan,
    /// How many rated matches the person has played in the season.
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
    /// The dan.
    pub dan: ShownDan,
    /// The season in which the latest rated match was played. If that is over, rating and dan are those with which the player begins the next one.
    pub season: String,
    /// How many rated matches made it.
    pub matches: u64,
    /// Whether little is known of the player yet.
    pub provisional: bool,
    /// When the latest of these matches ended.
    pub rated_at: Timestamp,
    /// What the latest of them made of the rating, the earliest first, at most 100.
    pub changes: Vec<RatingPoint>,
    /// What the player had at the end of earlier seasons, the earliest first.
    pub past: Vec<PastSeason>,
}

/// What somebody had at the end of a season.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PastSeason {
    /// The season.
    pub season: String,
    /// The rating.
    #[serde(flatten)]
    pub rating: ShownRating,
    /// The dan.
    pub dan: ShownDan,
    /// How many rated matches were played in it.
    pub matches: u64,
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
    /// The dan before and after it; omitted of matches before there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dan: Option<DanChange>,
}

/// What a match made of a dan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DanChange {
    /// The dan before it.
    pub before: ShownDan,
    /// The dan after it.
    pub after: ShownDan,
}

/// Whether to hide one's ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RatingInput {
    /// Whether others see them neither in ladders nor at matches nor on the player's page. They can be inferred from what opponents gain or
    /// lose.
    pub hidden: bool,
}
