//! Idempotency keys, which clients choose for requests that they may send again. Their length is limited.

use giog_protocol::{ErrorCode, Problem};

/// The longest key, in bytes.
pub const MAX_KEY_BYTES: usize = 64;

/// Whether a key has an allowed length.
pub(crate) fn check_key(key: &str) -> Result<(), Problem> {
    if (1..=MAX_KEY_BYTES).contains(&key.len()) {
        Ok(())
    } else {
        Err(bad_key())
    }
}

/// The error for a request with a bad key.
pub(crate) fn bad_key() -> Problem {
    Problem::new(ErrorCode::BadRequest, "`key` must have 1 to 64 bytes")
}
