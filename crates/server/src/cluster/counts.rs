//! What is counted of what this server has to do with those it shares the rooms with.

use std::sync::atomic::{AtomicU64, Ordering};

/// A number that is told as a metric.
#[derive(Debug, Default)]
pub(crate) struct Count(AtomicU64);

impl Count {
    /// So many more.
    pub fn add(&self, more: usize) {
        let more = u64::try_from(more).unwrap_or(u64::MAX);
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    /// So many now.
    pub fn set(&self, now: usize) {
        let now = u64::try_from(now).unwrap_or(u64::MAX);
        self.0.store(now, Ordering::Relaxed);
    }

    /// How many it is.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// What is counted; all of it is 0 on a server that has all rooms.
#[derive(Debug, Default)]
pub(crate) struct ClusterCounts {
    /// Servers that share the rooms, this one included; as it last read.
    pub nodes: Count,
    /// Shards that this server has.
    pub shards: Count,
    /// Shards of this server that went to another one.
    pub shards_left: Count,
    /// Servers that this one took for gone, and fenced.
    pub take_overs: Count,
    /// Links that are open: two for each other server.
    pub links: Count,
    /// Links that broke.
    pub links_lost: Count,
    /// Bytes that wait for a place on a link.
    pub waiting_bytes: Count,
    /// Messages to NATS, and their bytes.
    pub sent: Count,
    pub sent_bytes: Count,
    /// Messages from NATS, and their bytes.
    pub received: Count,
    pub received_bytes: Count,
    /// Of these, messages that were not what the other server sent.
    pub forged: Count,
}
