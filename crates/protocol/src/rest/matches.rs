//! The matches of REST.

use giog_rules::fairness::{Digest, PublicKey};
use giog_rules::{MatchEnd, MatchId, MatchResult, PlayerId, Seat, Timestamp, Variant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::server::{RoomEvent, Snapshot};
use crate::{Called, Clock, DeclaredBot, PlayerName, PlayerTag, RoomId};

/// A page of finished matches, the latest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MatchList {
    /// The matches.
    pub matches: Vec<MatchSummary>,
    /// The `cursor` for the next page; null on the last one.
    pub next: Option<String>,
}

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

/// A match, finished or running.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum MatchInfo {
    /// It is finished.
    Finished(Box<FinishedMatch>),
    /// It is running.
    Running(Box<RunningMatch>),
}

/// A finished match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FinishedMatch {
    /// The summary.
    #[serde(flatten)]
    pub summary: MatchSummary,
    /// The result, as in its record.
    pub result: MatchResult,
    /// Links to more about it.
    pub links: MatchLinks,
}

/// Links to more about a finished match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MatchLinks {
    /// The path of its record.
    pub record: String,
    /// The path of its events as spectators saw them; add `?as=0` and so on for a seat.
    pub events: String,
}

/// What is left of a match that was deleted because of its age. It shows whether a copy of the record is the right one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeletedMatch {
    /// The match.
    pub match_id: MatchId,
    /// When it ended.
    pub ended_at: Timestamp,
    /// When it was deleted.
    pub deleted_at: Timestamp,
    /// SHA-256 of the bytes of its record.
    pub record_sha256: Digest,
    /// The Ed25519 public key of the record's signature.
    pub signer: PublicKey,
}

/// A running match, as the caller may see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RunningMatch {
    /// The match.
    pub match_id: MatchId,
    /// Always `playing`.
    pub status: Playing,
    /// The snapshot, as over the socket.
    pub snapshot: Snapshot,
}

/// The status of a running match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Playing {
    /// Running.
    Playing,
}

/// The events of a match, as one observer saw them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MatchEvents {
    /// The match.
    pub match_id: MatchId,
    /// The seat that saw them so; null for spectators.
    pub seen_by: Option<Seat>,
    /// How many earlier events are left out, because the server does not keep all events of a long running match. Omitted if 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub left_out: u64,
    /// The events from `start` on, without those that are left out, as the socket sent them. For a finished match the last one is
    /// `finished` or `abandoned`.
    pub events: Vec<RoomEvent>,
    /// If events are left out: the room and the match after the last of these events.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub snapshot: Option<Box<Snapshot>>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks like this")]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}
