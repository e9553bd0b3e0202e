//! What the server offers, its keys, and its status.

use giog_rules::Timestamp;
use giog_rules::boards::BoardInfo;
use giog_rules::fairness::PublicKey;
use giog_rules::tiles::TilesInfo;
use giog_rules::tricks::VariantInfo;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Limits;

/// The server as it presents itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ServerInfo {
    /// What it is called.
    pub name: String,
    /// What its operator wants everybody to know; may be empty.
    pub notice: String,
    /// How its operator can be reached; may be empty.
    pub contact: String,
    /// Where security problems are reported, as an address for programs (`mailto:…`, `https://…`); may be empty.
    #[serde(default)]
    pub security_contact: String,
    /// Where people reach it; null where it was not told.
    pub public_url: Option<String>,
    /// Whether its disk is nearly full, so that nothing new is begun; left out where it is not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub disk_low: bool,
    /// The version of the program.
    pub version: String,
    /// The version of the socket's protocol that it speaks.
    pub protocol: u32,
    /// The public key with which browsers subscribe to notifications (VAPID, RFC 8292), in base64url; left out where the server
    /// sends none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub push_key: Option<String>,
    /// What it accepts.
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
    /// The Ed25519 public key, as `signer` in records has it.
    pub public_key: PublicKey,
    /// When the server first signed with it.
    pub first_used_at: Timestamp,
}

/// The status of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Health {
    /// In one word.
    pub status: HealthStatus,
    /// How many rooms are still to come back after a start; left out when there is none. Until then they are `busy`.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub rooms_coming: u32,
    /// How many rooms were set aside, for a fault; only `/readyz` says it. The others go on, so it is no reason to send
    /// people elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rooms_set_aside: Option<u32>,
    /// Whether the disk is nearly full, so that nothing new is begun; only `/readyz` says it, and leaves it out where it is not.
    /// Matches that run go on, so it is no reason to send people elsewhere.
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

/// How the server is, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HealthStatus {
    /// The process runs.
    Alive,
    /// The store answers, and what is played gets through to it.
    Ready,
}
