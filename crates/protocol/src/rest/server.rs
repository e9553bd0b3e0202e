//! What the server offers, its keys, and its status.

use giog_rules::boards::BoardInfo;
use giog_rules::fairness::PublicKey;
use giog_rules::tiles::TilesInfo;
use giog_rules::tricks::VariantInfo;
use giog_rules::{Level, Timestamp, Variant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Limits;

/// The server as it presents itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ServerInfo {
    /// The name of the server.
    pub name: String,
    /// The operator's notice for everybody; may be empty.
    pub notice: String,
    /// How to reach the operator; may be empty.
    pub contact: String,
    /// Where security problems are reported, as an address for programs (`mailto:…`, `https://…`); may be empty.
    #[serde(default)]
    pub security_contact: String,
    /// The server's public address; null if it is not configured.
    pub public_url: Option<String>,
    /// Whether its disk is nearly full, so that no new guests, names, rooms, matches, reports and push subscriptions are accepted; omitted if
    /// not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub disk_low: bool,
    /// The version of the program.
    pub version: String,
    /// The version of the WebSocket protocol.
    pub protocol: u32,
    /// How many public matches of two people or more began in each hour of the day (UTC), that from 0:00 first: 24 numbers, of the latest
    /// 10,000 public matches as far as they ended in the last 28 days. They are counted once an hour; omitted if there were none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hours: Option<Vec<u32>>,
    /// The public key with which browsers subscribe to notifications (VAPID, RFC 8292), in base64url; omitted if the server sends none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub push_key: Option<String>,
    /// The limits of the server.
    pub limits: Limits,
}

/// The games of the server, in the order in which they are offered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct VariantList {
    /// The trick-taking games.
    pub variants: Vec<VariantInfo>,
    /// The games on boards.
    #[serde(default)]
    pub boards: Vec<BoardInfo>,
    /// The games of tiles and dice.
    #[serde(default)]
    pub tiles: Vec<TilesInfo>,
    /// The levels of bots above `simple`, for the games and numbers of players that have any.
    #[serde(default)]
    pub levels: Vec<GameLevels>,
}

/// The levels of bots that a game has for a number of players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameLevels {
    /// The game.
    pub variant: Variant,
    /// The number of players.
    pub seats: usize,
    /// All levels, the weakest first.
    pub levels: Vec<Level>,
}

/// The keys with which this server has signed starts and records, the oldest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KeyList {
    /// The keys.
    pub keys: Vec<ServerKey>,
}

/// A key of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ServerKey {
    /// The Ed25519 public key, as in `signer` of records.
    pub public_key: PublicKey,
    /// When the server first signed with it.
    pub first_used_at: Timestamp,
}

/// The status of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Health {
    /// The status in one word.
    pub status: HealthStatus,
    /// How many rooms are still to be restored after a start; requests to them get `busy`. Omitted if 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub rooms_coming: u32,
    /// How many rooms were set aside after a fault; only in `/readyz`. The other rooms work, so this is no reason to send people to
    /// another server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rooms_set_aside: Option<u32>,
    /// Whether the disk is nearly full, so that no new guests, names, rooms, matches, reports and push subscriptions are accepted; only in
    /// `/readyz`, and omitted if not.
    /// Running matches continue, so this is no reason to send people to another server.
    #[serde(default, skip_serializing_if = "is_false")]
    pub disk_low: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks like this")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks like this")]
const fn is_false(truth: &bool) -> bool {
    !*truth
}

/// The status of a server in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HealthStatus {
    /// The process runs.
    Alive,
    /// The database is reachable, and writes reach it.
    Ready,
}
