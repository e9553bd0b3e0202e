//! Guests, players, and signing in on another device.

use giog_rules::PlayerId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{DeclaredBot, DeviceId, Person, PlayerName, PlayerTag};

/// A request for a new guest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GuestInput {
    /// The name, 1 to 24 characters (`docs/PROTOCOL.md`); default is a generated one.
    #[schemars(length(min = 1, max = 24))]
    pub name: Option<String>,
    /// The name of this device in the list of devices; default is derived from `User-Agent`.
    pub device: Option<String>,
}

/// A request for a new name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RenameInput {
    /// The new name, 1 to 24 characters (`docs/PROTOCOL.md`).
    #[schemars(length(min = 1, max = 24))]
    pub name: String,
}

/// Whether a person is found by name and tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Findable {
    /// Whether they are.
    pub findable: bool,
}

/// People who were found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerList {
    /// Mostly one or none.
    pub players: Vec<PlayerInfo>,
}

/// A new guest, with their token.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NewGuest {
    /// The id of the person.
    pub player: PlayerId,
    /// Their name.
    pub name: PlayerName,
    /// The tag, which distinguishes people with the same name.
    pub tag: PlayerTag,
    /// Their token, for `hello` and for `Authorization: Bearer …`. It is shown only once, and the server stores only
    /// its hash.
    pub token: String,
}

impl NewGuest {
    /// A person with their token.
    pub fn new(person: Person, token: String) -> Self {
        Self {
            tag: PlayerTag::of(person.player),
            player: person.player,
            name: person.name,
            token,
        }
    }
}

/// A code that signs in another device.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HandoverCode {
    /// The code: 32 hexadecimal digits, valid once. Anybody who has it can sign in as this player.
    pub code: String,
    /// How long it is valid, in milliseconds.
    pub expires_in_ms: u64,
}

/// A request to sign in with a code.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HandoverInput {
    /// The code.
    pub code: String,
    /// The name of this device in the list of devices; default is derived from `User-Agent`.
    pub device: Option<String>,
}

/// The person who has signed in on this device.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HandedOver {
    /// The id of the person.
    pub player: PlayerId,
    /// Their name.
    pub name: PlayerName,
    /// The tag, which distinguishes people with the same name.
    pub tag: PlayerTag,
    /// This device's own token, for `hello` and for `Authorization: Bearer …`.
    pub token: String,
    /// This device.
    pub device: DeviceId,
}

impl HandedOver {
    /// A person with this device's token.
    pub fn new(person: Person, token: String, device: DeviceId) -> Self {
        let PlayerInfo {
            player, name, tag, ..
        } = person.into();
        Self {
            player,
            name,
            tag,
            token,
            device,
        }
    }
}

secret! {
    HandoverCode {}
    HandoverInput {}
    HandedOver { player }
    NewGuest { player, name }
}

impl From<Person> for PlayerInfo {
    fn from(person: Person) -> Self {
        Self {
            tag: PlayerTag::of(person.player),
            player: person.player,
            name: person.name,
            declared_bot: person.declared_bot,
        }
    }
}

/// A player, as everybody may see them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerInfo {
    /// The id of the person.
    pub player: PlayerId,
    /// Their name.
    pub name: PlayerName,
    /// The tag, which distinguishes people with the same name.
    pub tag: PlayerTag,
    /// What they have declared if they are a bot; omitted for everybody else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declared_bot: Option<Box<DeclaredBot>>,
}
