//! Rooms that two nodes report at the same time, because a room moves and the news of both nodes cross.

use std::collections::HashMap;
use std::sync::Arc;

use giog_protocol::RoomId;

use super::Peer;
use super::items::Described;

/// The nodes that tell of a room beside the one on which it is reached, be that this one, each with what it said last, in the order in which they began
/// to. A node leaves when it says that the room is gone there, so there are rarely any.
#[derive(Debug, Default)]
pub(crate) struct OtherReporters(HashMap<RoomId, Vec<(Arc<Peer>, Described)>>);

impl OtherReporters {
    /// Notes what a node says, if it is one of them.
    pub fn update(&mut self, peer: &Arc<Peer>, listed: &Described) -> bool {
        let others = self.0.get_mut(&listed.summary.room);
        let known = others
            .into_iter()
            .flatten()
            .find(|(known, _)| Arc::ptr_eq(known, peer));
        if let Some((_, said)) = known {
            *said = listed.clone();
            return true;
        }
        false
    }

    /// A node is one of them from now on.
    pub fn add(&mut self, peer: Arc<Peer>, listed: Described) {
        let others = self.0.entry(listed.summary.room).or_default();
        others.push((peer, listed));
    }

    /// It is none of them any more; false if it was none.
    pub fn remove(&mut self, room: RoomId, peer: &Arc<Peer>) -> bool {
        let Some(others) = self.0.get_mut(&room) else {
            return false;
        };
        let before = others.len();
        others.retain(|(known, _)| !Arc::ptr_eq(known, peer));
        let was_one = others.len() < before;
        if others.is_empty() {
            self.0.remove(&room);
        }
        was_one
    }

    /// Takes out the one that began last: the room is reached there from now on.
    pub fn take_last(&mut self, room: RoomId) -> Option<(Arc<Peer>, Described)> {
        let others = self.0.get_mut(&room)?;
        let last = others.pop();
        if others.is_empty() {
            self.0.remove(&room);
        }
        last
    }

    /// The rooms of which one tells.
    pub fn rooms(&self) -> Vec<RoomId> {
        self.0.keys().copied().collect()
    }

    /// A node cannot be reached any more.
    pub fn part(&mut self, peer: &Arc<Peer>) {
        self.0.retain(|_, others| {
            others.retain(|(known, _)| !Arc::ptr_eq(known, peer));
            !others.is_empty()
        });
    }
}
