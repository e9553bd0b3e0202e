//! The rooms of a node: growing logs, and all who are told of a row once it is durable.

use std::collections::{BTreeMap, BTreeSet};

use giog_cluster::{NodeId, Shard};

use crate::Mutant;
use crate::database::Row;
use crate::items::{Action, Conn, Item, Request, Room};

/// Whose connection it is, and which.
pub type Who = (NodeId, Conn);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Loading,
    Ready,
    Settling,
}

#[derive(Debug, Default)]
struct State {
    log: Vec<Action>,
    /// Taken, and not durable yet.
    pending: Vec<Action>,
    /// The next event of each connection.
    watchers: BTreeMap<Who, u64>,
    asked: Vec<(Who, Request)>,
}

#[derive(Debug, Default)]
pub struct Rooms {
    shards: BTreeMap<Shard, Stage>,
    states: BTreeMap<Room, State>,
    queue: Vec<Row>,
    in_flight: Vec<Row>,
    /// What came for rooms that are not back yet.
    held: Vec<(NodeId, Item)>,
}

impl Rooms {
    fn stage(&self, shard: Shard) -> Option<Stage> {
        self.shards.get(&shard).copied()
    }

    pub fn own(&mut self, shard: Shard) {
        self.shards.insert(shard, Stage::Loading);
    }

    /// Lets go of a shard; gives what is said to whoever was in its rooms. They may know of no other owner: the shard may be this
    /// node's again at once.
    pub fn disown(&mut self, shard: Shard) -> Vec<(NodeId, Item)> {
        self.shards.remove(&shard);
        self.queue.retain(|row| row.room.shard() != shard);
        let rooms = self.states.extract_if(.., |room, _| room.shard() == shard);
        let watchers = rooms.flat_map(|(_, state)| state.watchers.into_keys());
        watchers
            .map(|(node, conn)| (node, Item::Moved { conn }))
            .collect()
    }

    pub fn loaded(
        &mut self,
        shard: Shard,
        logs: BTreeMap<Room, Vec<Action>>,
    ) -> Vec<(NodeId, Item)> {
        if self.stage(shard) == Some(Stage::Loading) {
            self.shards.insert(shard, Stage::Ready);
            for (room, log) in logs {
                let state = State {
                    log,
                    ..State::default()
                };
                self.states.insert(room, state);
            }
        }
        let held = std::mem::take(&mut self.held).into_iter();
        held.flat_map(|(node, item)| self.hear(node, item))
            .collect()
    }

    pub fn settle(&mut self, shard: Shard) {
        if self.stage(shard) == Some(Stage::Ready) {
            self.shards.insert(shard, Stage::Settling);
        }
    }

    pub fn resume(&mut self, shard: Shard) {
        if self.stage(shard) == Some(Stage::Settling) {
            self.shards.insert(shard, Stage::Ready);
        }
    }

    /// Whether nothing of a shard is on the way any more.
    pub fn is_settled(&self, shard: Shard, mutant: Option<Mutant>) -> bool {
        let mut rows = self.queue.iter().chain(&self.in_flight);
        let is_settling = self.stage(shard) == Some(Stage::Settling);
        let early = mutant == Some(Mutant::HandOverBeforeSettled);
        is_settling && (early || rows.all(|row| row.room.shard() != shard))
    }

    /// The shards whose rooms are to be read again, since nobody answered.
    pub fn loading(&self) -> BTreeSet<Shard> {
        let loading = self.shards.iter();
        let loading = loading.filter(|(_, stage)| **stage == Stage::Loading);
        loading.map(|(shard, _)| *shard).collect()
    }

    /// The shards that have rooms.
    pub fn occupied(&self) -> BTreeSet<Shard> {
        self.states.keys().map(|room| room.shard()).collect()
    }

    /// Takes what an edge says; gives what is said back.
    pub fn hear(&mut self, node: NodeId, item: Item) -> Vec<(NodeId, Item)> {
        let (conn, room) = match item {
            Item::Attach { conn, room, .. } | Item::Request { conn, room, .. } => (conn, room),
            Item::Detach { conn, room } => {
                self.forget(room, (node, conn));
                return Vec::new();
            }
            other => panic!("edges do not say {other:?}"),
        };
        match self.stage(room.shard()) {
            Some(Stage::Ready) => {}
            Some(Stage::Loading) => {
                self.held.push((node, item));
                return Vec::new();
            }
            Some(Stage::Settling) | None => {
                self.forget(room, (node, conn));
                return vec![(node, Item::Moved { conn })];
            }
        }
        let mut said = Vec::new();
        let state = self.states.entry(room).or_default();
        let request = match item {
            Item::Attach { after, request, .. } => {
                state.watchers.insert((node, conn), after);
                request
            }
            Item::Request { request, .. } => Some(request),
            _ => None,
        };
        if let Some(request) = request {
            state.asked.retain(|(who, _)| *who != (node, conn));
            state.asked.push(((node, conn), request));
            let is_new = ![&state.log, &state.pending]
                .iter()
                .any(|taken| taken.contains(&request.action));
            if is_new {
                let index = u64::try_from(state.log.len() + state.pending.len());
                state.pending.push(request.action);
                self.queue.push(Row {
                    room,
                    index: index.expect("a small number"),
                    action: request.action,
                });
            }
        }
        self.tell(room, &mut said);
        said
    }

    fn forget(&mut self, room: Room, who: Who) {
        if let Some(state) = self.states.get_mut(&room) {
            state.watchers.remove(&who);
            state.asked.retain(|(asking, _)| *asking != who);
        }
        self.held.retain(|(node, item)| {
            let (Item::Attach { conn, .. } | Item::Request { conn, .. }) = item else {
                return true;
            };
            (*node, *conn) != who
        });
    }

    /// A link was opened or lost: nobody who came over it is there any more.
    pub fn forget_node(&mut self, node: NodeId) {
        self.held.retain(|(from, _)| *from != node);
        for state in self.states.values_mut() {
            state.watchers.retain(|who, _| who.0 != node);
            state.asked.retain(|(who, _)| who.0 != node);
        }
    }

    /// What is to be appended next: one statement at a time.
    pub fn next_append(&mut self) -> Option<Vec<Row>> {
        if !self.in_flight.is_empty() || self.queue.is_empty() {
            return None;
        }
        self.in_flight = std::mem::take(&mut self.queue);
        Some(self.in_flight.clone())
    }

    /// What is to be appended again, since nobody heard what became of it.
    pub fn append_again(&self) -> Option<Vec<Row>> {
        (!self.in_flight.is_empty()).then(|| self.in_flight.clone())
    }

    pub fn appended(&mut self) -> Vec<(NodeId, Item)> {
        let mut said = Vec::new();
        for row in std::mem::take(&mut self.in_flight) {
            // It may have been let go of meanwhile.
            if let Some(state) = self.states.get_mut(&row.room)
                && state.pending.first() == Some(&row.action)
            {
                state.log.push(state.pending.remove(0));
                self.tell(row.room, &mut said);
            }
        }
        said
    }

    fn tell(&mut self, room: Room, said: &mut Vec<(NodeId, Item)>) {
        let Some(state) = self.states.get_mut(&room) else {
            return;
        };
        for (&(node, conn), next) in &mut state.watchers {
            let from = *next;
            for (seq, &action) in (0..).zip(&state.log).skip_while(|&(seq, _)| seq < from) {
                said.push((node, Item::Event { conn, seq, action }));
                *next = seq + 1;
            }
        }
        let log = &state.log;
        state
            .asked
            .retain(|&((node, conn), Request { re, action })| {
                let taken = (0..).zip(log).find(|(_, there)| **there == action);
                if let Some((seq, _)) = taken {
                    said.push((node, Item::Reply { conn, re, seq }));
                }
                taken.is_none()
            });
    }
}
