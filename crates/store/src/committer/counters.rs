//! What the committer counted, for whoever makes metrics of it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Plain counters that only grow, since the start.
#[derive(Debug, Default)]
pub struct CommitCounters {
    commits: AtomicU64,
    rows: AtomicU64,
    largest_group: AtomicU64,
    latency_us: AtomicU64,
    largest_latency_us: AtomicU64,
    retries: AtomicU64,
    failed_rows: AtomicU64,
    busy: AtomicU64,
}

impl CommitCounters {
    /// Transactions that got through.
    pub fn commits(&self) -> u64 {
        self.commits.load(Ordering::Relaxed)
    }

    /// Rows in them; divided by [`Self::commits`], the mean size of a group.
    pub fn rows(&self) -> u64 {
        self.rows.load(Ordering::Relaxed)
    }

    /// Rows in the largest of them.
    pub fn largest_group(&self) -> u64 {
        self.largest_group.load(Ordering::Relaxed)
    }

    /// Microseconds that those transactions took, retries and pauses between them included.
    pub fn latency_us(&self) -> u64 {
        self.latency_us.load(Ordering::Relaxed)
    }

    /// Microseconds that the slowest of them took.
    pub fn largest_latency_us(&self) -> u64 {
        self.largest_latency_us.load(Ordering::Relaxed)
    }

    /// Tries whose outcome was unknown.
    pub fn retries(&self) -> u64 {
        self.retries.load(Ordering::Relaxed)
    }

    /// Rows that never will be durable.
    pub fn failed_rows(&self) -> u64 {
        self.failed_rows.load(Ordering::Relaxed)
    }

    /// Appends that were not taken because too much was waiting.
    pub fn busy(&self) -> u64 {
        self.busy.load(Ordering::Relaxed)
    }

    pub(super) fn committed(&self, rows: usize, took: Duration) {
        let (rows, took_us) = (
            rows as u64,
            u64::try_from(took.as_micros()).unwrap_or(u64::MAX),
        );
        self.commits.fetch_add(1, Ordering::Relaxed);
        self.rows.fetch_add(rows, Ordering::Relaxed);
        self.largest_group.fetch_max(rows, Ordering::Relaxed);
        self.latency_us.fetch_add(took_us, Ordering::Relaxed);
        self.largest_latency_us
            .fetch_max(took_us, Ordering::Relaxed);
    }

    pub(super) fn retried(&self) {
        self.retries.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn failed(&self) {
        self.failed_rows.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn refused_busy(&self) {
        self.busy.fetch_add(1, Ordering::Relaxed);
    }
}
