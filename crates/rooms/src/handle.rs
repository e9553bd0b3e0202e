//! The handle of a room: requests, queries and commands go into the bounded inbox of its task.

use std::sync::Arc;

use giog_protocol::client::RoomCommand;
use giog_protocol::{ErrorCode, Person, RoomId};
use giog_rules::PlayerId;
use tokio::sync::{mpsc, oneshot, watch};

use crate::conn::ConnId;
use crate::frame_queue::FrameSender;
use crate::inbox::{Inbox, Instruction, Newcomer, PendingQuery, Request, Resuming, ToRoom};
use crate::nodes::Peer;
use crate::occupancy::Occupancy;
use crate::room::{AdminCommand, RoomAnswer, RoomQuery};

/// Inputs that wait for a room; one more is answered `busy`. Several for each seat and for many spectators.
const INBOX_INPUTS: usize = 256;
/// Of these places, those that only people with a seat may take: eight for each seat of the largest table. People without a seat get
/// `busy` earlier, so that their requests never fill the places of the players.
const SEATED_INPUTS: usize = 64;

/// How a room is reached; clones are cheap.
#[derive(Clone, Debug)]
pub struct RoomHandle {
    id: RoomId,
    route: Route,
}

/// Where a room is.
#[derive(Clone, Debug)]
enum Route {
    /// A task of this server.
    Local(LocalRoom),
    /// On another node.
    Remote(Arc<Peer>),
}

#[derive(Clone, Debug)]
struct LocalRoom {
    inbox: mpsc::Sender<ToRoom>,
    /// Who is in the room.
    occupancy: Arc<Occupancy>,
}

/// Why a request was not delivered to a room.
pub(crate) enum NotDelivered {
    Refused(ErrorCode),
    /// The room's task has ended, or is about to.
    Gone(Box<Request>),
}

impl RoomHandle {
    /// A room on another node.
    pub(crate) const fn there(id: RoomId, peer: Arc<Peer>) -> Self {
        let route = Route::Remote(peer);
        Self { id, route }
    }

    /// The room.
    pub const fn id(&self) -> RoomId {
        self.id
    }

    /// Whether it is a task of this server.
    pub(crate) const fn is_here(&self) -> bool {
        matches!(self.route, Route::Local(_))
    }

    /// The node that it is reached through, if it is on another one.
    pub(crate) const fn peer(&self) -> Option<&Arc<Peer>> {
        match &self.route {
            Route::Local(_) => None,
            Route::Remote(peer) => Some(peer),
        }
    }

    /// Whether it is reached through this peer.
    pub(crate) fn is_there(&self, at: &Arc<Peer>) -> bool {
        self.peer().is_some_and(|peer| Arc::ptr_eq(peer, at))
    }

    /// Puts a request into the room's inbox; the room answers through the request's frame sender. The caller must call
    /// [`Self::detached`] when the connection ends.
    pub fn command(
        &self,
        frame_sender: FrameSender,
        person: Person,
        re: u64,
        command: RoomCommand,
    ) -> Result<(), ErrorCode> {
        match &self.route {
            Route::Local(here) => {
                let player = person.player;
                let request = Request {
                    frame_sender,
                    person,
                    re,
                    command,
                };
                here.offer_from(Some(player), ToRoom::Command(Box::new(request)))
            }
            Route::Remote(peer) => peer.command(self.id, (frame_sender, person, re), command),
        }
    }

    /// The same; returns the request if the room cannot be reached with this handle any more.
    pub(crate) fn pass_on(&self, request: Request) -> Result<(), NotDelivered> {
        match &self.route {
            Route::Local(here) => {
                if !here.has_place_for(Some(request.person.player)) {
                    return Err(NotDelivered::Refused(ErrorCode::Busy));
                }
                let message = ToRoom::Command(Box::new(request));
                here.inbox.try_send(message).map_err(|error| match error {
                    mpsc::error::TrySendError::Closed(ToRoom::Command(request)) => {
                        NotDelivered::Gone(request)
                    }
                    mpsc::error::TrySendError::Closed(_) => {
                        NotDelivered::Refused(ErrorCode::NoSuchRoom)
                    }
                    mpsc::error::TrySendError::Full(_) => NotDelivered::Refused(ErrorCode::Busy),
                })
            }
            Route::Remote(peer) => {
                let Request {
                    frame_sender,
                    person,
                    re,
                    command,
                } = request;
                let sent = peer.command(self.id, (frame_sender, person, re), command);
                sent.map_err(NotDelivered::Refused)
            }
        }
    }

    /// Resumes a connection that was in the room on the previous node. False if the inbox has no place, or the other node cannot do that.
    pub(crate) fn resume(&self, resuming: Resuming) -> bool {
        match &self.route {
            Route::Local(here) => here.offer(ToRoom::Resume(Box::new(resuming))).is_ok(),
            Route::Remote(peer) => peer.resume(self.id, resuming),
        }
    }

    /// Tells the room that a connection is gone. Waits for a place in the inbox, because this must not be lost.
    pub async fn detached(&self, conn: ConnId) {
        match &self.route {
            Route::Local(here) => here.send(ToRoom::Detached { conn }).await,
            Route::Remote(peer) => peer.detached(self.id, conn),
        }
    }

    /// The same for a connection whose node cannot be reached. Only rooms of this node wait for the people on that node.
    pub(crate) async fn cut_off(&self, conn: ConnId) {
        if let Route::Local(here) = &self.route {
            here.send(ToRoom::CutOff { conn }).await;
        }
    }

    /// Tells the room that a connection is gone, if there is a place in the inbox. An error, without any effect, if there is none.
    pub(crate) fn offer_detached(&self, conn: ConnId) -> Result<(), ErrorCode> {
        match &self.route {
            Route::Local(here) => here.offer(ToRoom::Detached { conn }),
            Route::Remote(peer) => {
                peer.detached(self.id, conn);
                Ok(())
            }
        }
    }

    /// Whether a connection is in the room; false after a refusal or a removal.
    pub async fn has(&self, conn: ConnId) -> bool {
        match &self.route {
            // A room that is gone has no connections any more.
            Route::Local(here) => here.ask_has(conn).await.await.unwrap_or(false),
            Route::Remote(peer) => peer.has(self.id, conn).await,
        }
    }

    /// Sends the room a query and waits for the answer.
    pub async fn ask(
        &self,
        person: Option<PlayerId>,
        query: RoomQuery,
    ) -> Result<RoomAnswer, ErrorCode> {
        let here = match &self.route {
            Route::Local(here) => here,
            Route::Remote(peer) => return peer.ask(self.id, person, query).await,
        };
        let (reply, answer) = oneshot::channel();
        let asks_operator = query == RoomQuery::Inside;
        let asked = ToRoom::Ask(Box::new(PendingQuery {
            person,
            query,
            reply,
        }));
        if asks_operator {
            here.offer(asked)?;
        } else {
            here.offer_from(person, asked)?;
        }
        answer.await.unwrap_or(Err(ErrorCode::NoSuchRoom))
    }

    /// Seats somebody who comes by quick play. The room answers through the request's frame sender; a refusal is only returned. In both
    /// cases the caller must call [`Self::detached`] when the connection ends.
    pub(crate) async fn quick_join(
        &self,
        frame_sender: FrameSender,
        person: Person,
        re: u64,
    ) -> Result<(), ErrorCode> {
        let here = match &self.route {
            Route::Local(here) => here,
            Route::Remote(peer) => {
                return peer.quick_join(self.id, (frame_sender, person, re)).await;
            }
        };
        let (done, joined) = oneshot::channel();
        let player = person.player;
        let newcomer = Newcomer {
            frame_sender,
            person,
            re,
            done,
        };
        here.offer_from(Some(player), ToRoom::QuickJoin(Box::new(newcomer)))?;
        joined.await.unwrap_or(Err(ErrorCode::NoSuchRoom))
    }

    /// Sends the room a command of the operator; returns when its effect is durable. Waits for a place in the inbox.
    pub(crate) async fn admin_command(&self, command: AdminCommand) -> Result<(), ErrorCode> {
        let here = match &self.route {
            Route::Local(here) => here,
            Route::Remote(peer) => return peer.admin_command(self.id, command).await,
        };
        let (done, finished) = oneshot::channel();
        let instruction = Box::new(Instruction { command, done });
        here.send(ToRoom::AdminCommand(instruction)).await;
        // A room that is gone has dropped the sender.
        finished.await.unwrap_or(Err(ErrorCode::NoSuchRoom))
    }

    /// How many inputs wait in the inbox; 0 if the room is on another node.
    pub(crate) fn waiting(&self) -> usize {
        match &self.route {
            Route::Local(LocalRoom { inbox, .. }) => inbox.max_capacity() - inbox.capacity(),
            Route::Remote(_) => 0,
        }
    }

    /// How many people without a seat are in the room; 0 if it is on another node.
    pub(crate) fn spectators(&self) -> u32 {
        match &self.route {
            Route::Local(here) => here.occupancy.spectators(),
            Route::Remote(_) => 0,
        }
    }

    /// Stops a room of this node: it begins nothing new, and its task ends when everything is durable.
    pub(crate) async fn stop(&self) {
        if let Route::Local(here) = &self.route {
            here.send(ToRoom::Stop).await;
        }
    }

    /// Ends the task of a room of this node, because the room continues elsewhere. The returned receiver ends when the task has ended.
    pub(crate) async fn release(&self) -> oneshot::Receiver<()> {
        let (ended, has_ended) = oneshot::channel();
        if let Route::Local(here) = &self.route {
            here.send(ToRoom::Release(ended)).await;
        }
        has_ended
    }
}

impl LocalRoom {
    /// Puts a person's request into the inbox if there is a place for it.
    fn offer_from(&self, person: Option<PlayerId>, message: ToRoom) -> Result<(), ErrorCode> {
        if self.has_place_for(person) {
            self.offer(message)
        } else {
            Err(ErrorCode::Busy)
        }
    }

    /// Whether there is a place in the inbox that this person may take. Requests at the same moment may take a few places more. True if the
    /// inbox is closed: sending then fails with that error.
    fn has_place_for(&self, person: Option<PlayerId>) -> bool {
        self.inbox.capacity() > SEATED_INPUTS
            || person.is_some_and(|player| self.occupancy.is_seated(player))
            || self.inbox.is_closed()
    }

    /// Puts a message into the inbox if there is a place, without waiting for one.
    fn offer(&self, message: ToRoom) -> Result<(), ErrorCode> {
        self.inbox.try_send(message).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => ErrorCode::Busy,
            mpsc::error::TrySendError::Closed(_) => ErrorCode::NoSuchRoom,
        })
    }

    /// Puts a message into the inbox, and waits for a place. Does nothing if the room is gone.
    async fn send(&self, message: ToRoom) {
        let _ = self.inbox.send(message).await;
    }

    async fn ask_has(&self, conn: ConnId) -> oneshot::Receiver<bool> {
        let (reply, answer) = oneshot::channel();
        self.send(ToRoom::Has { conn, reply }).await;
        answer
    }
}

/// The two ends of a room's inbox.
pub(crate) fn inbox(id: RoomId, cut_off: watch::Receiver<bool>) -> (RoomHandle, Inbox) {
    let (sender, messages) = mpsc::channel(INBOX_INPUTS);
    let occupancy = Arc::default();
    let here = LocalRoom {
        inbox: sender,
        occupancy: Arc::clone(&occupancy),
    };
    let route = Route::Local(here);
    let inbox = Inbox {
        messages,
        occupancy,
        cut_off,
    };
    (RoomHandle { id, route }, inbox)
}
