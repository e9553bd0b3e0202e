//! Rooms that are paused while one node hands them over to another: their clocks continue there with the remaining time.

use std::collections::HashMap;

use giog_protocol::RoomId;

use super::{Hub, lock};
use crate::nodes::{ToEdge, shard_of};
use crate::room::{Paused, Room};

/// For how long it is known at which time a room stopped. One that is not back by then has met something else than a move.
const KNOWN_MS: u64 = 10_000;
/// Rooms that are told of in one item.
const ROOMS_TOLD: usize = 256;

/// At which time rooms stopped, and until when that counts.
#[derive(Debug, Default)]
pub(super) struct PausedRooms(HashMap<RoomId, (Paused, u64)>);

impl PausedRooms {
    pub fn note(&mut self, room: RoomId, paused: Paused, now_ms: u64) {
        self.0.retain(|_, (_, until_ms)| now_ms < *until_ms);
        self.0.insert(room, (paused, now_ms + KNOWN_MS));
    }

    pub fn take(&mut self, room: RoomId, now_ms: u64) -> Option<Paused> {
        let (paused, until_ms) = self.0.remove(&room)?;
        (now_ms < until_ms).then_some(paused)
    }

    /// Takes out what is known of rooms of these shards.
    fn take_of(&mut self, shards: &[u8]) -> Vec<(RoomId, Paused)> {
        let of = self
            .0
            .iter()
            .filter(|(room, _)| shards.contains(&shard_of(**room)));
        let of: Vec<_> = of.map(|(&room, &(paused, _))| (room, paused)).collect();
        for (room, _) in &of {
            self.0.remove(room);
        }
        of
    }
}

impl Hub {
    /// These shards are another node's now, to which this one has handed them over: its rooms go on there at the time at which
    /// they stopped here.
    pub fn handed_over(&self, shards: &[u8]) {
        let rooms = lock(&self.shared.paused).take_of(shards);
        for rooms in rooms.chunks(ROOMS_TOLD) {
            let rooms = rooms.to_vec();
            self.shared
                .subscribers
                .tell(|| Some(ToEdge::HandedOver { rooms }));
        }
    }

    /// Waits until another node says that it has handed shards over, perhaps to this one.
    pub async fn shards_moved(&self) {
        self.shared.handed.notified().await;
    }

    /// Notes what another node has handed over, perhaps to this one.
    pub(super) fn note_handed(&self, rooms: Vec<(RoomId, Paused)>) {
        let now_ms = self.now_ms();
        let mut known = lock(&self.shared.paused);
        for (room, paused) in rooms {
            known.note(room, paused, now_ms);
        }
        self.shared.handed.notify_one();
    }

    /// A room is on another node, and has gone on there.
    pub(super) fn goes_on_there(&self, room: RoomId) {
        lock(&self.shared.paused).0.remove(&room);
    }

    /// Lets a room from its log go on at the time at which it stopped on the node before, if that handed it over.
    pub(super) fn go_on_in_time(&self, room: &mut Room) {
        let now = self.shared.clock.now();
        let paused = lock(&self.shared.paused).take(room.id(), now.mono_ms);
        if let Some(paused) = paused {
            room.go_on_from(paused, now);
        }
    }
}
