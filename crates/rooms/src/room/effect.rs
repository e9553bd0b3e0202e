//! What a room wants done.

use giog_protocol::server::ServerMessage;
use giog_protocol::{ErrorCode, RoomSummary};
use giog_rules::PlayerId;
use giog_store::{Fact, Floor};

use super::{Asked, RoomAnswer, Think, Unrecorded, Wanted};
use crate::conn::{ConnId, Conns};

/// Something the room wants done.
#[derive(Debug)]
pub enum Effect {
    /// Write this row to the log; never waits for anything.
    Append {
        /// Its index.
        index: u64,
        /// The row, as JSON.
        body: String,
        /// What the history learns from it.
        facts: Vec<Fact>,
        /// What the room is replayed from after this row, if that is another floor than before.
        floor: Option<Floor>,
    },
    /// Make the record of the match that is over, beside the room, and say [`Input::Recorded`](super::Input::Recorded).
    Record(Box<Unrecorded>),
    /// Send a message to these connections.
    Send {
        /// To whom; all of them may see all of it.
        to: Conns,
        /// What.
        message: Box<ServerMessage>,
    },
    /// Answer a query.
    Answer {
        /// Whose.
        ticket: u64,
        /// The answer, or why there is none.
        answer: Result<RoomAnswer, ErrorCode>,
    },
    /// Say what came of something that was wanted of the room from outside.
    Done {
        /// What was wanted.
        ticket: u64,
        /// Whether it was done, or why not.
        done: Result<(), ErrorCode>,
    },
    /// Send somebody what they missed or, where their connection cannot take that, the whole picture.
    Resume {
        /// To whom.
        to: ConnId,
        /// What they missed.
        missed: Vec<ServerMessage>,
        /// The whole picture.
        whole: Vec<ServerMessage>,
    },
    /// Count this as shown to a connection now: what it asked for waits here, and takes so many bytes, about.
    Held {
        /// To whom.
        to: ConnId,
        /// How many bytes.
        bytes: usize,
    },
    /// Answer a request with what the computer player would do; beside the room, so that nobody notices it.
    Hint {
        /// On which connection.
        to: ConnId,
        /// The request's id.
        re: u64,
        /// What is to be decided.
        asked: Box<Asked>,
    },
    /// Think a decision over, beside the room, and say [`Input::Thought`](super::Input::Thought).
    Think(Box<Think>),
    /// What the lobby shows of the room has changed.
    Summary(Box<RoomSummary>),
    /// Somebody let strangers down: another plays their seat in a public match.
    Deserted {
        /// Who.
        player: PlayerId,
    },
    /// They play it again.
    Returned {
        /// Who.
        player: PlayerId,
    },
    /// Somebody is wanted, and has no connection to the room.
    Wanted(Wanted),
    /// Somebody says that they have seen more of the room than there is.
    SeenMore,
    /// The room is closed and gone.
    Gone,
}

impl Effect {
    /// How many events somebody is shown by it at once.
    pub(super) fn events(&self) -> usize {
        match self {
            Self::Resume { missed, .. } => missed.len(),
            Self::Answer {
                answer: Ok(RoomAnswer::Match(answer)),
                ..
            } => answer.events.len(),
            _ => 0,
        }
    }
}
