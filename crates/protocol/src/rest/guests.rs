//! Guests and players.

use giog_rules::PlayerId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{DeviceId, Person, PlayerName, PlayerTag};

/// Asks for a new guest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GuestInput {
    /// The name to go by; one is made up if it is left out. 1 to 24 characters, as `docs/PROTOCOL.md` says.
    pub name: Option<String>,
    /// What this device is called in the list of one's devices; derived from `User-Agent` if it is left out.
    pub device: Option<String>,
}

/// Asks for another name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RenameInput {
    /// The name to go by from now on. 1 to 24 characters, as `docs/PROTOCOL.md` says.
    pub name: String,
}

/// A new guest, with the token to come back with.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NewGuest {
    /// Who they are.
    pub player: PlayerId,
    /// The name they go by.
    pub name: PlayerName,
    /// What tells them from others of that name.
    pub tag: PlayerTag,
    /// Their token, for `hello` and for `Authorization: Bearer …`. It is told only now, and kept nowhere but with them.
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

/// A code with which another device becomes who one is.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HandoverCode {
    /// The code: 32 hexadecimal digits, good once. Whoever has it can become this player.
    pub code: String,
    /// How long it is good, in milliseconds.
    pub expires_in_ms: u64,
}

/// Asks to become who asked for this code.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HandoverInput {
    /// The code.
    pub code: String,
    /// What this device is called in the list of one's devices; derived from `User-Agent` if it is left out.
    pub device: Option<String>,
}

/// Who one is on this device from now on.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HandedOver {
    /// Who.
    pub player: PlayerId,
    /// The name they go by.
    pub name: PlayerName,
    /// What tells them from others of that name.
    pub tag: PlayerTag,
    /// Their token, for `hello` and for `Authorization: Bearer …`. It is this device's own: the other one keeps another.
    pub token: String,
    /// This device.
    pub device: DeviceId,
}

impl HandedOver {
    /// A person with this device's token.
    pub fn new(person: Person, token: String, device: DeviceId) -> Self {
        let PlayerInfo { player, name, tag } = person.into();
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
        }
    }
}

/// A player, as everybody may know them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerInfo {
    /// Who.
    pub player: PlayerId,
    /// The name they go by.
    pub name: PlayerName,
    /// What tells them from others of that name.
    pub tag: PlayerTag,
}
