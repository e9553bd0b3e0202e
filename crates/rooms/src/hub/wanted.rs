//! The bounded queue of people whose decision is open and who are not connected; the server notifies their devices.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use giog_protocol::RoomId;
use tokio::sync::mpsc;

use super::Hub;
use crate::room::Wanted;

/// People who wait to be notified; of those beyond nobody is told. All who have a seat at the slow tables of a large server may wait
/// at once after it was away.
pub const WANTED_WAITING: usize = 4_096;

/// Somebody is wanted in a room of this server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WantedAt {
    /// Which room.
    pub room: RoomId,
    /// Who, and for what.
    pub wanted: Wanted,
}

/// Where it is told; nowhere until somebody listens.
#[derive(Debug, Default)]
pub(super) struct WantedQueue {
    to: OnceLock<mpsc::Sender<WantedAt>>,
    dropped: AtomicU64,
}

impl WantedQueue {
    /// Tells of somebody. A room never waits for whoever listens.
    pub fn tell(&self, room: RoomId, wanted: Wanted) {
        let Some(to) = self.to.get() else { return };
        if to.try_send(WantedAt { room, wanted }).is_err() {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl Hub {
    /// Listens to who is wanted in rooms here, and has been without a connection to them for a while. Only the first who asks is told.
    pub fn wanted(&self) -> Option<mpsc::Receiver<WantedAt>> {
        let (to, wanted) = mpsc::channel(WANTED_WAITING);
        self.shared.wanted.to.set(to).is_ok().then_some(wanted)
    }

    /// How many were not told of, since the queue was full.
    pub fn wanted_dropped(&self) -> u64 {
        self.shared.wanted.dropped.load(Ordering::Relaxed)
    }
}
