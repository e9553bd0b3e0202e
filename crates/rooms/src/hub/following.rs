//! Connections in rooms that are handed over to other nodes: each is resumed at the new node, and its client notices nothing.
//!
//! Until then what the connection asks of the room is held. Where the room is not back in time, or on a node of an earlier version,
//! the connection is closed and comes back, as after any break.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use giog_protocol::client::RoomCommand;
use giog_protocol::server::{ErrorReply, ServerMessage};
use giog_protocol::{ErrorCode, Person, Problem, RoomId};
use tokio::time::{Instant, sleep, timeout_at};

use super::{Hub, lock};
use crate::conn::ConnId;
use crate::frame_queue::{FrameSender, Moved};
use crate::handle::{NotDelivered, Request, Resuming, RoomHandle};
use crate::nodes::Peer;

/// How long a connection waits for a room that moves. One that is not back by then has met something else.
const MOVE_WAIT: Duration = Duration::from_secs(5);
/// How long one waits who finds that a room's task takes nothing more.
const RETRY_AFTER: Duration = Duration::from_millis(10);
/// Requests of a connection that are held for a room; more are answered `busy`.
const HELD_REQUESTS: usize = 64;

/// Connections in rooms that go on elsewhere, until it is known to them where.
#[derive(Debug, Default)]
pub(super) struct Following(HashMap<(RoomId, ConnId), Follower>);

#[derive(Debug)]
enum Follower {
    /// Its room moves.
    Waits(Box<Waiting>),
    /// The room is reached so from now on, which is told with the next request.
    Knows(RoomHandle),
}

#[derive(Debug)]
struct Waiting {
    frame_sender: FrameSender,
    moved: Moved,
    /// Requests that came too late for the room on the node before: not more than its inbox has.
    returned: VecDeque<Request>,
    /// Those that came after them.
    held: VecDeque<Request>,
}

/// What came of it when a connection was to be resumed.
enum Brought {
    /// It was, or was closed, or is gone.
    Done,
    /// The room's task takes nothing more.
    Refused,
}

/// Where a connection's room is reached.
enum Now {
    /// Where it was.
    Same,
    /// Nowhere at the moment.
    Moving,
    Moved(RoomHandle),
}

impl Following {
    /// Holds a request, or answers that there are too many.
    fn hold(&mut self, room: RoomId, request: Request) {
        let conn = request.frame_sender.conn();
        match self.0.get_mut(&(room, conn)) {
            Some(Follower::Waits(waiting)) if waiting.held.len() < HELD_REQUESTS => {
                waiting.held.push_back(request);
            }
            _ => refuse(&request, ErrorCode::Busy.into()),
        }
    }

    /// Where a room is that this connection was in.
    fn now(&self, room: RoomId, conn: ConnId) -> Now {
        match self.0.get(&(room, conn)) {
            None => Now::Same,
            Some(Follower::Waits(_)) => Now::Moving,
            Some(Follower::Knows(to)) => Now::Moved(to.clone()),
        }
    }
}

impl Hub {
    /// Passes a request on to a room that its connection has to do with; gives how the room is reached from now on, if that has
    /// changed.
    pub fn pass_on(
        &self,
        handle: &RoomHandle,
        (frame_sender, person, re): (FrameSender, Person, u64),
        command: RoomCommand,
    ) -> Result<Option<RoomHandle>, ErrorCode> {
        let request = Request {
            frame_sender,
            person,
            re,
            command,
        };
        if !handle.is_here() {
            return self.follow(handle, request);
        }
        match handle.pass_on(request) {
            Ok(()) => Ok(None),
            Err(NotDelivered::Gone(request)) => self.follow(handle, *request),
            Err(NotDelivered::Refused(code)) => Err(code),
        }
    }

    /// The same where the room may go on elsewhere.
    fn follow(
        &self,
        handle: &RoomHandle,
        request: Request,
    ) -> Result<Option<RoomHandle>, ErrorCode> {
        let (room, conn) = (handle.id(), request.frame_sender.conn());
        // Held until it is sent: what follows must not overtake it.
        let mut following = lock(&self.shared.following);
        let to = match following.now(room, conn) {
            Now::Moving => {
                following.hold(room, request);
                return Ok(None);
            }
            Now::Moved(to) => Some(to),
            Now::Same => None,
        };
        let passed_on = match to.as_ref().unwrap_or(handle).pass_on(request) {
            Ok(()) => Ok(to),
            // It has not been told yet where the room is: that comes with its next request.
            Err(NotDelivered::Refused(ErrorCode::Busy)) => return Err(ErrorCode::Busy),
            Err(NotDelivered::Gone(_)) => Err(ErrorCode::NoSuchRoom),
            Err(NotDelivered::Refused(code)) => Err(code),
        };
        following.0.remove(&(room, conn));
        passed_on
    }

    /// Whether a connection is in a room, wherever that is now.
    pub async fn has(&self, handle: &RoomHandle, conn: ConnId) -> bool {
        for _ in 0..2 {
            let now = lock(&self.shared.following).now(handle.id(), conn);
            let is_in = match now {
                Now::Same => handle.has(conn).await,
                Now::Moving => true,
                Now::Moved(to) => to.has(conn).await,
            };
            // It may have moved while it was asked.
            if is_in {
                return true;
            }
        }
        false
    }

    /// Tells a room that a connection is gone, wherever the room is now.
    pub async fn detached(&self, handle: &RoomHandle, conn: ConnId) {
        let room = handle.id();
        let follower = lock(&self.shared.following).0.remove(&(room, conn));
        match follower {
            Some(Follower::Knows(to)) => to.detached(conn).await,
            Some(Follower::Waits(_)) | None => handle.detached(conn).await,
        }
        // The room may have gone on elsewhere while there was no place in its inbox, with the connection in it.
        self.follows_no_more(room, conn);
        // Where it asked for the room in vain.
        let peers: Vec<_> = lock(&self.shared.peers).values().cloned().collect();
        for peer in peers {
            peer.detached_if_known(room, conn);
        }
    }

    /// Notes that a connection's room goes on elsewhere.
    pub(super) fn is_to_follow(&self, room: RoomId, frame_sender: FrameSender, moved: Moved) {
        let conn = frame_sender.conn();
        let waiting = Waiting {
            frame_sender,
            moved,
            returned: VecDeque::new(),
            held: VecDeque::new(),
        };
        lock(&self.shared.following)
            .0
            .insert((room, conn), Follower::Waits(Box::new(waiting)));
    }

    /// A connection that was to follow a room is gone.
    pub(super) fn follows_no_more(&self, room: RoomId, conn: ConnId) {
        let follower = lock(&self.shared.following).0.remove(&(room, conn));
        if let Some(Follower::Knows(to)) = follower {
            tokio::spawn(async move { to.detached(conn).await });
        }
    }

    /// A request came too late for the room on the node before.
    pub(super) fn returned(&self, room: RoomId, request: Request) {
        let conn = request.frame_sender.conn();
        let mut following = lock(&self.shared.following);
        match following.0.get_mut(&(room, conn)) {
            Some(Follower::Knows(to)) => send(to, request),
            Some(Follower::Waits(waiting)) => waiting.returned.push_back(request),
            // The room does not know the connection yet, which found it where it was before. What it asks next goes there directly:
            // behind this request, and not past what that node says if the room moves on.
            None => match self.room(room) {
                Ok(to) => {
                    send(&to, request);
                    following.0.insert((room, conn), Follower::Knows(to));
                }
                Err(problem) => refuse(&request, problem),
            },
        }
    }

    /// The room's task here has ended: whoever was in it on connections of this node follows it.
    pub(super) fn follow_from_here(&self, room: RoomId) {
        let following = lock(&self.shared.following);
        let waits = |((of, _), follower): &(&(RoomId, ConnId), &Follower)| {
            *of == room && matches!(follower, Follower::Waits(_))
        };
        for (&(_, conn), _) in following.0.iter().filter(waits) {
            let hub = self.clone();
            tokio::spawn(async move { hub.bring_along(room, conn).await });
        }
    }

    /// The same of a connection that was in the room on another node.
    pub(super) fn follow_from(
        &self,
        peer: &Arc<Peer>,
        room: RoomId,
        frame_sender: FrameSender,
        moved: Moved,
    ) {
        let conn = frame_sender.conn();
        let frame_sender = frame_sender.with_batches(moved.batches);
        self.is_to_follow(room, frame_sender, moved);
        let (hub, peer) = (self.clone(), Arc::clone(peer));
        tokio::spawn(async move {
            // Behind its answer nothing comes back from there any more.
            peer.has(room, conn).await;
            peer.detached(room, conn);
            hub.bring_along(room, conn).await;
        });
    }

    /// Resumes a connection where its room goes on.
    async fn bring_along(&self, room: RoomId, conn: ConnId) {
        let until = Instant::now() + MOVE_WAIT;
        loop {
            let back = timeout_at(until, self.is_back(room)).await;
            let back = back.ok().flatten();
            match self.bring_to(room, conn, back.filter(|_| Instant::now() < until)) {
                Brought::Done => return,
                // It is about to move on.
                Brought::Refused => sleep(RETRY_AFTER).await,
            }
        }
    }

    /// The same where it is known where that is, or that it is not to be known.
    fn bring_to(&self, room: RoomId, conn: ConnId, back: Option<RoomHandle>) -> Brought {
        let mut following = lock(&self.shared.following);
        let Some(follower) = following.0.get_mut(&(room, conn)) else {
            return Brought::Done;
        };
        let Follower::Waits(waiting) = follower else {
            return Brought::Done;
        };
        let resuming = Resuming {
            frame_sender: waiting.frame_sender.clone(),
            person: waiting.moved.person.clone(),
            after: waiting.moved.after,
        };
        match back {
            Some(handle) if handle.resume(resuming) => {
                let returned = std::mem::take(&mut waiting.returned);
                for request in returned
                    .into_iter()
                    .chain(std::mem::take(&mut waiting.held))
                {
                    send(&handle, request);
                }
                *follower = Follower::Knows(handle);
            }
            Some(handle) if handle.is_here() => return Brought::Refused,
            _ => {
                tracing::debug!(%room, "a connection is closed: its room is not back after a move");
                waiting.frame_sender.send_back();
                following.0.remove(&(room, conn));
            }
        }
        Brought::Done
    }

    /// How a room is reached that has moved, as soon as that is known; nothing where it is not to be.
    async fn is_back(&self, room: RoomId) -> Option<RoomHandle> {
        loop {
            let changed = self.shared.rooms_there.notified();
            tokio::pin!(changed);
            changed.as_mut().enable();
            match self.room(room) {
                Ok(handle) => return Some(handle),
                Err(problem) if problem.code == ErrorCode::Busy => {}
                Err(_) => return None,
            }
            changed.await;
        }
    }
}

/// Sends a request that was held.
fn send(to: &RoomHandle, request: Request) {
    let (frame_sender, re) = (request.frame_sender.clone(), request.re);
    if to.pass_on(request).is_err() {
        answer(&frame_sender, re, ErrorCode::Busy.into());
    }
}

fn refuse(request: &Request, problem: Problem) {
    answer(&request.frame_sender, request.re, problem);
}

fn answer(frame_sender: &FrameSender, re: u64, problem: Problem) {
    let message = ServerMessage::Error(ErrorReply::new(Some(re), problem));
    frame_sender.send(Bytes::from(message.encode()));
    frame_sender.answered(&message);
}
