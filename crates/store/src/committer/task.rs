//! The committer's task: takes appends from the queue, makes them durable, and answers.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use giog_protocol::RoomId;
use tokio::sync::{oneshot, watch};
use tokio::time::Instant;

use super::handle::{Queue, Waiting};
use super::{CommitCounters, CommitError, CommitLimits, Committed, Health, StoreLost};
use crate::{Append, AppendError, Cause, Fence, Log};

/// How often rows are tried whose facts or floors meet damage in the database: the first attempt may find out what the next one must
/// leave out, and the disk may succeed in reading what it could not read before.
const TRIES_OF_DAMAGED: u32 = 5;

/// The committer's state.
pub(super) struct Task {
    store: Arc<dyn Log>,
    fence: Fence,
    limits: CommitLimits,
    queue: Queue,
    health: watch::Sender<Health>,
    counters: Arc<CommitCounters>,
    /// Taken from the queue, but too large for the last group.
    left_over: Option<Waiting>,
}

type Reply = oneshot::Sender<Committed>;

impl Task {
    pub(super) fn new(
        store: Arc<dyn Log>,
        fence: Fence,
        limits: CommitLimits,
        queue: Queue,
        health: watch::Sender<Health>,
        counters: Arc<CommitCounters>,
    ) -> Self {
        Self {
            store,
            fence,
            limits,
            queue,
            health,
            counters,
            left_over: None,
        }
    }

    pub(super) async fn run(mut self) {
        let (store, gate) = (Arc::clone(&self.store), Arc::clone(&self.queue.gate));
        loop {
            let first = tokio::select! {
                biased;
                () = store.broken() => {
                    let lost = self.end(StoreLost::Broken);
                    return self.refuse_all(lost);
                }
                first = self.next() => first,
            };
            let Some(first) = first else { return };
            // Tasks that are ready now may submit rows for the same group. Nothing that takes time is waited for.
            tokio::task::yield_now().await;
            let _storing = gate.begin();
            let group = self.take_group(first);
            let gathers = self.is_of_several_rooms(&group);
            if let Err(lost) = self.commit_group(group).await {
                tracing::debug!(fence = self.fence.number(), %lost, "nothing can be stored any more");
                return self.refuse_all(lost);
            }
            if let Err(error) = self.store.prune_log(self.fence).await {
                tracing::warn!(%error, "rows below floors stay for now");
            }
            if gathers {
                tokio::time::sleep(self.limits.gather).await;
            }
        }
    }

    /// The next append; `None` if there will be no more.
    async fn next(&mut self) -> Option<Waiting> {
        if let Some(waiting) = self.left_over.take() {
            return Some(waiting);
        }
        loop {
            let closing = *self.queue.closing.borrow();
            if closing {
                // Refuses later appends; those in the queue are still received.
                self.queue.appends.close();
                return self.queue.appends.recv().await;
            }
            tokio::select! {
                biased;
                waiting = self.queue.appends.recv() => return waiting,
                changed = self.queue.closing.changed() => if changed.is_err() {
                    // Every handle is dropped.
                    return self.queue.appends.recv().await;
                },
            }
        }
    }

    /// Everything in the queue, up to the limits.
    fn take_group(&mut self, first: Waiting) -> Vec<Waiting> {
        let mut bytes = first.append.weight_bytes();
        let mut group = vec![first];
        while group.len() < self.limits.group_appends {
            let Ok(waiting) = self.queue.appends.try_recv() else {
                break;
            };
            bytes = bytes.saturating_add(waiting.append.weight_bytes());
            if bytes > self.limits.group_bytes {
                self.left_over = Some(waiting);
                break;
            }
            group.push(waiting);
        }
        group
    }

    /// Whether a group has rows of so many rooms that collecting the next one is worthwhile.
    fn is_of_several_rooms(&self, group: &[Waiting]) -> bool {
        let rooms: BTreeSet<RoomId> = group.iter().map(|waiting| waiting.append.room).collect();
        rooms.len() >= self.limits.gather_from_rooms
    }

    async fn commit_group(&mut self, group: Vec<Waiting>) -> Result<(), StoreLost> {
        // Kept until the end of the group, so that its bytes still count as queued.
        let (mut appends, mut replies) = (Vec::new(), Vec::new());
        let mut kept = Vec::with_capacity(group.len());
        for waiting in group {
            let (append, reply, taken) = waiting.into_parts();
            kept.push(taken);
            if self.queue.failed.has(append.room) {
                self.answer(reply, Err(CommitError::AfterFailed));
            } else {
                appends.push(append);
                replies.push(reply);
            }
        }
        if appends.is_empty() {
            return Ok(());
        }
        match self.append(&appends).await {
            Ok(()) => self.answer_all(replies, Ok(())),
            Err(CommitError::Lost(lost)) => {
                self.answer_all(replies, Err(lost.into()));
                return Err(lost);
            }
            Err(error) => return self.commit_by_room(appends, replies, error).await,
        }
        Ok(())
    }

    /// After a group failed: stores each room's rows separately, and those of a failing room one by one, so that a bad row affects
    /// neither other rooms nor earlier rows.
    async fn commit_by_room(
        &mut self,
        appends: Vec<Append>,
        replies: Vec<Reply>,
        group_error: CommitError,
    ) -> Result<(), StoreLost> {
        tracing::debug!(rows = appends.len(), error = %group_error, "a group failed: trying room by room");
        let mut rooms: Vec<(RoomId, Vec<Append>, Vec<Reply>)> = Vec::new();
        let mut places: HashMap<RoomId, usize> = HashMap::new();
        for (append, reply) in appends.into_iter().zip(replies) {
            let place = *places.entry(append.room).or_insert_with(|| {
                rooms.push((append.room, Vec::new(), Vec::new()));
                rooms.len() - 1
            });
            rooms[place].1.push(append);
            rooms[place].2.push(reply);
        }
        let mut rooms = rooms.into_iter();
        while let Some((_, appends, replies)) = rooms.next() {
            if let Err(lost) = self.commit_room(&appends, replies).await {
                for reply in rooms.flat_map(|(_, _, replies)| replies) {
                    self.answer(reply, Err(lost.into()));
                }
                return Err(lost);
            }
        }
        Ok(())
    }

    async fn commit_room(
        &mut self,
        appends: &[Append],
        replies: Vec<Reply>,
    ) -> Result<(), StoreLost> {
        if appends.len() > 1 && self.append(appends).await.is_ok() {
            self.answer_all(replies, Ok(()));
            return Ok(());
        }
        let mut ended = Ok(());
        for (append, reply) in appends.iter().zip(replies) {
            let committed = if let Err(lost) = ended {
                Err(CommitError::Lost(lost))
            } else if self.queue.failed.has(append.room) {
                Err(CommitError::AfterFailed)
            } else {
                self.append(std::slice::from_ref(append)).await
            };
            if let Err(error @ (CommitError::Rejected(_) | CommitError::Conflict)) = committed {
                tracing::error!(room = %append.room, index = append.index, %error, "a row cannot be stored");
                self.queue.failed.note(append.room);
            }
            if let Err(CommitError::Lost(lost)) = committed {
                ended = Err(lost);
            }
            self.answer(reply, committed);
        }
        ended
    }

    /// Appends until the outcome is known.
    async fn append(&self, batch: &[Append]) -> Committed {
        let began = Instant::now();
        let mut pause = self.limits.retry_first;
        let mut damaged = 0;
        loop {
            match self.store.append(self.fence, batch).await {
                Ok(()) => {
                    self.note_ok();
                    self.counters.committed(batch, began.elapsed());
                    return Ok(());
                }
                Err(AppendError::Unavailable(cause)) => {
                    self.note_away(&cause);
                    tokio::select! {
                        biased;
                        () = self.store.broken() => return Err(self.end(StoreLost::Broken).into()),
                        next = self.pause(pause) => pause = next,
                    }
                }
                Err(AppendError::Damaged { .. }) if damaged + 1 < TRIES_OF_DAMAGED => {
                    damaged += 1;
                    self.counters.retried();
                    pause = self.pause(pause).await;
                }
                Err(AppendError::LeaseLost) => return Err(self.end(StoreLost::Fenced).into()),
                Err(error) => {
                    self.note_ok();
                    if let AppendError::Damaged { room, cause } = &error {
                        tracing::error!(%room, %cause, "the database is damaged where something of a room belongs");
                    }
                    return Err(commit_error(&error));
                }
            }
        }
    }

    /// Notes that nothing can be stored any more, before any append is answered: a caller that then checks must see it.
    fn end(&self, lost: StoreLost) -> StoreLost {
        self.health.send_replace(Health::Lost(lost));
        lost
    }

    /// Waits for `pause`; returns the next pause.
    async fn pause(&self, pause: Duration) -> Duration {
        tokio::time::sleep(pause).await;
        pause.saturating_mul(2).min(self.limits.retry_max)
    }

    fn note_ok(&self) {
        self.health.send_if_modified(|health| {
            let Health::Away { since } = *health else {
                return false;
            };
            tracing::info!(
                away_ms = since.elapsed().as_millis(),
                "database reachable again"
            );
            *health = Health::Ok;
            true
        });
    }

    fn note_away(&self, cause: &Cause) {
        self.counters.retried();
        self.health.send_if_modified(|health| {
            if *health != Health::Ok {
                return false;
            }
            tracing::error!(cause = %cause, "database unreachable; retrying until it is back");
            *health = Health::Away {
                since: Instant::now(),
            };
            true
        });
    }

    fn answer_all(&self, replies: Vec<Reply>, committed: Committed) {
        for reply in replies {
            self.answer(reply, committed);
        }
    }

    fn answer(&self, reply: Reply, committed: Committed) {
        if committed.is_err() {
            self.counters.failed();
        }
        // A room that has ended does not wait for the answer.
        let _ = reply.send(committed);
    }

    fn refuse_all(mut self, lost: StoreLost) {
        self.queue.appends.close();
        let left_over = self.left_over.take();
        let waiting = left_over
            .into_iter()
            .chain(std::iter::from_fn(|| self.queue.appends.try_recv().ok()));
        for (_, reply, _) in waiting.map(Waiting::into_parts).collect::<Vec<_>>() {
            self.answer(reply, Err(lost.into()));
        }
    }
}

/// The result for the rows of an append that failed.
fn commit_error(error: &AppendError) -> CommitError {
    match error {
        AppendError::LeaseLost => StoreLost::Fenced.into(),
        AppendError::Elsewhere => CommitError::Elsewhere,
        AppendError::Conflict { .. } => CommitError::Conflict,
        AppendError::Rejected { reason, .. } => CommitError::Rejected(*reason),
        // `Damaged` was tried often enough. A batch of one room gets no `SomeRejected`, because its room is known; `Unavailable` was
        // tried again before.
        AppendError::Damaged { .. } | AppendError::SomeRejected | AppendError::Unavailable(_) => {
            CommitError::Rejected(crate::Rejection::Refused)
        }
    }
}
