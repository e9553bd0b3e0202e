//! Which nodes are gone, as far as this one can tell by the database.
//!
//! Only counters and moments of the database's clock are compared, and a node that is silent is held against this node's own
//! beats: while the database stalls nobody's get through, and nobody is gone. A wrong verdict costs a replay, and never a row.

use std::collections::BTreeMap;

use super::{BEAT_MS, NODE_MS, NodeRow, NodeState, UNLOCKED_MS, WATCH_MS};
use crate::NodeId;

/// This node's beats that must have got through since another node's last one: for a node whose lock is free, and for any.
const BEATS_UNLOCKED: u32 = 2;
const BEATS_SILENT: u32 = 4;
/// How far apart those are at least: a node that reads twice at a moment has beaten once.
const APART_MS: i64 = BEAT_MS.cast_signed() / 2;
/// How many nodes look after the lock of one: those that come after it.
const WATCHERS: usize = 2;

/// What is known of the other nodes' lives.
#[derive(Debug, Default)]
pub(super) struct Detector {
    known: BTreeMap<NodeId, Known>,
}

#[derive(Clone, Copy, Debug)]
struct Known {
    beat: i64,
    /// For how long there has been no other, on the database's clock.
    silent_ms: i64,
    /// This node's beats since that one was first seen, and when the last one was that counts.
    own_beats: u32,
    counted_at_ms: i64,
    /// Whether nobody held the node's lock since then.
    is_unlocked: bool,
}

impl Known {
    const fn is_gone(&self) -> bool {
        let unlocked =
            self.is_unlocked && self.silent_ms >= UNLOCKED_MS && self.own_beats >= BEATS_UNLOCKED;
        unlocked || self.silent_ms >= NODE_MS && self.own_beats >= BEATS_SILENT
    }
}

impl Detector {
    /// Learns what was read with a beat of this node, at this moment of the database's clock.
    pub(super) fn read(&mut self, nodes: &[NodeRow], now_ms: i64) {
        let before = std::mem::take(&mut self.known);
        for row in nodes.iter().filter(|row| row.state != NodeState::Fenced) {
            let silent_ms = now_ms - row.beat_at_ms;
            let known = match before.get(&row.node) {
                Some(known) if known.beat == row.beat => {
                    let counts = now_ms >= known.counted_at_ms + APART_MS;
                    Known {
                        silent_ms,
                        own_beats: known.own_beats + u32::from(counts),
                        counted_at_ms: if counts { now_ms } else { known.counted_at_ms },
                        ..*known
                    }
                }
                _ => Known {
                    beat: row.beat,
                    silent_ms,
                    own_beats: 0,
                    counted_at_ms: now_ms,
                    is_unlocked: false,
                },
            };
            self.known.insert(row.node, known);
        }
    }

    /// Learns that nobody holds a node's lock.
    pub(super) fn unlocked(&mut self, node: NodeId) {
        if let Some(known) = self.known.get_mut(&node) {
            known.is_unlocked = true;
        }
    }

    /// Whether a node is gone.
    pub(super) fn is_gone(&self, node: NodeId) -> bool {
        self.known.get(&node).is_some_and(Known::is_gone)
    }

    /// The nodes that are silent and whose locks this node looks after.
    pub(super) fn to_watch(&self, me: NodeId) -> Vec<NodeId> {
        let others = self.known.iter().filter(|&(&node, known)| {
            let is_silent = known.silent_ms >= WATCH_MS && !known.is_unlocked;
            node != me && is_silent && self.watchers(node).any(|watcher| watcher == me)
        });
        others.map(|(&node, _)| node).collect()
    }

    /// Those who look after a node's lock: the next ones in the ring of those who are not silent.
    fn watchers(&self, of: NodeId) -> impl Iterator<Item = NodeId> {
        let after = self.known.range(of..).chain(self.known.range(..of));
        let speaking =
            after.filter(move |&(&node, known)| node != of && known.silent_ms < WATCH_MS);
        speaking.map(|(&node, _)| node).take(WATCHERS)
    }
}
