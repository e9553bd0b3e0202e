//! The links to other nodes: connects `giog_cluster::link` with NATS, and passes received items to the rooms.

mod alive;
mod closed;
mod end;
mod probe;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use async_nats::Client;
use async_nats::connection::State;
use bytes::Bytes;
use futures_util::{FutureExt as _, StreamExt as _};
use giog_cluster::link::{BEAT_MS, Callee, Caller, Effect, Input, LinkName, WINDOW_ITEMS, names};
use giog_cluster::{ClusterKey, NodeId};
use giog_cluster::{Reach, standing};
use giog_rooms::{Clock, RemoteConnections, Wire};
use tokio::sync::{mpsc, watch};
use tokio::task::unconstrained;
use tokio::time::{MissedTickBehavior, interval};

use self::closed::Closed;
use self::end::{Link, LinkEnd, OpenLink, Outgoing, Side};
use self::probe::Probe;
use super::nats::{self, LastError};
use crate::cluster_secret::Secret;
use crate::settings::Cluster as ClusterSettings;
use crate::state::App;

/// The interval at which links are checked: a fraction of their beats.
const TICK: Duration = Duration::from_millis(50);
/// Bytes that may wait for a place on a link, such as when all rooms are reported at once. With more, the link is opened again.
const WAITING_BYTES: usize = 64 * 1024 * 1024;
/// The fraction (1 / 4) of these bytes that is for what is played: with less left, the link is filling, and rooms refuse over it whatever
/// is long and can be asked for again.
const KEPT_FREE: usize = 4;
/// Items of another node that may wait to be handled: four times a full window. With more, the link is opened again.
const ITEMS_WAITING: usize = 4 * WINDOW_ITEMS;
/// There is one link for each direction between two nodes.
const LANE: u8 = 0;

/// Another node that lives, according to the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct OtherNode {
    pub node: NodeId,
    /// Whether people may be connected to it. If it cannot be reached, rooms wait for them.
    pub has_people: bool,
}

/// All links of this node.
pub(super) struct Links {
    me: NodeId,
    app: App,
    clock: Arc<dyn Clock>,
    key: ClusterKey,
    /// The prefix of the cluster's subjects on NATS.
    subject: String,
    others: watch::Receiver<Vec<OtherNode>>,
    ends: BTreeMap<(NodeId, bool), LinkEnd>,
    probe: Probe,
    /// When the other nodes were last told that this one beats.
    told_ms: Option<u64>,
    closed: Closed,
    /// Whether NATS answers. A lone node needs no links, and its operator must learn of it before others start.
    nats_away: Closed,
    last_error: LastError,
    outgoing: mpsc::UnboundedSender<Outgoing>,
    to_send: Option<mpsc::UnboundedReceiver<Outgoing>>,
}

impl Links {
    pub fn new(
        me: NodeId,
        app: App,
        secret: &Secret,
        others: watch::Receiver<Vec<OtherNode>>,
    ) -> Self {
        let cluster = format!("giog.{}", secret.name());
        let (outgoing, to_send) = mpsc::unbounded_channel();
        Self {
            me,
            clock: Arc::clone(&app.clock),
            app,
            key: secret.links(),
            subject: format!("{cluster}.n"),
            others,
            ends: BTreeMap::new(),
            probe: Probe::new(&cluster, me),
            told_ms: None,
            closed: Closed::default(),
            nats_away: Closed::default(),
            last_error: LastError::default(),
            outgoing,
            to_send: Some(to_send),
        }
    }

    /// Runs the links; ends when it is dropped.
    pub async fn keep(mut self, settings: ClusterSettings) {
        let client = nats::connect(&settings, &self.last_error).await;
        let mine = format!("{}.{}", self.subject, self.me);
        let subscribed = client.subscribe(mine).await;
        let listening = self.probe.listen(&client).await;
        let (Ok(mut arriving), Some(mut answers), Some(mut to_send)) =
            (subscribed, listening, self.to_send.take())
        else {
            // Does not happen: the subject is valid, and this is called once.
            return;
        };
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                biased;
                _ = ticks.tick() => self.tick(&client),
                Ok(()) = self.others.changed() => self.update_links(&client),
                Some(_) = answers.next() => self.probe.answered(self.now_ms()),
                message = arriving.next() => match message {
                    Some(message) => self.receive(message.payload, &client),
                    None => return,
                },
                Some(first) = to_send.recv() => self.push(first, &client),
            }
            // Everything that is already there is sent together, even if more keeps coming.
            while let Ok(next) = to_send.try_recv() {
                self.push(next, &client);
            }
            self.flush(&client);
        }
    }

    fn now_ms(&self) -> u64 {
        self.clock.now().mono_ms
    }

    /// Creates and removes links, so that there is one pair for each other node.
    fn update_links(&mut self, client: &Client) {
        let others: Vec<NodeId> = {
            let others = self.others.borrow_and_update();
            others.iter().map(|other| other.node).collect()
        };
        let gone: Vec<_> = self.ends.keys().copied().collect();
        for key in gone.into_iter().filter(|(node, _)| !others.contains(node)) {
            if let Some(mut end) = self.ends.remove(&key) {
                self.lost(&mut end);
            }
        }
        for node in others {
            if self.ends.contains_key(&(node, true)) {
                continue;
            }
            let name = |caller, callee| LinkName {
                caller,
                callee,
                lane: LANE,
            };
            let from = Callee::new(name(node, self.me), self.key.clone());
            let from = Link::Callee {
                link: Box::new(from),
                remote_connections: None,
            };
            self.ends.insert((node, false), LinkEnd::new(from));
            let (to, effects) = Caller::new(name(self.me, node), self.key.clone(), self.now_ms());
            let to = Link::Caller {
                link: Box::new(to),
                peer: None,
            };
            self.ends.insert((node, true), LinkEnd::new(to));
            self.carry_out((node, true), effects, client);
        }
    }

    fn tick(&mut self, client: &Client) {
        let now_ms = self.now_ms();
        let due = self.ends.iter().filter(|(_, end)| end.is_due(now_ms));
        let due: Vec<_> = due.map(|(&key, _)| key).collect();
        for key in due {
            self.handle(key, Input::Tick, client);
        }
        self.tell(client, now_ms);
        self.probe.ask(client, now_ms);
        self.count(client);
    }

    /// Tells the other nodes how long ago this one wrote a heartbeat.
    fn tell(&mut self, client: &Client, now_ms: u64) {
        if self.told_ms.is_some_and(|at_ms| now_ms < at_ms + BEAT_MS) {
            return;
        }
        self.told_ms = Some(now_ms);
        let item = alive::item(self.app.cluster.standing.silent_ms(now_ms));
        // If much waits for a place, this would be late; the next one follows soon.
        let takes = |end: &LinkEnd| end.is_open() && end.waiting.is_empty();
        let owners = self.ends.iter_mut();
        let owners = owners.filter(|((_, is_caller), end)| !is_caller && takes(end));
        let owners: Vec<_> = owners
            .map(|(&key, end)| {
                end.is_touched = true;
                key
            })
            .collect();
        for key in owners {
            self.handle(key, Input::Send(item.clone()), client);
        }
    }

    fn count(&mut self, client: &Client) {
        let counts = &self.app.cluster.counts;
        let open = self.ends.values().filter(|end| end.is_open()).count();
        counts.links.set(open);
        let now_ms = self.now_ms();
        let is_answered = open > 0 || self.probe.is_answered(now_ms);
        if self.nats_away.note(is_answered, now_ms) {
            tracing::warn!(
                nats = ?client.connection_state(),
                error = self.last_error.text(),
                "NATS does not answer: this server reaches no other one until it does"
            );
        }
        let reach = if open > 0 {
            Reach::Nodes
        } else if is_answered {
            Reach::Bus
        } else {
            Reach::Nothing
        };
        let reach = standing::Input::Reach(reach);
        self.app.cluster.standing.handle(&reach, now_ms);
        let are_people_reached = {
            let others = self.others.borrow();
            let mut others = others.iter().filter(|other| other.has_people);
            others.all(|other| self.is_reached(other.node))
        };
        self.app.hub.set_network(are_people_reached);
        // `ends` has the nodes that are alive, according to the database.
        let are_all_open = open == self.ends.len();
        let waiting = self.ends.values().map(LinkEnd::waiting_bytes);
        counts.waiting_bytes.set(waiting.sum());
        if self.closed.note(are_all_open, now_ms) {
            tracing::warn!(
                open,
                needed = self.ends.len(),
                nats = ?client.connection_state(),
                error = self.last_error.text(),
                "links to other servers are not open: people whose room is on another one are told `busy`. All servers need the same \
                 NATS server and the same signing.key"
            );
        }
    }

    /// Whether both links between this node and another one are open.
    fn is_reached(&self, node: NodeId) -> bool {
        let ends = [true, false].map(|is_caller| self.ends.get(&(node, is_caller)));
        ends.iter().all(|end| end.is_some_and(LinkEnd::is_open))
    }

    fn receive(&mut self, message: Bytes, client: &Client) {
        let counts = &self.app.cluster.counts;
        counts.note_received(message.len(), &self.app.costs);
        // Messages that belong to no link here have no effect.
        let Some(name) = names(&message) else { return };
        let key = if name.caller == self.me {
            (name.callee, true)
        } else {
            (name.caller, false)
        };
        self.handle(key, Input::Received(message), client);
        self.send_waiting(key, client);
    }

    fn push(&mut self, outgoing: Outgoing, client: &Client) {
        let key = (outgoing.node, outgoing.side == Side::Caller);
        let Some(end) = self.ends.get_mut(&key) else {
            return;
        };
        if end.opening != outgoing.opening {
            // The item was for an opening that has ended.
            return;
        }
        end.is_touched = true;
        end.note_taken(&outgoing.item);
        if end.waiting.is_empty() {
            self.handle(key, Input::Send(outgoing.item), client);
        } else {
            end.wait(outgoing.item);
            if end.waiting_bytes() > WAITING_BYTES {
                self.handle(key, Input::Break, client);
            }
        }
    }

    /// Sends waiting items, as far as the window has places now.
    fn send_waiting(&mut self, key: (NodeId, bool), client: &Client) {
        let mut waiting = match self.ends.get_mut(&key) {
            Some(end) if !end.waiting.is_empty() => std::mem::take(&mut end.waiting),
            _ => return,
        };
        while let Some(item) = waiting.pop_front() {
            let Some(end) = self.ends.get_mut(&key) else {
                return;
            };
            end.is_touched = true;
            end.note_taken(&item);
            self.handle(key, Input::Send(item), client);
            if let Some(end) = self.ends.get_mut(&key)
                && !end.waiting.is_empty()
            {
                // The window is full again.
                end.waiting.append(&mut waiting);
            }
        }
    }

    fn flush(&mut self, client: &Client) {
        let touched = self.ends.iter_mut().filter(|(_, end)| end.is_touched);
        let touched: Vec<_> = touched
            .map(|(&key, end)| {
                end.is_touched = false;
                key
            })
            .collect();
        for key in touched {
            self.handle(key, Input::Flush, client);
        }
    }

    fn handle(&mut self, key: (NodeId, bool), input: Input, client: &Client) {
        let now_ms = self.now_ms();
        if let Some(end) = self.ends.get_mut(&key) {
            let effects = end.handle(input, now_ms);
            self.carry_out(key, effects, client);
        }
    }

    fn carry_out(&mut self, key: (NodeId, bool), effects: Vec<Effect>, client: &Client) {
        let node = key.0;
        for effect in effects {
            match effect {
                Effect::Publish(message) => self.publish(node, message, client),
                Effect::Opened => self.opened(key),
                Effect::Delivered(item) => self.deliver(key, item, client),
                Effect::Lost(loss) => {
                    tracing::info!(%node, ?loss, "a link to a node broke; whoever is in rooms there comes back");
                    if let Some(mut end) = self.ends.remove(&key) {
                        self.lost(&mut end);
                        self.ends.insert(key, end);
                    }
                }
                Effect::Full(item) => {
                    if let Some(end) = self.ends.get_mut(&key) {
                        end.wait(item);
                    }
                }
                Effect::Forged => {
                    self.app.cluster.counts.forged.add(1);
                    tracing::warn!(%node, "a message on NATS was not the node's");
                }
            }
        }
    }

    /// Publishes a message on NATS if it is connected. NATS may lose messages, and nothing waits for its return.
    fn publish(&self, node: NodeId, message: Bytes, client: &Client) {
        if client.connection_state() == State::Connected {
            let subject = format!("{}.{node}", self.subject);
            let bytes = message.len();
            let sent = unconstrained(client.publish(subject, message)).now_or_never();
            if matches!(sent, Some(Ok(()))) {
                self.app.cluster.counts.sent.add(1);
                self.app.cluster.counts.sent_bytes.add(bytes);
            } else {
                tracing::debug!(%node, "NATS takes nothing: a message is lost");
            }
        }
    }

    fn opened(&mut self, key: (NodeId, bool)) {
        let Some(end) = self.ends.get_mut(&key) else {
            return;
        };
        end.turn_over();
        let side = if key.1 { Side::Caller } else { Side::Callee };
        let wire: Arc<dyn Wire> = Arc::new(OpenLink {
            node: key.0,
            side,
            opening: end.opening,
            waiting_bytes: Arc::clone(&end.waiting_bytes),
            outgoing: self.outgoing.clone(),
        });
        match &mut end.link {
            Link::Caller { peer, .. } => *peer = Some(self.app.hub.add_peer(wire)),
            Link::Callee {
                remote_connections, ..
            } => {
                let (items, taken) = mpsc::channel(ITEMS_WAITING);
                tokio::spawn(host(self.app.clone(), wire, taken));
                *remote_connections = Some(items);
            }
        }
        tracing::info!(node = %key.0, ?side, "a link to a node is open");
    }

    fn deliver(&mut self, key: (NodeId, bool), item: Bytes, client: &Client) {
        let is_taken = match self.ends.get(&key).map(|end| &end.link) {
            Some(Link::Caller {
                peer: Some(peer), ..
            }) => {
                match alive::read(&item) {
                    Some(silent_ms) => self.heard(key.0, silent_ms),
                    None => self.app.hub.hear(peer, &item),
                }
                true
            }
            Some(Link::Callee {
                remote_connections: Some(remote_connections),
                ..
            }) => remote_connections.try_send(item).is_ok(),
            _ => true,
        };
        if !is_taken {
            self.handle(key, Input::Break, client);
        }
    }

    /// Another node wrote a heartbeat so long ago.
    fn heard(&self, node: NodeId, silent_ms: u64) {
        let heard = standing::Input::Heard { node, silent_ms };
        self.app.cluster.standing.handle(&heard, self.now_ms());
    }

    /// This opening of a link has ended.
    fn lost(&self, end: &mut LinkEnd) {
        if end.is_open() {
            self.app.cluster.counts.links_lost.add(1);
        }
        end.turn_over();
        match &mut end.link {
            Link::Caller { peer, .. } => {
                if let Some(peer) = peer.take() {
                    self.app.hub.part(&peer);
                }
            }
            Link::Callee {
                remote_connections, ..
            } => *remote_connections = None,
        }
    }
}

/// Handles connections of another node in rooms of this one, until the link is lost.
async fn host(app: App, wire: Arc<dyn Wire>, mut items: mpsc::Receiver<Bytes>) {
    let (hub, sockets) = (app.hub.clone(), Arc::clone(&app.sockets));
    let mut remote_connections =
        RemoteConnections::new(hub, wire, Arc::new(move || sockets.next_conn()));
    while let Some(item) = items.recv().await {
        remote_connections.take(&item);
    }
    remote_connections.end().await;
}
