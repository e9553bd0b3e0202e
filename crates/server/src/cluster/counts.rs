//! What is counted of what this server has to do with those it shares the rooms with.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::cost::Costs;

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

impl ClusterCounts {
    /// Notes a message of so many bytes from NATS. It may be all that is asked of this server, so it is to be seen if it is overloaded.
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
        // The watching task gets as far as its sleep, and then the runtime does nothing else for long.
        tokio::task::yield_now().await;
        tokio::time::advance(Duration::from_secs(10)).await;
        tokio::task::yield_now().await;
        costs.overload_wait(1_000_000);
        assert!(costs.overload_wait(1_000_000) > Duration::ZERO);
    }
}
