//! A person's devices, and the recovery code.

use giog_rules::{PlayerId, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::PlayerInfo;
use crate::{DeviceId, DeviceName, Person, PlayerName, PlayerTag};

/// The person's devices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeviceList {
    /// The devices, in the order in which they got their tokens.
    pub devices: Vec<DeviceInfo>,
    /// Whether there is a recovery code.
    pub recovery: bool,
}

/// A device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeviceInfo {
    /// The id of the device.
    pub device: DeviceId,
    /// Its name: given by itself, or derived from its `User-Agent` (`Firefox on Android`).
    pub name: DeviceName,
    /// When it got its token.
    pub made_at: Timestamp,
    /// When it was last seen, to the minute.
    pub seen_at: Timestamp,
    /// Whether it is the device that sends this request.
    pub current: bool,
}

/// A request for a recovery code.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecoveryInput {
    /// The current code, to replace it; omitted if there is none.
    pub code: Option<String>,
}

/// A code for signing in when no device is left.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecoveryCode {
    /// The code: seven groups of four letters and digits. It is shown only once.
    pub recovery_code: String,
}

/// A request to sign in with a recovery code.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecoverInput {
    /// The code. Upper and lower case are equal, `O` is 0, `I` and `L` are 1, and blanks and `-` are ignored.
    pub code: String,
    /// The name of this device in the list of devices; default is derived from `User-Agent`.
    pub device: Option<String>,
}

/// The person who has signed in.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Recovered {
    /// The id of the person.
    pub player: PlayerId,
    /// Their name.
    pub name: PlayerName,
    /// The tag, which distinguishes people with the same name.
    pub tag: PlayerTag,
    /// This device's token, for `hello` and for `Authorization: Bearer …`. All other tokens are ended.
    pub token: String,
    /// The next recovery code; the used one is invalid. It is shown only once.
    pub recovery_code: String,
}

impl Recovered {
    /// A person with this device's token and their next code.
    pub fn new(person: Person, token: String, recovery_code: String) -> Self {
        let PlayerInfo {
            player, name, tag, ..
        } = person.into();
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
