//! The rooms of another node, as a node with connections reaches them.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use giog_protocol::client::RoomCommand;
use giog_protocol::{ErrorCode, Person, RoomId};
use giog_rules::PlayerId;
use tokio::sync::oneshot;

use super::Wire;
use super::items::{FromOwner, ToEdge, ToOwner, Visit, item, read_from_owner};
use crate::conn::ConnId;
use crate::frame_queue::FrameSender;
use crate::handle::{Done, Reply};
use crate::room::{AdminCommand, RoomAnswer, RoomQuery};

/// Another node that has rooms, for as long as the wire to it holds.
pub struct Peer {
    /// No other one has it.
    number: u64,
    wire: Arc<dyn Wire>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    is_lost: bool,
    /// The connections that have to do with rooms there, and with which.
    attached: HashMap<u64, (FrameSender, HashSet<RoomId>)>,
    asked: HashMap<u64, Asked>,
    next_ticket: u64,
}

/// Who waits for an answer.
enum Asked {
    Has(oneshot::Sender<bool>),
    Answer(Reply),
    Done(Done),
}

/// What a peer says of its rooms, for the lobby.
#[derive(Debug)]
pub(crate) enum Said {
    Nothing,
    OfRooms(ToEdge),
}

impl Peer {
    pub(crate) fn new(wire: Arc<dyn Wire>) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self {
            number: NEXT.fetch_add(1, Ordering::Relaxed),
            wire,
            state: Mutex::default(),
        }
    }

    pub(crate) const fn number(&self) -> u64 {
        self.number
    }

    pub(crate) fn command(
        &self,
        room: RoomId,
        (frame_sender, person, re): (FrameSender, Person, u64),
        command: RoomCommand,
    ) -> Result<(), ErrorCode> {
        let mut state = self.lock();
        let visit = state.visit(room, frame_sender, person, re)?;
        let command = Box::new(command);
        self.say(&ToOwner::Command {
            room,
            visit,
            command,
        });
        Ok(())
    }

    pub(crate) async fn quick_join(
        &self,
        room: RoomId,
        (frame_sender, person, re): (FrameSender, Person, u64),
    ) -> Result<(), ErrorCode> {
        let (done, joined) = oneshot::channel();
        {
            let mut state = self.lock();
            let visit = state.visit(room, frame_sender, person, re)?;
            let ticket = state.ticket(Asked::Done(done))?;
            self.say(&ToOwner::QuickJoin {
                ticket,
                room,
                visit,
            });
        }
        joined.await.unwrap_or(Err(ErrorCode::Busy))
    }

    pub(crate) fn detached(&self, room: RoomId, conn: ConnId) {
        let mut state = self.lock();
        if let Some((_, rooms)) = state.attached.get_mut(&conn.0) {
            rooms.remove(&room);
            if rooms.is_empty() {
                state.attached.remove(&conn.0);
            }
        }
        self.say(&ToOwner::Detached { room, conn: conn.0 });
    }

    pub(crate) async fn has(&self, room: RoomId, conn: ConnId) -> bool {
        let (reply, answer) = oneshot::channel();
        {
            let mut state = self.lock();
            let Ok(ticket) = state.ticket(Asked::Has(reply)) else {
                return false;
            };
            let conn = conn.0;
            self.say(&ToOwner::Has { ticket, room, conn });
        }
        answer.await.unwrap_or(false)
    }

    pub(crate) async fn ask(
        &self,
        room: RoomId,
        person: Option<PlayerId>,
        query: RoomQuery,
    ) -> Result<RoomAnswer, ErrorCode> {
        let (reply, answer) = oneshot::channel();
        {
            let mut state = self.lock();
            let ticket = state.ticket(Asked::Answer(reply))?;
            self.say(&ToOwner::Ask {
                ticket,
                room,
                person,
                query,
            });
        }
        answer.await.unwrap_or(Err(ErrorCode::Busy))
    }

    pub(crate) async fn admin_command(
        &self,
        room: RoomId,
        command: AdminCommand,
    ) -> Result<(), ErrorCode> {
        let (done, finished) = oneshot::channel();
        {
            let mut state = self.lock();
            let ticket = state.ticket(Asked::Done(done))?;
            self.say(&ToOwner::AdminCommand {
                ticket,
                room,
                command,
            });
        }
        finished.await.unwrap_or(Err(ErrorCode::Busy))
    }

    /// Takes an item of the other node's; gives what it says of its rooms.
    pub(crate) fn take(&self, item: Bytes) -> Said {
        let said = match read_from_owner(item) {
            Some(FromOwner::Frame { conn, frame }) => {
                if let Some((frame_sender, _)) = self.lock().attached.get(&conn) {
                    frame_sender.send(frame);
                }
                return Said::Nothing;
            }
            Some(FromOwner::Other(said)) => said,
            None => return Said::Nothing,
        };
        let mut state = self.lock();
        match said {
            ToEdge::Answered { conn, re, refused } => state.with(conn, |frame_sender| {
                frame_sender.note_answer(re, refused.map_or(Ok(()), Err));
            }),
            ToEdge::Shown { conn, bytes } => {
                state.with(conn, |frame_sender| frame_sender.shown(bytes));
            }
            ToEdge::SendBack { conn } => state.with(conn, FrameSender::send_back),
            ToEdge::Has { ticket, has } => {
                if let Some(Asked::Has(reply)) = state.asked.remove(&ticket) {
                    // Whoever asked may have gone meanwhile; the same below.
                    let _ = reply.send(has);
                }
            }
            ToEdge::Answer { ticket, answer } => {
                if let Some(Asked::Answer(reply)) = state.asked.remove(&ticket) {
                    let _ = reply.send(answer);
                }
            }
            ToEdge::Done { ticket, done } => {
                if let Some(Asked::Done(reply)) = state.asked.remove(&ticket) {
                    let _ = reply.send(done);
                }
            }
            of_rooms @ (ToEdge::Room(_)
            | ToEdge::Gone { .. }
            | ToEdge::Shards { .. }
            | ToEdge::Leaver { .. }) => return Said::OfRooms(of_rooms),
        }
        Said::Nothing
    }

    /// The wire is broken. Whoever is in a room there comes back, and whoever waits for an answer is told to try again.
    pub(crate) fn lose(&self) {
        let mut state = self.lock();
        state.is_lost = true;
        state.asked.clear();
        for (frame_sender, _) in std::mem::take(&mut state.attached).into_values() {
            frame_sender.send_back();
        }
    }

    fn say(&self, said: &ToOwner) {
        self.wire.send(item(said));
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Notes that a connection has to do with a room, before it asks anything there.
    fn visit(
        &mut self,
        room: RoomId,
        frame_sender: FrameSender,
        person: Person,
        re: u64,
    ) -> Result<Visit, ErrorCode> {
        if self.is_lost {
            return Err(ErrorCode::NoSuchRoom);
        }
        let visit = Visit {
            conn: frame_sender.conn().0,
            origin: frame_sender.origin(),
            batches: frame_sender.batches(),
            person,
            re,
        };
        let attached = self.attached.entry(visit.conn);
        let (_, rooms) = attached.or_insert_with(|| (frame_sender, HashSet::new()));
        rooms.insert(room);
        Ok(visit)
    }

    fn ticket(&mut self, asked: Asked) -> Result<u64, ErrorCode> {
        if self.is_lost {
            return Err(ErrorCode::NoSuchRoom);
        }
        let ticket = self.next_ticket;
        self.next_ticket += 1;
        self.asked.insert(ticket, asked);
        Ok(ticket)
    }

    fn with(&self, conn: u64, tell: impl FnOnce(&FrameSender)) {
        if let Some((frame_sender, _)) = self.attached.get(&conn) {
            tell(frame_sender);
        }
    }
}

impl fmt::Debug for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Peer")
            .field("attached", &self.lock().attached.len())
            .finish_non_exhaustive()
    }
}
