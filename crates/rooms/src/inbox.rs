//! Messages to a room: requests, queries and commands, in the form in which its inbox keeps them.

use std::sync::Arc;

use giog_protocol::client::RoomCommand;
use giog_protocol::{ErrorCode, Person};
use giog_rules::PlayerId;
use tokio::sync::{mpsc, oneshot, watch};

use crate::conn::ConnId;
use crate::frame_queue::{FrameSender, Moved};
use crate::occupancy::Occupancy;
use crate::room::{AdminCommand, RoomAnswer, RoomQuery};

/// A message to a room's task. The inbox reserves memory for many of these, so long variants are boxed.
#[derive(Debug)]
pub(crate) enum ToRoom {
    Command(Box<Request>),
    Resume(Box<Resuming>),
    Detached {
        conn: ConnId,
    },
    /// The same, because the node that has the connection cannot be reached.
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
    /// Like `Stop`, but the room continues on another node, and its connections are resumed there. The sender is dropped when the task
    /// has ended.
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
    /// Whether the answer is long and the link to its node is filling. Then the request is refused, and can be sent again.
    pub fn overfills_link(&self) -> bool {
        matches!(self.command, RoomCommand::Join(_)) && self.frame_sender.is_link_filling()
    }
}

/// A connection that was in the room on the previous node.
#[derive(Clone, Debug)]
pub(crate) struct Resuming {
    pub frame_sender: FrameSender,
    pub person: Person,
    /// The number of the last event that it was sent.
    pub after: u64,
}

impl Resuming {
    /// The same for another node, if the room moves again before this connection is resumed.
    pub fn moved(self) -> (FrameSender, Moved) {
        let moved = Moved {
            person: self.person,
            batches: self.frame_sender.batches(),
            after: self.after,
        };
        (self.frame_sender, moved)
    }
}

/// A query, and the sender for its answer.
#[derive(Debug)]
pub(crate) struct PendingQuery {
    pub person: Option<PlayerId>,
    pub query: RoomQuery,
    pub reply: Reply,
}

/// Somebody who comes by quick play.
#[derive(Debug)]
pub(crate) struct Newcomer {
    pub frame_sender: FrameSender,
    pub person: Person,
    pub re: u64,
    pub done: ResultSender,
}

/// A command of the operator.
#[derive(Debug)]
pub(crate) struct Instruction {
    pub command: AdminCommand,
    pub done: ResultSender,
}

/// The sender for the answer to a query.
pub(crate) type Reply = oneshot::Sender<Result<RoomAnswer, ErrorCode>>;
/// The sender for the result of a command or of quick play.
pub(crate) type ResultSender = oneshot::Sender<Result<(), ErrorCode>>;

/// The task's end of the inbox, which exists before the room does.
pub(crate) struct Inbox {
    pub messages: mpsc::Receiver<ToRoom>,
    pub occupancy: Arc<Occupancy>,
    /// Whether some live node cannot be reached.
    pub cut_off: watch::Receiver<bool>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes of one place in an inbox, of which each room has dozens.
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
