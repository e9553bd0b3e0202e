//! The inputs of a room.

use giog_protocol::Person;
use giog_protocol::client::{Act, RoomCommand};
use giog_rules::{Action, PlayerId};
use giog_store::FinishedMatch;

use super::{AdminCommand, RoomQuery, Ticket};
use crate::conn::ConnId;
use crate::origin::Origin;

/// An input of a room.
#[derive(Debug)]
pub enum Input {
    /// A request of a person.
    Command {
        /// On which connection.
        conn: ConnId,
        /// Whose.
        person: Person,
        /// The request's id.
        re: u64,
        /// The request.
        command: RoomCommand,
    },
    /// A connection is about to send its first request to this room.
    Attached {
        /// Which one.
        conn: ConnId,
        /// Where it comes from.
        origin: Origin,
        /// Whether decisions are sent to it with their legal actions.
        lists_actions: bool,
    },
    /// A connection continues in this room, which another node has handed over.
    Resumed {
        /// Which one.
        conn: ConnId,
        /// Whose.
        person: Person,
        /// The number of the last event that it was sent.
        after: u64,
    },
    /// A connection is gone.
    Detached {
        /// Which one.
        conn: ConnId,
    },
    /// A connection is gone because the node that has it cannot be reached.
    CutOff {
        /// Which one.
        conn: ConnId,
    },
    /// Another node cannot be reached any more, or all can be reached again.
    Network {
        /// Whether all nodes can be reached.
        available: bool,
    },
    /// A timer: the time has come at which the room asked to be woken. Harmless at any other time.
    Tick,
    /// The log is durable up to this row.
    Committed {
        /// The row's index.
        index: u64,
    },
    /// The database became unavailable, or available again.
    Storage {
        /// Whether it is available.
        available: bool,
    },
    /// A query from outside the room, as of REST.
    Ask {
        /// The number of the query, which [`Effect::Answer`](super::Effect::Answer) repeats.
        ticket: u64,
        /// Who asks, if known.
        person: Option<PlayerId>,
        /// The query.
        query: RoomQuery,
    },
    /// Somebody comes by quick play and wants a seat.
    QuickJoin {
        /// The number that [`Effect::RequestResult`](super::Effect::RequestResult) repeats.
        ticket: u64,
        /// On which connection.
        conn: ConnId,
        /// Who.
        person: Person,
        /// The request's id.
        re: u64,
    },
    /// A command of the operator or of the server.
    AdminCommand {
        /// The number that [`Effect::RequestResult`](super::Effect::RequestResult) repeats.
        ticket: u64,
        /// The command.
        command: AdminCommand,
    },
    /// The record that [`Effect::Record`](super::Effect::Record) asked for is made.
    Recorded {
        /// The finished match, for the history.
        finished: Box<FinishedMatch>,
    },
    /// The result of [`Effect::Think`](super::Effect::Think).
    Thought {
        /// Which decision it is for.
        ticket: Ticket,
        /// The action; none if the thinking was not possible.
        action: Option<Action>,
    },
    /// The server is about to stop: no match is started any more.
    Stopping,
}

impl Input {
    /// Whether it allows or forbids new matches. Such an input is accepted even while the room waits for a record, because it is not
    /// repeated.
    pub(super) const fn switches_new_matches(&self) -> bool {
        let Self::AdminCommand { command, .. } = self else {
            return false;
        };
        matches!(command, AdminCommand::Drain(_) | AdminCommand::DiskLow(_))
    }

    /// Whether somebody asks for past events.
    pub(super) const fn asks_for_events(&self) -> bool {
        match self {
            Self::Command {
                command: RoomCommand::Join(join),
                ..
            } => join.after.is_some(),
            Self::Command {
                command: RoomCommand::AskTurn(asked),
                ..
            } => asked.after.is_some(),
            Self::Ask { query, .. } => matches!(query, RoomQuery::Match { alone: false, .. }),
            _ => false,
        }
    }

    /// The person and the connection that the input comes from, if any.
    pub(super) const fn asker(&self) -> (Option<PlayerId>, Option<ConnId>) {
        match self {
            Self::Command { conn, person, .. }
            | Self::Resumed { conn, person, .. }
            | Self::QuickJoin { conn, person, .. } => (Some(person.player), Some(*conn)),
            Self::Ask { person, .. } => (*person, None),
            Self::Attached { .. }
            | Self::Detached { .. }
            | Self::CutOff { .. }
            | Self::Network { .. }
            | Self::Tick
            | Self::Committed { .. }
            | Self::Storage { .. }
            | Self::AdminCommand { .. }
            | Self::Recorded { .. }
            | Self::Thought { .. }
            | Self::Stopping => (None, None),
        }
    }
}

/// A request for an action in a match.
#[derive(Debug)]
pub struct Acting {
    /// On which connection.
    pub conn: ConnId,
    /// Who.
    pub person: Person,
    /// The request's id.
    pub re: u64,
    /// What.
    pub act: Act,
}
