//! Who has which shard, as one node sees it and works on it.
//!
//! The database decides: who has a shard stands there, and changes there alone. A node writes a beat again and again, and reads
//! with it who else does and who has what. From that it tells what to do: have shards that nobody has, take over from a node that
//! is gone, hand over what another one should have. Every node does the same by itself; there is no leader.
//!
//! What each statement must do, so that a shard never has two owners:
//!
//! * an append keeps its node's row (`FOR KEY SHARE`), and stores nothing where that is fenced or the shard is another node's;
//! * [`Effect::TakeOver`] locks the node's row (`FOR UPDATE`), and so waits for appends that have begun; unless the node has beaten
//!   meanwhile, it fences the node and gives its shards away in the same transaction;
//! * [`Effect::HandOver`] comes from the owner, when nothing of the shard is on the way any more, keeps its row, and does nothing
//!   where the shard has moved since;
//! * [`Effect::Claim`] locks the shards and keeps the row of the node that claims, and then takes only what is nobody's or a fenced
//!   node's.
//!
//! A beat waits for none of the others: they wait for commits, and a node whose commits take long lives.

mod detector;
mod ranking;
mod view;

use std::collections::{BTreeMap, BTreeSet};

use self::detector::Detector;
use self::ranking::ShardRanking;
pub use self::view::{NodeRow, NodeState, ShardRow, View};
use crate::{NodeId, Shard};

/// How often a node writes a beat.
pub const BEAT_MS: u64 = 200;
/// A silence after which a node's lock is looked at, on the database's clock: a beat is missing.
pub const WATCH_MS: i64 = 250;
/// A silence after which a node whose lock is free is gone. With a beat of the node that looks it is noticed within 0.7 s.
pub const UNLOCKED_MS: i64 = 500;
/// A silence after which any node is gone, where nothing else is set; noticed within 1.5 s.
pub const NODE_MS: i64 = 1_300;
/// For how long a shard that nobody has is left to the node that should have it.
pub const ORPHAN_MS: u64 = 200;
/// Shards with rooms that a node hands over at a time: tables of one wait until their new node has read those of all.
pub const MOVING_WITH_ROOMS: usize = 8;

/// What a node hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Time has passed.
    Tick,
    /// The beat was written, and this was read with it.
    Read(View),
    /// The database did not answer a beat.
    Failed,
    /// Nobody held a node's lock.
    Unlocked {
        /// Which node's.
        node: NodeId,
        /// Its last beat when this was to be seen: of a later one it tells nothing.
        beat: i64,
    },
    /// Somebody has moved shards, this node or another one: it is to be read again at once.
    Changed,
    /// Which of this node's shards have rooms; until it is said, any may.
    Occupied(BTreeSet<Shard>),
    /// Nothing of these shards is on the way any more, and nothing new is begun: after the [`Effect::Settle`] of this number.
    Settled {
        /// Which of them.
        number: u64,
        /// Its shards, or some.
        shards: Vec<Shard>,
    },
    /// Everything is to be handed over.
    Leave,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Write a beat, with this state, and read everything; the answer is [`Input::Read`] or [`Input::Failed`].
    Beat(NodeState),
    /// See whether anybody holds a node's lock; if not, that is [`Input::Unlocked`].
    Watch {
        /// Which node's.
        node: NodeId,
        /// Its last beat.
        beat: i64,
    },
    /// Take these, as far as nobody has them.
    Claim(Vec<Shard>),
    /// Fence a node that is gone, and give its shards away, as far as it has them.
    TakeOver {
        /// Which node.
        node: NodeId,
        /// Its last beat, by which it is gone: with another one it lives, and nothing is done.
        beat: i64,
        /// What it has, and to whom that is to go.
        shards: Vec<(Shard, NodeId)>,
    },
    /// Bring the rooms of this shard back from their logs: they are this node's.
    Own(Shard),
    /// Let go of the rooms of this shard, without a word: they are another node's.
    Disown(Shard),
    /// Begin nothing new in the rooms of these shards, and say when everything is durable.
    Settle {
        /// No other one has it: what is said of an earlier one counts no more.
        number: u64,
        /// Which shards.
        shards: Vec<Shard>,
    },
    /// Go on as before: it stays here.
    Resume(Shard),
    /// Give these shards to other nodes.
    HandOver(Vec<Handed>),
    /// Another node has fenced this one: nothing can be written any more. Nothing comes after this.
    Fenced,
}

/// A shard that is given to another node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handed {
    /// Which shard.
    pub shard: Shard,
    /// To whom.
    pub to: NodeId,
    /// The owner's number that it must still have ([`ShardRow::moved`]).
    pub moved: i64,
}

/// Who has which shard, as one node sees it and works on it.
#[derive(Debug)]
pub struct Placement {
    me: NodeId,
    gives_away: GivesAway,
    is_fenced: bool,
    beat_at_ms: u64,
    /// Whether a beat is on its way.
    is_beating: bool,
    detector: Detector,
    ranking: ShardRanking,
    shards: Vec<Slot>,
    /// Those that have rooms, as far as it is known.
    occupied: Option<BTreeSet<Shard>>,
    /// The shards that are being handed over, to whom, and how far that is.
    moving: BTreeMap<Shard, Moving>,
    /// How often it was said that shards are to be settled.
    settles: u64,
}

/// Why a node hands over what it has.
#[derive(Clone, Copy, Debug, Default)]
struct GivesAway {
    /// It is about to end.
    leaves: bool,
    /// The operator wants it to have no shards, by what was read last.
    is_drained: bool,
}

/// A shard, as this node knows it.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    node: Option<NodeId>,
    moved: i64,
    wanted: Option<NodeId>,
    /// Since which move its rooms are here, if they are.
    owned_since: Option<i64>,
    /// Since when it has had no owner that can write.
    orphan_since_ms: Option<u64>,
}

#[derive(Clone, Copy, Debug)]
struct Moving {
    to: NodeId,
    moved: i64,
    has_rooms: bool,
    /// The number of the [`Effect::Settle`] that is waited for.
    settle: u64,
    is_settled: bool,
}

impl Placement {
    /// A node whose row was just written. After a silence of `node_ms` any other one is gone.
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

    /// Who has a shard, by what was read last.
    pub fn owner(&self, shard: Shard) -> Option<NodeId> {
        self.shards[shard.place()].node
    }

    /// Whether the operator wants it to have no shards, by what was read last.
    pub const fn is_drained(&self) -> bool {
        self.gives_away.is_drained
    }

    /// Whether it hands over what it has, and takes nothing that others can have.
    const fn gives_away(&self) -> bool {
        self.gives_away.leaves || self.gives_away.is_drained
    }

    /// Who should have a shard: whom the operator wants, if that one takes shards.
    fn first(&self, shard: Shard) -> Option<NodeId> {
        let wanted = self.shards[shard.place()].wanted;
        let wanted = wanted.filter(|&node| self.ranking.has(node));
        wanted.or_else(|| self.ranking.of(shard))
    }

    /// When the next [`Input::Tick`] is due; never while a beat is on its way.
    pub const fn wake_at_ms(&self) -> Option<u64> {
        if self.is_beating || self.is_fenced {
            None
        } else {
            Some(self.beat_at_ms)
        }
    }

    /// Takes what happened; gives what is to be done about it, in this order.
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
                // It may have changed its mind since its last beat.
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
            // Read before something that is known.
            return;
        }
        (slot.node, slot.moved) = (row.node, row.moved);
        slot.orphan_since_ms = is_orphan.then(|| slot.orphan_since_ms.unwrap_or(now_ms));
        let owned_since = (row.node == Some(self.me)).then_some(row.moved);
        if owned_since == slot.owned_since {
            return;
        }
        // It may have been another node's in between.
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
                // Whoever leaves takes what nobody else can have.
                first => (first.is_none() || !self.gives_away()) && now_ms >= since + ORPHAN_MS,
            })
        };
        let shards: Vec<Shard> = Shard::all().filter(is_mine).collect();
        if !shards.is_empty() {
            effects.push(Effect::Claim(shards));
        }
    }

    /// Hands over what others should have: what has no rooms at once, the rest a few at a time.
    fn move_on(&mut self, active: &[NodeId], effects: &mut Vec<Effect>) {
        let shards = &self.shards;
        self.moving.retain(|shard, moving| {
            if shards[shard.place()].owned_since != Some(moving.moved) {
                return false;
            }
            // Once it is said it stays said: it may be done at any moment.
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
            // Perhaps it was lost; and it does nothing where it was done.
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

    /// Begins to hand over shards with rooms, or without.
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
