//! What reaches a room: requests, queries and commands, as its inbox keeps them.

use std::sync::Arc;

use giog_protocol::client::RoomCommand;
use giog_protocol::{ErrorCode, Person};
use giog_rules::PlayerId;
use tokio::sync::{mpsc, oneshot, watch};

use crate::conn::ConnId;
use crate::frame_queue::{FrameSender, Moved};
use crate::occupancy::Occupancy;
use crate::room::{AdminCommand, RoomAnswer, RoomQuery};

/// What reaches a room's task. The inbox keeps places for many of these, so what is long is kept apart from it.
#[derive(Debug)]
pub(crate) enum ToRoom {
    Command(Box<Request>),
    Resume(Box<Resuming>),
    Detached {
        conn: ConnId,
    },
    /// The same, as the node that has it cannot be reached.
    CutOff {
        conn: ConnId,
    },
    Has {
        conn: ConnId,
        reply: oneshot::Sender<bool>,
    },
    Ask(Box<PendingQuery>),
    QuickJoin(Box<Newcomer>),
    AdminCommand(Box<Instruction>),
    Stop,
    /// Like `Stop`, as the room goes on elsewhere: whoever is in it comes back. It is dropped when the task has ended.
    Release(oneshot::Sender<()>),
}

/// A request on its way to a room.
#[derive(Debug)]
pub(crate) struct Request {
    pub frame_sender: FrameSender,
    pub person: Person,
    pub re: u64,
    pub command: RoomCommand,
}

impl Request {
    /// Whether much is to be sent for it over a link that is filling. It is then refused, and can be sent again.
    pub fn overfills_link(&self) -> bool {
        matches!(self.command, RoomCommand::Join(_)) && self.frame_sender.is_link_filling()
    }
}

/// A connection that was in the room on the node before.
#[derive(Clone, Debug)]
pub(crate) struct Resuming {
    pub frame_sender: FrameSender,
    pub person: Person,
    /// The last event that it was told.
    pub after: u64,
}

impl Resuming {
    /// The same for another node: the room has moved on before the connection was taken in.
    pub fn moved(self) -> (FrameSender, Moved) {
        let moved = Moved {
            person: self.person,
            batches: self.frame_sender.batches(),
            after: self.after,
        };
        (self.frame_sender, moved)
    }
}

/// A query, and where its answer goes.
#[derive(Debug)]
pub(crate) struct PendingQuery {
    pub person: Option<PlayerId>,
    pub query: RoomQuery,
    pub reply: Reply,
}

/// Somebody who wants to play with anybody.
#[derive(Debug)]
pub(crate) struct Newcomer {
    pub frame_sender: FrameSender,
    pub person: Person,
    pub re: u64,
    pub done: ResultSender,
}

/// What the operator orders.
#[derive(Debug)]
pub(crate) struct Instruction {
    pub command: AdminCommand,
    pub done: ResultSender,
}

/// Where a room's answer goes.
pub(crate) type Reply = oneshot::Sender<Result<RoomAnswer, ErrorCode>>;
/// Where it is said whether something was done.
pub(crate) type ResultSender = oneshot::Sender<Result<(), ErrorCode>>;

/// What a room's task has of it, made before the room is.
pub(crate) struct Inbox {
    pub messages: mpsc::Receiver<ToRoom>,
    pub occupancy: Arc<Occupancy>,
    /// Whether all other nodes can be reached.
    pub network: watch::Receiver<bool>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes of a place in an inbox, of which each room has dozens.
    const PLACE_BYTES: usize = 24;

    #[test]
    fn places_in_an_inbox_are_small() {
        assert!(
            size_of::<ToRoom>() <= PLACE_BYTES,
            "{}",
            size_of::<ToRoom>()
        );
    }
}
