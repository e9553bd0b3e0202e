//! Guests and their devices.

use giog_protocol::DeviceId;
use giog_rules::{PlayerId, Timestamp};

/// Somebody with a name, and with devices that have tokens. Tokens themselves are never stored, only their hashes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guest {
    /// Who.
    pub player: PlayerId,
    /// What they call themselves.
    pub name: String,
    /// When they first came.
    pub created_at: Timestamp,
    /// When they were last seen, as far as it was noted.
    pub seen_at: Timestamp,
    /// Whether they have a recovery code.
    pub is_recoverable: bool,
}

/// A device of somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Device {
    /// Which.
    pub device: DeviceId,
    /// What it is called.
    pub name: String,
    /// When it got its token.
    pub created_at: Timestamp,
    /// When it was last seen, as far as it was noted.
    pub seen_at: Timestamp,
}

/// By how much a device that was never seen was seen before it got its token, in milliseconds.
pub(crate) const UNUSED_MS: i64 = 1;

impl Device {
    /// Whether its token was never used: so it is noted of one that somebody came back with by a recovery code.
    pub const fn is_unused(&self) -> bool {
        self.seen_at.unix_ms() < self.created_at.unix_ms()
    }
}

/// What a token or a code is stored as: its SHA-256.
pub type SecretHash = [u8; 32];

/// A device that gets a token.
#[derive(Clone, Copy, Debug)]
pub struct NewDevice<'a> {
    /// Which.
    pub device: DeviceId,
    /// What it is called.
    pub name: &'a str,
    /// Its token, hashed.
    pub token_hash: SecretHash,
}
