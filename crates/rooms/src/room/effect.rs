//! The effects of a room: what its task has to do.

use giog_protocol::bot::TurnMessage;
use giog_protocol::server::{Answer, OkReply, ServerMessage};
use giog_protocol::{ErrorCode, RoomSummary};
use giog_rules::{PlayerId, Variant};
use giog_store::{Fact, Floor};

use super::hint_request::HintRequest;
use super::queries::RoomAnswer;
use super::think::Think;
use super::unrecorded::Unrecorded;
use crate::conn::{ConnId, Conns};

/// Something that the room's task has to do.
#[derive(Debug)]
pub enum Effect {
    /// Write this row to the log. It is never held back.
    Append {
        /// Its index.
        index: u64,
        /// The row, as JSON.
        body: String,
        /// What it adds to the history.
        facts: Vec<Fact>,
        /// The new floor, if this row replaces it.
        floor: Option<Floor>,
    },
    /// Make the record of the match that is over, outside the room, and answer with [`Input::Recorded`](super::Input::Recorded).
    Record(Box<Unrecorded>),
    /// Send a message to these connections.
    Send {
        /// The connections; all of them may see the whole message.
        to: Conns,
        /// The message.
        message: Box<ServerMessage>,
    },
    /// Answer [`Input::Ask`](super::Input::Ask).
    Answer {
        /// The number of the query.
        ticket: u64,
        /// The answer, or the error.
        answer: Result<RoomAnswer, ErrorCode>,
    },
    /// Report the result of [`Input::QuickJoin`](super::Input::QuickJoin) or [`Input::AdminCommand`](super::Input::AdminCommand).
    RequestResult {
        /// The number of that input.
        ticket: u64,
        /// Nothing, or the error.
        result: Result<(), ErrorCode>,
    },
    /// Send a connection the events that it missed or, if its queue cannot hold them, a snapshot.
    Resume {
        /// The connection.
        to: ConnId,
        /// The missed events.
        missed: Vec<ServerMessage>,
        /// The snapshot.
        whole: Vec<ServerMessage>,
    },
    /// Charge a connection now for an answer that still waits for a row, because it takes memory until then.
    Held {
        /// The connection.
        to: ConnId,
        /// The approximate size of the answer.
        bytes: usize,
    },
    /// Answer a request for a hint with what the bot would do. It is computed outside the room, so that nobody notices it.
    Hint {
        /// The connection.
        to: ConnId,
        /// The request's id.
        re: u64,
        /// The decision.
        asked: Box<HintRequest>,
    },
    /// Let a bot think about a decision, outside the room, and answer with [`Input::Thought`](super::Input::Thought).
    Think(Box<Think>),
    /// The room's entry in the lobby has changed.
    Summary(Box<RoomSummary>),
    /// A player left a public match: a stand-in plays the seat.
    Deserted {
        /// Who.
        player: PlayerId,
    },
    /// Such a player is back.
    Returned {
        /// Who.
        player: PlayerId,
    },
    /// A person whose decision is open, or who has to get ready, has no connection to the room.
    NotifyAbsent(AwaitedPlayer),
    /// A client names a later event than the room has.
    SeenMore,
    /// The room is closed and gone.
    Gone,
}

/// A person whose decision is open at a slow table, or who must get ready, and who has been disconnected for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AwaitedPlayer {
    /// The person.
    pub player: PlayerId,
    /// What they must do.
    pub to: AwaitedFor,
    /// The game.
    pub variant: Variant,
    /// The time that is left for it, in milliseconds.
    pub left_ms: u64,
}

/// What a person must do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AwaitedFor {
    /// A decision in the match.
    Decide,
    /// Get ready for the next match.
    GetReady,
}

impl Effect {
    /// How many past events the effect sends.
    pub(super) fn events(&self) -> usize {
        match self {
            Self::Resume { missed, .. } => missed.len(),
            Self::Answer {
                answer: Ok(RoomAnswer::Match(answer)),
                ..
            } => answer.events.len(),
            Self::Send { message, .. } => match &**message {
                ServerMessage::Ok(OkReply {
                    answer:
                        Answer::Turn {
                            turn: TurnMessage::Turn(turn),
                            ..
                        },
                    ..
                }) => turn.events.len(),
                _ => 0,
            },
            _ => 0,
        }
    }
}
