//! Friends, requests to be friends, and blocks.

use giog_rules::{PlayerId, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::PlayerInfo;
use crate::server::Invitation;
use crate::{RoomId, RoomSummary};

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
    /// Who may invite the caller to tables.
    #[serde(default)]
    pub may_invite: MayInvite,
    /// Whether invitations of friends are sent to the caller's devices that are notified.
    #[serde(default)]
    pub push_invitations: bool,
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

/// What others see of the caller, and who may invite the caller; what is omitted stays as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FriendSettings {
    /// Whether friends see at which public tables the caller has a seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shows_tables: Option<bool>,
    /// Who may invite the caller to tables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub may_invite: Option<MayInvite>,
    /// Whether invitations of friends are sent to the caller's devices that are notified.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub push_invitations: Option<bool>,
}

/// Who may invite somebody to tables. Blocked people may never.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MayInvite {
    /// Their friends.
    #[default]
    Friends,
    /// Their friends, and people with whom they have finished one of their latest 100 matches.
    Recent,
    /// Nobody.
    Nobody,
}

impl MayInvite {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Friends, Self::Recent, Self::Nobody];

    /// The name, as in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Friends => "friends",
            Self::Recent => "recent",
            Self::Nobody => "nobody",
        }
    }
}

/// Invitations to tables that the caller has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InvitationList {
    /// The invitations, one for each table, the latest first.
    pub invitations: Vec<Invitation>,
}

/// Whom to invite, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InvitationInput {
    /// Whom to invite.
    pub player: PlayerId,
    /// The table at which the caller has a seat.
    pub room: RoomId,
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
