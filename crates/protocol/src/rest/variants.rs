//! What the public matches of a game say.

use giog_rules::{MatchId, Timestamp, Variant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Statistics of a game's finished public matches, without names. They are made anew every ten minutes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct VariantStats {
    /// The game.
    pub variant: Variant,
    /// How many matches were counted: at most the latest 10,000.
    pub matches: u32,
    /// When the earliest match ended that was counted, if earlier ones were not; null if all were.
    pub since: Option<Timestamp>,
    /// By number of seats, the least first.
    pub seats: Vec<SeatsStats>,
    /// The match that lasted longest, of those with two people or more and a clock that ends decisions within minutes or hours; null if there
    /// is none.
    pub longest: Option<LongestMatch>,
    /// The highest score of a person; null if there is none.
    pub highest: Option<HighestScore>,
}

/// A game's matches for so many seats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatsStats {
    /// The number of seats.
    pub seats: u8,
    /// How many matches.
    pub matches: u32,
    /// How many of them ended without a winner, or with all as winners.
    pub drawn: u32,
    /// How many of the others each seat won, alone or with others.
    pub won: Vec<u32>,
    /// How long half of the matches lasted at most, in milliseconds, of those with a clock that ends decisions within minutes or hours; null
    /// if there is none.
    pub median_ms: Option<u64>,
}

/// The longest match of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LongestMatch {
    /// The match.
    pub match_id: MatchId,
    /// When it ended.
    pub ended_at: Timestamp,
    /// How long it lasted, in milliseconds.
    pub lasted_ms: u64,
}

/// The highest score in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HighestScore {
    /// The match.
    pub match_id: MatchId,
    /// When it ended.
    pub ended_at: Timestamp,
    /// The score.
    pub score: i32,
}
