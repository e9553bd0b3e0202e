//! Counters and gauges of what this server does as part of a cluster.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::cost::Costs;

/// The value of a metric.
#[derive(Debug, Default)]
pub(crate) struct Count(AtomicU64);

impl Count {
    /// Adds to it.
    pub fn add(&self, more: usize) {
        let more = u64::try_from(more).unwrap_or(u64::MAX);
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    /// Sets it.
    pub fn set(&self, now: usize) {
        let now = u64::try_from(now).unwrap_or(u64::MAX);
        self.0.store(now, Ordering::Relaxed);
    }

    /// The value.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The metrics of the cluster; all are 0 on a server that has all rooms.
#[derive(Debug, Default)]
pub(crate) struct ClusterCounts {
    /// Nodes of the cluster, including this one, according to the last read.
    pub nodes: Count,
    /// Shards of this node.
    pub shards: Count,
    /// Shards of this node that were handed over to others.
    pub shards_left: Count,
    /// Nodes that this one considered gone, and fenced.
    pub take_overs: Count,
    /// Open links: two for each other node.
    pub links: Count,
    /// Links that were lost.
    pub links_lost: Count,
    /// Bytes that wait for a place on a link.
    pub waiting_bytes: Count,
    /// Messages sent to NATS, and their bytes.
    pub sent: Count,
    pub sent_bytes: Count,
    /// Messages received from NATS, and their bytes.
    pub received: Count,
    pub received_bytes: Count,
    /// Received messages that were not sent by the other node.
    pub forged: Count,
}

impl ClusterCounts {
    /// Counts a message of so many bytes from NATS. Such messages may be the server's only work, so overload must be detected with them,
    /// too.
    pub fn note_received(&self, bytes: usize, costs: &Costs) {
        self.received.add(1);
        self.received_bytes.add(bytes);
        costs.note_work();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::cost::meter::tests::costs;
    use crate::settings::ServerLimits;

    #[tokio::test(start_paused = true)]
    async fn a_server_that_is_used_through_others_alone_notices_that_it_is_overloaded() {
        let costs = costs(ServerLimits::default());
        let watched = costs.clone();
        tokio::spawn(async move { watched.watch_overload().await });
        tokio::task::yield_now().await;
        ClusterCounts::default().note_received(100, &costs);
        // The watching task runs until its sleep, and then the runtime is blocked for long.
        tokio::task::yield_now().await;
        tokio::time::advance(Duration::from_secs(10)).await;
        tokio::task::yield_now().await;
        costs.overload_wait(1_000_000);
        assert!(costs.overload_wait(1_000_000) > Duration::ZERO);
    }
}
