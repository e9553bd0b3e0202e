//! Web Push: how a device subscribes to notifications, and what these contain.

use giog_rules::{Timestamp, Variant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::input::object;
use crate::{PlayerName, RoomId};

/// A push subscription, as a browser's `PushSubscription.toJSON()` gives it; other fields are ignored.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PushInput {
    /// The address at the browser's push service, at most 2,000 bytes.
    #[schemars(url, length(min = 1, max = 2_000))]
    pub endpoint: String,
    /// The keys with which messages are encrypted (RFC 8291).
    #[serde(deserialize_with = "object")]
    pub keys: PushKeys,
}

/// The keys of a push subscription.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PushKeys {
    /// The browser's P-256 public key, uncompressed, in base64url.
    #[schemars(regex(pattern = "^[A-Za-z0-9_-]{87}=*$"))]
    pub p256dh: String,
    /// The 16 secret bytes that the browser chose, in base64url.
    #[schemars(regex(pattern = "^[A-Za-z0-9_-]{22}=*$"))]
    pub auth: String,
}

secret! {
    PushInput {}
    PushKeys {}
}

/// A notification, as the service worker of a client decrypts it; blanks after it are padding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PushMessage {
    /// The room that waits for the person.
    pub room: RoomId,
    /// What is played there.
    pub variant: Variant,
    /// What the room waits for.
    pub wanted: PushWanted,
    /// When the time for it ends.
    pub by: Timestamp,
    /// With `invitation`: the name of the friend who invites; otherwise omitted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<PlayerName>,
}

/// What a room waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PushWanted {
    /// A decision in the match.
    Turn,
    /// That the person gets ready for the next match.
    Ready,
    /// Nothing: a friend invites the person to the room.
    Invitation,
}
