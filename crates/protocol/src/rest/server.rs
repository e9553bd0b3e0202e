//! What a server offers, and how it is.

use giog_rules::fairness::PublicKey;
use giog_rules::{Timestamp, VariantInfo};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The games of the server, in the order in which they are offered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct VariantList {
    /// The games.
    pub variants: Vec<VariantInfo>,
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

/// How the server is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Health {
    /// In one word.
    pub status: HealthStatus,
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
