//! The bounded queue of people whose decision is open and who are not connected; the server notifies their devices.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use giog_protocol::RoomId;
use tokio::sync::mpsc;

use super::Hub;
use crate::room::AwaitedPlayer;

/// The length of the queue; further people are not notified. After an outage, everybody with a seat at the slow tables of a large server
/// may be in it at once.
pub const WANTED_WAITING: usize = 4_096;

/// A person whose decision is open in a room, and who is not connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AwaitedAt {
    /// The room.
    pub room: RoomId,
    /// The person, and the reason.
    pub wanted: AwaitedPlayer,
}

/// The queue; none until somebody takes its receiver.
#[derive(Debug, Default)]
pub(super) struct AwaitedQueue {
    to: OnceLock<mpsc::Sender<AwaitedAt>>,
    dropped: AtomicU64,
}

impl AwaitedQueue {
    /// Adds an entry, or drops it if the queue is full. A room never waits for this.
    pub fn tell(&self, room: RoomId, wanted: AwaitedPlayer) {
        let Some(to) = self.to.get() else { return };
        if to.try_send(AwaitedAt { room, wanted }).is_err() {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl Hub {
    /// The receiver of the queue. Only the first call gets it.
    pub fn wanted(&self) -> Option<mpsc::Receiver<AwaitedAt>> {
        let (to, wanted) = mpsc::channel(WANTED_WAITING);
        self.0.listing.wanted.to.set(to).is_ok().then_some(wanted)
    }

    /// How many entries were dropped because the queue was full.
    pub fn wanted_dropped(&self) -> u64 {
        self.0.listing.wanted.dropped.load(Ordering::Relaxed)
    }
}
