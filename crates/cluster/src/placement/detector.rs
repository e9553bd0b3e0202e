//! Which nodes are gone, as far as this one can tell by the database.
//!
//! Only counters and moments of the database's clock are compared, and a node that is silent is held against this node's own
//! beats: while the database stalls nobody's get through, and nobody is gone. When it was away, all connections and with them all
//! locks may be gone: from then on each node has the full time again to be back. A wrong verdict costs a replay, and never a row.

use std::collections::BTreeMap;

use super::{BEAT_MS, NodeRow, NodeState, UNLOCKED_MS, WATCH_MS};
use crate::NodeId;

/// This node's beats that must have got through since another node's last one: for a node whose lock is free, and for any.
const BEATS_UNLOCKED: u32 = 2;
const BEATS_SILENT: u32 = 4;
/// How far apart those are at least: a node that reads twice at a moment has beaten once.
const APART_MS: i64 = BEAT_MS.cast_signed() / 2;
/// How many nodes look after the lock of one: those that come after it.
const WATCHERS: usize = 2;

/// What is known of the other nodes' lives.
#[derive(Debug)]
pub(super) struct Detector {
    /// A silence after which any node is gone.
    node_ms: i64,
    /// Since when this node's beats get through, and when the last one did, on the database's clock; nothing where they do not.
    well: Option<Well>,
    known: BTreeMap<NodeId, Known>,
}

#[derive(Clone, Copy, Debug)]
struct Well {
    since_ms: i64,
    read_at_ms: i64,
}

#[derive(Clone, Copy, Debug)]
struct Known {
    beat: i64,
    /// For how long there has been no other while this node's got through, on the database's clock.
    silent_ms: i64,
    /// Whether it came while this node's got through: else the lock may be free because the database was away.
    is_fresh: bool,
    /// This node's beats since that one was first seen, and when the last one was that counts.
    own_beats: u32,
    counted_at_ms: i64,
    /// Whether nobody held the node's lock since then.
    is_unlocked: bool,
}

impl Known {
    const fn is_gone(&self, node_ms: i64) -> bool {
        let unlocked = self.is_unlocked
            && self.is_fresh
            && self.silent_ms >= UNLOCKED_MS
            && self.own_beats >= BEATS_UNLOCKED;
        unlocked || self.silent_ms >= node_ms && self.own_beats >= BEATS_SILENT
    }
}

impl Detector {
    pub(super) const fn new(node_ms: i64) -> Self {
        Self {
            node_ms,
            well: None,
            known: BTreeMap::new(),
        }
    }

    /// Learns what was read with a beat of this node, at this moment of the database's clock.
    pub(super) fn read(&mut self, nodes: &[NodeRow], now_ms: i64) {
        let well_since_ms = match self.well {
            Some(well) if now_ms - well.read_at_ms < self.node_ms => well.since_ms,
            _ => now_ms,
        };
        self.well = Some(Well {
            since_ms: well_since_ms,
            read_at_ms: now_ms,
        });
        let before = std::mem::take(&mut self.known);
        for row in nodes.iter().filter(|row| row.state != NodeState::Fenced) {
            let silent_ms = now_ms - row.beat_at_ms.max(well_since_ms);
            let is_fresh = row.beat_at_ms >= well_since_ms;
            let known = match before.get(&row.node) {
                Some(known) if known.beat == row.beat => {
                    let counts = now_ms >= known.counted_at_ms + APART_MS;
                    Known {
                        silent_ms,
                        is_fresh,
                        own_beats: known.own_beats + u32::from(counts),
                        counted_at_ms: if counts { now_ms } else { known.counted_at_ms },
                        ..*known
                    }
                }
                _ => Known {
                    beat: row.beat,
                    silent_ms,
                    is_fresh,
                    own_beats: 0,
                    counted_at_ms: now_ms,
                    is_unlocked: false,
                },
            };
            self.known.insert(row.node, known);
        }
    }

    /// Learns that a beat of this node did not get through.
    pub(super) const fn failed(&mut self) {
        self.well = None;
    }

    /// Learns that nobody held a node's lock after this beat of it.
    pub(super) fn unlocked(&mut self, node: NodeId, beat: i64) {
        let known = self.known.get_mut(&node);
        if let Some(known) = known.filter(|known| known.beat == beat) {
            known.is_unlocked = true;
        }
    }

    /// Whether a node is gone.
    pub(super) fn is_gone(&self, node: NodeId) -> bool {
        let known = self.known.get(&node);
        known.is_some_and(|known| known.is_gone(self.node_ms))
    }

    /// The nodes that are silent and whose locks this node looks after, with their last beats.
    pub(super) fn to_watch(&self, me: NodeId) -> Vec<(NodeId, i64)> {
        let others = self.known.iter().filter(|&(&node, known)| {
            let is_silent = known.silent_ms >= WATCH_MS && !known.is_unlocked;
            node != me && is_silent && self.watchers(node).any(|watcher| watcher == me)
        });
        others.map(|(&node, known)| (node, known.beat)).collect()
    }

    /// Those who look after a node's lock: the next ones in the ring of those who are not silent.
    fn watchers(&self, of: NodeId) -> impl Iterator<Item = NodeId> {
        let after = self.known.range(of..).chain(self.known.range(..of));
        let speaking =
            after.filter(move |&(&node, known)| node != of && known.silent_ms < WATCH_MS);
        speaking.map(|(&node, _)| node).take(WATCHERS)
    }
}
