//! Connections in rooms that are handed over to other nodes: each is resumed at the new node, and its client notices nothing.
//!
//! Until then requests for the room are held. If the room is not back in time, or the other node is of an older version, the connection
//! is closed; its client reconnects, as after any disconnect.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use giog_protocol::client::RoomCommand;
use giog_protocol::{ErrorCode, Person, Problem, RoomId};
use tokio::time::{Instant, sleep, timeout_at};

use super::{Hub, lock};
use crate::conn::ConnId;
use crate::frame_queue::{FrameSender, Moved};
use crate::handle::{NotDelivered, RoomHandle};
use crate::inbox::{Request, Resuming};
use crate::nodes::Peer;

/// How long a connection waits for a room that moves. If it takes longer, something else is wrong.
const MOVE_WAIT: Duration = Duration::from_secs(5);
/// How long to wait before trying again if a room's task takes nothing more.
const RETRY_AFTER: Duration = Duration::from_millis(10);
/// Requests of a connection that are held for a room; more are answered `busy`.
const HELD_REQUESTS: usize = 64;

/// Connections in rooms that moved to another node, until they know where the room is.
#[derive(Debug, Default)]
pub(super) struct Following(HashMap<(RoomId, ConnId), Follower>);

#[derive(Debug)]
enum Follower {
    /// The room moves.
    Waits(Box<Waiting>),
    /// The new handle of the room. The connection gets it with its next request.
    Knows(RoomHandle),
}

#[derive(Debug)]
struct Waiting {
    frame_sender: FrameSender,
    moved: Moved,
    /// Requests that the previous node returned because they came too late: at most as many as a room's inbox holds.
    returned: VecDeque<Request>,
    /// Requests that came after them.
    held: VecDeque<Request>,
}

/// The result of an attempt to resume a connection.
enum ResumeOutcome {
    /// Finished: it was resumed or closed, or it is gone.
    Settled,
    /// The room's task takes nothing more; to be tried again.
    RetryLater,
}

/// How a connection's room is reached now.
enum Now {
    /// As before.
    Same,
    /// Not at all at the moment.
    Moving,
    Moved(RoomHandle),
}

impl Following {
    /// Holds a request, or answers `busy` if there are too many.
    fn hold(&mut self, room: RoomId, request: Request) {
        let conn = request.frame_sender.conn();
        match self.0.get_mut(&(room, conn)) {
            Some(Follower::Waits(waiting)) if waiting.held.len() < HELD_REQUESTS => {
                waiting.held.push_back(request);
            }
            _ => refuse(&request, ErrorCode::Busy.into()),
        }
    }

    /// How the room of this connection is reached now.
    fn now(&self, room: RoomId, conn: ConnId) -> Now {
        match self.0.get(&(room, conn)) {
            None => Now::Same,
            Some(Follower::Waits(_)) => Now::Moving,
            Some(Follower::Knows(to)) => Now::Moved(to.clone()),
        }
    }
}

impl Hub {
    /// Passes a request on to a room that its connection uses. Returns the new handle if the room has moved.
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

    /// The same for a room that may have moved to another node.
    fn follow(
        &self,
        handle: &RoomHandle,
        request: Request,
    ) -> Result<Option<RoomHandle>, ErrorCode> {
        let (room, conn) = (handle.id(), request.frame_sender.conn());
        // Locked until it is sent: later requests must not overtake it.
        let mut following = lock(&self.0.nodes.following);
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
            // The connection does not have the new handle yet; it gets it with its next request.
            Err(NotDelivered::Refused(ErrorCode::Busy)) => return Err(ErrorCode::Busy),
            Err(NotDelivered::Gone(_)) => Err(ErrorCode::NoSuchRoom),
            Err(NotDelivered::Refused(code)) => Err(code),
        };
        following.0.remove(&(room, conn));
        passed_on
    }

    /// Whether a connection is in a room, on whatever node the room is now.
    pub async fn has(&self, handle: &RoomHandle, conn: ConnId) -> bool {
        for _ in 0..2 {
            let now = lock(&self.0.nodes.following).now(handle.id(), conn);
            let is_in = match now {
                Now::Same => handle.has(conn).await,
                Now::Moving => true,
                Now::Moved(to) => to.has(conn).await,
            };
            // The room may have moved meanwhile.
            if is_in {
                return true;
            }
        }
        false
    }

    /// Tells a room that a connection is gone, on whatever node the room is now.
    pub async fn detached(&self, handle: &RoomHandle, conn: ConnId) {
        let room = handle.id();
        let follower = lock(&self.0.nodes.following).0.remove(&(room, conn));
        match follower {
            Some(Follower::Knows(to)) => to.detached(conn).await,
            Some(Follower::Waits(_)) | None => handle.detached(conn).await,
        }
        // While its inbox was full, the room may have moved to another node, with the connection in it.
        self.follows_no_more(room, conn);
        // The connection may also have asked a node that did not have the room.
        let peers: Vec<_> = lock(&self.0.nodes.peers).values().cloned().collect();
        for peer in peers {
            peer.detached_if_known(room, conn);
        }
    }

    /// Notes that a connection's room has moved.
    pub(super) fn is_to_follow(&self, room: RoomId, frame_sender: FrameSender, moved: Moved) {
        let conn = frame_sender.conn();
        let waiting = Waiting {
            frame_sender,
            moved,
            returned: VecDeque::new(),
            held: VecDeque::new(),
        };
        lock(&self.0.nodes.following)
            .0
            .insert((room, conn), Follower::Waits(Box::new(waiting)));
    }

    /// Forgets a connection that was to follow a room and is gone.
    pub(super) fn follows_no_more(&self, room: RoomId, conn: ConnId) {
        let follower = lock(&self.0.nodes.following).0.remove(&(room, conn));
        if let Some(Follower::Knows(to)) = follower {
            tokio::spawn(async move { to.detached(conn).await });
        }
    }

    /// Takes a request that came too late for the room on the previous node.
    pub(super) fn returned(&self, room: RoomId, request: Request) {
        let conn = request.frame_sender.conn();
        let mut following = lock(&self.0.nodes.following);
        match following.0.get_mut(&(room, conn)) {
            Some(Follower::Knows(to)) => send(to, request),
            Some(Follower::Waits(waiting)) => waiting.returned.push_back(request),
            // The room does not know the connection yet, which used another handle. Its next requests are sent directly to the room:
            // after this request, and after anything the node says if the room moves again.
            None => match self.room(room) {
                Ok(to) => {
                    send(&to, request);
                    following.0.insert((room, conn), Follower::Knows(to));
                }
                Err(problem) => refuse(&request, problem),
            },
        }
    }

    /// A room's task on this node has ended because the room moved: connections of this node that were in it follow it.
    pub(super) fn follow_from_here(&self, room: RoomId) {
        let following = lock(&self.0.nodes.following);
        let waits = |((of, _), follower): &(&(RoomId, ConnId), &Follower)| {
            *of == room && matches!(follower, Follower::Waits(_))
        };
        for (&(_, conn), _) in following.0.iter().filter(waits) {
            let hub = self.clone();
            tokio::spawn(async move { hub.resume_on_move(room, conn).await });
        }
    }

    /// The same for a connection that was in the room on another node.
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
            // After this answer nothing more is returned from that node.
            peer.has(room, conn).await;
            peer.detached(room, conn);
            hub.resume_on_move(room, conn).await;
        });
    }

    /// Resumes a connection where its room is now.
    async fn resume_on_move(&self, room: RoomId, conn: ConnId) {
        let until = Instant::now() + MOVE_WAIT;
        loop {
            let back = timeout_at(until, self.is_back(room)).await;
            let back = back.ok().flatten();
            match self.resume_with(room, conn, back.filter(|_| Instant::now() < until)) {
                ResumeOutcome::Settled => return,
                // The room is about to move again.
                ResumeOutcome::RetryLater => sleep(RETRY_AFTER).await,
            }
        }
    }

    /// The same with the room's handle, or none if waiting for it was given up.
    fn resume_with(&self, room: RoomId, conn: ConnId, back: Option<RoomHandle>) -> ResumeOutcome {
        let mut following = lock(&self.0.nodes.following);
        let Some(follower) = following.0.get_mut(&(room, conn)) else {
            return ResumeOutcome::Settled;
        };
        let Follower::Waits(waiting) = follower else {
            return ResumeOutcome::Settled;
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
            Some(handle) if handle.is_here() => return ResumeOutcome::RetryLater,
            _ => {
                tracing::debug!(%room, "a connection is closed: its room is not back after a move");
                waiting.frame_sender.send_back();
                following.0.remove(&(room, conn));
            }
        }
        ResumeOutcome::Settled
    }

    /// Waits until a room that has moved can be reached. None if there is no such room any more.
    async fn is_back(&self, room: RoomId) -> Option<RoomHandle> {
        loop {
            let changed = self.0.listing.rooms_there.notified();
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
        frame_sender.refuse(re, ErrorCode::Busy.into());
    }
}

fn refuse(request: &Request, problem: Problem) {
    request.frame_sender.refuse(request.re, problem);
}
