//! A cluster with its environment.

mod bus;
mod faults;
mod people;
mod trials;

use std::collections::{BTreeMap, VecDeque};

use bytes::Bytes;
use giog_cluster::{ClusterKey, NodeId, Shard};
use uuid::Uuid;

use crate::chance::Chance;
use crate::client::Client;
use crate::database::{Answer, Call, Database, Statement};
use crate::fault::{self, Bus};
use crate::items::{Conn, Item, Room};
use crate::node::{self, Node, Out};
use crate::{Mutant, violated};

/// How often a node looks at its clock.
const TICK_MS: u64 = 25;
/// How long things begin to go wrong, how long after the last of that is over every shard must have an owner, and when all is to be told.
const FAULTS_MS: u64 = 12_000;
const OWNED_MS: u64 = FAULTS_MS + fault::LASTS_MS.end + 5_000;
const END_MS: u64 = FAULTS_MS + 14_000;
const ROOMS: u64 = 5;
/// Messages that somebody else has kept, to send them again.
const KEPT_MESSAGES: usize = 300;
/// The way of a message between two processes that are well, and of a packet to a client.
const WAY_MS: u64 = 1;

/// What was seen, so that a run that saw nothing is noticed.
#[derive(Debug, Default)]
pub struct Tally {
    pub actions: u64,
    pub processes: u64,
    pub opened: u64,
    pub fenced: u64,
    pub left: u64,
    pub forged: u64,
    pub refused: u64,
}

impl Tally {
    pub fn add(&mut self, other: &Self) {
        self.actions += other.actions;
        self.processes += other.processes;
        self.opened += other.opened;
        self.fenced += other.fenced;
        self.left += other.left;
        self.forged += other.forged;
        self.refused += other.refused;
    }

    pub fn must_have_seen_everything(&self) {
        let Self {
            actions,
            processes,
            opened,
            fenced,
            left,
            forged,
            refused,
        } = *self;
        let seen = [actions, processes, opened, fenced, left, forged, refused];
        assert!(seen.iter().all(|&count| count > 0), "{self:?}");
    }
}

/// A machine, on which one process runs after another.
#[derive(Default)]
struct Machine {
    node: Option<Node>,
    /// What came while the process stands still.
    held: Option<Vec<node::Event>>,
    is_cut_from_database: bool,
    is_cut_from_bus: bool,
    is_leaving: bool,
}

enum Event {
    Tick(usize),
    ToNode(NodeId, node::Event),
    Statement(Call, Statement),
    Commit(Call),
    ToClient(usize, Conn, Item),
    ToActAs(usize),
    Fault,
    End(Ends),
}

/// What ends again.
#[derive(Clone, Copy)]
enum Ends {
    Down(usize),
    Pause(usize),
    CutFromDatabase(usize),
    CutFromBus(usize),
    CutPair,
    DatabaseAway,
    SlowCommits,
    Drain(NodeId),
}

pub struct World {
    mutant: Option<Mutant>,
    chance: Chance,
    now_ms: u64,
    events: BTreeMap<(u64, u64), Event>,
    next_event: u64,
    database: Database,
    machines: Vec<Machine>,
    clients: Vec<Client>,
    /// On which machine a client is, by its connection.
    conns: BTreeMap<Conn, (usize, usize)>,
    next_number: u64,
    bus: Bus,
    /// When the last message on a way arrives.
    ways: BTreeMap<(NodeId, NodeId), u64>,
    kept: VecDeque<(NodeId, Bytes)>,
    cut_pair: Option<[usize; 2]>,
    is_database_away: bool,
    are_commits_slow: bool,
    tally: Tally,
}

/// The machine on which a node runs.
fn machine_of(node: NodeId) -> usize {
    usize::from(node.0.as_bytes()[15])
}

impl World {
    pub fn new(seed: u64, mutant: Option<Mutant>) -> Self {
        let mut chance = Chance::new(seed);
        let machines = 2 + chance.below(3);
        let bus = Bus::new(&mut chance);
        let mut world = Self::of(chance, machines, bus, mutant);
        world.after(2_000, Event::Fault);
        world
    }

    fn of(chance: Chance, machines: usize, bus: Bus, mutant: Option<Mutant>) -> Self {
        let mut world = Self {
            mutant,
            chance,
            now_ms: 0,
            events: BTreeMap::new(),
            next_event: 0,
            database: Database::new(mutant),
            machines: (0..machines).map(|_| Machine::default()).collect(),
            clients: Vec::new(),
            conns: BTreeMap::new(),
            next_number: 0,
            bus,
            ways: BTreeMap::new(),
            kept: VecDeque::new(),
            cut_pair: None,
            is_database_away: false,
            are_commits_slow: false,
            tally: Tally::default(),
        };
        for machine in 0..machines {
            world.start(machine);
            world.after(0, Event::Tick(machine));
        }
        for room in 0..ROOMS {
            for _ in 0..2 {
                let client = world.clients.len();
                world.clients.push(Client::new(Room(room)));
                world.after(1_000 + 10 * room, Event::ToActAs(client));
            }
        }
        world
    }

    pub fn run(mut self) -> Tally {
        while let Some(((at_ms, _), event)) = self.events.pop_first() {
            if self.now_ms < FAULTS_MS && at_ms >= FAULTS_MS {
                self.bus = Bus::GOOD;
            }
            if self.now_ms < OWNED_MS && at_ms >= OWNED_MS {
                self.check_owners();
            }
            if at_ms >= END_MS {
                break;
            }
            self.now_ms = at_ms;
            self.happen(event);
        }
        for client in &self.clients {
            client.check(self.database.log(client.room));
            self.tally.actions += client.acknowledged.len() as u64;
        }
        for machine in 0..self.machines.len() {
            self.stop(machine);
        }
        self.tally
    }

    fn check_owners(&self) {
        for shard in Shard::all() {
            if !self.is_owned(shard) {
                violated!("{shard:?} has no owner that lives");
            }
        }
    }

    fn is_owned(&self, shard: Shard) -> bool {
        let owner = self.database.owner(shard);
        owner.is_some_and(|owner| self.node(owner).is_some())
    }

    fn after(&mut self, delay_ms: u64, event: Event) {
        self.next_event += 1;
        let at = (self.now_ms + delay_ms, self.next_event);
        self.events.insert(at, event);
    }

    fn number(&mut self) -> u64 {
        self.next_number += 1;
        self.next_number
    }

    fn node(&self, id: NodeId) -> Option<&Node> {
        let node = self.machines[machine_of(id)].node.as_ref();
        node.filter(|node| node.id == id)
    }

    fn start(&mut self, machine: usize) {
        let random = u128::from(self.chance.number()) << 64 | u128::from(self.chance.number());
        let id = NodeId(Uuid::from_u128(random & !0xff | machine as u128));
        let key = ClusterKey::new([7; 32]);
        self.database.join(id, self.database_ms());
        self.machines[machine].node = Some(Node::new(id, key, self.mutant, self.now_ms));
        self.tally.processes += 1;
    }

    /// Ends the process on a machine, however it came to that: its connections break.
    fn stop(&mut self, machine: usize) {
        let Machine {
            node,
            held,
            is_leaving,
            ..
        } = &mut self.machines[machine];
        let Some(node) = node.take() else { return };
        (*held, *is_leaving) = (None, false);
        self.tally.forged += node.forged;
        self.tally.opened += node.opened;
        self.tally.fenced += u64::from(node.is_over);
        self.database.disconnect(node.id);
        let broken = self.conns.extract_if(.., |_, (on, _)| *on == machine);
        for (_, (_, client)) in broken.collect::<Vec<_>>() {
            self.clients[client].conn = None;
        }
    }

    /// The database's clock, which is another one.
    fn database_ms(&self) -> i64 {
        1_800_000_000_000 + i64::try_from(self.now_ms).expect("a small number")
    }

    fn happen(&mut self, event: Event) {
        match event {
            Event::Tick(machine) => {
                self.after(TICK_MS, Event::Tick(machine));
                if self.machines[machine].held.is_none() {
                    self.tell(machine, node::Event::Tick);
                    self.end_those_who_left(machine);
                }
            }
            Event::ToNode(id, event) => {
                if self.node(id).is_some() {
                    self.tell_or_hold(machine_of(id), event);
                }
            }
            Event::Statement(call, statement) => {
                if !self.is_cut_from_database(call.by) && self.database.begin(call, statement) {
                    self.commit_later(call);
                }
            }
            Event::Commit(call) => self.commit(call),
            Event::ToClient(client, conn, item) => {
                self.clients[client].hear(conn, item, self.now_ms);
            }
            Event::ToActAs(client) => self.act_as(client),
            Event::Fault => {
                if self.now_ms < FAULTS_MS {
                    self.inject_fault();
                    let pause_ms = self.chance.within(fault::PAUSE_MS);
                    self.after(pause_ms, Event::Fault);
                }
            }
            Event::End(what) => self.end(what),
        }
    }

    fn tell_or_hold(&mut self, machine: usize, event: node::Event) {
        match &mut self.machines[machine].held {
            Some(held) => held.push(event),
            None => self.tell(machine, event),
        }
    }

    fn tell(&mut self, machine: usize, event: node::Event) {
        let Some(node) = &mut self.machines[machine].node else {
            return;
        };
        let (id, out) = (node.id, node.handle(event, self.now_ms));
        let is_over = node.is_over;
        for out in out {
            match out {
                Out::Ask(number, statement) => {
                    self.after(WAY_MS, Event::Statement(Call { by: id, number }, statement));
                }
                Out::Publish(to, message) => self.publish(id, to, &message),
                Out::Tell(conn, item) => {
                    if let Some(&(_, client)) = self.conns.get(&conn) {
                        self.after(WAY_MS, Event::ToClient(client, conn, item));
                    }
                }
            }
        }
        if is_over {
            self.go_down(machine);
        }
    }

    fn end_those_who_left(&mut self, machine: usize) {
        let Machine {
            node, is_leaving, ..
        } = &self.machines[machine];
        if *is_leaving && node.as_ref().is_some_and(Node::owns_nothing) {
            self.tally.left += 1;
            self.go_down(machine);
        }
    }

    /// The process ends, and another one starts some time later.
    fn go_down(&mut self, machine: usize) {
        self.stop(machine);
        let lasts_ms = if self.now_ms < FAULTS_MS {
            self.chance.within(fault::LASTS_MS)
        } else {
            TICK_MS
        };
        self.after(lasts_ms, Event::End(Ends::Down(machine)));
    }

    fn is_cut_from_database(&self, id: NodeId) -> bool {
        self.is_database_away || self.machines[machine_of(id)].is_cut_from_database
    }

    fn commit_later(&mut self, call: Call) {
        let longest = if self.are_commits_slow { 2_500 } else { 10 };
        let takes_ms = self.chance.within(1..longest);
        self.after(takes_ms, Event::Commit(call));
    }

    fn commit(&mut self, call: Call) {
        let Some((answer, granted)) = self.database.commit(call, self.database_ms()) else {
            return;
        };
        for call in granted {
            self.commit_later(call);
        }
        self.tally.refused += u64::from(matches!(answer, Answer::Refused));
        if matches!(answer, Answer::Read(_)) && self.node(call.by).is_some() {
            self.database.connect(call.by);
        }
        if !self.is_cut_from_database(call.by) {
            let answer = node::Event::Answer(call.number, answer);
            self.after(WAY_MS, Event::ToNode(call.by, answer));
        }
    }
}
