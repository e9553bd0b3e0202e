//! The database: statements with delays, row locks, and commits that may succeed although the answer is lost.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use giog_cluster::placement::{Handed, NodeRow, NodeState, ShardRow, View};
use giog_cluster::{NodeId, Shard};

use crate::items::{Action, Room};
use crate::{Mutant, violated};

/// A row of a room's log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    pub room: Room,
    pub index: u64,
    pub action: Action,
}

/// What nodes ask for.
#[derive(Clone, Debug)]
pub enum Statement {
    Beat(NodeState),
    Watch {
        node: NodeId,
        beat: i64,
    },
    Claim(Vec<Shard>),
    TakeOver {
        node: NodeId,
        beat: i64,
        shards: Vec<(Shard, NodeId)>,
    },
    HandOver(Vec<Handed>),
    Append(Vec<Row>),
    Load(Shard),
}

#[derive(Clone, Debug)]
pub enum Answer {
    Read(View),
    Unlocked(Option<(NodeId, i64)>),
    Done,
    Appended,
    /// The node is fenced, or a shard is not its own.
    Refused,
    Loaded(Shard, BTreeMap<Room, Vec<Action>>),
}

/// Who asked, and which of its calls it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Call {
    pub by: NodeId,
    pub number: u64,
}

#[derive(Clone, Debug)]
struct Transaction {
    statement: Statement,
    /// Who had which shard when the statement began.
    snapshot: Vec<Option<NodeId>>,
    /// Whether its node was fenced when it had its lock.
    is_refused: bool,
}

#[derive(Clone, Debug, Default)]
struct Locks {
    keepers: BTreeSet<Call>,
    locker: Option<Call>,
    waiting: VecDeque<Call>,
}

struct Node {
    row: NodeRow,
    /// Whether its session holds the node's lock.
    is_locked: bool,
}

pub struct Database {
    mutant: Option<Mutant>,
    nodes: BTreeMap<NodeId, Node>,
    shards: Vec<ShardRow>,
    logs: BTreeMap<Room, Vec<Action>>,
    transactions: BTreeMap<Call, Transaction>,
    locks: BTreeMap<NodeId, Locks>,
}

/// How a statement keeps or locks a node's row.
enum Lock {
    None,
    Keep(NodeId),
    Alone(NodeId),
}

impl Database {
    pub fn new(mutant: Option<Mutant>) -> Self {
        let shard = |shard| ShardRow {
            shard,
            node: None,
            moved: 0,
            wanted: None,
        };
        Self {
            mutant,
            nodes: BTreeMap::new(),
            shards: Shard::all().map(shard).collect(),
            logs: BTreeMap::new(),
            transactions: BTreeMap::new(),
            locks: BTreeMap::new(),
        }
    }

    pub fn join(&mut self, node: NodeId, now_ms: i64) {
        let row = NodeRow {
            node,
            state: NodeState::Active,
            beat: 0,
            beat_at_ms: now_ms,
            is_drained: false,
            reach: None,
        };
        let is_locked = true;
        self.nodes.insert(node, Node { row, is_locked });
    }

    /// A process or its connection is gone: so is its lock. What it has begun goes on.
    pub fn disconnect(&mut self, node: NodeId) {
        if let Some(node) = self.nodes.get_mut(&node) {
            node.is_locked = false;
        }
    }

    /// A node's session holds its lock, again or for as long as the database has not heard that its machine is gone.
    pub fn connect(&mut self, node: NodeId) {
        if let Some(node) = self.nodes.get_mut(&node) {
            node.is_locked = true;
        }
    }

    /// The operator wants a node to have no shards, or its part again.
    pub fn drain(&mut self, node: NodeId, is_drained: bool) {
        if let Some(node) = self.nodes.get_mut(&node) {
            node.row.is_drained = is_drained;
        }
    }

    /// The operator wants a shard to be on a node.
    pub fn want(&mut self, shard: Shard, node: NodeId) {
        self.shards[usize::from(shard.0)].wanted = Some(node);
    }

    /// Another server goes on with what was committed: all sessions are gone, and with them what they had begun.
    pub fn fail_over(&mut self) {
        self.transactions.clear();
        self.locks.clear();
        for node in self.nodes.values_mut() {
            node.is_locked = false;
        }
    }

    pub fn log(&self, room: Room) -> &[Action] {
        self.logs.get(&room).map_or(&[], Vec::as_slice)
    }

    pub fn owner(&self, shard: Shard) -> Option<NodeId> {
        self.shards[usize::from(shard.0)].node
    }

    fn is_fenced(&self, node: NodeId) -> bool {
        let node = self.nodes.get(&node);
        node.is_none_or(|node| node.row.state == NodeState::Fenced)
    }

    /// Begins a statement; gives whether it may go on to its commit. If not, [`Self::commit`] of another one says when.
    pub fn begin(&mut self, call: Call, statement: Statement) -> bool {
        let lock = self.lock_of(call.by, &statement);
        let snapshot = self.shards.iter().map(|row| row.node).collect();
        self.transactions.insert(
            call,
            Transaction {
                statement,
                snapshot,
                is_refused: false,
            },
        );
        self.acquire(call, &lock)
    }

    fn lock_of(&self, by: NodeId, statement: &Statement) -> Lock {
        match statement {
            Statement::Append(_) if self.mutant == Some(Mutant::NoKeyShare) => Lock::None,
            Statement::TakeOver { .. } if self.mutant == Some(Mutant::NoFence) => Lock::None,
            Statement::Append(_)
            | Statement::HandOver(_)
            | Statement::Claim(_)
            | Statement::Beat(_) => Lock::Keep(by),
            Statement::TakeOver { node, .. } => Lock::Alone(*node),
            Statement::Watch { .. } | Statement::Load(_) => Lock::None,
        }
    }

    fn acquire(&mut self, call: Call, lock: &Lock) -> bool {
        if let Lock::Keep(node) | Lock::Alone(node) = *lock {
            let locks = self.locks.entry(node).or_default();
            let locks_alone = matches!(lock, Lock::Alone(_));
            if locks.locker.is_some() || locks_alone && !locks.keepers.is_empty() {
                locks.waiting.push_back(call);
                return false;
            }
            if locks_alone {
                locks.locker = Some(call);
            } else {
                locks.keepers.insert(call);
            }
        }
        let is_refused = self.is_fenced(call.by);
        if let Some(transaction) = self.transactions.get_mut(&call) {
            transaction.is_refused = is_refused;
        }
        true
    }

    /// Ends a statement that may go on; gives its answer, and those that may go on after it. Nothing if it is no more.
    pub fn commit(&mut self, call: Call, now_ms: i64) -> Option<(Answer, Vec<Call>)> {
        let transaction = self.transactions.remove(&call)?;
        let lock = self.lock_of(call.by, &transaction.statement);
        let answer = self.carry_out(call.by, transaction, now_ms);
        Some((answer, self.give_back(call, &lock)))
    }

    fn give_back(&mut self, call: Call, lock: &Lock) -> Vec<Call> {
        let (Lock::Keep(node) | Lock::Alone(node)) = *lock else {
            return Vec::new();
        };
        let locks = self.locks.entry(node).or_default();
        locks.keepers.remove(&call);
        if locks.locker == Some(call) {
            locks.locker = None;
        }
        let waiting = std::mem::take(&mut locks.waiting);
        let mut granted = Vec::new();
        for next in waiting {
            let Some(transaction) = self.transactions.get(&next) else {
                continue;
            };
            let lock = self.lock_of(next.by, &transaction.statement);
            if self.acquire(next, &lock) {
                granted.push(next);
            }
        }
        granted
    }

    fn carry_out(&mut self, by: NodeId, transaction: Transaction, now_ms: i64) -> Answer {
        let Transaction {
            statement,
            snapshot,
            is_refused,
        } = transaction;
        match statement {
            Statement::Beat(state) => self.beat(by, state, now_ms),
            Statement::Watch { node, beat } => {
                let is_free = self.nodes.get(&node).is_some_and(|node| !node.is_locked);
                Answer::Unlocked(is_free.then_some((node, beat)))
            }
            Statement::Load(shard) => {
                let logs = self.logs.iter().filter(|(room, _)| room.shard() == shard);
                Answer::Loaded(
                    shard,
                    logs.map(|(room, log)| (*room, log.clone())).collect(),
                )
            }
            Statement::TakeOver { node, beat, shards } => {
                self.take_over(by, (node, beat), &shards);
                Answer::Done
            }
            _ if is_refused => Answer::Refused,
            Statement::Claim(shards) => {
                for shard in shards {
                    if self.owner(shard).is_none_or(|node| self.is_fenced(node)) {
                        self.give(shard, by);
                    }
                }
                Answer::Done
            }
            Statement::HandOver(handed) => {
                for Handed { shard, to, moved } in handed {
                    let row = self.shards[usize::from(shard.0)];
                    if row.node == Some(by) && row.moved == moved {
                        self.give(shard, to);
                    }
                }
                Answer::Done
            }
            Statement::Append(rows) => self.append(by, &rows, &snapshot),
        }
    }

    fn beat(&mut self, by: NodeId, state: NodeState, now_ms: i64) -> Answer {
        if let Some(node) = self.nodes.get_mut(&by)
            && node.row.state != NodeState::Fenced
        {
            node.row.beat += 1;
            node.row.beat_at_ms = now_ms;
            node.row.state = state;
        }
        let owners: BTreeSet<_> = self.shards.iter().filter_map(|row| row.node).collect();
        let rows = self.nodes.values().map(|node| node.row);
        let matters = |row: &NodeRow| {
            row.state != NodeState::Fenced || row.node == by || owners.contains(&row.node)
        };
        Answer::Read(View {
            now_ms,
            nodes: rows.filter(matters).collect(),
            shards: self.shards.clone(),
        })
    }

    fn take_over(&mut self, by: NodeId, (node, beat): (NodeId, i64), shards: &[(Shard, NodeId)]) {
        let lives = |row: &Node| row.row.beat != beat;
        if self.is_fenced(by) || self.is_fenced(node) || self.nodes.get(&node).is_some_and(lives) {
            return;
        }
        if self.mutant != Some(Mutant::NoFence)
            && let Some(node) = self.nodes.get_mut(&node)
        {
            node.row.state = NodeState::Fenced;
        }
        for &(shard, to) in shards {
            if self.owner(shard) == Some(node) {
                self.give(shard, to);
            }
        }
    }

    fn give(&mut self, shard: Shard, to: NodeId) {
        let row = &mut self.shards[usize::from(shard.0)];
        row.node = Some(to);
        row.moved += 1;
    }

    fn append(&mut self, by: NodeId, rows: &[Row], snapshot: &[Option<NodeId>]) -> Answer {
        let is_own = |row: &Row| snapshot[usize::from(row.room.shard().0)] == Some(by);
        if !rows.iter().all(is_own) {
            return Answer::Refused;
        }
        for row in rows {
            let owner = self.owner(row.room.shard());
            let log = self.logs.entry(row.room).or_default();
            let index = usize::try_from(row.index).expect("a small number");
            match log.get(index) {
                Some(there) if *there == row.action => continue,
                Some(there) => violated!("{row:?} is {there:?} already"),
                None if index > log.len() => violated!("{row:?} leaves a gap"),
                None => log.push(row.action),
            }
            if owner != Some(by) {
                violated!("{row:?} is stored by {by}, and the shard is {owner:?}'s");
            }
        }
        Answer::Appended
    }
}
