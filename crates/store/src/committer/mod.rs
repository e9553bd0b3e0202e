//! Grouping of appends over rooms: many rooms, one transaction.

mod counters;
mod failed;
mod handle;
mod task;
mod turn;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::Instant;

pub use counters::{CommitCounters, CommitObserver};
pub use handle::CommitHandle;

use crate::{Append, Fence, Rejection, Store};

/// Starts the task that commits.
#[derive(Debug)]
pub struct Committer;

/// How an append ended: it is durable, or never will be.
pub type Committed = Result<(), CommitError>;

/// Why an append never will be durable. A database that is away is no reason: the append waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommitError {
    /// Nobody can append any more.
    #[error(transparent)]
    Over(#[from] Over),
    /// This row can never be stored.
    #[error("this row cannot be stored: {0}")]
    Rejected(Rejection),
    /// Another row has this index already.
    #[error("another row has this index already")]
    Conflict,
    /// The room is another node's: it goes on there, from what is stored.
    #[error("the room is another node's")]
    Elsewhere,
    /// An earlier row of the same room failed, so this one was not tried.
    #[error("an earlier row of this room failed")]
    AfterFailed,
}

/// Why an append was not taken; nothing happened.
#[derive(Debug, thiserror::Error)]
pub enum SubmitError {
    /// Too much is waiting: answer `busy`, or try later.
    #[error("too many appends are waiting")]
    Busy(Append),
    /// The committer has ended.
    #[error("the committer has ended")]
    Closed(Append),
}

/// Whether appends are getting through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Health {
    /// The last try got through.
    Ok,
    /// The database has been away since then: answer new actions `storage_unavailable`.
    Away {
        /// The first failed try's moment.
        since: Instant,
    },
    /// Nothing will get through any more. Known before any append is answered with it.
    Over(Over),
}

/// Why nothing can be stored any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Over {
    /// Another server owns the rooms.
    #[error("the lease is lost")]
    Fenced,
    /// The disk does not keep what is written to it ([`Store::broken`]).
    #[error("writes or syncs to the disk fail")]
    Broken,
}

/// What the committer may hold, and how it tries again.
#[derive(Clone, Debug)]
pub struct CommitLimits {
    /// Appends waiting; a server of 10,000 rooms has at most as many at once, as a room waits for its own.
    pub queue_appends: usize,
    /// Bytes of appends waiting, so that a database that is away cannot fill memory.
    pub queue_bytes: usize,
    /// Appends in one transaction: from some hundred on a larger one is no cheaper a row, but later.
    pub group_appends: usize,
    /// Bytes in one transaction, so that a large row does not hold up hundreds of small ones.
    pub group_bytes: usize,
    /// From how many rooms in a group on the next one is gathered for a moment: a server with few tables in play waits for nothing.
    pub gather_from_rooms: usize,
    /// For how long: each group costs a sync of the disk and several changes between threads, whatever its size.
    pub gather: Duration,
    /// Pause before the first retry; doubles with each.
    pub retry_first: Duration,
    /// The longest pause between retries: how long a database may be back before anybody notices.
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
    /// Starts committing with `fence`. The task ends when every handle is dropped or [`CommitHandle::close`] was called
    /// and everything taken is durable, or when nothing can be stored any more.
    pub fn start(
        store: Arc<dyn Store>,
        fence: Fence,
        limits: CommitLimits,
    ) -> (CommitHandle, JoinHandle<()>) {
        let (health, health_seen) = watch::channel(Health::Ok);
        let (handle, queue) = CommitHandle::new(&limits, health_seen);
        let task = task::Task::new(store, fence, limits, queue, health, handle.counters());
        (handle, tokio::spawn(task.run()))
    }
}
