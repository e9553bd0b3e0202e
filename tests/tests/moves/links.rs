//! A node's links: `giog_cluster::link` on the simulated bus, connected to rooms at both ends, as `giog_server::cluster` does on NATS.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bytes::Bytes;
use giog_cluster::link::{Callee, Caller, Effect, Input, LinkName, names};
use giog_cluster::{ClusterKey, NodeId};
use giog_rooms::{ConnId, Hub, Peer, RemoteConnections, Wire};
use serde_json::Value;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, interval};
use uuid::Uuid;

use crate::Mutant;
use crate::bus::{Arriving, Bus};

const TICK: Duration = Duration::from_millis(50);
/// The first byte of items that are not frames.
const JSON: u8 = 2;

/// Source of unique connection numbers.
pub type Numbers = Arc<AtomicU64>;

pub fn next_conn(numbers: &Numbers) -> ConnId {
    ConnId(numbers.fetch_add(1, Ordering::Relaxed))
}

pub struct Links {
    pub me: usize,
    pub hub: Hub,
    pub bus: Arc<Bus>,
    pub numbers: Numbers,
    pub began: Instant,
    pub mutant: Option<Mutant>,
    /// The other nodes, as far as this one knows.
    pub others: watch::Receiver<Vec<usize>>,
    /// Counts lost links.
    pub lost: Arc<AtomicU64>,
}

type Key = (usize, bool);

struct Outgoing {
    key: Key,
    opening: u64,
    item: Bytes,
}

/// One opening of a link.
struct Open {
    key: Key,
    opening: u64,
    outgoing: mpsc::UnboundedSender<Outgoing>,
    mutant: Option<Mutant>,
}

impl Wire for Open {
    fn send(&self, item: Bytes) {
        let Some(item) = spoilt(item, self.mutant) else {
            return;
        };
        let (key, opening) = (self.key, self.opening);
        // The task that sends ends with the node.
        let _ = self.outgoing.send(Outgoing { key, opening, item });
    }
}

/// What a mutant does to an item.
fn spoilt(item: Bytes, mutant: Option<Mutant>) -> Option<Bytes> {
    let is_json = item.first() == Some(&JSON);
    let Some(mutant) = mutant.filter(|_| is_json) else {
        return Some(item);
    };
    let mut json: Value = serde_json::from_slice(&item[1..]).expect("an item");
    match mutant {
        Mutant::ForgottenRequests if !json["returned"].is_null() => return None,
        Mutant::ToldTwice => {
            if let Some(after) = json["moved"]["moved"]["after"].as_u64() {
                json["moved"]["moved"]["after"] = after.saturating_sub(1).into();
            }
        }
        Mutant::ClocksRun if json.get("handed_over").is_some() => {
            for room in json["handed_over"]["rooms"]
                .as_array_mut()
                .into_iter()
                .flatten()
            {
                let at_ms = room[1]["at_ms"].as_u64().expect("a time");
                room[1]["at_ms"] = (at_ms + 20_000).into();
            }
        }
        _ => return Some(item),
    }
    let mut bytes = vec![JSON];
    bytes.extend(json.to_string().into_bytes());
    Some(bytes.into())
}

enum Link {
    Caller(Box<Caller>, Option<Arc<Peer>>),
    Callee(Box<Callee>, Option<mpsc::UnboundedSender<Bytes>>),
}

struct End {
    link: Link,
    opening: u64,
}

impl End {
    fn handle(&mut self, input: Input, now_ms: u64) -> Vec<Effect> {
        match &mut self.link {
            Link::Caller(link, _) => link.handle(input, now_ms),
            Link::Callee(link, _) => link.handle(input, now_ms),
        }
    }
}

fn id(node: usize) -> NodeId {
    NodeId(Uuid::from_u128(1 + node as u128))
}

fn node_of(id: NodeId) -> usize {
    usize::try_from(id.0.as_u128() - 1).expect("few nodes")
}

struct Driver {
    links: Links,
    ends: BTreeMap<Key, End>,
    outgoing: mpsc::UnboundedSender<Outgoing>,
}

impl Links {
    /// Runs the links; ends when it is dropped.
    pub async fn keep(self, mut arriving: Arriving) {
        let (outgoing, mut to_send) = mpsc::unbounded_channel();
        let mut others = self.others.clone();
        let mut driver = Driver {
            links: self,
            ends: BTreeMap::new(),
            outgoing,
        };
        driver.update_links();
        let mut ticks = interval(TICK);
        loop {
            tokio::select! {
                biased;
                _ = ticks.tick() => {
                    driver.all(&Input::Tick);
                    driver.tell_network();
                }
                Ok(()) = others.changed() => driver.update_links(),
                Some(message) = arriving.recv() => driver.receive(message),
                Some(item) = to_send.recv() => driver.push(item),
                else => return,
            }
            while let Ok(item) = to_send.try_recv() {
                driver.push(item);
            }
            driver.all(&Input::Flush);
        }
    }
}

impl Driver {
    fn now_ms(&self) -> u64 {
        u64::try_from(self.links.began.elapsed().as_millis()).expect("not for ever")
    }

    /// Creates and removes links, so that there is one pair for each other node.
    fn update_links(&mut self) {
        let key = || ClusterKey::new([9; 32]);
        let others = self.links.others.borrow().clone();
        let me = self.links.me;
        let gone: Vec<Key> = self.ends.keys().copied().collect();
        for key in gone.into_iter().filter(|(node, _)| !others.contains(node)) {
            self.lost(key);
            self.ends.remove(&key);
        }
        for node in others {
            if self.ends.contains_key(&(node, true)) {
                continue;
            }
            let name = |caller, callee| LinkName {
                caller: id(caller),
                callee: id(callee),
                lane: 0,
            };
            let called = Box::new(Callee::new(name(node, me), key()));
            let (calls, effects) = Caller::new(name(me, node), key(), self.now_ms());
            let links = [
                Link::Callee(called, None),
                Link::Caller(Box::new(calls), None),
            ];
            for (link, calls) in links.into_iter().zip([false, true]) {
                self.ends.insert((node, calls), End { link, opening: 0 });
            }
            self.carry_out((node, true), effects);
        }
    }

    /// Tells the rooms here whether every living node can be reached.
    fn tell_network(&self) {
        let is_open = |end: &End| match &end.link {
            Link::Caller(_, peer) => peer.is_some(),
            Link::Callee(_, remote_connections) => remote_connections.is_some(),
        };
        if self.links.mutant != Some(Mutant::ClocksRunWithoutBus) {
            self.links.hub.set_network(self.ends.values().all(is_open));
        }
    }

    fn all(&mut self, input: &Input) {
        let keys: Vec<Key> = self.ends.keys().copied().collect();
        for key in keys {
            self.handle(key, input.clone());
        }
    }

    fn receive(&mut self, message: Bytes) {
        let Some(name) = names(&message) else { return };
        let key = if name.caller == id(self.links.me) {
            (node_of(name.callee), true)
        } else {
            (node_of(name.caller), false)
        };
        self.handle(key, Input::Received(message));
    }

    fn push(&mut self, outgoing: Outgoing) {
        let opening = self.ends.get(&outgoing.key).map(|end| end.opening);
        if opening == Some(outgoing.opening) {
            self.handle(outgoing.key, Input::Send(outgoing.item));
        }
    }

    fn handle(&mut self, key: Key, input: Input) {
        let now_ms = self.now_ms();
        if let Some(end) = self.ends.get_mut(&key) {
            let effects = end.handle(input, now_ms);
            self.carry_out(key, effects);
        }
    }

    fn carry_out(&mut self, key: Key, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Publish(message) => {
                    self.links.bus.publish(self.links.me, key.0, &message);
                }
                Effect::Opened => self.opened(key),
                Effect::Delivered(item) => match self.ends.get(&key).map(|end| &end.link) {
                    Some(Link::Caller(_, Some(peer))) => self.links.hub.hear(peer, &item),
                    Some(Link::Callee(_, Some(remote_connections))) => {
                        // The task ends only when this is dropped.
                        let _ = remote_connections.send(item);
                    }
                    _ => {}
                },
                Effect::Lost(_) => self.lost(key),
                Effect::Full(_) => self.handle(key, Input::Break),
                Effect::Forged => panic!("nobody forges here"),
            }
        }
    }

    fn opened(&mut self, key: Key) {
        let Some(end) = self.ends.get_mut(&key) else {
            return;
        };
        end.opening += 1;
        let wire: Arc<dyn Wire> = Arc::new(Open {
            key,
            opening: end.opening,
            outgoing: self.outgoing.clone(),
            mutant: self.links.mutant,
        });
        match &mut end.link {
            Link::Caller(_, peer) => *peer = Some(self.links.hub.add_peer(wire)),
            Link::Callee(_, remote_connections) => {
                let (items, taken) = mpsc::unbounded_channel();
                let numbers = Arc::clone(&self.links.numbers);
                let host = RemoteConnections::new(
                    self.links.hub.clone(),
                    wire,
                    Arc::new(move || next_conn(&numbers)),
                );
                let tells = self.links.mutant != Some(Mutant::ClocksRunWithoutBus);
                tokio::spawn(take_all(host, taken, tells));
                *remote_connections = Some(items);
            }
        }
    }

    /// This opening has ended.
    fn lost(&mut self, key: Key) {
        let Some(end) = self.ends.get_mut(&key) else {
            return;
        };
        end.opening += 1;
        match &mut end.link {
            Link::Caller(_, peer) => {
                if let Some(peer) = peer.take() {
                    self.links.lost.fetch_add(1, Ordering::Relaxed);
                    self.links.hub.part(&peer);
                }
            }
            Link::Callee(_, remote_connections) => *remote_connections = None,
        }
    }
}

/// Connections of another node in rooms of this one, until the link breaks; then rooms are told.
async fn take_all(
    mut host: RemoteConnections,
    mut items: mpsc::UnboundedReceiver<Bytes>,
    tells: bool,
) {
    while let Some(item) = items.recv().await {
        host.take(&item);
    }
    if tells {
        host.end().await;
    }
}
