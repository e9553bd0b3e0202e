//! Rooms that stand still while one node hands them over to another: their clocks continue there with the remaining time.

use std::collections::HashMap;

use giog_protocol::RoomId;

use super::{Hub, lock};
use crate::nodes::{ToEdge, shard_of};
use crate::room::{Room, StoppedAt};

/// How long the time at which a room stopped is kept, in milliseconds. If the room is not restored by then, it was no ordinary move.
const KNOWN_MS: u64 = 10_000;
/// Rooms in one item to another node.
const ROOMS_TOLD: usize = 256;

/// The times at which rooms stopped, and until when each is valid.
#[derive(Debug, Default)]
pub(super) struct StoppedRooms(HashMap<RoomId, (StoppedAt, u64)>);

impl StoppedRooms {
    pub fn note(&mut self, room: RoomId, stopped: StoppedAt, now_ms: u64) {
        self.0.retain(|_, (_, until_ms)| now_ms < *until_ms);
        self.0.insert(room, (stopped, now_ms + KNOWN_MS));
    }

    pub fn take(&mut self, room: RoomId, now_ms: u64) -> Option<StoppedAt> {
        let (stopped, until_ms) = self.0.remove(&room)?;
        (now_ms < until_ms).then_some(stopped)
    }

    /// Removes and returns the entries of rooms in these shards.
    fn take_of(&mut self, shards: &[u8]) -> Vec<(RoomId, StoppedAt)> {
        let of = self
            .0
            .iter()
            .filter(|(room, _)| shards.contains(&shard_of(**room)));
        let of: Vec<_> = of.map(|(&room, &(stopped, _))| (room, stopped)).collect();
        for (room, _) in &of {
            self.0.remove(room);
        }
        of
    }
}

impl Hub {
    /// This node has handed these shards over: tells other nodes the times at which their rooms stopped, from which their clocks
    /// continue.
    pub fn handed_over(&self, shards: &[u8]) {
        let rooms = lock(&self.0.nodes.stopped).take_of(shards);
        for rooms in rooms.chunks(ROOMS_TOLD) {
            let rooms = rooms.to_vec();
            self.0
                .listing
                .subscribers
                .tell(|| Some(ToEdge::HandedOver { rooms }));
        }
    }

    /// Waits until another node says that it has handed shards over, perhaps to this one.
    pub async fn shards_moved(&self) {
        self.0.nodes.handed.notified().await;
    }

    /// Notes the times of rooms that another node has handed over, perhaps to this one.
    pub(super) fn note_handed(&self, rooms: Vec<(RoomId, StoppedAt)>) {
        let now_ms = self.now_ms();
        let mut known = lock(&self.0.nodes.stopped);
        for (room, stopped) in rooms {
            known.note(room, stopped, now_ms);
        }
        self.0.nodes.handed.notify_one();
    }

    /// Forgets the time of a room that another node has restored.
    pub(super) fn goes_on_there(&self, room: RoomId) {
        lock(&self.0.nodes.stopped).0.remove(&room);
    }

    /// Sets the clock of a restored room to the time at which it stopped, if the previous node handed it over.
    pub(super) fn go_on_in_time(&self, room: &mut Room) {
        let now = self.0.tools.clock.now();
        let stopped = lock(&self.0.nodes.stopped).take(room.id(), now.mono_ms);
        if let Some(stopped) = stopped {
            room.go_on_from(stopped, now);
        }
    }
}
