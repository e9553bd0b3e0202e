//! A node's links to the others, and the messages on them.

use std::collections::{BTreeMap, BTreeSet};

use giog_cluster::NodeId;
use giog_cluster::link::{self, Callee, Caller, LinkName};
use giog_cluster::placement::{self, NodeState};

use super::{End, Node, Out};
use crate::items::Item;

impl Node {
    /// Has a link each way with every node that lives, and none with others.
    pub(super) fn update_links(&mut self, view: &placement::View, now_ms: u64) {
        let living = view
            .nodes
            .iter()
            .filter(|row| row.state != NodeState::Fenced);
        let living: BTreeSet<NodeId> = living.map(|row| row.node).collect();
        let gone = |known: &BTreeMap<NodeId, End<Caller>>| -> Vec<NodeId> {
            let gone = known.keys().filter(|node| !living.contains(node));
            gone.copied().collect()
        };
        for node in gone(&self.callers) {
            self.callers.remove(&node);
            self.callees.remove(&node);
            self.edge.forget_node(node);
            self.rooms.forget_node(node);
        }
        let (me, lane) = (self.id, 0);
        for node in living.into_iter().filter(|&node| node != me) {
            if self.callers.contains_key(&node) {
                continue;
            }
            let name = LinkName {
                caller: me,
                callee: node,
                lane,
            };
            let (caller, effects) = Caller::new(name, self.key.clone(), now_ms);
            self.callers.insert(node, End::new(caller));
            let name = LinkName {
                caller: node,
                callee: me,
                lane,
            };
            let end = End::new(Callee::new(name, self.key.clone()));
            self.callees.insert(node, end);
            self.caller_effects(node, effects, now_ms);
        }
    }

    pub(super) fn call(&mut self, peer: NodeId, input: link::Input, now_ms: u64) {
        if let Some(end) = self.callers.get_mut(&peer) {
            let effects = end.link.handle(input, now_ms);
            self.caller_effects(peer, effects, now_ms);
        }
    }

    fn caller_effects(&mut self, peer: NodeId, effects: Vec<link::Effect>, now_ms: u64) {
        for effect in effects {
            let Some(end) = self.callers.get_mut(&peer) else {
                return;
            };
            match effect {
                link::Effect::Publish(message) => self.out.push(Out::Publish(peer, message)),
                link::Effect::Opened => {
                    (end.sent, end.heard) = (0, 0);
                    self.opened += 1;
                    self.edge.forget_node(peer);
                }
                link::Effect::Delivered(item) => {
                    let item = end.decode(&item);
                    self.edge_hears(peer, item);
                }
                link::Effect::Lost(_) => self.edge.forget_node(peer),
                link::Effect::Full(_) => self.call(peer, link::Input::Break, now_ms),
                link::Effect::Forged => self.forged += 1,
            }
        }
    }

    pub(super) fn be_called(&mut self, peer: NodeId, input: link::Input, now_ms: u64) {
        if let Some(end) = self.callees.get_mut(&peer) {
            let effects = end.link.handle(input, now_ms);
            self.callee_effects(peer, effects, now_ms);
        }
    }

    fn callee_effects(&mut self, peer: NodeId, effects: Vec<link::Effect>, now_ms: u64) {
        for effect in effects {
            let Some(end) = self.callees.get_mut(&peer) else {
                return;
            };
            match effect {
                link::Effect::Publish(message) => self.out.push(Out::Publish(peer, message)),
                link::Effect::Opened => {
                    (end.sent, end.heard) = (0, 0);
                    self.rooms.forget_node(peer);
                }
                link::Effect::Delivered(item) => {
                    let item = end.decode(&item);
                    if item == Item::Changed {
                        self.place(placement::Input::Changed, now_ms);
                        continue;
                    }
                    for (node, item) in self.rooms.hear(peer, item) {
                        self.say_to_edge(node, item, now_ms);
                    }
                }
                link::Effect::Lost(_) => self.rooms.forget_node(peer),
                link::Effect::Full(_) => self.be_called(peer, link::Input::Break, now_ms),
                link::Effect::Forged => self.forged += 1,
            }
        }
    }

    pub(super) fn say_all_to_owners(
        &mut self,
        said: impl IntoIterator<Item = (NodeId, Item)>,
        now_ms: u64,
    ) {
        for (owner, item) in said {
            if owner == self.id {
                self.local.push_back(item);
            } else if let Some(end) = self.callers.get_mut(&owner)
                && end.link.is_open()
            {
                let item = item.encode(end.sent);
                end.sent += 1;
                self.call(owner, link::Input::Send(item), now_ms);
            }
        }
    }

    pub(super) fn say_to_edge(&mut self, node: NodeId, item: Item, now_ms: u64) {
        if node == self.id {
            self.edge_hears(node, item);
        } else if let Some(end) = self.callees.get_mut(&node)
            && end.link.is_open()
        {
            let item = item.encode(end.sent);
            end.sent += 1;
            self.be_called(node, link::Input::Send(item), now_ms);
        }
    }

    pub(super) fn edge_hears(&mut self, owner: NodeId, item: Item) {
        if let Some((conn, item)) = self.edge.hear(owner, item) {
            self.out.push(Out::Tell(conn, item));
        }
    }
}
