//! How a room's task is reached: requests, questions and orders go into its inbox, which is bounded.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use giog_protocol::client::RoomCommand;
use giog_protocol::{ErrorCode, Person, RoomId};
use giog_rules::PlayerId;
use tokio::sync::{mpsc, oneshot};

use crate::conn::ConnId;
use crate::outlet::Outlet;
use crate::room::{Order, Question, RoomAnswer};

/// Inputs that wait for a room; one more is answered `busy`. Several for each seat and for many spectators.
const INBOX_INPUTS: usize = 256;

/// How a room is reached; clones are cheap.
#[derive(Clone, Debug)]
pub struct RoomHandle {
    id: RoomId,
    inbox: mpsc::Sender<ToRoom>,
    /// People without a seat, as those in the room were told last.
    pub(crate) spectators: Arc<AtomicU32>,
}

/// What reaches a room's task.
#[derive(Debug)]
pub(crate) enum ToRoom {
    Command(Box<Request>),
    Detached {
        conn: ConnId,
    },
    Has {
        conn: ConnId,
        reply: oneshot::Sender<bool>,
    },
    Ask {
        person: Option<PlayerId>,
        question: Question,
        reply: Reply,
    },
    QuickJoin {
        outlet: Outlet,
        person: Person,
        re: u64,
        done: Done,
    },
    Order {
        order: Order,
        done: Done,
    },
    Stop,
}

/// A request on its way to a room. It is kept apart from the inbox, which has places for many inputs.
#[derive(Debug)]
pub(crate) struct Request {
    pub outlet: Outlet,
    pub person: Person,
    pub re: u64,
    pub command: RoomCommand,
}

/// Where a room's answer goes.
pub(crate) type Reply = oneshot::Sender<Result<RoomAnswer, ErrorCode>>;
/// Where it is said whether something was done.
pub(crate) type Done = oneshot::Sender<Result<(), ErrorCode>>;

impl RoomHandle {
    /// The room.
    pub const fn id(&self) -> RoomId {
        self.id
    }

    /// Hands a request to the room; what comes of it comes through the outlet. Whoever has sent one must say
    /// [`Self::detached`] in the end.
    pub fn command(
        &self,
        outlet: Outlet,
        person: Person,
        re: u64,
        command: RoomCommand,
    ) -> Result<(), ErrorCode> {
        self.offer(ToRoom::Command(Box::new(Request {
            outlet,
            person,
            re,
            command,
        })))
    }

    /// Tells the room that a connection is gone. Waits for a place in the inbox: this must not be lost.
    pub async fn detached(&self, conn: ConnId) {
        // A room that is gone has no connections any more.
        let _ = self.inbox.send(ToRoom::Detached { conn }).await;
    }

    /// Whether a connection is in the room: whoever was not let in, or was put out, is not.
    pub async fn has(&self, conn: ConnId) -> bool {
        let (reply, answer) = oneshot::channel();
        // A room that is gone has no connections any more.
        let asked = self.inbox.send(ToRoom::Has { conn, reply }).await;
        asked.is_ok() && answer.await.unwrap_or(false)
    }

    /// Asks the room something.
    pub async fn ask(
        &self,
        person: Option<PlayerId>,
        question: Question,
    ) -> Result<RoomAnswer, ErrorCode> {
        let (reply, answer) = oneshot::channel();
        self.offer(ToRoom::Ask {
            person,
            question,
            reply,
        })?;
        answer.await.unwrap_or(Err(ErrorCode::NoSuchRoom))
    }

    /// Seats somebody who wants to play with anybody. What comes of it comes through the outlet; a refusal is only
    /// returned. Either way [`Self::detached`] must be said in the end.
    pub(crate) async fn quick_join(
        &self,
        outlet: Outlet,
        person: Person,
        re: u64,
    ) -> Result<(), ErrorCode> {
        let (done, joined) = oneshot::channel();
        self.offer(ToRoom::QuickJoin {
            outlet,
            person,
            re,
            done,
        })?;
        joined.await.unwrap_or(Err(ErrorCode::NoSuchRoom))
    }

    /// Lets the room do what the operator orders; returns when that is durable. The operator waits for a place in the inbox.
    pub(crate) async fn order(&self, order: Order) -> Result<(), ErrorCode> {
        let (done, obeyed) = oneshot::channel();
        let sent = self.inbox.send(ToRoom::Order { order, done }).await;
        sent.map_err(|_| ErrorCode::NoSuchRoom)?;
        obeyed.await.unwrap_or(Err(ErrorCode::NoSuchRoom))
    }

    /// How many inputs wait for the room.
    pub(crate) fn waiting(&self) -> usize {
        self.inbox.max_capacity() - self.inbox.capacity()
    }

    /// How many people without a seat are in the room.
    pub(crate) fn spectators(&self) -> u32 {
        self.spectators.load(Ordering::Relaxed)
    }

    /// Puts something into the inbox if there is a place, without waiting for one.
    fn offer(&self, message: ToRoom) -> Result<(), ErrorCode> {
        self.inbox.try_send(message).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => ErrorCode::Busy,
            mpsc::error::TrySendError::Closed(_) => ErrorCode::NoSuchRoom,
        })
    }

    /// Lets the room begin nothing new, and its task end once everything is durable.
    pub(crate) async fn stop(&self) {
        let _ = self.inbox.send(ToRoom::Stop).await;
    }
}

/// The end of a room's inbox, made before the room is.
pub(crate) fn inbox(id: RoomId) -> (RoomHandle, mpsc::Receiver<ToRoom>) {
    let (sender, receiver) = mpsc::channel(INBOX_INPUTS);
    let handle = RoomHandle {
        id,
        inbox: sender,
        spectators: Arc::default(),
    };
    (handle, receiver)
}
