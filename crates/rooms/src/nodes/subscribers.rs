//! The news of this node's rooms that are sent to other nodes.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use bytes::Bytes;

use super::Wire;
use super::items::{ToEdge, item};
use crate::lock::lock;

/// The nodes that receive the news. Locked after the lobby, never before it.
#[derive(Default)]
pub(crate) struct Subscribers {
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    next: u64,
    wires: BTreeMap<u64, Arc<dyn Wire>>,
}

impl Subscribers {
    /// Adds a node. Returns the number with which it is removed.
    pub fn add(&self, wire: Arc<dyn Wire>) -> u64 {
        let mut inner = lock(&self.inner);
        inner.next += 1;
        let number = inner.next;
        inner.wires.insert(number, wire);
        number
    }

    /// Removes a node.
    pub fn remove(&self, number: u64) {
        lock(&self.inner).wires.remove(&number);
    }

    /// Sends news to all of them. `news` is called only if there are any.
    pub fn tell(&self, news: impl FnOnce() -> Option<ToEdge>) {
        let inner = lock(&self.inner);
        if inner.wires.is_empty() {
            return;
        }
        let told: Option<Bytes> = news().map(|news| item(&news));
        if let Some(told) = told {
            for wire in inner.wires.values() {
                wire.send(told.clone());
            }
        }
    }
}
