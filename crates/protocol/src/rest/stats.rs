//! The statistics of a player.

use giog_rules::{PlayerId, Timestamp, Variant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::PlayerInfo;

/// What a player's finished public matches say: by game and number of seats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerStats {
    /// The player.
    pub player: PlayerId,
    /// By game and number of seats, those with the most matches first.
    pub games: Vec<GameStats>,
    /// The people with whom the player met most often in these matches, at most 10, and who was ahead. Those whose data was deleted are left
    /// out.
    #[serde(default)]
    pub opponents: Vec<OpponentStats>,
    /// When the earliest match ended that was counted, if earlier ones were not: at most the latest 1,000 are. Null if all were.
    pub since: Option<Timestamp>,
}

/// Matches of a player with somebody else, also on the same side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OpponentStats {
    /// The other one.
    #[serde(flatten)]
    pub person: PlayerInfo,
    /// How many matches both played.
    pub matches: u32,
    /// How often the player came in a better place.
    pub ahead: u32,
    /// How often the other one did.
    pub behind: u32,
}

/// A player's matches of one game for so many seats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameStats {
    /// The game.
    pub variant: Variant,
    /// The number of seats.
    pub seats: u8,
    /// How many matches.
    pub matches: u32,
    /// How many of them the player won, alone or with others.
    pub won: u32,
    /// How many ended in the first place, in the second one, and so on. Equal seats share a place: the winners the first one; behind
    /// them, seats rank by score, and without scores share the next one. Where nobody won, a draw is a shared first place.
    pub places: Vec<u32>,
    /// By how much the player led or was behind at the end; null in games without scores.
    pub leads: Option<Leads>,
    /// Matches won in a row.
    #[serde(default)]
    pub streaks: Streaks,
    /// How the player opened most often, at most 5 ways, the most frequent first.
    #[serde(default)]
    pub openings: Vec<OpeningStats>,
}

/// Matches won in a row, of those that were counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Streaks {
    /// The latest ones; 0 if the latest match was not won.
    pub current: u32,
    /// The longest row.
    pub longest: u32,
}

/// A way to open a match, and how often.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OpeningStats {
    /// In trick games the pieces of the first play that the player led in a match; on boards the first move, as records write it: `h2e2`.
    pub opening: String,
    /// In how many matches.
    pub matches: u32,
}

/// The player's score less the best one of the others, match by match: above 0 a lead, below it what was missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Leads {
    /// The sum over all matches.
    pub sum: i64,
    /// The lowest one.
    pub lowest: i64,
    /// The highest one.
    pub highest: i64,
}
