//! Restores the rooms at the start, on all cores, while the server already listens.
//!
//! Requests for a room that is not restored yet are answered `busy`, and the room is restored before others. Requests whose answer
//! depends on all rooms (who has a seat where, how many rooms somebody has, which room a key made) are refused until all are restored.

use std::error::Error as _;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use giog_protocol::{ErrorCode, Problem, RoomId};
use giog_store::{Log, RoomLog, StoreError};
use tokio::sync::watch;

use super::unreadable::UnreadableLogs;
use super::{Hub, lock};
use crate::handle::RoomHandle;
use crate::lobby::Lobby;
use crate::room::Room;

/// How long clients are asked to wait for a room, or for all rooms, in milliseconds: long enough that asking again costs little, short
/// enough that people hardly notice.
const WAIT_MS: u64 = 500;
/// How many rooms' logs are read with one query: cheaper than single reads, but few enough that a room that somebody asks for need not
/// wait long for those before it.
const LOGS_TOGETHER: usize = 16;
/// How many more tasks there are than cores, so that logs are already read when a core has replayed the previous ones.
const TASKS_AHEAD: usize = 2;
/// How long to wait before asking the database again, after it could not return the list of rooms or the log of one.
const RETRY_AFTER: Duration = Duration::from_millis(500);
/// How often in a row reading a log is tried, while the database answers other queries, before that log counts as damaged.
const TRIES_OF_ONE: u32 = 20;

/// A room that is to be restored, and its [`Hub::tenure`] before its log was read.
type Coming = (RoomId, Option<u64>);

/// The result of restoring the rooms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recovered {
    /// How many rooms were restored.
    pub rooms: usize,
    /// How many were set aside because their logs could not be replayed.
    pub set_aside: usize,
}

/// The progress of restoring the rooms.
#[derive(Debug)]
pub(super) struct Recovery {
    /// Whether all rooms are restored or set aside.
    complete: watch::Sender<bool>,
    so_far: std::sync::Mutex<Recovered>,
    unread: UnreadableLogs,
}

impl Default for Recovery {
    fn default() -> Self {
        Self {
            complete: watch::Sender::new(true),
            so_far: std::sync::Mutex::default(),
            unread: UnreadableLogs::default(),
        }
    }
}

impl Hub {
    /// Starts restoring all open rooms. Returns their number as soon as they are known. A database that does not answer is asked again
    /// until it does.
    pub fn recover(&self, store: Arc<dyn Log>) -> BoxFuture<'_, Result<usize, StoreError>> {
        Box::pin(async move {
            let rooms = self.open_rooms(&*store, RETRY_AFTER).await?;
            let expected = rooms.len();
            {
                let mut lobby = self.lobby();
                lobby.expect(rooms);
                self.note_complete(&lobby);
            }
            let workers = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
            let mut tasks = lock(&self.0.tasks);
            for _ in 0..(workers + TASKS_AHEAD).min(expected) {
                tasks.spawn(self.clone().restore_all_expected(Arc::clone(&store)));
            }
            Ok(expected)
        })
    }

    /// The ids of the open rooms. Waits as long as the database is away or slow.
    pub(super) async fn open_rooms(
        &self,
        store: &dyn Log,
        pause: Duration,
    ) -> Result<Vec<RoomId>, StoreError> {
        let mut is_said = false;
        loop {
            let error = match store.open_rooms().await {
                Err(error @ (StoreError::Unavailable(_) | StoreError::Interrupted)) => error,
                rooms => return rooms,
            };
            if self.is_stopping() || self.0.tools.commit.is_lost() {
                return Err(error);
            }
            if !std::mem::replace(&mut is_said, true) {
                let cause = error.source().map(ToString::to_string);
                tracing::warn!(%error, cause, "cannot read which rooms there are; retrying");
            }
            tokio::time::sleep(pause).await;
        }
    }

    /// Waits until all rooms are restored or set aside, and returns how many of each.
    pub async fn recovered(&self) -> Recovered {
        let mut complete = self.0.recovery.complete.subscribe();
        // The sender lives as long as the hub.
        let _ = complete.wait_for(|&complete| complete).await;
        let so_far = &self.0.recovery.so_far;
        *lock(so_far)
    }

    /// How many rooms are still to be restored on this node.
    pub fn rooms_coming(&self) -> usize {
        self.lobby().expected_rooms()
    }

    /// Whether all rooms are restored or set aside, here and on other nodes.
    pub fn are_all_there(&self) -> bool {
        *self.0.recovery.complete.borrow()
    }

    /// Refuses requests whose answer depends on all rooms until they are restored.
    pub(super) fn must_have_all_rooms(&self, lobby: &Lobby<RoomHandle>) -> Result<(), Problem> {
        if self.has_all_rooms(lobby) {
            Ok(())
        } else {
            Err(Self::not_there_yet())
        }
    }

    fn has_all_rooms(&self, lobby: &Lobby<RoomHandle>) -> bool {
        lobby.expected_rooms() == 0 && lock(&self.0.nodes.shards).are_all_known()
    }

    /// Wakes those who wait for all rooms, if the last one is restored.
    pub(super) fn note_complete(&self, lobby: &Lobby<RoomHandle>) {
        let complete = self.has_all_rooms(lobby);
        let told = &self.0.recovery.complete;
        told.send_if_modified(|before| std::mem::replace(before, complete) != complete);
    }

    /// The answer to requests for a room that is still to be restored.
    pub fn not_there_yet() -> Problem {
        Problem::wait(ErrorCode::Busy, WAIT_MS)
    }

    /// Restores groups of rooms until none is left. Several tasks do this at the same time.
    pub(super) async fn restore_all_expected(self, store: Arc<dyn Log>) {
        loop {
            let next: Vec<_> = {
                let mut lobby = self.lobby();
                let next = std::iter::from_fn(|| lobby.next_expected());
                next.take(LOGS_TOGETHER).collect()
            };
            if next.is_empty() || self.is_stopping() {
                return;
            }
            if self.restore_group(&*store, &next).await.is_none() {
                return;
            }
        }
    }

    /// Restores these rooms. None if the server stops before.
    async fn restore_group(&self, store: &dyn Log, rooms: &[RoomId]) -> Option<()> {
        let coming = rooms.iter().map(|&id| (id, self.tenure(id)));
        let coming: Vec<Coming> = coming.collect();
        if let Ok(logs) = store.logs(rooms).await {
            let logs = logs.into_iter().map(Ok);
            return self.restore_read(coming.into_iter().zip(logs)).await;
        }
        // One of the logs cannot be read, or none can at the moment: the other rooms do not wait for it.
        let mut unread = Vec::new();
        for one in coming {
            match store.log(one.0).await {
                Ok(log) => self.restore_read([(one, Ok(log))]).await?,
                Err(_) if self.is_stopping() => return None,
                Err(_) => unread.push(one),
            }
        }
        for one in unread {
            let log = self.read_log(store, one.0).await?;
            self.restore_read([(one, log)]).await?;
        }
        Some(())
    }

    /// Restores rooms whose logs were read. None if the runtime ends before.
    async fn restore_read<I>(&self, read: I) -> Option<()>
    where
        I: IntoIterator<Item = (Coming, Result<RoomLog, StoreError>)> + Send + 'static,
    {
        let hub = self.clone();
        let restore_all = move || {
            for ((id, tenure), log) in read {
                let restore = || hub.restore_room(id, log, tenure);
                if catch_unwind(AssertUnwindSafe(restore)).is_err() {
                    hub.note_failed_restore(id);
                }
            }
        };
        tokio::task::spawn_blocking(restore_all).await.ok()
    }

    /// The log of a room; waits while the database is away. None if the server stops before. If only this log cannot be read, the number
    /// of attempts is limited, because everything that needs all rooms waits for it.
    pub(super) async fn read_log(
        &self,
        store: &dyn Log,
        id: RoomId,
    ) -> Option<Result<RoomLog, StoreError>> {
        let mut tries = 0;
        loop {
            let error = match store.log(id).await {
                Err(error @ (StoreError::Unavailable(_) | StoreError::Interrupted)) => error,
                log => {
                    if let Some(tries) = self.0.recovery.unread.over() {
                        tracing::info!(tries, "logs of rooms can be read again");
                    }
                    return Some(log);
                }
            };
            if self.is_stopping() {
                return None;
            }
            if self.0.recovery.unread.note() {
                let cause = error.source().map(ToString::to_string);
                tracing::warn!(%error, cause, "cannot read logs of rooms; retrying");
            }
            if let StoreError::Unavailable(cause) = error
                && store.open_rooms().await.is_ok()
            {
                tries += 1;
                if tries == TRIES_OF_ONE {
                    return Some(Err(StoreError::Damaged(cause)));
                }
            } else {
                tries = 0;
            }
            tokio::time::sleep(RETRY_AFTER).await;
        }
    }

    /// Starts a room that was restored from its log.
    pub(super) fn go_on(&self, lobby: &mut Lobby<RoomHandle>, mut room: Room) {
        room.begin_as(self.is_draining(), self.is_disk_low());
        self.start(lobby, room, None, Vec::new());
    }

    /// Replays a log and starts its room.
    fn restore_room(&self, id: RoomId, log: Result<RoomLog, StoreError>, tenure: Option<u64>) {
        let replayed = log
            .map_err(|error| error.to_string())
            .and_then(|log| self.replayed(id, log));
        let mut lobby = self.lobby();
        match replayed {
            // The task that stops the rooms already has its list of them.
            Ok(_) if self.is_stopping() => {}
            // Its shard has moved meanwhile, and may have come back; then the room is expected again.
            _ if !lobby.is_expected(id) || !self.is_still_here(id, tenure) => {}
            Ok(mut room) => {
                self.go_on_in_time(&mut room);
                self.go_on(&mut lobby, room);
                self.settle(&mut lobby, id, Ok(()));
            }
            Err(reason) => self.settle(&mut lobby, id, Err(reason)),
        }
    }

    /// Sets a room aside during whose restoration the program panicked.
    fn note_failed_restore(&self, id: RoomId) {
        let mut lobby = self.lobby();
        if !lobby.is_expected(id) {
            return;
        }
        lobby.remove_for_now(id);
        let reason = "restoring it failed".to_owned();
        self.settle(&mut lobby, id, Err(reason));
    }

    /// Notes that a room is restored, or why it is not.
    fn settle(&self, lobby: &mut Lobby<RoomHandle>, id: RoomId, brought_back: Result<(), String>) {
        let mut so_far = lock(&self.0.recovery.so_far);
        match brought_back {
            Ok(()) => so_far.rooms += 1,
            Err(reason) => {
                so_far.set_aside += 1;
                let at = self.0.tools.clock.now().wall;
                lock(&self.0.faults.aside).set_aside(id, reason, at);
                self.report_absent(lobby);
            }
        }
        lobby.settle(id);
        if lobby.expected_rooms() == 0 {
            let (rooms, set_aside) = (so_far.rooms, so_far.set_aside);
            tracing::info!(rooms, set_aside, "all rooms are restored");
            self.note_complete(lobby);
            self.report_shards(lobby);
        }
        drop(so_far);
        self.0.listing.changed.notify_one();
    }
}
