//! Which node owns which shard, and what one node does about it.
//!
//! The database decides: the owner of a shard is stored there, and changes only there. A node writes a beat at short intervals, and reads
//! with it which other nodes do so and who owns what. From that it derives what to do: claim shards that nobody owns, take over from a
//! node that is gone, hand over shards that another node should own. All nodes do the same independently; there is no leader.
//!
//! What each statement must do, so that a shard never has two owners:
//!
//! * an append locks its node's row (`FOR KEY SHARE`), and stores nothing if the node is fenced or another node owns the shard;
//! * [`Effect::TakeOver`] locks the node's row (`FOR UPDATE`), and so waits for appends that have begun; unless the node has written a
//!   beat meanwhile, it fences the node and gives its shards away in the same transaction;
//! * [`Effect::HandOver`] comes from the owner when no row of the shard is still to be written, locks the owner's row (`FOR KEY SHARE`),
//!   and does nothing if the shard has moved since;
//! * [`Effect::Claim`] locks the shards and, for key share, the row of the claiming node, and takes only shards that nobody or a fenced
//!   node owns.
//!
//! Beats wait for none of these statements: those wait for commits, and a node whose commits are slow is alive.

mod detector;
mod ranking;
mod view;

use std::collections::{BTreeMap, BTreeSet};

use self::detector::Detector;
use self::ranking::ShardRanking;
pub use self::view::{NodeRow, NodeState, ShardRow, View};
use crate::{NodeId, Shard};

/// The interval between beats, in milliseconds.
pub const BEAT_MS: u64 = 200;
/// The silence after which a node's lock is checked, in milliseconds of the database's clock: one beat is missing.
pub const WATCH_MS: i64 = 250;
/// The silence after which a node whose lock is free is gone, in milliseconds. Including the interval of the watching node's beats it is
/// noticed within 0.7 s.
pub const UNLOCKED_MS: i64 = 500;
/// The default of the silence after which any node is gone, in milliseconds; noticed within 1.5 s.
pub const NODE_MS: i64 = 1_300;
/// How long a shard without an owner is left to the node that should own it, in milliseconds, before others claim it.
pub const ORPHAN_MS: u64 = 200;
/// How many shards with rooms a node hands over at a time: a room of one shard is available only after the new owner has read the rooms
/// of all of them.
pub const MOVING_WITH_ROOMS: usize = 8;

/// Inputs of the placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Time has passed.
    Tick,
    /// The beat was written, and this was read with it.
    Read(View),
    /// Writing the beat failed.
    Failed,
    /// A node's lock is free.
    Unlocked {
        /// The node.
        node: NodeId,
        /// Its last beat when the lock was checked. The result says nothing about the time after a later beat.
        beat: i64,
    },
    /// This node or another one has moved shards: read again at once.
    Changed,
    /// Which of this node's shards have rooms. Before the first such input, all may have.
    Occupied(BTreeSet<Shard>),
    /// The answer to the [`Effect::Settle`] with this number: no row of these shards is still to be written, and nothing new starts in
    /// their rooms.
    Settled {
        /// The number.
        number: u64,
        /// All shards of that effect, or some.
        shards: Vec<Shard>,
    },
    /// Hand over all shards: the node leaves.
    Leave,
    /// Whether this node is worse off than another one ([`crate::standing`]): if so, it hands over its shards.
    WorseOff(bool),
}

/// Effects of the placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Write a beat with this state and read everything. The answer is [`Input::Read`] or [`Input::Failed`].
    Beat(NodeState),
    /// Check whether a node's lock is free. If it is, the answer is [`Input::Unlocked`].
    Watch {
        /// The node.
        node: NodeId,
        /// Its last beat.
        beat: i64,
    },
    /// Claim these shards, as far as nobody owns them.
    Claim(Vec<Shard>),
    /// Fence a node that is gone, and give away these of its shards.
    TakeOver {
        /// The node.
        node: NodeId,
        /// The last beat that was seen. If there is a later one, the node is alive, and nothing is done.
        beat: i64,
        /// Its shards, each with the new owner.
        shards: Vec<(Shard, NodeId)>,
    },
    /// This node owns this shard: restore its rooms from their logs.
    Own(Shard),
    /// Another node owns this shard: drop its rooms without writing anything.
    Disown(Shard),
    /// Start nothing new in the rooms of these shards, and answer with [`Input::Settled`] when everything is durable.
    Settle {
        /// A unique number: answers to earlier ones are ignored.
        number: u64,
        /// The shards.
        shards: Vec<Shard>,
    },
    /// Continue with the rooms of this shard: it is not handed over.
    Resume(Shard),
    /// Hand these shards over to other nodes.
    HandOver(Vec<Handed>),
    /// Another node has fenced this one: it cannot write any more. This is the last effect.
    Fenced,
}

/// A shard that is handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handed {
    /// The shard.
    pub shard: Shard,
    /// The new owner.
    pub to: NodeId,
    /// The value of [`ShardRow::moved`] that the shard must still have.
    pub moved: i64,
}

/// The state of the placement on one node.
#[derive(Debug)]
pub struct Placement {
    me: NodeId,
    gives_away: GivesAway,
    is_fenced: bool,
    beat_at_ms: u64,
    /// Whether a beat is being written.
    is_beating: bool,
    detector: Detector,
    ranking: ShardRanking,
    shards: Vec<Slot>,
    /// The shards of this node that have rooms; none if that is not known.
    occupied: Option<BTreeSet<Shard>>,
    /// The shards that are being handed over, each with the new owner and the progress.
    moving: BTreeMap<Shard, Moving>,
    /// How many [`Effect::Settle`] there were.
    settles: u64,
}

/// Why a node hands over its shards.
#[derive(Clone, Copy, Debug, Default)]
struct GivesAway {
    /// It is about to end.
    leaves: bool,
    /// The operator drains it, according to the last read.
    is_drained: bool,
    /// Other nodes are better off.
    is_worse_off: bool,
}

/// What this node knows of a shard.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    node: Option<NodeId>,
    moved: i64,
    wanted: Option<NodeId>,
    /// The move since which its rooms are on this node; none if they are not.
    owned_since: Option<i64>,
    /// Since when no node that can write has owned it; none if one does.
    orphan_since_ms: Option<u64>,
}

#[derive(Clone, Copy, Debug)]
struct Moving {
    to: NodeId,
    moved: i64,
    has_rooms: bool,
    /// The number of the [`Effect::Settle`] whose answer is awaited.
    settle: u64,
    is_settled: bool,
}

impl Placement {
    /// The placement of a node whose row has just been written. Another node is gone after a silence of `node_ms`.
    pub fn new(me: NodeId, node_ms: i64, now_ms: u64) -> Self {
        Self {
            me,
            gives_away: GivesAway::default(),
            is_fenced: false,
            beat_at_ms: now_ms,
            is_beating: false,
            detector: Detector::new(node_ms),
            ranking: ShardRanking::default(),
            shards: vec![Slot::default(); Shard::COUNT],
            occupied: None,
            moving: BTreeMap::new(),
            settles: 0,
        }
    }

    /// The owner of a shard, according to the last read.
    pub fn owner(&self, shard: Shard) -> Option<NodeId> {
        self.shards[shard.place()].node
    }

    /// Whether the operator drains this node, according to the last read.
    pub const fn is_drained(&self) -> bool {
        self.gives_away.is_drained
    }

    /// Whether it hands over its shards, and takes only what no other node can have.
    const fn gives_away(&self) -> bool {
        let GivesAway {
            leaves,
            is_drained,
            is_worse_off,
        } = self.gives_away;
        leaves || is_drained || is_worse_off
    }

    /// The node that should own a shard: the one that the operator wants, if it takes shards, otherwise by rank.
    fn first(&self, shard: Shard) -> Option<NodeId> {
        let wanted = self.shards[shard.place()].wanted;
        let wanted = wanted.filter(|&node| self.ranking.has(node));
        wanted.or_else(|| self.ranking.of(shard))
    }

    /// When the next [`Input::Tick`] is due; none while a beat is being written.
    pub const fn wake_at_ms(&self) -> Option<u64> {
        if self.is_beating || self.is_fenced {
            None
        } else {
            Some(self.beat_at_ms)
        }
    }

    /// Handles an input. Returns the effects, to be carried out in this order.
    pub fn handle(&mut self, input: Input, now_ms: u64) -> Vec<Effect> {
        let mut effects = Vec::new();
        if self.is_fenced {
            return effects;
        }
        match input {
            Input::Tick => self.beat(now_ms, &mut effects),
            Input::Read(view) => {
                self.is_beating = false;
                self.read(&view, now_ms, &mut effects);
            }
            Input::Failed => {
                self.is_beating = false;
                self.detector.failed();
            }
            Input::Unlocked { node, beat } => self.detector.unlocked(node, beat),
            Input::Changed => self.beat_at_ms = now_ms,
            Input::Occupied(shards) => self.occupied = Some(shards),
            Input::Settled { number, shards } => self.settled(number, &shards, &mut effects),
            Input::Leave => {
                self.gives_away.leaves = true;
                self.beat_at_ms = now_ms;
            }
            Input::WorseOff(is_worse_off) => self.gives_away.is_worse_off = is_worse_off,
        }
        effects
    }

    fn beat(&mut self, now_ms: u64, effects: &mut Vec<Effect>) {
        if now_ms >= self.beat_at_ms && !self.is_beating {
            self.is_beating = true;
            self.beat_at_ms = now_ms + BEAT_MS;
            effects.push(Effect::Beat(if self.gives_away() {
                NodeState::Leaving
            } else {
                NodeState::Active
            }));
        }
    }

    fn read(&mut self, view: &View, now_ms: u64, effects: &mut Vec<Effect>) {
        let is_fenced = |node| {
            let row = view.nodes.iter().find(|row| row.node == node);
            row.is_none_or(|row| row.state == NodeState::Fenced)
        };
        if is_fenced(self.me) {
            self.is_fenced = true;
            return effects.push(Effect::Fenced);
        }
        self.detector.read(&view.nodes, view.now_ms);
        let mut nodes = view.nodes.iter();
        self.gives_away.is_drained = nodes.any(|row| row.node == self.me && row.is_drained);
        let active = view.nodes.iter().filter(|row| {
            if row.node == self.me {
                // This node's state may have changed since its last beat.
                return !self.gives_away();
            }
            let takes_shards = row.state == NodeState::Active && !row.is_drained;
            takes_shards && !self.detector.is_gone(row.node)
        });
        let mut active: Vec<NodeId> = active.map(|row| row.node).collect();
        active.sort_unstable();
        self.ranking.among(active.clone());
        for row in &view.shards {
            self.note_owner(row, row.node.is_none_or(is_fenced), now_ms, effects);
        }
        let watched = self.detector.to_watch(self.me);
        let watched = watched.into_iter();
        effects.extend(watched.map(|(node, beat)| Effect::Watch { node, beat }));
        self.take_over(&view.nodes, effects);
        self.claim(now_ms, effects);
        self.move_on(&active, effects);
    }

    fn note_owner(
        &mut self,
        row: &ShardRow,
        is_orphan: bool,
        now_ms: u64,
        effects: &mut Vec<Effect>,
    ) {
        let slot = &mut self.shards[row.shard.place()];
        slot.wanted = row.wanted;
        if row.moved < slot.moved {
            // Older than what is known.
            return;
        }
        (slot.node, slot.moved) = (row.node, row.moved);
        slot.orphan_since_ms = is_orphan.then(|| slot.orphan_since_ms.unwrap_or(now_ms));
        let owned_since = (row.node == Some(self.me)).then_some(row.moved);
        if owned_since == slot.owned_since {
            return;
        }
        // Another node may have owned it in between.
        if slot.owned_since.is_some() {
            effects.push(Effect::Disown(row.shard));
        }
        if owned_since.is_some() {
            effects.push(Effect::Own(row.shard));
        }
        slot.owned_since = owned_since;
    }

    fn take_over(&self, nodes: &[NodeRow], effects: &mut Vec<Effect>) {
        let others = nodes.iter().filter(|row| row.node != self.me);
        for &NodeRow { node, beat, .. } in others.filter(|row| self.detector.is_gone(row.node)) {
            let had = Shard::all().filter(|&shard| self.owner(shard) == Some(node));
            let shards = had.map(|shard| (shard, self.first(shard).unwrap_or(self.me)));
            effects.push(Effect::TakeOver {
                node,
                beat,
                shards: shards.collect(),
            });
        }
    }

    fn claim(&self, now_ms: u64, effects: &mut Vec<Effect>) {
        let is_mine = |shard: &Shard| {
            let since = self.shards[shard.place()].orphan_since_ms;
            since.is_some_and(|since| match self.first(*shard) {
                Some(first) if first == self.me => true,
                // A node that leaves claims only what no other node can have.
                first => (first.is_none() || !self.gives_away()) && now_ms >= since + ORPHAN_MS,
            })
        };
        let shards: Vec<Shard> = Shard::all().filter(is_mine).collect();
        if !shards.is_empty() {
            effects.push(Effect::Claim(shards));
        }
    }

    /// Hands over shards that others should own: those without rooms at once, the rest a few at a time.
    fn move_on(&mut self, active: &[NodeId], effects: &mut Vec<Effect>) {
        let shards = &self.shards;
        self.moving.retain(|shard, moving| {
            if shards[shard.place()].owned_since != Some(moving.moved) {
                return false;
            }
            // A hand-over that was started cannot be taken back: it may be carried out at any moment.
            let stays = !moving.is_settled && active.binary_search(&moving.to).is_err();
            if stays {
                effects.push(Effect::Resume(*shard));
            }
            !stays
        });
        let settled = self.moving.iter().filter(|(_, moving)| moving.is_settled);
        let settled: Vec<_> = settled
            .map(|(&shard, moving)| moving.handed(shard))
            .collect();
        if !settled.is_empty() {
            // The previous statement may have been lost. A repeated one has no effect if the shard has moved.
            effects.push(Effect::HandOver(settled));
        }
        for has_rooms in [false, true] {
            let number = self.settles + 1;
            let shards = self.next_moves(has_rooms, number);
            if !shards.is_empty() {
                self.settles = number;
                effects.push(Effect::Settle { number, shards });
            }
        }
    }

    /// Starts to hand over shards, either those with rooms or those without.
    fn next_moves(&mut self, has_rooms: bool, settle: u64) -> Vec<Shard> {
        let on_their_way = self.moving.values().filter(|moving| moving.has_rooms);
        let limit = if has_rooms {
            MOVING_WITH_ROOMS.saturating_sub(on_their_way.count())
        } else {
            Shard::COUNT
        };
        let next = Shard::all().filter_map(|shard| {
            let to = self.first(shard).filter(|&to| to != self.me)?;
            let moved = self.shards[shard.place()].owned_since?;
            let is_occupied = self.occupied.as_ref();
            let is_occupied = is_occupied.is_none_or(|occupied| occupied.contains(&shard));
            let is_next = is_occupied == has_rooms && !self.moving.contains_key(&shard);
            let moving = Moving {
                to,
                moved,
                has_rooms,
                settle,
                is_settled: false,
            };
            is_next.then_some((shard, moving))
        });
        let next: Vec<_> = next.take(limit).collect();
        self.moving.extend(next.iter().copied());
        next.into_iter().map(|(shard, _)| shard).collect()
    }

    fn settled(&mut self, number: u64, shards: &[Shard], effects: &mut Vec<Effect>) {
        let mut given = Vec::new();
        for &shard in shards {
            let moving = self.moving.get_mut(&shard);
            if let Some(moving) = moving.filter(|moving| moving.settle == number) {
                moving.is_settled = true;
                given.push(moving.handed(shard));
            }
        }
        if !given.is_empty() {
            effects.push(Effect::HandOver(given));
        }
    }
}

impl Moving {
    const fn handed(&self, shard: Shard) -> Handed {
        Handed {
            shard,
            to: self.to,
            moved: self.moved,
        }
    }
}
