//! The reviews of workers that have come, and wait until they are checked.

use std::sync::Arc;

use giog_protocol::ErrorCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Bytes of all of them.
const MOST_BYTES: usize = 16 * 1024 * 1024;
/// How many there may be.
const MOST: usize = 64;

/// Bytes that are left for them.
#[derive(Debug)]
pub(super) struct Checks(Arc<Semaphore>);

/// The bytes of one of them, until this is dropped.
#[derive(Debug)]
pub(crate) struct CheckPlace {
    _bytes: OwnedSemaphorePermit,
}

impl Default for Checks {
    /// None has come.
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(MOST_BYTES)))
    }
}

impl Checks {
    /// A place for one of so many bytes; `busy` if there is none.
    pub fn take(&self, bytes: usize) -> Result<CheckPlace, ErrorCode> {
        let bytes = bytes.clamp(MOST_BYTES / MOST, MOST_BYTES);
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        let taken = Arc::clone(&self.0).try_acquire_many_owned(bytes);
        match taken {
            Ok(bytes) => Ok(CheckPlace { _bytes: bytes }),
            Err(_) => Err(ErrorCode::Busy),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_wait_and_so_many_bytes_of_them_and_no_more() {
        let checks = Checks::default();
        for (bytes, most) in [(4_000, MOST), (1024 * 1024, 16), (100 * 1024 * 1024, 1)] {
            let taken: Vec<_> = (0..1_000).map_while(|_| checks.take(bytes).ok()).collect();
            assert_eq!(taken.len(), most, "{bytes}");
            assert_eq!(checks.take(1).err(), Some(ErrorCode::Busy));
            drop(taken);
        }
    }
}
