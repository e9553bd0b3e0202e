//! Rooms that are missing because of a fault. A room that fails while it runs is restored from its log once. A room that fails again, or
//! whose log cannot be replayed, is set aside until the operator restores or closes it.

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use bytes::Bytes;
use futures_util::future::BoxFuture;
use giog_protocol::server::{Left, LeftReason, ServerMessage};
use giog_protocol::{ErrorCode, Problem, RoomId};
use giog_rules::{PlayerId, Timestamp};
use giog_store::{Append, Fact, Log, RoomLog, StoreError};

use super::{Hub, lock};
use crate::frame_queue::FrameSender;
use crate::handle::RoomHandle;
use crate::lobby::Lobby;
use crate::nodes::ToEdge;
use crate::room::{AdminCommand, Room, RoomAnswer, RoomQuery, closing_row};

/// A room that was set aside. Nothing of its log is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetAside {
    /// The room.
    pub room: RoomId,
    /// The fault.
    pub reason: String,
    /// When it was set aside.
    pub at: Timestamp,
}

/// Why a room that was set aside could not be restored or closed.
#[derive(Debug, thiserror::Error)]
pub enum SetAsideError {
    /// The room is not set aside.
    #[error("there is no such room that was set aside")]
    NotAside,
    /// It is set aside on another node.
    #[error("the room is set aside on another server: ask that one")]
    Elsewhere,
    /// Its log still cannot be read or replayed.
    #[error("{0}")]
    Fault(String),
    /// The database did not answer.
    #[error(transparent)]
    Store(StoreError),
    /// Nothing can be written now. If the room was to be restored, it is restored; it may still contain names of people who had their
    /// data deleted.
    #[error("the database is unreachable")]
    NotNow(ErrorCode),
}

impl From<StoreError> for SetAsideError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Corrupt(_) | StoreError::Damaged(_) => Self::Fault(error.to_string()),
            error => Self::Store(error),
        }
    }
}

/// The rooms that are missing because of a fault.
#[derive(Debug, Default)]
pub(super) struct AsideRooms {
    rooms: BTreeMap<RoomId, Absent>,
    /// Rooms that are to be restored automatically, in the order in which they failed.
    queue: VecDeque<RoomId>,
    /// Rooms that were restored automatically: a further fault sets them aside.
    brought_back: HashSet<RoomId>,
}

#[derive(Debug)]
struct Absent {
    reason: String,
    at: Timestamp,
    /// While the room is to be restored: the connections that were in it.
    coming: Option<Vec<FrameSender>>,
}

impl AsideRooms {
    /// Notes that a running room failed. Returns the error for requests to it.
    pub fn failed(
        &mut self,
        room: RoomId,
        reason: String,
        at: Timestamp,
        frame_senders: Vec<FrameSender>,
    ) -> ErrorCode {
        let again = !self.brought_back.insert(room);
        let coming = if again {
            report_failed(room, &frame_senders);
            tracing::error!(%room, reason, "a room failed again and is set aside; its log is unchanged");
            None
        } else {
            tracing::error!(%room, reason, "a room failed and is restored from its log");
            Some(frame_senders)
        };
        let absent = Absent { reason, at, coming };
        let code = absent.code();
        self.rooms.insert(room, absent);
        code
    }

    /// No row of a failed room is still to be written to the log: from now on it can be restored.
    pub fn settled(&mut self, room: RoomId) {
        if self.rooms.get(&room).is_some_and(Absent::is_coming) {
            self.queue.push_back(room);
        }
    }

    /// Sets a room aside that could not be restored.
    pub fn set_aside(&mut self, room: RoomId, reason: String, at: Timestamp) {
        tracing::error!(%room, reason, "a room cannot be restored and is set aside; its log is unchanged");
        let coming = None;
        if let Some(before) = self.rooms.insert(room, Absent { reason, at, coming }) {
            report_failed(room, &before.coming.unwrap_or_default());
        }
    }

    /// Removes a room that is restored or closed. Returns the connections that were in it.
    pub fn over(&mut self, room: RoomId) -> Vec<FrameSender> {
        let absent = self.rooms.remove(&room);
        absent.and_then(|absent| absent.coming).unwrap_or_default()
    }

    /// Forgets all faults of a room that is closed for good.
    pub fn closed(&mut self, room: RoomId) {
        self.over(room);
        self.brought_back.remove(&room);
    }

    /// Removes rooms that moved to another node. Returns the connections that were in them.
    pub fn forget(&mut self, which: impl Fn(RoomId) -> bool) -> Vec<FrameSender> {
        let mut inside = Vec::new();
        self.rooms.retain(|&room, absent| {
            let stays = !which(room);
            if !stays {
                inside.extend(absent.coming.take().unwrap_or_default());
            }
            stays
        });
        self.queue.retain(|&room| !which(room));
        self.brought_back.retain(|&room| !which(room));
        inside
    }

    /// The error for requests to a room that is missing because of a fault; none for other rooms.
    pub fn code(&self, room: RoomId) -> Option<ErrorCode> {
        self.rooms.get(&room).map(Absent::code)
    }

    /// Whether some room is to be restored.
    pub fn is_some_coming(&self) -> bool {
        self.rooms.values().any(Absent::is_coming)
    }

    fn all(&self) -> impl Iterator<Item = (&RoomId, &Absent)> {
        self.rooms.iter().filter(|(_, absent)| !absent.is_coming())
    }
}

impl Absent {
    const fn is_coming(&self) -> bool {
        self.coming.is_some()
    }

    const fn code(&self) -> ErrorCode {
        if self.is_coming() {
            ErrorCode::Busy
        } else {
            ErrorCode::RoomSetAside
        }
    }
}

fn report_failed(room: RoomId, frame_senders: &[FrameSender]) {
    let reason = LeftReason::Failed;
    let frame = Bytes::from(ServerMessage::Left(Left { room, reason }).encode());
    for frame_sender in frame_senders {
        frame_sender.send(frame.clone());
    }
}

impl Hub {
    /// The handle of a room, or why there is none.
    pub fn room(&self, id: RoomId) -> Result<RoomHandle, Problem> {
        let mut lobby = self.lobby();
        if let Some(handle) = lobby.handle(id) {
            return Ok(handle);
        }
        if self.is_stopping() || self.0.tools.commit.is_lost() {
            // The room may exist after the restart.
            return Err(ErrorCode::ShuttingDown.into());
        }
        if lobby.ask_for(id) || !self.knows_shard_of(id) {
            return Err(Self::not_there_yet());
        }
        let here = lock(&self.0.faults.aside).code(id);
        Err(match here.or_else(|| self.absent_there(id)) {
            Some(ErrorCode::Busy) => Self::not_there_yet(),
            code => code.unwrap_or(ErrorCode::NoSuchRoom).into(),
        })
    }

    /// The error for a room that is missing on another node because of a fault.
    fn absent_there(&self, id: RoomId) -> Option<ErrorCode> {
        let peers = lock(&self.0.nodes.peers);
        peers.values().find_map(|peer| peer.absent(id))
    }

    /// Tells other nodes which rooms are missing because of a fault. The lobby is locked, so that these messages are in order.
    pub(super) fn report_absent(&self, _lobby: &Lobby<RoomHandle>) {
        self.0
            .listing
            .subscribers
            .tell(|| Some(self.absent_to_tell()));
    }

    pub(super) fn absent_to_tell(&self) -> ToEdge {
        let aside = lock(&self.0.faults.aside);
        let rooms = aside.rooms.iter();
        let rooms = rooms.map(|(&room, absent)| (room, absent.is_coming()));
        ToEdge::Absent {
            rooms: rooms.collect(),
        }
    }

    /// Sets a room aside that could not be restored.
    fn set_one_aside(&self, room: RoomId, reason: String) {
        let at = self.0.tools.clock.now().wall;
        let lobby = self.lobby();
        lock(&self.0.faults.aside).set_aside(room, reason, at);
        self.report_absent(&lobby);
    }

    /// Why an existing room may be unknown here: rooms are still being restored, or the server stops.
    pub fn incomplete_reason(&self) -> Option<Problem> {
        if self.is_stopping() || self.0.tools.commit.is_lost() {
            Some(ErrorCode::ShuttingDown.into())
        } else {
            (!self.are_all_there()).then(Self::not_there_yet)
        }
    }

    /// Asks a room a query.
    pub async fn ask(
        &self,
        id: RoomId,
        person: Option<PlayerId>,
        query: RoomQuery,
    ) -> Result<RoomAnswer, Problem> {
        let answer = self.find(id).await?.ask(person, query).await;
        answer.map_err(|code| self.instead(id, code))
    }

    /// Has a room carry out an operator's command.
    pub(super) async fn admin_command(
        &self,
        id: RoomId,
        command: AdminCommand,
    ) -> Result<(), ErrorCode> {
        let room = self.find(id).await.map_err(|problem| problem.code)?;
        let done = room.admin_command(command).await;
        done.map_err(|code| self.instead(id, code).code)
    }

    /// The error for a request to a room that has just answered that it is gone.
    pub fn instead(&self, id: RoomId, code: ErrorCode) -> Problem {
        match code {
            // Its task ended because the server stops.
            ErrorCode::NoSuchRoom if self.is_stopping() => ErrorCode::ShuttingDown.into(),
            ErrorCode::NoSuchRoom => self.room(id).err().unwrap_or_else(Self::not_there_yet),
            code => code.into(),
        }
    }

    /// The rooms that were set aside.
    pub fn set_aside(&self) -> Vec<SetAside> {
        let aside = lock(&self.0.faults.aside);
        let told = aside.all().map(|(&room, absent)| SetAside {
            room,
            reason: absent.reason.clone(),
            at: absent.at,
        });
        told.collect()
    }

    /// How many rooms were set aside.
    pub fn set_aside_count(&self) -> usize {
        lock(&self.0.faults.aside).all().count()
    }

    /// Restores failed rooms from their logs, until the server stops or the future is dropped.
    pub fn restore_failed<'a>(&'a self, store: &'a dyn Log) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            loop {
                let next = lock(&self.0.faults.aside).queue.pop_front();
                let Some(room) = next else {
                    self.0.faults.failed.notified().await;
                    continue;
                };
                let _returning = self.0.faults.returning.read().await;
                let tenure = self.tenure(room);
                let Some(log) = self.read_log(store, room).await else {
                    return;
                };
                let restored = log.map_err(SetAsideError::from);
                let failed = (room, ErrorCode::Busy);
                match restored.and_then(|log| self.restore(failed, log, tenure)) {
                    Ok(()) => tracing::info!(%room, "a failed room is restored"),
                    // Its shard has moved meanwhile.
                    Err(SetAsideError::NotAside) => {}
                    Err(error) => self.set_one_aside(room, error.to_string()),
                }
            }
        })
    }

    /// Restores a room that was set aside. If it fails again, it is restored automatically once more. Names of people who had their data
    /// deleted are replaced in it, because another node may be removing them from its log while it is read here.
    pub fn restore_set_aside<'a>(
        &'a self,
        store: &'a dyn Log,
        room: RoomId,
    ) -> BoxFuture<'a, Result<(), SetAsideError>> {
        Box::pin(async move {
            self.must_be_aside(room)?;
            let _returning = self.0.faults.returning.read().await;
            let tenure = self.tenure(room);
            let log = store.log(room).await?;
            // Read after the log: people who are not in it yet are removed from all rooms later, when this room already exists.
            let forgotten = store.forgotten().await?;
            self.restore((room, ErrorCode::RoomSetAside), log, tenure)?;
            lock(&self.0.faults.aside).brought_back.remove(&room);
            if forgotten.is_empty() {
                return Ok(());
            }
            let forget = AdminCommand::Forget(Arc::new(forgotten.into_iter().collect()));
            match self.admin_command(room, forget).await {
                // A closed room has written its last row.
                Ok(()) | Err(ErrorCode::NoSuchRoom) => Ok(()),
                Err(code) => Err(SetAsideError::NotNow(code)),
            }
        })
    }

    /// Closes a room that was set aside, whatever is in its log.
    pub fn close_aside<'a>(
        &'a self,
        store: &'a dyn Log,
        room: RoomId,
    ) -> BoxFuture<'a, Result<(), SetAsideError>> {
        Box::pin(async move {
            self.must_be_aside(room)?;
            let now = self.0.tools.clock.now().wall;
            let append = Append {
                room,
                index: store.next_index(room).await?,
                body: closing_row(now),
                facts: vec![Fact::RoomClosed { room, at: now }],
                floor: None,
            };
            let busy = |_| SetAsideError::NotNow(ErrorCode::Busy);
            let committed = self.0.tools.commit.try_submit(append).map_err(busy)?.await;
            if !matches!(committed, Ok(Ok(()))) {
                return Err(SetAsideError::NotNow(ErrorCode::StorageUnavailable));
            }
            let lobby = self.lobby();
            lock(&self.0.faults.aside).closed(room);
            self.report_absent(&lobby);
            Ok(())
        })
    }

    /// Checks that a room is missing, and that requests to it get this error.
    fn must_be(&self, room: RoomId, code: ErrorCode) -> Result<(), SetAsideError> {
        if lock(&self.0.faults.aside).code(room) == Some(code) {
            Ok(())
        } else {
            Err(SetAsideError::NotAside)
        }
    }

    /// Checks that a room is set aside on this node.
    fn must_be_aside(&self, room: RoomId) -> Result<(), SetAsideError> {
        let here = self.must_be(room, ErrorCode::RoomSetAside);
        here.map_err(|why| match self.absent_there(room) {
            Some(ErrorCode::RoomSetAside) => SetAsideError::Elsewhere,
            _ => why,
        })
    }

    /// Starts the room of a log, if requests to it still get the same error; otherwise it was restored or closed meanwhile. Connections
    /// that were in it are closed, so that their clients reconnect to a room with all its state.
    fn restore(
        &self,
        (id, code): (RoomId, ErrorCode),
        log: RoomLog,
        tenure: Option<u64>,
    ) -> Result<(), SetAsideError> {
        let room = self.replayed(id, log).map_err(SetAsideError::Fault)?;
        let mut lobby = self.lobby();
        self.must_be(id, code)?;
        if !self.is_still_here(id, tenure) {
            return Err(SetAsideError::NotAside);
        }
        self.go_on(&mut lobby, room);
        let inside = lock(&self.0.faults.aside).over(id);
        self.report_absent(&lobby);
        for frame_sender in inside {
            frame_sender.send_back();
        }
        Ok(())
    }

    /// Replays a log. Returns the room, or why that failed.
    pub(super) fn replayed(&self, id: RoomId, log: RoomLog) -> Result<Room, String> {
        let context = Arc::clone(&self.0.tools.context);
        let now = self.0.tools.clock.now();
        let replay = || Room::replay(id, context, log, now);
        catch_unwind(AssertUnwindSafe(replay))
            .map_err(|_| "the replay of its log met a fault".to_owned())?
            .map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn nothing_is_remembered_of_rooms_that_are_closed() {
        let mut aside = AsideRooms::default();
        let at = Timestamp::from_unix_ms(0);
        for number in 0..100 {
            let room = RoomId(Uuid::from_u128(number));
            for code in [ErrorCode::Busy, ErrorCode::RoomSetAside] {
                let fault = "a fault".to_owned();
                assert_eq!(aside.failed(room, fault, at, Vec::new()), code);
            }
            aside.closed(room);
            assert_eq!(aside.code(room), None);
        }
        assert!(aside.rooms.is_empty() && aside.brought_back.is_empty());
    }
}
