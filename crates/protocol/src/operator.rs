//! The JSON bodies of the operator's side, which has an address and a token of its own (`docs/HOSTING.md`).

use giog_rules::{MatchId, PlayerId, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use crate::{RoomId, RoomState, RoomSummary};

/// The longest text an operator may give with an action, in characters: a few sentences.
pub const MAX_OPERATOR_CHARS: usize = 500;

/// How the server is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OperatorStatus {
    /// The version of its program.
    pub version: String,
    /// For how long it has owned the rooms, in seconds.
    pub uptime_s: u64,
    /// Whether the log gets through to the database.
    pub storage_available: bool,
    /// Whether the database was older at the start than when it was served last: it was rolled back.
    #[serde(default)]
    pub rolled_back: bool,
    /// How often a client said that it has seen more of a room than the database has.
    #[serde(default)]
    pub rollbacks_seen: u64,
    /// The lease on the database.
    pub lease: LeaseStatus,
    /// The disk of the data folder, and of the database where it is a file.
    #[serde(default)]
    pub disk: DiskStatus,
    /// Whether nothing new is begun.
    pub draining: bool,
    /// Matches that are being played: what is left when it is drained.
    pub matches_running: u32,
    /// Rooms in which none is.
    pub rooms_without_match: u32,
    /// Rooms that were set aside, for a fault.
    #[serde(default)]
    pub rooms_set_aside: u32,
    /// People who have a seat.
    pub people_seated: u32,
    /// Connections of the protocol that are open.
    pub sockets: u32,
    /// Bans that hold.
    pub bans: u32,
    /// What everybody who comes is told; null if nothing is.
    pub announcement: Option<String>,
}

/// The lease on the database: who has it owns the rooms.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LeaseStatus {
    /// Whether this server has it.
    pub held: bool,
    /// Its number, which grows with each take-over.
    pub number: u64,
    /// How long ago it was taken or renewed, in milliseconds.
    pub age_ms: u64,
}

/// The disk of the data folder, and of the database where it is a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DiskStatus {
    /// Bytes that are free; null where that is not known.
    pub free_bytes: Option<u64>,
    /// Whether these are so few that no room is made.
    pub low: bool,
}

/// All rooms, listed or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OperatorRooms {
    /// In the order in which they were made.
    pub rooms: Vec<RoomSummary>,
}

/// The rooms that were set aside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SetAsideRooms {
    /// In the order of their ids.
    pub rooms: Vec<SetAsideRoom>,
}

/// A room that was set aside: its log makes no room, or its code met a fault twice. Nothing of it is lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SetAsideRoom {
    /// Which room.
    pub room: RoomId,
    /// Why.
    pub reason: String,
    /// When.
    pub at: Timestamp,
}

/// A room, and who is in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OperatorRoom {
    /// The room.
    pub room: RoomId,
    /// The match being played in it; null if none is.
    pub match_id: Option<MatchId>,
    /// Who is connected to it, with a seat or without.
    pub people: Vec<ConnectedPerson>,
    /// What everybody in it sees beside the match.
    #[serde(flatten)]
    pub state: RoomState,
}

/// Somebody who is connected to a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ConnectedPerson {
    /// Who.
    pub player: PlayerId,
    /// Their name; null if they were forgotten.
    pub name: Option<String>,
    /// On how many connections.
    pub connections: u32,
}

/// Somebody, as they were called when it happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NamedPerson {
    /// Who.
    pub player: PlayerId,
    /// Their name then.
    pub name: String,
}

/// Whom to keep away: one of `player` and `addresses`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BanInput {
    /// A person, that is a token.
    #[serde(default)]
    pub player: Option<PlayerId>,
    /// An address, or a range of them as in `203.0.113.0/24`.
    #[serde(default)]
    pub addresses: Option<String>,
    /// Why; kept with the ban, and told to nobody.
    pub reason: String,
    /// For how long, in seconds; for ever if left out.
    #[serde(default)]
    pub lasts_s: Option<u64>,
}

/// A ban that holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BanInfo {
    /// Which ban.
    pub ban_id: Uuid,
    /// The person it keeps away; null if it is of addresses.
    pub player: Option<PlayerId>,
    /// The addresses it keeps away; null if it is of a person.
    pub addresses: Option<String>,
    /// Why.
    pub reason: String,
    /// Since when.
    pub made_at: Timestamp,
    /// Until when; null for ever.
    pub ends_at: Option<Timestamp>,
}

/// Bans that hold, the oldest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BanList {
    /// The bans.
    pub bans: Vec<BanInfo>,
}

/// Reports, the newest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReportList {
    /// The reports.
    pub reports: Vec<ReportInfo>,
    /// The `cursor` of the next page; null if there is none.
    pub next: Option<String>,
}

/// What somebody in a room reported about another one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReportInfo {
    /// Which report.
    pub report_id: Uuid,
    /// Where.
    pub room: RoomId,
    /// The match that was being played; null if none was.
    pub match_id: Option<MatchId>,
    /// The seat of whom it is about; null if they had none.
    pub seat: Option<u8>,
    /// Who reports.
    pub reporter: NamedPerson,
    /// Whom it is about.
    pub reported: NamedPerson,
    /// What they are said to have done.
    pub reason: String,
    /// The last lines that were said in the room.
    pub chat: Value,
    /// When.
    pub at: Timestamp,
    /// How it was dealt with; null as long as it is open.
    pub settled: Option<SettlementInfo>,
}

/// How a report was dealt with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SettlementInfo {
    /// When.
    pub at: Timestamp,
    /// The operator's words.
    pub note: String,
}

/// How a report is dealt with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SettleInput {
    /// What was found and done, for those who look later; told to nobody else.
    pub note: String,
}

/// What everybody is to be told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnnouncementInput {
    /// What.
    pub text: String,
    /// Whether those who come later are told too, until it is withdrawn or the server stops.
    #[serde(default)]
    pub stays: bool,
}

/// How many were told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Announced {
    /// On how many connections.
    pub sockets: u32,
}
