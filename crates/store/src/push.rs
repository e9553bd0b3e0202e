//! Where people's devices are notified.

use giog_protocol::DeviceId;

/// Bytes of a P-256 public key as it is sent: 4, and the two coordinates.
pub const PUSH_KEY_BYTES: usize = 65;
/// Bytes of the secret that a browser makes for its subscription.
pub const PUSH_SECRET_BYTES: usize = 16;

/// What a browser gave so that it can be notified (RFC 8030, RFC 8291). Whoever has the address can have it woken, so no log shows
/// it.
#[derive(Clone, PartialEq, Eq)]
pub struct PushSubscription {
    /// The address at its push service, of at most [`crate::MAX_ENDPOINT_BYTES`].
    pub endpoint: String,
    /// The browser's public key.
    pub p256dh: [u8; PUSH_KEY_BYTES],
    /// The secret that it shares with the server.
    pub auth: [u8; PUSH_SECRET_BYTES],
}

/// The subscription of a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DevicePush {
    /// Which device.
    pub device: DeviceId,
    /// Where it is notified.
    pub subscription: PushSubscription,
}

impl std::fmt::Debug for PushSubscription {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PushSubscription").finish_non_exhaustive()
    }
}
