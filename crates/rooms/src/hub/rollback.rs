//! Clients that name later events than a room has: the database was rolled back, or the clients are wrong.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use giog_protocol::RoomId;

use crate::lock::lock;

/// The least time between two log lines about this, in milliseconds: clients that lie must not fill the log.
const SAID_EVERY_MS: u64 = 60_000;

/// How often a client named a later event than its room has.
#[derive(Debug, Default)]
pub(super) struct Rollbacks {
    seen: AtomicU64,
    said_at_mono_ms: Mutex<Option<u64>>,
}

impl Rollbacks {
    /// Counts one, and logs it if nothing was logged for a while. Returns whether it was logged.
    pub fn note(&self, room: RoomId, now_mono_ms: u64) -> bool {
        let seen = self.seen.fetch_add(1, Ordering::Relaxed) + 1;
        let mut said_at = lock(&self.said_at_mono_ms);
        let is_early = said_at.is_some_and(|at| now_mono_ms.saturating_sub(at) < SAID_EVERY_MS);
        if !is_early {
            *said_at = Some(now_mono_ms);
            tracing::warn!(
                %room,
                seen,
                "a client has seen more of a room than the database has: the database may have been rolled back"
            );
        }
        !is_early
    }

    pub fn seen(&self) -> u64 {
        self.seen.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn each_is_counted_and_one_a_minute_is_said() {
        let rollbacks = Rollbacks::default();
        let said = (0..120_000)
            .step_by(100)
            .filter(|&now_ms| rollbacks.note(RoomId(Uuid::nil()), now_ms));
        assert_eq!(said.count(), 2);
        assert_eq!(rollbacks.seen(), 1_200);
    }
}
