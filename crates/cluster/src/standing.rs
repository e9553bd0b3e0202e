//! Whether this node is worse off than the others, and so should have neither rooms nor connections.
//!
//! A node may lose the bus, the database, or both, while others still have them. Its people are then better served by another node. But if
//! all nodes lost the same, or there are no others, moving does not help, and everybody stays. So a node is worse off only if it learns
//! over the bus or the database that another node is better off, or if it has lost both, which has probably not happened to all nodes:
//!
//! * With the database it reads with its beats how far other nodes reach over the bus ([`Reach`]).
//! * With the bus it hears from other nodes when they last wrote a beat.
//! * With neither for `node_ms` it is worse off, unless it was the only node when it last read the database.
//!
//! Nodes lose and find the bus at slightly different moments although all lose it, so a difference counts only after a while.

use std::collections::BTreeMap;

use crate::placement::{NodeState, View};
use crate::{NodeId, Reach};

/// How long, in milliseconds, another node must reach more over the bus before that counts. All nodes notice within a shorter time that the
/// bus is lost or back ([`crate::link::SILENCE_MS`], the interval of probes and of attempts to connect).
pub const REACH_MS: u64 = 2_000;

/// What a node learns about itself and the others.
#[derive(Clone, Debug)]
pub enum Input<'a> {
    /// A beat was written, and this was read with it.
    Wrote(&'a View),
    /// This node now reaches so far.
    Reach(Reach),
    /// Another node said over the bus how long ago it wrote its last beat, in milliseconds.
    Heard {
        /// The node.
        node: NodeId,
        /// That time.
        silent_ms: u64,
    },
    /// Time has passed.
    Tick,
}

/// How a node stands, compared with the others.
#[derive(Debug)]
pub struct Standing {
    me: NodeId,
    /// The time without beats after which the database counts as lost, and after which the others take this node for gone.
    node_ms: u64,
    /// When this node's last beat was written.
    wrote_at_ms: u64,
    /// Whether there were other nodes when the database was last read.
    has_others: bool,
    /// The farthest reach among the other nodes that take rooms, as last read.
    best: Option<Reach>,
    reach: Reach,
    /// Since when another node reaches more.
    less_since_ms: Option<u64>,
    /// Since when no other node is reached; none while one is.
    apart_since_ms: Option<u64>,
    /// When other nodes wrote their last beats, as they said.
    heard: BTreeMap<NodeId, u64>,
    is_worse_off: bool,
}

impl Standing {
    /// A node whose row has just been written. It is taken for gone after a silence of `node_ms`.
    pub const fn new(me: NodeId, node_ms: u64, now_ms: u64) -> Self {
        Self {
            me,
            node_ms,
            wrote_at_ms: now_ms,
            has_others: false,
            best: None,
            reach: Reach::Nothing,
            less_since_ms: None,
            apart_since_ms: Some(now_ms),
            heard: BTreeMap::new(),
            is_worse_off: false,
        }
    }

    /// Whether this node is worse off than another one.
    pub const fn is_worse_off(&self) -> bool {
        self.is_worse_off
    }

    /// How far this node reaches over the bus.
    pub const fn reach(&self) -> Reach {
        self.reach
    }

    /// How long ago this node wrote its last beat.
    pub const fn silent_ms(&self, now_ms: u64) -> u64 {
        now_ms.saturating_sub(self.wrote_at_ms)
    }

    /// Whether beats are written.
    pub const fn has_database(&self, now_ms: u64) -> bool {
        self.silent_ms(now_ms) < self.node_ms
    }

    /// Handles an input.
    pub fn handle(&mut self, input: &Input<'_>, now_ms: u64) {
        match *input {
            Input::Wrote(view) => self.wrote(view, now_ms),
            Input::Reach(reach) => {
                self.reach = reach;
                let is_apart = reach == Reach::Nothing;
                self.apart_since_ms = is_apart.then(|| self.apart_since_ms.unwrap_or(now_ms));
            }
            Input::Heard { node, silent_ms } => {
                let wrote_at_ms = now_ms.saturating_sub(silent_ms);
                self.heard.insert(node, wrote_at_ms);
                if !self.has_database(now_ms) && !self.is_ahead(wrote_at_ms, now_ms) {
                    // Another node can be reached, and is no better off.
                    self.is_worse_off = false;
                }
            }
            Input::Tick => {}
        }
        self.judge(now_ms);
    }

    fn wrote(&mut self, view: &View, now_ms: u64) {
        let others = || view.nodes.iter().filter(|row| row.node != self.me);
        self.has_others = others().any(|row| row.state != NodeState::Fenced);
        let node_ms = i64::try_from(self.node_ms).unwrap_or(i64::MAX);
        let best = others()
            .filter(|row| row.state == NodeState::Active && !row.is_drained)
            .filter(|row| view.now_ms.saturating_sub(row.beat_at_ms) < node_ms)
            // Nodes of earlier versions do not report this.
            .filter_map(|row| row.reach);
        self.best = best.max();
        self.wrote_at_ms = now_ms;
        self.heard.clear();
    }

    fn judge(&mut self, now_ms: u64) {
        let is_less = self.best.is_some_and(|best| best > self.reach);
        self.less_since_ms = is_less.then(|| self.less_since_ms.unwrap_or(now_ms));
        if self.has_database(now_ms) {
            let patience_ms = self.node_ms.max(REACH_MS);
            self.is_worse_off = has_lasted(self.less_since_ms, patience_ms, now_ms);
        } else {
            // The result stays until a node reports something else, or a beat is written: a node that considers this one gone sends it
            // nothing any more.
            let mut heard = self.heard.values();
            let is_behind = heard.any(|&wrote_at_ms| self.is_ahead(wrote_at_ms, now_ms));
            let has_neither =
                self.has_others && has_lasted(self.apart_since_ms, self.node_ms, now_ms);
            self.is_worse_off |= is_behind || has_neither;
        }
    }

    /// Whether a node that wrote its last beat at that time still writes, although this one does not. If the database is away for all,
    /// their last beats are nearly as old as this node's. Half the time, because at its end the other node takes this one for gone, and
    /// talks to it no more.
    const fn is_ahead(&self, wrote_at_ms: u64, now_ms: u64) -> bool {
        let writes = now_ms.saturating_sub(wrote_at_ms) < self.node_ms;
        writes && wrote_at_ms >= self.wrote_at_ms + self.node_ms / 2
    }
}

fn has_lasted(since_ms: Option<u64>, for_ms: u64, now_ms: u64) -> bool {
    since_ms.is_some_and(|since_ms| now_ms >= since_ms + for_ms)
}
