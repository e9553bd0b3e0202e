//! The connections of a node to rooms on any node.

use std::collections::BTreeMap;

use giog_cluster::{NodeId, Shard};

use crate::items::{Conn, Item, Request, Room};
use crate::{Mutant, violated};

#[derive(Debug)]
struct Attached {
    room: Room,
    /// The number of the next event.
    after: u64,
    /// What was not answered yet.
    request: Option<Request>,
    /// The owner that knows of the connection.
    with: Option<NodeId>,
    /// Whether nothing is to be said until it is read again who has what: whom this node takes for the owner is not.
    waits: bool,
}

#[derive(Debug, Default)]
pub struct Edge {
    conns: BTreeMap<Conn, Attached>,
}

impl Edge {
    pub fn attach(&mut self, conn: Conn, room: Room, after: u64, request: Option<Request>) {
        let attached = Attached {
            room,
            after,
            request,
            with: None,
            waits: false,
        };
        self.conns.insert(conn, attached);
    }

    /// A connection asks for something; gives what is to be said to whom.
    pub fn request(&mut self, conn: Conn, request: Request) -> Option<(NodeId, Item)> {
        let attached = self.conns.get_mut(&conn)?;
        attached.request = Some(request);
        let room = attached.room;
        let item = Item::Request {
            conn,
            room,
            request,
        };
        attached.with.map(|owner| (owner, item))
    }

    pub fn detach(&mut self, conn: Conn) -> Option<(NodeId, Item)> {
        let Attached { room, with, .. } = self.conns.remove(&conn)?;
        with.map(|owner| (owner, Item::Detach { conn, room }))
    }

    /// A link was opened or lost, or a node is no more: it knows of no connection.
    pub fn forget_node(&mut self, node: NodeId) {
        for attached in self.conns.values_mut() {
            if attached.with == Some(node) {
                attached.with = None;
            }
        }
    }

    /// It was read again who has what.
    pub fn look_again(&mut self) {
        for attached in self.conns.values_mut() {
            attached.waits = false;
        }
    }

    /// Tells owners of the connections that they do not know of.
    pub fn route(
        &mut self,
        owner: impl Fn(Shard) -> Option<NodeId>,
        is_open: impl Fn(NodeId) -> bool,
        mutant: Option<Mutant>,
    ) -> Vec<(NodeId, Item)> {
        let mut said = Vec::new();
        for (&conn, attached) in &mut self.conns {
            let owner = owner(attached.room.shard()).filter(|&owner| is_open(owner));
            if attached.with == owner || attached.waits {
                continue;
            }
            attached.with = owner;
            let is_forgotten = mutant == Some(Mutant::ForgottenRequests);
            let item = Item::Attach {
                conn,
                room: attached.room,
                after: attached.after,
                request: attached.request.filter(|_| !is_forgotten),
            };
            said.extend(owner.map(|owner| (owner, item)));
        }
        said
    }

    /// Takes what an owner says; gives what the connection is told.
    pub fn hear(&mut self, owner: NodeId, item: Item) -> Option<(Conn, Item)> {
        let (Item::Event { conn, .. } | Item::Reply { conn, .. } | Item::Moved { conn }) = item
        else {
            panic!("owners do not say {item:?}");
        };
        let attached = self.conns.get_mut(&conn)?;
        if attached.with != Some(owner) {
            return None;
        }
        match item {
            Item::Event { seq, .. } if seq == attached.after => attached.after += 1,
            Item::Event { seq, .. } if seq < attached.after => return None,
            Item::Event { .. } => violated!("{item:?} after {}", attached.after),
            Item::Reply { re, .. } => {
                attached.request.take_if(|request| request.re == re)?;
            }
            _ => {
                (attached.with, attached.waits) = (None, true);
                return None;
            }
        }
        Some((conn, item))
    }
}
