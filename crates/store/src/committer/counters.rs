//! What the committer counts and reports, for metrics.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::Append;

/// Is called after every successful transaction. It runs on the committer's task, which waits until it returns.
pub trait CommitObserver: Send + Sync + 'static {
    /// These rows are durable. `took` includes retries and the pauses between them.
    fn committed(&self, rows: &[Append], took: Duration);
}

/// Counters since the start; they only grow.
#[derive(Default)]
pub struct CommitCounters {
    commits: AtomicU64,
    retries: AtomicU64,
    failed_rows: AtomicU64,
    busy: AtomicU64,
    last_commit: Mutex<Option<Instant>>,
    observer: OnceLock<Arc<dyn CommitObserver>>,
}

impl CommitCounters {
    /// Successful transactions.
    pub fn commits(&self) -> u64 {
        self.commits.load(Ordering::Relaxed)
    }

    /// Attempts with an unknown outcome.
    pub fn retries(&self) -> u64 {
        self.retries.load(Ordering::Relaxed)
    }

    /// Rows that will never be durable.
    pub fn failed_rows(&self) -> u64 {
        self.failed_rows.load(Ordering::Relaxed)
    }

    /// Appends that were refused because the queue was full.
    pub fn busy(&self) -> u64 {
        self.busy.load(Ordering::Relaxed)
    }

    pub(super) fn last_commit(&self) -> Option<Instant> {
        *self.lock_last_commit()
    }

    fn lock_last_commit(&self) -> std::sync::MutexGuard<'_, Option<Instant>> {
        self.last_commit
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn observe(&self, observer: Arc<dyn CommitObserver>) {
        // A second observer is ignored.
        let _ = self.observer.set(observer);
    }

    pub(super) fn committed(&self, rows: &[Append], took: Duration) {
        self.commits.fetch_add(1, Ordering::Relaxed);
        *self.lock_last_commit() = Some(Instant::now());
        if let Some(observer) = self.observer.get() {
            observer.committed(rows, took);
        }
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

impl fmt::Debug for CommitCounters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CommitCounters")
            .field("commits", &self.commits)
            .field("retries", &self.retries)
            .field("failed_rows", &self.failed_rows)
            .field("busy", &self.busy)
            .finish_non_exhaustive()
    }
}
