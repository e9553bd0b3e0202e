//! Rooms that two nodes report at the same time, because a room moves and the news of both nodes cross.

use std::collections::HashMap;
use std::sync::Arc;

use giog_protocol::RoomId;

use super::Peer;
use crate::lobby::Described;

/// For each room: the nodes that report it in addition to the node on which it is reached, with their latest report, oldest first. A node
/// is removed when it reports that the room is gone there, so this is nearly always empty.
#[derive(Debug, Default)]
pub(crate) struct OtherReporters(HashMap<RoomId, Vec<(Arc<Peer>, Described)>>);

impl OtherReporters {
    /// Stores a node's newer report. Returns false if the node is not one of these.
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

    /// Adds a node.
    pub fn add(&mut self, peer: Arc<Peer>, listed: Described) {
        let others = self.0.entry(listed.summary.room).or_default();
        others.push((peer, listed));
    }

    /// Removes a node. Returns false if it was not there.
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

    /// Removes and returns the newest node: the room is reached there from now on.
    pub fn take_last(&mut self, room: RoomId) -> Option<(Arc<Peer>, Described)> {
        let others = self.0.get_mut(&room)?;
        let last = others.pop();
        if others.is_empty() {
            self.0.remove(&room);
        }
        last
    }

    /// The rooms that have such nodes.
    pub fn rooms(&self) -> Vec<RoomId> {
        self.0.keys().copied().collect()
    }

    /// Removes a node that cannot be reached any more.
    pub fn part(&mut self, peer: &Arc<Peer>) {
        self.0.retain(|_, others| {
            others.retain(|(known, _)| !Arc::ptr_eq(known, peer));
            !others.is_empty()
        });
    }
}
