//! Restores the rooms at the start, on all cores, while the server already listens.
//!
//! A room that is not there yet is answered with `busy` and comes before others from then on. What needs all rooms to be
//! right (who has a seat where, how many rooms somebody has, where a key led) waits until they are there.

use std::error::Error as _;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use giog_protocol::{ErrorCode, Problem, RoomId};
use giog_store::{RoomLog, Store, StoreError};
use tokio::sync::watch;

use super::unreadable::UnreadableLogs;
use super::{Hub, lock};
use crate::handle::RoomHandle;
use crate::lobby::Lobby;
use crate::room::Room;

/// How long somebody is asked to wait for a room that is not there yet, or for all of them: long enough that asking again
/// costs little, and short beside what people notice.
const WAIT_MS: u64 = 500;
/// How many rooms' logs are read together. It costs less than one by one; and few enough that a room somebody asks for does not
/// wait long for those before it.
const LOGS_TOGETHER: usize = 16;
/// How many tasks there are beside one a core: what they read is there when a core has replayed what it had.
const TASKS_AHEAD: usize = 2;
/// How long it is waited for the database to be back that could not say which rooms there are, or what is in the log of one.
const RETRY_AFTER: Duration = Duration::from_millis(500);
/// How often in a row it is tried to read a log while the database answers something else, until that log counts as damaged.
const TRIES_OF_ONE: u32 = 20;

/// A room that is to come, and its [`Hub::tenure`] before its log was read.
type Coming = (RoomId, Option<u64>);

/// What came of bringing the rooms back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recovered {
    /// How many rooms go on.
    pub rooms: usize,
    /// How many were set aside, since their log makes no room.
    pub set_aside: usize,
}

/// How far the bringing back has come.
#[derive(Debug)]
pub(super) struct Recovery {
    /// Whether every room is there that will be.
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
    /// Begins to bring back every open room; returns as soon as it is known which they are, with their number. A database that does
    /// not answer is asked again until it does.
    pub fn recover(&self, store: Arc<dyn Store>) -> BoxFuture<'_, Result<usize, StoreError>> {
        Box::pin(async move {
            let rooms = self.open_rooms(&*store, RETRY_AFTER).await?;
            let expected = rooms.len();
            {
                let mut lobby = self.lobby();
                lobby.expect(rooms);
                self.note_complete(&lobby);
            }
            let workers = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
            let mut tasks = lock(&self.shared.tasks);
            for _ in 0..(workers + TASKS_AHEAD).min(expected) {
                tasks.spawn(self.clone().bring_back_some(Arc::clone(&store)));
            }
            Ok(expected)
        })
    }

    /// Which rooms are open, as soon as the database says so: one that is away or slow is waited for.
    pub(super) async fn open_rooms(
        &self,
        store: &dyn Store,
        pause: Duration,
    ) -> Result<Vec<RoomId>, StoreError> {
        let mut is_said = false;
        loop {
            let error = match store.open_rooms().await {
                Err(error @ (StoreError::Unavailable(_) | StoreError::Interrupted)) => error,
                rooms => return rooms,
            };
            if self.is_stopping() || self.shared.commit.is_over() {
                return Err(error);
            }
            if !std::mem::replace(&mut is_said, true) {
                let cause = error.source().map(ToString::to_string);
                tracing::warn!(%error, cause, "cannot read which rooms there are; retrying");
            }
            tokio::time::sleep(pause).await;
        }
    }

    /// Waits until every room is there that will be; says what came of it.
    pub async fn recovered(&self) -> Recovered {
        let mut complete = self.shared.recovery.complete.subscribe();
        // The sender lives as long as the hub.
        let _ = complete.wait_for(|&complete| complete).await;
        let so_far = &self.shared.recovery.so_far;
        *lock(so_far)
    }

    /// How many rooms are still to come, here.
    pub fn rooms_coming(&self) -> usize {
        self.lobby().expected_rooms()
    }

    /// Whether all rooms are there that will be, here and on other nodes.
    pub fn are_all_there(&self) -> bool {
        *self.shared.recovery.complete.borrow()
    }

    /// Refuses what cannot be answered rightly before all rooms are there.
    pub(super) fn must_have_all_rooms(&self, lobby: &Lobby<RoomHandle>) -> Result<(), Problem> {
        if self.has_all_rooms(lobby) {
            Ok(())
        } else {
            Err(Self::not_there_yet())
        }
    }

    fn has_all_rooms(&self, lobby: &Lobby<RoomHandle>) -> bool {
        lobby.expected_rooms() == 0 && lock(&self.shared.shards).are_all_known()
    }

    /// Tells those who wait for all rooms, if that has changed.
    pub(super) fn note_complete(&self, lobby: &Lobby<RoomHandle>) {
        let complete = self.has_all_rooms(lobby);
        let told = &self.shared.recovery.complete;
        told.send_if_modified(|before| std::mem::replace(before, complete) != complete);
    }

    /// What is asked about a room that is still to come is answered with this.
    pub fn not_there_yet() -> Problem {
        Problem::wait(ErrorCode::Busy, WAIT_MS)
    }

    /// Brings back some rooms after others until there are none left; several do so at a time.
    pub(super) async fn bring_back_some(self, store: Arc<dyn Store>) {
        loop {
            let next: Vec<_> = {
                let mut lobby = self.lobby();
                let next = std::iter::from_fn(|| lobby.next_expected());
                next.take(LOGS_TOGETHER).collect()
            };
            if next.is_empty() || self.is_stopping() {
                return;
            }
            if self.bring_back_together(&*store, &next).await.is_none() {
                return;
            }
        }
    }

    /// Brings back these rooms; none when the server stops before.
    async fn bring_back_together(&self, store: &dyn Store, rooms: &[RoomId]) -> Option<()> {
        let coming = rooms.iter().map(|&id| (id, self.tenure(id)));
        let coming: Vec<Coming> = coming.collect();
        if let Ok(logs) = store.logs(rooms).await {
            let logs = logs.into_iter().map(Ok);
            return self.bring_back_read(coming.into_iter().zip(logs)).await;
        }
        // One of them cannot be read, or now none of them can: the others do not wait for it.
        let mut unread = Vec::new();
        for one in coming {
            match store.log(one.0).await {
                Ok(log) => self.bring_back_read([(one, Ok(log))]).await?,
                Err(_) if self.is_stopping() => return None,
                Err(_) => unread.push(one),
            }
        }
        for one in unread {
            let log = self.read_log(store, one.0).await?;
            self.bring_back_read([(one, log)]).await?;
        }
        Some(())
    }

    /// Brings back rooms whose logs were read; none when the runtime ends before.
    async fn bring_back_read<I>(&self, read: I) -> Option<()>
    where
        I: IntoIterator<Item = (Coming, Result<RoomLog, StoreError>)> + Send + 'static,
    {
        let hub = self.clone();
        let bring_back = move || {
            for ((id, tenure), log) in read {
                let bring_back = || hub.bring_back(id, log, tenure);
                if catch_unwind(AssertUnwindSafe(bring_back)).is_err() {
                    hub.not_brought_back(id);
                }
            }
        };
        tokio::task::spawn_blocking(bring_back).await.ok()
    }

    /// A room's log, as soon as the database has it; none when the server stops before. Where this log alone cannot be read, it is
    /// not waited for without end, as all that waits for all rooms would wait with it.
    pub(super) async fn read_log(
        &self,
        store: &dyn Store,
        id: RoomId,
    ) -> Option<Result<RoomLog, StoreError>> {
        let mut tries = 0;
        loop {
            let error = match store.log(id).await {
                Err(error @ (StoreError::Unavailable(_) | StoreError::Interrupted)) => error,
                log => {
                    if let Some(tries) = self.shared.recovery.unread.over() {
                        tracing::info!(tries, "logs of rooms can be read again");
                    }
                    return Some(log);
                }
            };
            if self.is_stopping() {
                return None;
            }
            if self.shared.recovery.unread.note() {
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

    /// Lets a room from its log go on.
    pub(super) fn go_on(&self, lobby: &mut Lobby<RoomHandle>, mut room: Room) {
        room.begin_as(self.is_draining(), self.is_disk_low());
        self.start(lobby, room, None, Vec::new());
    }

    /// Makes the room of a log, and lets it go on.
    fn bring_back(&self, id: RoomId, log: Result<RoomLog, StoreError>, tenure: Option<u64>) {
        let replayed = log
            .map_err(|error| error.to_string())
            .and_then(|log| self.replayed(id, log));
        let mut lobby = self.lobby();
        match replayed {
            // Whoever stops the rooms has a list of them already.
            Ok(_) if self.is_stopping() => {}
            // It has moved on meanwhile, and perhaps come back: then it is expected again.
            _ if !lobby.is_expected(id) || !self.is_still_here(id, tenure) => {}
            Ok(mut room) => {
                self.go_on_in_time(&mut room);
                self.go_on(&mut lobby, room);
                self.settle(&mut lobby, id, Ok(()));
            }
            Err(reason) => self.settle(&mut lobby, id, Err(reason)),
        }
    }

    /// Sets a room aside on whose way back the program met a fault.
    fn not_brought_back(&self, id: RoomId) {
        let mut lobby = self.lobby();
        if !lobby.is_expected(id) {
            return;
        }
        lobby.remove_for_now(id);
        let reason = "bringing it back met a fault".to_owned();
        self.settle(&mut lobby, id, Err(reason));
    }

    /// Notes that a room is there, or why it never will be.
    fn settle(&self, lobby: &mut Lobby<RoomHandle>, id: RoomId, brought_back: Result<(), String>) {
        let mut so_far = lock(&self.shared.recovery.so_far);
        match brought_back {
            Ok(()) => so_far.rooms += 1,
            Err(reason) => {
                so_far.set_aside += 1;
                let at = self.shared.clock.now().wall;
                lock(&self.shared.aside).set_aside(id, reason, at);
                self.tell_absent(lobby);
            }
        }
        lobby.settle(id);
        if lobby.expected_rooms() == 0 {
            let (rooms, set_aside) = (so_far.rooms, so_far.set_aside);
            tracing::info!(rooms, set_aside, "all rooms are restored");
            self.note_complete(lobby);
            self.tell_shards(lobby);
        }
        drop(so_far);
        self.shared.lobby_changed.notify_one();
    }
}
