//! Guests and their devices.

use giog_protocol::{DeclaredBot, DeviceId};
use giog_rules::{PlayerId, Timestamp};

/// A person with a name, and with devices that have tokens. Tokens are never stored, only their hashes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guest {
    /// The person's id.
    pub player: PlayerId,
    /// The name that they have chosen.
    pub name: String,
    /// When they first connected.
    pub created_at: Timestamp,
    /// When they were last here, as far as it was noted.
    pub seen_at: Timestamp,
    /// Whether they have a recovery code.
    pub is_recoverable: bool,
    /// What they have declared if they are a bot.
    pub declared_bot: Option<Box<DeclaredBot>>,
}

/// Somebody who is named in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The person's id.
    pub player: PlayerId,
    /// Their name.
    pub name: String,
    /// What they have declared if they are a bot.
    pub declared_bot: Option<Box<DeclaredBot>>,
}

/// A declared bot of its two columns, which are both there or both missing.
pub(crate) fn declared(engine: Option<&str>, version: Option<&str>) -> Option<Box<DeclaredBot>> {
    let declared = DeclaredBot::restored(engine?, version.unwrap_or_default());
    Some(Box::new(declared))
}

/// A device of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Device {
    /// The device's id.
    pub device: DeviceId,
    /// Its name.
    pub name: String,
    /// When it got its token.
    pub created_at: Timestamp,
    /// When it was last used, as far as it was noted.
    pub seen_at: Timestamp,
}

/// How far `seen_at` lies before `created_at` for a device that was never used, in milliseconds.
pub(crate) const UNUSED_MS: i64 = 1;

impl Device {
    /// Whether its token was never used. This is how a device is marked that got its token by a recovery code.
    pub const fn is_unused(&self) -> bool {
        self.seen_at.unix_ms() < self.created_at.unix_ms()
    }
}

/// The SHA-256 of a token or recovery code, which is stored instead of it.
pub type SecretHash = [u8; 32];

/// A new device with its token.
#[derive(Clone, Copy, Debug)]
pub struct NewDevice<'a> {
    /// The device's id.
    pub device: DeviceId,
    /// Its name.
    pub name: &'a str,
    /// The hash of its token.
    pub token_hash: SecretHash,
}
