//! Finished matches, as lists and news show them.

use giog_rules::{MatchEnd, MatchId, PlayerId, Seat, Timestamp, Variant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Called, Clock, DeclaredBot, PlayerName, PlayerTag, RoomId};

/// A summary of a finished match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MatchSummary {
    /// The match.
    pub match_id: MatchId,
    /// How it ended.
    pub status: MatchStatus,
    /// Why: `checkmate`, `resigned`, `rounds`, … as in its record. Omitted in trick games that have no such word, for abandoned
    /// matches, and in lists for matches that ended before servers stored it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<MatchEnd>,
    /// The clock that it was played with, resolved if the setting was `auto`. Omitted for matches that ended before servers stored it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// The room. For unlisted and password rooms only for people who sat there, because anybody who knows the id could
    /// join.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<RoomId>,
    /// The game.
    pub variant: Variant,
    /// The number of seats.
    pub seats: u8,
    /// Whether it is in public lists: not if its room was unlisted or had a password.
    pub listed: bool,
    /// When it began.
    pub started_at: Timestamp,
    /// When it ended.
    pub ended_at: Timestamp,
    /// Who sat where, in the order of seats.
    pub players: Vec<MatchPlayer>,
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MatchStatus {
    /// By its rules.
    Over,
    /// Stopped before its end; nobody won.
    Abandoned,
}

/// The player of a seat, with their result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MatchPlayer {
    /// The seat.
    pub seat: Seat,
    /// The person; omitted for a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    /// The person's current name; omitted if their data was deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<PlayerName>,
    /// The person's tag, which distinguishes people with the same name; omitted for a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tag: Option<PlayerTag>,
    /// What the person has declared if they are a bot; omitted for everybody else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declared_bot: Option<Box<DeclaredBot>>,
    /// The bot's name; omitted for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
    /// Whether they are among the winners.
    pub won: bool,
    /// Their score; null in games without scores.
    pub score: Option<i32>,
}

impl MatchPlayer {
    /// The player as texts name them.
    pub fn called(&self) -> Called<'_> {
        match (self.player, &self.bot) {
            (Some(player), _) => Called::Person(player, self.name.as_ref()),
            (None, Some(bot)) => Called::Bot(bot),
            (None, None) => Called::Nobody,
        }
    }
}
