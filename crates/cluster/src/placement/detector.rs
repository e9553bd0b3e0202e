//! The failure detector: which nodes are gone, judged from the database.
//!
//! It compares only beat counters and moments of the database's clock. A node's silence counts only while this node's own beats are
//! written: while the database stalls nobody can write a beat, and nobody is gone. When the database was away, all connections and their
//! locks may be lost; after that each node has the full time again. A wrong verdict costs a replay of rooms, but never a row of a log.

use std::collections::BTreeMap;

use super::{BEAT_MS, NodeRow, NodeState, UNLOCKED_MS, WATCH_MS};
use crate::NodeId;

/// How many of this node's beats must be written after another node's last one before that node counts as gone: if its lock is free, and
/// in any case.
const BEATS_UNLOCKED: u32 = 2;
const BEATS_SILENT: u32 = 4;
/// The least time between beats that are counted, in milliseconds of the database's clock. Two reads at nearly the same moment count
/// once.
const APART_MS: i64 = BEAT_MS.cast_signed() / 2;
/// How many nodes watch the lock of a node: the next ones in the ring.
const WATCHERS: usize = 2;

/// What is known about whether the other nodes are alive.
#[derive(Debug)]
pub(super) struct Detector {
    /// The silence after which any node is gone, in milliseconds.
    node_ms: i64,
    /// Since when this node's beats are written, and when the last one was, on the database's clock; none if the last one failed.
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
    /// The silence of the node, on the database's clock. Only time in which this node's beats were written counts.
    silent_ms: i64,
    /// Whether the beat was read while this node's own were written. Otherwise the lock may be free because the database was away.
    is_fresh: bool,
    /// How many of this node's beats were counted since the node's beat was first seen, and the time of the last.
    own_beats: u32,
    counted_at_ms: i64,
    /// Whether the node's lock was seen to be free since then.
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

    /// Takes what was read with a beat of this node, at this time of the database's clock.
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

    /// Notes that a beat of this node was not written.
    pub(super) const fn failed(&mut self) {
        self.well = None;
    }

    /// Notes that a node's lock was free after this beat of it.
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

    /// The silent nodes whose locks this node watches, with their last beats.
    pub(super) fn to_watch(&self, me: NodeId) -> Vec<(NodeId, i64)> {
        let others = self.known.iter().filter(|&(&node, known)| {
            let is_silent = known.silent_ms >= WATCH_MS && !known.is_unlocked;
            node != me && is_silent && self.watchers(node).any(|watcher| watcher == me)
        });
        others.map(|(&node, known)| (node, known.beat)).collect()
    }

    /// The nodes that watch a node's lock: the next ones in the ring that are not silent.
    fn watchers(&self, of: NodeId) -> impl Iterator<Item = NodeId> {
        let after = self.known.range(of..).chain(self.known.range(..of));
        let speaking =
            after.filter(move |&(&node, known)| node != of && known.silent_ms < WATCH_MS);
        speaking.map(|(&node, _)| node).take(WATCHERS)
    }
}
