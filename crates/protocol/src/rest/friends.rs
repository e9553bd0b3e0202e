//! Friends, requests to be friends, and blocks.

use giog_rules::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::PlayerInfo;
use crate::RoomSummary;

/// The caller's friends, and requests to be friends; without people whom the caller has blocked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FriendList {
    /// The friends, those of the longest time first.
    pub friends: Vec<FriendInfo>,
    /// Who has asked the caller, the earliest first.
    pub asking: Vec<ContactInfo>,
    /// Whom the caller has asked, the earliest first. A request is listed for 30 days unless the other one agrees: nobody is told that they were
    /// refused.
    pub asked: Vec<ContactInfo>,
    /// Whether the caller's friends see at which public tables the caller has a seat.
    pub shows_tables: bool,
}

/// A friend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FriendInfo {
    /// Who it is.
    #[serde(flatten)]
    pub person: PlayerInfo,
    /// Since when they are friends.
    pub since: Timestamp,
    /// The public tables at which the friend has a seat; empty if there are none or the friend does not show them.
    pub tables: Vec<RoomSummary>,
}

/// Somebody on a list, and since when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ContactInfo {
    /// Who it is.
    #[serde(flatten)]
    pub person: PlayerInfo,
    /// Since when they are on it.
    pub since: Timestamp,
}

/// What became of a request to be friends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FriendAnswer {
    /// Whether the two are friends now. If not, the request waits.
    pub friends: bool,
}

/// A code that makes friends of the caller and whoever sends it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FriendCode {
    /// The code: 32 hexadecimal digits. Any number of people may use it.
    pub code: String,
    /// How long it is valid, in milliseconds.
    pub expires_in_ms: u64,
}

/// A friend's code.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FriendCodeInput {
    /// The code.
    pub code: String,
}

/// What the caller's friends see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FriendSettings {
    /// Whether they see at which public tables the caller has a seat.
    pub shows_tables: bool,
}

/// Whom the caller has blocked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BlockList {
    /// The people, the earliest first.
    pub blocked: Vec<ContactInfo>,
}

secret! {
    FriendCode {}
    FriendCodeInput {}
}
