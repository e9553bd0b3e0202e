//! Somebody's devices, and the code that brings somebody back.

use giog_rules::{PlayerId, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::PlayerInfo;
use crate::{DeviceId, DeviceName, Person, PlayerName, PlayerTag};

/// The devices that one is known on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeviceList {
    /// Each with a token of its own, in the order in which they got it.
    pub devices: Vec<DeviceInfo>,
    /// Whether one has a recovery code.
    pub recovery: bool,
}

/// A device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeviceInfo {
    /// Which.
    pub device: DeviceId,
    /// What it is called: as it said itself, or as its `User-Agent` tells (`Firefox on Android`).
    pub name: DeviceName,
    /// When it got its token.
    pub made_at: Timestamp,
    /// When it was last seen, to the minute.
    pub seen_at: Timestamp,
    /// Whether it is the one that asks.
    pub current: bool,
}

/// Asks for a recovery code.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecoveryInput {
    /// The code that one has, to be replaced; left out where one has none.
    pub code: Option<String>,
}

/// A code that brings one back where no device is left.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecoveryCode {
    /// The code: seven groups of four letters and digits. It is told only now.
    pub recovery_code: String,
}

/// Asks to be who this recovery code is of.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecoverInput {
    /// The code. Small letters are as large ones, `O` is 0, `I` and `L` are 1, and blanks and `-` count for nothing.
    pub code: String,
    /// What this device is called in the list of one's devices; derived from `User-Agent` if it is left out.
    pub device: Option<String>,
}

/// Who one is again.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Recovered {
    /// Who.
    pub player: PlayerId,
    /// The name they go by.
    pub name: PlayerName,
    /// What tells them from others of that name.
    pub tag: PlayerTag,
    /// This device's token, for `hello` and for `Authorization: Bearer …`. All other tokens have ended.
    pub token: String,
    /// The next recovery code; the one that was used is good no more. It is told only now.
    pub recovery_code: String,
}

impl Recovered {
    /// A person with this device's token and their next code.
    pub fn new(person: Person, token: String, recovery_code: String) -> Self {
        let PlayerInfo { player, name, tag } = person.into();
        Self {
            player,
            name,
            tag,
            token,
            recovery_code,
        }
    }
}

secret! {
    RecoveryInput {}
    RecoveryCode {}
    RecoverInput {}
    Recovered { player }
}
