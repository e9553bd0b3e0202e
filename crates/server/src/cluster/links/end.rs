//! One end of a link to another node.

use std::collections::VecDeque;
use std::sync::Arc;

use bytes::Bytes;
use giog_cluster::NodeId;
use giog_cluster::link::{Callee, Caller, Effect, Input};
use giog_rooms::{Peer, Wire};
use tokio::sync::mpsc;

/// Which end of a link this node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Caller,
    Callee,
}

/// An item that is to be sent on one opening of a link.
pub(super) struct Outgoing {
    pub node: NodeId,
    pub side: Side,
    pub opening: u64,
    pub item: Bytes,
}

/// The [`Wire`](giog_rooms::Wire) of one opening of a link.
pub(super) struct OpenLink {
    pub node: NodeId,
    pub side: Side,
    pub opening: u64,
    pub outgoing: mpsc::UnboundedSender<Outgoing>,
}

impl Wire for OpenLink {
    fn send(&self, item: Bytes) {
        // This fails only when the server stops, together with the sending task.
        let _ = self.outgoing.send(Outgoing {
            node: self.node,
            side: self.side,
            opening: self.opening,
            item,
        });
    }
}

/// One end of a link.
pub(super) struct End {
    pub link: Link,
    pub opening: u64,
    /// Items for which the window had no place yet, and their bytes.
    pub waiting: VecDeque<Bytes>,
    pub waiting_bytes: usize,
    pub is_touched: bool,
}

pub(super) enum Link {
    Caller {
        link: Box<Caller>,
        peer: Option<Arc<Peer>>,
    },
    Callee {
        link: Box<Callee>,
        /// The task that handles what connections of the other node request.
        remote_connections: Option<mpsc::Sender<Bytes>>,
    },
}

impl End {
    pub fn new(link: Link) -> Self {
        Self {
            link,
            opening: 0,
            waiting: VecDeque::new(),
            waiting_bytes: 0,
            is_touched: false,
        }
    }

    pub fn handle(&mut self, input: Input, now_ms: u64) -> Vec<Effect> {
        match &mut self.link {
            Link::Caller { link, .. } => link.handle(input, now_ms),
            Link::Callee { link, .. } => link.handle(input, now_ms),
        }
    }

    pub fn is_due(&self, now_ms: u64) -> bool {
        match &self.link {
            Link::Caller { link, .. } => link.wake_at_ms() <= now_ms,
            Link::Callee { link, .. } => link.wake_at_ms().is_some_and(|at_ms| at_ms <= now_ms),
        }
    }

    /// Queues an item until the window has a place.
    pub fn wait(&mut self, item: Bytes) {
        self.waiting_bytes += item.len();
        self.waiting.push_back(item);
    }

    /// Whether the link is open.
    pub const fn is_open(&self) -> bool {
        match &self.link {
            Link::Caller { peer, .. } => peer.is_some(),
            Link::Callee {
                remote_connections, ..
            } => remote_connections.is_some(),
        }
    }

    /// The opening has ended: its waiting items are dropped.
    pub fn turn_over(&mut self) {
        self.opening += 1;
        self.waiting.clear();
        self.waiting_bytes = 0;
    }
}
