//! The rooms' handle of the committer. It never waits.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use giog_protocol::RoomId;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::yield_now;
use tokio::time::Instant;

use super::failed::FailedRooms;
use super::gate::CommitGate;
use super::{
    CommitCounters, CommitLimits, CommitObserver, Committed, Health, StoreLost, SubmitError,
};
use crate::Append;

/// Submits appends. Clones are cheap.
#[derive(Clone, Debug)]
pub struct CommitHandle {
    queue: mpsc::Sender<Waiting>,
    weight: Arc<QueueWeight>,
    health: watch::Receiver<Health>,
    closing: watch::Sender<bool>,
    counters: Arc<CommitCounters>,
    gate: Arc<CommitGate>,
    failed: Arc<FailedRooms>,
}

/// A queued append, and who waits for its result.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) append: Append,
    reply: oneshot::Sender<Committed>,
    taken: Taken,
}

/// The number of queued bytes, and its limit.
#[derive(Debug)]
struct QueueWeight {
    waiting_bytes: AtomicUsize,
    limit_bytes: usize,
}

/// A share of the queue's bytes, returned when dropped.
#[derive(Debug)]
pub(super) struct Taken {
    weight: Arc<QueueWeight>,
    bytes: usize,
}

/// The task's side of the queue.
#[derive(Debug)]
pub(super) struct Queue {
    pub(super) appends: mpsc::Receiver<Waiting>,
    pub(super) closing: watch::Receiver<bool>,
    pub(super) gate: Arc<CommitGate>,
    pub(super) failed: Arc<FailedRooms>,
}

impl CommitHandle {
    pub(super) fn new(limits: &CommitLimits, health: watch::Receiver<Health>) -> (Self, Queue) {
        let (queue, appends) = mpsc::channel(limits.queue_appends);
        let (closing, closing_seen) = watch::channel(false);
        let weight = QueueWeight {
            waiting_bytes: AtomicUsize::new(0),
            limit_bytes: limits.queue_bytes,
        };
        let (gate, failed) = (Arc::<CommitGate>::default(), Arc::<FailedRooms>::default());
        let handle = Self {
            queue,
            weight: Arc::new(weight),
            health,
            closing,
            counters: Arc::default(),
            gate: Arc::clone(&gate),
            failed: Arc::clone(&failed),
        };
        (
            handle,
            Queue {
                appends,
                closing: closing_seen,
                gate,
                failed,
            },
        )
    }

    /// Queues an append. The answer comes when it is durable or has finally failed; until then its outcome is unknown. One room's appends are
    /// stored in the order in which they were submitted, and later ones only if all earlier ones were stored, or failed before
    /// [`Self::clear_failure`]. If the answer's sender is dropped (because the committer was aborted), the outcome stays unknown, as in a
    /// crash.
    pub fn try_submit(&self, append: Append) -> Result<oneshot::Receiver<Committed>, SubmitError> {
        if *self.closing.borrow() {
            return Err(SubmitError::Closed(append));
        }
        let Some(taken) = Taken::take(&self.weight, append.weight_bytes()) else {
            self.counters.refused_busy();
            return Err(SubmitError::Busy(append));
        };
        let (reply, committed) = oneshot::channel();
        match self.queue.try_send(Waiting {
            append,
            reply,
            taken,
        }) {
            Ok(()) => Ok(committed),
            Err(TrySendError::Full(waiting)) => {
                self.counters.refused_busy();
                Err(SubmitError::Busy(waiting.append))
            }
            Err(TrySendError::Closed(waiting)) => Err(SubmitError::Closed(waiting.append)),
        }
    }

    /// Lets a room with a failed row continue from what is stored. All its earlier appends must have been answered.
    pub fn clear_failure(&self, room: RoomId) {
        self.failed.forget(room);
    }

    /// Waits until no group is being stored: what is submitted before then could not be stored earlier anyway. Other tasks that are ready
    /// run first, so that a room collects what arrives at about the same time.
    pub async fn until_idle(&self) {
        self.gate.wait().await;
        yield_now().await;
    }

    /// Whether appends succeed: the current state and its changes.
    pub fn health(&self) -> watch::Receiver<Health> {
        self.health.clone()
    }

    /// Whether nothing can be stored any more. What this server sends from then on may be outdated.
    pub fn is_lost(&self) -> bool {
        matches!(*self.health.borrow(), Health::Lost(_))
    }

    /// Waits until nothing can be stored any more; returns the reason.
    pub async fn lost(&self) -> StoreLost {
        let mut health = self.health.clone();
        loop {
            if let Health::Lost(lost) = *health.borrow_and_update() {
                return lost;
            }
            if health.changed().await.is_err() {
                // The committer has ended regularly.
                std::future::pending::<()>().await;
            }
        }
    }

    /// When rows were last made durable, if ever.
    pub fn last_commit(&self) -> Option<Instant> {
        self.counters.last_commit()
    }

    /// The number of queued appends, and their bytes. Those of the group that is being committed count only in the bytes.
    pub fn waiting(&self) -> (usize, usize) {
        let rows = self.queue.max_capacity() - self.queue.capacity();
        (rows, self.weight.waiting_bytes.load(Ordering::Relaxed))
    }

    /// Calls `observer` after every transaction from now on. Only the first observer that is set counts.
    pub fn observe(&self, observer: Arc<dyn CommitObserver>) {
        self.counters.observe(observer);
    }

    /// What was counted since the start.
    pub fn counters(&self) -> Arc<CommitCounters> {
        Arc::clone(&self.counters)
    }

    /// Takes no more appends, from any clone of this handle; those in the queue are made durable before the task ends.
    pub fn close(&self) {
        self.closing.send_replace(true);
    }
}

impl Waiting {
    pub(super) fn into_parts(self) -> (Append, oneshot::Sender<Committed>, Taken) {
        (self.append, self.reply, self.taken)
    }
}

impl Taken {
    fn take(weight: &Arc<QueueWeight>, bytes: usize) -> Option<Self> {
        let add = |waiting: usize| {
            // An append larger than the limit is accepted if the queue is empty; otherwise it would be refused for ever.
            let sum = waiting.checked_add(bytes)?;
            (waiting == 0 || sum <= weight.limit_bytes).then_some(sum)
        };
        weight
            .waiting_bytes
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, add)
            .ok()?;
        Some(Self {
            weight: Arc::clone(weight),
            bytes,
        })
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        self.weight
            .waiting_bytes
            .fetch_sub(self.bytes, Ordering::Relaxed);
    }
}
