//! Groups the appends of many rooms into one transaction.

mod counters;
mod failed;
mod gate;
mod handle;
mod task;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::Instant;

pub use counters::{CommitCounters, CommitObserver};
pub use handle::CommitHandle;

use crate::{Append, Fence, Log, Rejection};

/// Starts the task that commits.
#[derive(Debug)]
pub struct Committer;

/// The result of an append: it is durable, or never will be.
pub type Committed = Result<(), CommitError>;

/// Why an append will never be durable. An unreachable database is no reason: the append waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommitError {
    /// Nothing can be appended any more.
    #[error(transparent)]
    Lost(#[from] StoreLost),
    /// This row can never be stored.
    #[error("this row cannot be stored: {0}")]
    Rejected(Rejection),
    /// A different row is stored at this index.
    #[error("another row has this index already")]
    Conflict,
    /// The room belongs to another node, which continues it from what is stored.
    #[error("the room is another node's")]
    Elsewhere,
    /// An earlier row of the same room failed, so this one was not tried.
    #[error("an earlier row of this room failed")]
    AfterFailed,
}

/// Why an append was not queued; it has no effect.
#[derive(Debug, thiserror::Error)]
pub enum SubmitError {
    /// The queue is full: answer `busy`, or try later.
    #[error("too many appends are waiting")]
    Busy(Append),
    /// The committer has ended.
    #[error("the committer has ended")]
    Closed(Append),
}

/// Whether appends succeed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Health {
    /// The last attempt succeeded.
    Ok,
    /// The database has been unavailable since then: answer new actions `storage_unavailable`.
    Away {
        /// The time of the first failed attempt.
        since: Instant,
    },
    /// No append will succeed any more. This is set before any append is answered with it.
    Lost(StoreLost),
}

/// Why nothing can be stored any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreLost {
    /// Another server owns the rooms now.
    #[error("the lease is lost")]
    Fenced,
    /// The disk does not keep written data ([`Log::broken`]).
    #[error("writes or syncs to the disk fail")]
    Broken,
}

/// Limits of the committer's queue, groups and retries.
#[derive(Clone, Debug)]
pub struct CommitLimits {
    /// Appends in the queue. A server of 10,000 rooms has at most as many at once, because each room waits for its own.
    pub queue_appends: usize,
    /// Bytes of the appends in the queue, so that memory stays bounded while the database is unavailable.
    pub queue_bytes: usize,
    /// Appends in one transaction: beyond some hundred, a larger one costs no less per row, but takes longer.
    pub group_appends: usize,
    /// Bytes in one transaction, so that a large row does not delay hundreds of small ones.
    pub group_bytes: usize,
    /// If a group has rows of at least so many rooms, the next one is collected for `gather`. On a server with few active tables nothing
    /// waits.
    pub gather_from_rooms: usize,
    /// How long the next group is collected: each group costs a sync of the disk and several thread switches, whatever its size.
    pub gather: Duration,
    /// The pause before the first retry; it doubles with each.
    pub retry_first: Duration,
    /// The longest pause between retries, and so the longest delay until a database that is back is noticed.
    pub retry_max: Duration,
}

impl Default for CommitLimits {
    fn default() -> Self {
        Self {
            queue_appends: 16_384,
            queue_bytes: 64 * 1024 * 1024,
            group_appends: 256,
            group_bytes: 4 * 1024 * 1024,
            gather_from_rooms: 4,
            gather: Duration::from_millis(1),
            retry_first: Duration::from_millis(10),
            retry_max: Duration::from_secs(1),
        }
    }
}

impl Committer {
    /// Starts committing with `fence`. The task ends when every handle is dropped or [`CommitHandle::close`] was called and the whole
    /// queue is durable, or when nothing can be stored any more.
    pub fn start(
        store: Arc<dyn Log>,
        fence: Fence,
        limits: CommitLimits,
    ) -> (CommitHandle, JoinHandle<()>) {
        let (health, health_seen) = watch::channel(Health::Ok);
        let (handle, queue) = CommitHandle::new(&limits, health_seen);
        let task = task::Task::new(store, fence, limits, queue, health, handle.counters());
        (handle, tokio::spawn(task.run()))
    }
}
