//! The links to other nodes: connects `giog_cluster::link` with NATS, and passes received items to the rooms.

mod closed;
mod end;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use async_nats::Client;
use async_nats::connection::State;
use bytes::Bytes;
use futures_util::{FutureExt as _, StreamExt as _};
use giog_cluster::link::{Callee, Caller, Effect, Input, LinkName, WINDOW_ITEMS, names};
use giog_cluster::{ClusterKey, NodeId};
use giog_rooms::{Clock, RemoteConnections, Wire};
use tokio::sync::{mpsc, watch};
use tokio::task::unconstrained;
use tokio::time::{MissedTickBehavior, interval};

use self::closed::Closed;
use self::end::{End, Link, OpenLink, Outgoing, Side};
use super::Secret;
use super::nats::{self, LastError};
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

/// All links of this node.
pub(super) struct Links {
    me: NodeId,
    app: App,
    clock: Arc<dyn Clock>,
    key: ClusterKey,
    /// The prefix of the cluster's subjects on NATS.
    subject: String,
    others: watch::Receiver<Vec<NodeId>>,
    ends: BTreeMap<(NodeId, bool), End>,
    closed: Closed,
    last_error: LastError,
    outgoing: mpsc::UnboundedSender<Outgoing>,
    to_send: Option<mpsc::UnboundedReceiver<Outgoing>>,
}

impl Links {
    pub fn new(
        me: NodeId,
        app: App,
        secret: &Secret,
        others: watch::Receiver<Vec<NodeId>>,
    ) -> Self {
        let (outgoing, to_send) = mpsc::unbounded_channel();
        Self {
            me,
            clock: Arc::clone(&app.clock),
            app,
            key: secret.links(),
            subject: format!("giog.{}.n", secret.name()),
            others,
            ends: BTreeMap::new(),
            closed: Closed::default(),
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
        let (Ok(mut arriving), Some(mut to_send)) = (subscribed, self.to_send.take()) else {
            // Does not happen: the subject is valid, and this is called once.
            return;
        };
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                biased;
                _ = ticks.tick() => self.tick(&client),
                Ok(()) = self.others.changed() => self.meet(&client),
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
    fn meet(&mut self, client: &Client) {
        let others = self.others.borrow_and_update().clone();
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
            self.ends.insert((node, false), End::new(from));
            let (to, effects) = Caller::new(name(self.me, node), self.key.clone(), self.now_ms());
            let to = Link::Caller {
                link: Box::new(to),
                peer: None,
            };
            self.ends.insert((node, true), End::new(to));
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
        self.count(client);
    }

    fn count(&mut self, client: &Client) {
        let counts = &self.app.cluster_counts;
        let open = self.ends.values().filter(|end| end.is_open()).count();
        counts.links.set(open);
        // `ends` has the nodes that are alive, according to the database.
        let are_all_open = open == self.ends.len();
        self.app.hub.set_network(are_all_open);
        let waiting = self.ends.values().map(End::waiting_bytes);
        counts.waiting_bytes.set(waiting.sum());
        if self.closed.note(are_all_open, self.clock.now().mono_ms) {
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

    fn receive(&mut self, message: Bytes, client: &Client) {
        let counts = &self.app.cluster_counts;
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
                    self.app.cluster_counts.forged.add(1);
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
                self.app.cluster_counts.sent.add(1);
                self.app.cluster_counts.sent_bytes.add(bytes);
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
            Link::Caller { peer, .. } => *peer = Some(self.app.hub.meet(wire)),
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
                self.app.hub.hear(peer, &item);
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

    /// This opening of a link has ended.
    fn lost(&self, end: &mut End) {
        if end.is_open() {
            self.app.cluster_counts.links_lost.add(1);
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
    let numbers = app.clone();
    let mut remote_connections =
        RemoteConnections::new(app.hub.clone(), wire, Arc::new(move || numbers.next_conn()));
    while let Some(item) = items.recv().await {
        remote_connections.take(&item);
    }
    remote_connections.end().await;
}
