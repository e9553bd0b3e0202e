//! Rooms with a row that failed.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use giog_protocol::RoomId;

/// Rooms with a row that failed: no later row of theirs may be stored, or the log would have a gap.
#[derive(Debug, Default)]
pub(super) struct FailedRooms(Mutex<HashSet<RoomId>>);

impl FailedRooms {
    pub(super) fn note(&self, room: RoomId) {
        self.lock().insert(room);
    }

    pub(super) fn has(&self, room: RoomId) -> bool {
        self.lock().contains(&room)
    }

    pub(super) fn forget(&self, room: RoomId) {
        self.lock().remove(&room);
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<RoomId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
