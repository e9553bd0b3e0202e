//! Matches as REST shows them.

use giog_rules::fairness::{Digest, PublicKey};
use giog_rules::{MatchId, MatchResult, PlayerId, Seat, Timestamp, Variant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::server::{RoomEvent, Snapshot};
use crate::{Called, PlayerName, PlayerTag, RoomId};

/// A page of finished matches, those that ended last first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MatchList {
    /// The matches.
    pub matches: Vec<MatchSummary>,
    /// The `cursor` of the next page; null on the last one.
    pub next: Option<String>,
}

/// A finished match in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MatchSummary {
    /// The match.
    pub match_id: MatchId,
    /// How it ended.
    pub status: MatchStatus,
    /// The room it was played in. Of unlisted and password rooms it is told only to those who sat there, since whoever
    /// knows it may come in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<RoomId>,
    /// The game.
    pub variant: Variant,
    /// The number of seats.
    pub seats: u8,
    /// Whether it is in everybody's lists: not if its room was unlisted or had a password.
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
    /// Before its end; nobody won.
    Abandoned,
}

/// Who sat at a seat, and how they fared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MatchPlayer {
    /// The seat.
    pub seat: Seat,
    /// The person; left out for a computer player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    /// The name the person goes by now; left out for those who were forgotten.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<PlayerName>,
    /// What tells the person from others of that name; left out for a computer player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tag: Option<PlayerTag>,
    /// The computer player's name; left out for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
    /// Whether they are among the winners.
    pub won: bool,
    /// Their score; null in games that have none.
    pub score: Option<i32>,
}

impl MatchPlayer {
    /// Whom to call by their name.
    pub fn called(&self) -> Called<'_> {
        match (self.player, &self.bot) {
            (Some(player), _) => Called::Person(player, self.name.as_ref()),
            (None, Some(bot)) => Called::Bot(bot),
            (None, None) => Called::Nobody,
        }
    }
}

/// A match, finished or being played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum MatchInfo {
    /// It is finished.
    Finished(Box<FinishedMatch>),
    /// It is being played.
    Running(Box<RunningMatch>),
}

/// A finished match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FinishedMatch {
    /// The match in short.
    #[serde(flatten)]
    pub summary: MatchSummary,
    /// What the match led to, as its record has it.
    pub result: MatchResult,
    /// Where more of it is.
    pub links: MatchLinks,
}

/// Where more of a finished match is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MatchLinks {
    /// The path of its record.
    pub record: String,
    /// The path of its events as spectators saw them; `?as=0` and so on gives them as a seat did.
    pub events: String,
}

/// What is left of a finished match that was deleted because of its age. Whoever kept its record can show by it that theirs is
/// the one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeletedMatch {
    /// The match.
    pub match_id: MatchId,
    /// When it ended.
    pub ended_at: Timestamp,
    /// When it was deleted.
    pub deleted_at: Timestamp,
    /// SHA-256 of its record, byte for byte as it was given out.
    pub record_sha256: Digest,
    /// The Ed25519 public key that the record was signed with.
    pub signer: PublicKey,
}

/// A match being played, as whoever asks may see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RunningMatch {
    /// The match.
    pub match_id: MatchId,
    /// That it is being played.
    pub status: Playing,
    /// The whole picture, as the socket has it.
    pub snapshot: Snapshot,
}

/// That a match is being played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Playing {
    /// It is.
    Playing,
}

/// What happened in a match, as one observer saw it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MatchEvents {
    /// The match.
    pub match_id: MatchId,
    /// The seat that saw it so; null for spectators.
    pub seen_by: Option<Seat>,
    /// The events from `start` on, as the socket told them. Those of a finished match end with `finished` or `abandoned`.
    pub events: Vec<RoomEvent>,
}
