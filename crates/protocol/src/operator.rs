//! The JSON bodies of the operator's interface, which has its own address and token (`docs/HOSTING.md`).

use giog_rules::{MatchId, PlayerId, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use crate::{RoomId, RoomState, RoomSummary};

/// The longest text that an operator may send with a request, in characters: a few sentences.
pub const MAX_OPERATOR_CHARS: usize = 500;

/// The status of the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OperatorStatus {
    /// The version of the program.
    pub version: String,
    /// Time for which it has owned the rooms, in seconds.
    pub uptime_s: u64,
    /// Whether it is ready for people.
    #[serde(default)]
    pub readiness: Readiness,
    /// Whether writes reach the database.
    pub storage_available: bool,
    /// Whether the database was rolled back: older at the start than at the last run.
    #[serde(default)]
    pub rolled_back: bool,
    /// How often a client had seen more of a room than the database has.
    #[serde(default)]
    pub rollbacks_seen: u64,
    /// The lease on the database.
    pub lease: LeaseStatus,
    /// The disk of the data folder, and of the SQLite file.
    #[serde(default)]
    pub disk: DiskStatus,
    /// What is known about damage in the database.
    #[serde(default)]
    pub database: DatabaseStatus,
    /// Why the date of the machine is doubted, so that expired data is not deleted; null if it is not.
    #[serde(default)]
    pub date_doubted: Option<String>,
    /// Whether the server is draining.
    pub draining: bool,
    /// Running matches, and those that are about to start, in rooms of this server.
    pub matches_running: u32,
    /// Rooms of this server without a running match.
    pub rooms_without_match: u32,
    /// Rooms that the server still has to restore; matches may be running in them.
    #[serde(default)]
    pub rooms_coming: u32,
    /// Rooms that are set aside after a fault.
    #[serde(default)]
    pub rooms_set_aside: u32,
    /// People who have a seat.
    pub people_seated: u32,
    /// Open WebSocket connections.
    pub sockets: u32,
    /// Active bans.
    pub bans: u32,
    /// The message for newcomers, or null.
    pub announcement: Option<String>,
}

/// What is known about damage in the database: of a SQLite file from reading it, of Postgres from its own checksums.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DatabaseStatus {
    /// How often damage was found, at the start or since; 0 after a complete check that finds none.
    pub damage_found: u64,
    /// The first of that: where, and how.
    pub damage: Vec<String>,
    /// When the database was last checked completely; null if not since the start.
    pub checked_at: Option<Timestamp>,
}

/// Whether a server is ready for people, and why not: what its `/readyz` says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Readiness {
    /// It is ready.
    Ready,
    /// Writes do not reach the database.
    StorageUnavailable,
    /// Other servers that share the rooms are better off: this one has lost NATS, and they have not.
    CutOff,
    /// It stops, or is drained.
    ShuttingDown,
    /// It does not own the rooms of its database.
    Standby,
    /// It does not say: it is of an earlier version, or its last heartbeat is too old.
    #[default]
    Unknown,
}

impl Readiness {
    /// Its name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ready => "ready",
            Self::StorageUnavailable => "storage_unavailable",
            Self::CutOff => "cut_off",
            Self::ShuttingDown => "shutting_down",
            Self::Standby => "standby",
            Self::Unknown => "unknown",
        }
    }

    /// The one with this name; [`Self::Unknown`] for names of later versions.
    pub fn of(name: &str) -> Self {
        let all = [
            Self::Ready,
            Self::StorageUnavailable,
            Self::CutOff,
            Self::ShuttingDown,
            Self::Standby,
        ];
        let named = all.into_iter().find(|readiness| readiness.name() == name);
        named.unwrap_or_default()
    }
}

/// The lease on the database; its holder owns the rooms.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LeaseStatus {
    /// Whether this server has it.
    pub held: bool,
    /// Its number, which grows with each takeover.
    pub number: u64,
    /// Milliseconds since it was taken or renewed.
    pub age_ms: u64,
}

/// The disk of the data folder, and of the SQLite file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DiskStatus {
    /// Free bytes; null if unknown.
    pub free_bytes: Option<u64>,
    /// Whether these are too few to create rooms.
    pub low: bool,
}

/// The servers that share the rooms of this database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NodeList {
    /// In the order of their names.
    pub nodes: Vec<NodeInfo>,
}

/// A server that shares the rooms of this database with others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NodeInfo {
    /// Its id, which is another one after each start.
    pub node: Uuid,
    /// Its machine and port.
    pub name: String,
    /// The version of its program.
    pub version: String,
    /// What it does.
    pub state: NodeState,
    /// Whether it is ready for people.
    #[serde(default)]
    pub readiness: Readiness,
    /// Milliseconds since its last heartbeat, by the clock of the database.
    pub silent_ms: u64,
    /// How many of the 256 shards it has.
    pub shards: u32,
    /// Whether it is the server that answers.
    pub is_this: bool,
}

/// What a server does that shares the rooms with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NodeState {
    /// It has rooms, and takes more.
    Active,
    /// The operator wants it to have no rooms: it hands over what it has.
    Drained,
    /// It starts or stops: it takes no rooms, and hands over what it has.
    Leaving,
    /// It is gone, and others are about to take its rooms.
    Gone,
}

/// A request to move rooms to a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveInput {
    /// The id of the server.
    pub node: Uuid,
}

/// Rooms that are to move to a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ShardMove {
    /// Their shard, 0 to 255: the first byte of their ids.
    pub shard: u8,
    /// The server.
    pub node: Uuid,
}

/// All rooms, listed or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OperatorRooms {
    /// In the order of creation.
    pub rooms: Vec<RoomSummary>,
}

/// The rooms that were set aside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SetAsideRooms {
    /// In the order of their ids.
    pub rooms: Vec<SetAsideRoom>,
}

/// A room that is set aside: its log cannot be replayed, or it failed twice. Nothing of it is lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SetAsideRoom {
    /// The room.
    pub room: RoomId,
    /// The reason.
    pub reason: String,
    /// The time.
    pub at: Timestamp,
}

/// A room and the people in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OperatorRoom {
    /// The room.
    pub room: RoomId,
    /// Its running match, or null.
    pub match_id: Option<MatchId>,
    /// Everybody who is connected, with or without a seat.
    pub people: Vec<ConnectedPerson>,
    /// The state of the room, as everybody in it sees it.
    #[serde(flatten)]
    pub state: RoomState,
}

/// A person who is connected to a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ConnectedPerson {
    /// The id of the person.
    pub player: PlayerId,
    /// Their name; null if their data was deleted.
    pub name: Option<String>,
    /// The number of their connections.
    pub connections: u32,
}

/// A person with the name at that time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NamedPerson {
    /// The id of the person.
    pub player: PlayerId,
    /// Their name at that time.
    pub name: String,
}

/// A ban: either `player` or `addresses`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BanInput {
    /// A person.
    #[serde(default)]
    pub player: Option<PlayerId>,
    /// An address, or a range such as `203.0.113.0/24`.
    #[serde(default)]
    pub addresses: Option<String>,
    /// The reason; only for operators.
    pub reason: String,
    /// The duration in seconds; default is until it is lifted.
    #[serde(default)]
    pub lasts_s: Option<u64>,
    /// Ban addresses even if these are those of a trusted proxy, behind which everybody comes, or more than anybody has.
    #[serde(default)]
    pub anyway: bool,
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
    /// The reason.
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

/// A report of a player about another one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReportInfo {
    /// The id of the report.
    pub report_id: Uuid,
    /// The room.
    pub room: RoomId,
    /// The running match at that time, or null.
    pub match_id: Option<MatchId>,
    /// The seat of the reported person, or null.
    pub seat: Option<u8>,
    /// The person who reports.
    pub reporter: NamedPerson,
    /// The reported person.
    pub reported: NamedPerson,
    /// The text of the report.
    pub reason: String,
    /// The last lines of chat in the room.
    pub chat: Value,
    /// The time.
    pub at: Timestamp,
    /// How it was settled; null if it is open.
    pub settled: Option<SettlementInfo>,
}

/// How a report was settled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SettlementInfo {
    /// The time.
    pub at: Timestamp,
    /// The operator's note.
    pub note: String,
}

/// A request to settle a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SettleInput {
    /// A note; only for operators.
    pub note: String,
}

/// A message to everybody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnnouncementInput {
    /// The message.
    pub text: String,
    /// Whether newcomers get it, too, until it is withdrawn or the server stops.
    #[serde(default)]
    pub stays: bool,
}

/// The number of connections that were told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Announced {
    /// The number of connections.
    pub sockets: u32,
}

/// A worker that is added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewerInput {
    /// What the operator calls it.
    pub name: String,
}

/// A worker that was added.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NewReviewer {
    /// Its id.
    pub reviewer: Uuid,
    /// What the operator calls it.
    pub name: String,
    /// Its token, which is told once.
    pub token: String,
}

impl std::fmt::Debug for NewReviewer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { reviewer, name, .. } = self;
        let mut told = f.debug_struct("NewReviewer");
        told.field("reviewer", reviewer).field("name", name);
        told.finish_non_exhaustive()
    }
}

/// A worker that computes reviews outside the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewerInfo {
    /// Its id.
    pub reviewer: Uuid,
    /// What the operator calls it.
    pub name: String,
    /// When its token was made.
    pub made_at: Timestamp,
    /// When it last asked for a job, up to some seconds later; null if it never did.
    pub seen_at: Option<Timestamp>,
    /// How many of the stored reviews it has computed.
    pub reviews: u64,
    /// Null unless it was revoked.
    pub revoked: Option<Revocation>,
}

/// That a worker was revoked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Revocation {
    /// When.
    pub at: Timestamp,
    /// Why.
    pub why: String,
}

/// All workers that compute reviews outside the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewerList {
    /// The earliest first.
    pub reviewers: Vec<ReviewerInfo>,
}

/// Pairs of people who leave each other more tricks than they leave to everybody else, at rated tables.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PairList {
    /// Matches that ended from then on are compared.
    pub since: Timestamp,
    /// How many matches were.
    pub matches: u32,
    /// Two people are compared who have played so many of them together.
    pub least_matches: u32,
    /// How many pairs have.
    pub compared: u32,
    /// Those whose `chance` is less than 0.01, the least first.
    pub pairs: Vec<PairInfo>,
}

/// What two people did to each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PairInfo {
    /// The two.
    pub people: [PairPerson; 2],
    /// The matches that both played.
    pub matches: u32,
    /// How often one of them could take a trick that the other was winning.
    pub occasions: u32,
    /// How often they took it.
    pub took: u32,
    /// How often they would have, as they do with everybody else.
    pub expected: f64,
    /// What they left to each other beyond that, in matches won, as far as the net of the levels thought it better to take.
    pub gifts: f64,
    /// By how many standard deviations they won more together than their ratings say.
    pub results: f64,
    /// How likely two honest people are to leave each other so much or more by chance: exact if people differ as the distributions say that were fitted
    /// to what all of them do, and an estimate otherwise.
    pub chance: f64,
    /// The part of the pairs down to this one that chance alone is expected to bring, from 0 to 1.
    pub false_part: f64,
    /// The decisions that tell most, five at most.
    pub telling: Vec<TellingDecision>,
}

/// A person with their name today.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PairPerson {
    /// The id of the person.
    pub player: PlayerId,
    /// Their name; null if their data was deleted.
    pub name: Option<String>,
}

/// A trick that one of two people left to the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TellingDecision {
    /// The match.
    pub match_id: MatchId,
    /// Who could have taken it.
    pub seat: u8,
    /// The number of the trick, from 0.
    pub trick: u8,
    /// The index of the action in the record.
    pub action: usize,
    /// What taking was worth more than leaving it, as the net of the levels saw it, in ten-thousandths of a win.
    pub gain: i32,
}
