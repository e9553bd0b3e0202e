//! Who is in a room, as far as holders of its handle need it.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use giog_protocol::RoomSummary;
use giog_rules::PlayerId;

use crate::lobby::people;
use crate::lock::lock;

/// Who is in a room. Its task keeps this up to date.
#[derive(Debug, Default)]
pub(crate) struct Occupancy {
    spectators: AtomicU32,
    seated: Mutex<Vec<PlayerId>>,
}

impl Occupancy {
    /// The number of people without a seat in the latest message about presence.
    pub fn spectators(&self) -> u32 {
        self.spectators.load(Ordering::Relaxed)
    }

    /// Stores how many people are in the room without a seat.
    pub fn note_spectators(&self, spectators: u32) {
        self.spectators.store(spectators, Ordering::Relaxed);
    }

    /// Whether a person had a seat in the latest report to the lobby.
    pub fn is_seated(&self, player: PlayerId) -> bool {
        lock(&self.seated).contains(&player)
    }

    /// Stores who has a seat.
    pub fn note_seated(&self, summary: &RoomSummary) {
        let mut seated = lock(&self.seated);
        seated.clear();
        seated.extend(people(summary));
    }
}
