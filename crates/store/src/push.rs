//! Web Push subscriptions of people's devices.

use giog_protocol::DeviceId;

/// Bytes of a P-256 public key, uncompressed: the byte 4 and the two coordinates.
pub const PUSH_KEY_BYTES: usize = 65;
/// Bytes of the secret that a browser creates for its subscription.
pub const PUSH_SECRET_BYTES: usize = 16;

/// A browser's subscription for notifications (RFC 8030, RFC 8291). Anybody who knows the address can wake the browser, so it is never
/// logged.
#[derive(Clone, PartialEq, Eq)]
pub struct PushSubscription {
    /// The address (endpoint) at its push service, of at most [`crate::MAX_ENDPOINT_BYTES`].
    pub endpoint: String,
    /// The browser's public key.
    pub p256dh: [u8; PUSH_KEY_BYTES],
    /// The secret that it shares with the server.
    pub auth: [u8; PUSH_SECRET_BYTES],
}

/// A device with its subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DevicePush {
    /// The device.
    pub device: DeviceId,
    /// Its subscription.
    pub subscription: PushSubscription,
}

impl std::fmt::Debug for PushSubscription {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PushSubscription").finish_non_exhaustive()
    }
}
