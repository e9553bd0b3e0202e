//! What the committer counted and told, for whoever makes metrics of it.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::Append;

/// Hears of every transaction that got through. It is called by the task that commits, which goes on when it returns.
pub trait CommitObserver: Send + Sync + 'static {
    /// These rows are durable; it took so long, retries and pauses between them included.
    fn committed(&self, rows: &[Append], took: Duration);
}

/// Plain counters that only grow, since the start.
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
    /// Transactions that got through.
    pub fn commits(&self) -> u64 {
        self.commits.load(Ordering::Relaxed)
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

    pub(super) fn last_commit(&self) -> Option<Instant> {
        *self.lock_last_commit()
    }

    fn lock_last_commit(&self) -> std::sync::MutexGuard<'_, Option<Instant>> {
        self.last_commit
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn observe(&self, observer: Arc<dyn CommitObserver>) {
        // The first one stays.
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
