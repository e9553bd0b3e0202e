//! A node: the state machines of the crate combined, with connections on one side and rooms on the other.

mod links;

use std::collections::{BTreeMap, VecDeque};

use bytes::Bytes;
use giog_cluster::link::{self, Callee, Caller};
use giog_cluster::placement::{self, Placement};
use giog_cluster::{ClusterKey, NodeId, Shard};

use crate::database::{Answer, Statement};
use crate::edge::Edge;
use crate::items::{Conn, Item, Request, Room};
use crate::rooms::Rooms;
use crate::{Mutant, violated};

/// How long an answer of the database is waited for.
const ANSWER_MS: u64 = 1_000;

/// What a node hears.
#[derive(Clone, Debug)]
pub enum Event {
    Tick,
    Message(Bytes),
    Answer(u64, Answer),
    Attach {
        conn: Conn,
        room: Room,
        after: u64,
        request: Option<Request>,
    },
    Request(Conn, Request),
    Detach(Conn),
    Leave,
}

/// What a node does.
#[derive(Debug)]
pub enum Out {
    Ask(u64, Statement),
    Publish(NodeId, Bytes),
    Tell(Conn, Item),
}

/// An end of a link, and how many items went over this opening of it.
#[derive(Debug)]
struct End<L> {
    link: L,
    sent: u64,
    heard: u64,
}

impl<L> End<L> {
    const fn new(link: L) -> Self {
        Self {
            link,
            sent: 0,
            heard: 0,
        }
    }

    fn decode(&mut self, item: &Bytes) -> Item {
        let (place, item) = Item::decode(item);
        if place != self.heard {
            violated!(
                "item {place} of an opening came after {} others",
                self.heard
            );
        }
        self.heard += 1;
        item
    }
}

/// What the database was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Beat,
    Append,
    Load(Shard),
    Other,
}

pub struct Node {
    pub id: NodeId,
    mutant: Option<Mutant>,
    key: ClusterKey,
    placement: Placement,
    callers: BTreeMap<NodeId, End<Caller>>,
    callees: BTreeMap<NodeId, End<Callee>>,
    edge: Edge,
    rooms: Rooms,
    calls: BTreeMap<u64, (Asked, u64)>,
    next_call: u64,
    settling: BTreeMap<Shard, u64>,
    /// What the node says to itself.
    local: VecDeque<Item>,
    out: Vec<Out>,
    /// Whether it was fenced, and so ends.
    pub is_over: bool,
    pub forged: u64,
    pub opened: u64,
}

impl Node {
    pub fn new(id: NodeId, key: ClusterKey, mutant: Option<Mutant>, now_ms: u64) -> Self {
        Self {
            id,
            mutant,
            key,
            placement: Placement::new(id, placement::NODE_MS, now_ms),
            callers: BTreeMap::new(),
            callees: BTreeMap::new(),
            edge: Edge::default(),
            rooms: Rooms::default(),
            calls: BTreeMap::new(),
            next_call: 0,
            settling: BTreeMap::new(),
            local: VecDeque::new(),
            out: Vec::new(),
            is_over: false,
            forged: 0,
            opened: 0,
        }
    }

    pub fn owns_nothing(&self) -> bool {
        !Shard::all().any(|shard| self.placement.owner(shard) == Some(self.id))
    }

    pub fn handle(&mut self, event: Event, now_ms: u64) -> Vec<Out> {
        match event {
            Event::Tick => self.tick(now_ms),
            Event::Message(message) => self.message(message, now_ms),
            Event::Answer(number, answer) => self.answered(number, answer, now_ms),
            Event::Attach {
                conn,
                room,
                after,
                request,
            } => self.edge.attach(conn, room, after, request),
            Event::Request(conn, request) => {
                let said = self.edge.request(conn, request);
                self.say_all_to_owners(said, now_ms);
            }
            Event::Detach(conn) => {
                let said = self.edge.detach(conn);
                self.say_all_to_owners(said, now_ms);
            }
            Event::Leave => self.place(placement::Input::Leave, now_ms),
        }
        self.round_off(now_ms);
        std::mem::take(&mut self.out)
    }

    fn ask(&mut self, asked: Asked, statement: Statement, now_ms: u64) {
        self.next_call += 1;
        self.calls
            .insert(self.next_call, (asked, now_ms + ANSWER_MS));
        self.out.push(Out::Ask(self.next_call, statement));
    }

    fn load(&mut self, shard: Shard, now_ms: u64) {
        // What was asked before it was this node's again is not to be believed.
        self.calls
            .retain(|_, (asked, _)| *asked != Asked::Load(shard));
        self.ask(Asked::Load(shard), Statement::Load(shard), now_ms);
    }

    fn tick(&mut self, now_ms: u64) {
        let late = self.calls.extract_if(.., |_, (_, until)| *until <= now_ms);
        for (_, (asked, _)) in late.collect::<Vec<_>>() {
            match asked {
                Asked::Beat => self.place(placement::Input::Failed, now_ms),
                Asked::Append => {
                    let again = self.rooms.append_again().map(Statement::Append);
                    let again = again.expect("a call for each append");
                    self.ask(Asked::Append, again, now_ms);
                }
                Asked::Load(shard) if self.rooms.loading().contains(&shard) => {
                    self.load(shard, now_ms);
                }
                Asked::Load(_) | Asked::Other => {}
            }
        }
        if self.placement.wake_at_ms().is_some_and(|at| at <= now_ms) {
            self.place(placement::Input::Tick, now_ms);
        }
        for peer in self.callers.keys().copied().collect::<Vec<_>>() {
            self.call(peer, link::Input::Tick, now_ms);
        }
        for peer in self.callees.keys().copied().collect::<Vec<_>>() {
            self.be_called(peer, link::Input::Tick, now_ms);
        }
    }

    fn message(&mut self, message: Bytes, now_ms: u64) {
        let Some(name) = link::names(&message) else {
            self.forged += 1;
            return;
        };
        let received = link::Input::Received(message);
        if name.caller == self.id {
            self.call(name.callee, received, now_ms);
        } else {
            self.be_called(name.caller, received, now_ms);
        }
    }

    fn answered(&mut self, number: u64, answer: Answer, now_ms: u64) {
        let Some((asked, _)) = self.calls.remove(&number) else {
            return;
        };
        match answer {
            Answer::Read(view) => {
                self.update_links(&view, now_ms);
                self.edge.look_again();
                let occupied = self.rooms.occupied();
                self.place(placement::Input::Occupied(occupied), now_ms);
                self.place(placement::Input::Read(view), now_ms);
            }
            Answer::Unlocked(unlocked) => {
                if let Some((node, beat)) = unlocked {
                    self.place(placement::Input::Unlocked { node, beat }, now_ms);
                }
            }
            Answer::Appended => {
                for (node, item) in self.rooms.appended() {
                    self.say_to_edge(node, item, now_ms);
                }
            }
            Answer::Refused => self.is_over |= asked == Asked::Append,
            Answer::Loaded(shard, logs) => {
                for (node, item) in self.rooms.loaded(shard, logs) {
                    self.say_to_edge(node, item, now_ms);
                }
            }
            Answer::Done => {
                self.place(placement::Input::Changed, now_ms);
                let peers: Vec<_> = self.callers.keys().copied().collect();
                let told = peers.into_iter().map(|peer| (peer, Item::Changed));
                self.say_all_to_owners(told, now_ms);
            }
        }
    }

    fn place(&mut self, input: placement::Input, now_ms: u64) {
        use placement::Effect;
        for effect in self.placement.handle(input, now_ms) {
            match effect {
                Effect::Beat(state) => self.ask(Asked::Beat, Statement::Beat(state), now_ms),
                Effect::Watch { node, beat } => {
                    self.ask(Asked::Other, Statement::Watch { node, beat }, now_ms);
                }
                Effect::Claim(shards) => self.ask(Asked::Other, Statement::Claim(shards), now_ms),
                Effect::TakeOver { node, beat, shards } => {
                    let take_over = Statement::TakeOver { node, beat, shards };
                    self.ask(Asked::Other, take_over, now_ms);
                }
                Effect::HandOver(handed) => {
                    self.ask(Asked::Other, Statement::HandOver(handed), now_ms);
                }
                Effect::Own(shard) => {
                    self.rooms.own(shard);
                    self.load(shard, now_ms);
                }
                Effect::Disown(shard) => {
                    for (node, item) in self.rooms.disown(shard) {
                        self.say_to_edge(node, item, now_ms);
                    }
                    self.settling.remove(&shard);
                }
                Effect::Settle { number, shards } => {
                    for shard in shards {
                        self.rooms.settle(shard);
                        self.settling.insert(shard, number);
                    }
                }
                Effect::Resume(shard) => {
                    self.rooms.resume(shard);
                    self.settling.remove(&shard);
                }
                Effect::Fenced => self.is_over = true,
            }
        }
    }

    /// What follows from whatever happened.
    fn round_off(&mut self, now_ms: u64) {
        if self.is_over {
            return;
        }
        let (me, callers) = (self.id, &self.callers);
        let is_open = |node| {
            let caller = callers.get(&node);
            node == me || caller.is_some_and(|end| end.link.is_open())
        };
        let owner = |shard| self.placement.owner(shard);
        let said = self.edge.route(owner, is_open, self.mutant);
        self.say_all_to_owners(said, now_ms);
        while let Some(item) = self.local.pop_front() {
            for (node, item) in self.rooms.hear(me, item) {
                self.say_to_edge(node, item, now_ms);
            }
        }
        if let Some(rows) = self.rooms.next_append() {
            self.ask(Asked::Append, Statement::Append(rows), now_ms);
        }
        let settled = |shard: &Shard, _: &mut u64| self.rooms.is_settled(*shard, self.mutant);
        let settled = self.settling.extract_if(.., settled).collect::<Vec<_>>();
        let mut by_number: BTreeMap<u64, Vec<Shard>> = BTreeMap::new();
        for (shard, number) in settled {
            by_number.entry(number).or_default().push(shard);
        }
        for (number, shards) in by_number {
            self.place(placement::Input::Settled { number, shards }, now_ms);
        }
        for peer in self.callers.keys().copied().collect::<Vec<_>>() {
            self.call(peer, link::Input::Flush, now_ms);
            self.be_called(peer, link::Input::Flush, now_ms);
        }
    }
}
