//! One end of a link to another node.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use giog_cluster::NodeId;
use giog_cluster::link::{Callee, Caller, Effect, Input};
use giog_rooms::{Peer, Wire};
use tokio::sync::mpsc;

use super::{KEPT_FREE, WAITING_BYTES};

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
    /// The bytes that wait for a place on this opening.
    pub waiting_bytes: Arc<AtomicUsize>,
    pub outgoing: mpsc::UnboundedSender<Outgoing>,
}

impl Wire for OpenLink {
    fn send(&self, item: Bytes) {
        // Counted here and not by the sending task, which may have its turn only after rooms have sent much more.
        self.waiting_bytes.fetch_add(item.len(), Ordering::Relaxed);
        // This fails only when the server stops, together with the sending task.
        let _ = self.outgoing.send(Outgoing {
            node: self.node,
            side: self.side,
            opening: self.opening,
            item,
        });
    }

    fn is_filling(&self) -> bool {
        let most = WAITING_BYTES - WAITING_BYTES / KEPT_FREE;
        self.waiting_bytes.load(Ordering::Relaxed) > most
    }
}

/// One end of a link.
pub(super) struct LinkEnd {
    pub link: Link,
    pub opening: u64,
    /// Items for which the window had no place yet.
    pub waiting: VecDeque<Bytes>,
    /// Counts their bytes, and those of items of this opening that the sending task has not taken yet. Each opening has its own, so that
    /// late items of an earlier one do not count.
    pub waiting_bytes: Arc<AtomicUsize>,
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

impl LinkEnd {
    pub fn new(link: Link) -> Self {
        Self {
            link,
            opening: 0,
            waiting: VecDeque::new(),
            waiting_bytes: Arc::default(),
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

    /// The bytes that wait for a place on this opening.
    pub fn waiting_bytes(&self) -> usize {
        self.waiting_bytes.load(Ordering::Relaxed)
    }

    /// Notes that an item does not wait any more: the sending task has taken it.
    pub fn note_taken(&self, item: &Bytes) {
        self.waiting_bytes.fetch_sub(item.len(), Ordering::Relaxed);
    }

    /// Queues an item until the window has a place.
    pub fn wait(&mut self, item: Bytes) {
        self.waiting_bytes.fetch_add(item.len(), Ordering::Relaxed);
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
        self.waiting_bytes = Arc::default();
    }
}

#[cfg(test)]
mod tests {
    use giog_cluster::ClusterKey;
    use giog_cluster::link::LinkName;
    use uuid::Uuid;

    use super::*;

    const NODE: NodeId = NodeId(Uuid::nil());

    fn end() -> LinkEnd {
        let name = LinkName {
            caller: NODE,
            callee: NODE,
            lane: 0,
        };
        let link = Box::new(Callee::new(name, ClusterKey::new([7; 32])));
        LinkEnd::new(Link::Callee {
            link,
            remote_connections: None,
        })
    }

    #[test]
    fn a_link_is_filling_while_less_than_a_quarter_of_what_may_wait_is_left() {
        let (outgoing, mut to_send) = mpsc::unbounded_channel();
        let wire = |end: &LinkEnd| OpenLink {
            node: NODE,
            side: Side::Callee,
            opening: end.opening,
            waiting_bytes: Arc::clone(&end.waiting_bytes),
            outgoing: outgoing.clone(),
        };
        let mut end = end();
        let open = wire(&end);
        let eighth = Bytes::from(vec![0_u8; WAITING_BYTES / 8]);
        for _ in 0..6 {
            assert!(!open.is_filling());
            open.send(eighth.clone());
        }
        assert!(!open.is_filling(), "a quarter is left");
        open.send(eighth.clone());
        assert!(open.is_filling(), "the sending task has seen nothing yet");
        for _ in 0..2 {
            let sent = to_send.try_recv().expect("it was sent");
            end.note_taken(&sent.item);
        }
        assert!(!open.is_filling(), "these two have a place");
        for _ in 0..2 {
            let sent = to_send.try_recv().expect("it was sent");
            end.note_taken(&sent.item);
            end.wait(sent.item);
        }
        assert_eq!(end.waiting_bytes(), 5 * eighth.len());
        for _ in 0..2 {
            open.send(eighth.clone());
        }
        assert!(open.is_filling());
        end.turn_over();
        assert_eq!(end.waiting_bytes(), 0);
        assert!(!wire(&end).is_filling(), "the next opening is empty");
    }
}
