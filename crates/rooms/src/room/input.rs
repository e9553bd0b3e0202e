//! What reaches a room.

use giog_protocol::Person;
use giog_protocol::client::{Act, RoomCommand};
use giog_rules::{Action, PlayerId};
use giog_store::FinishedMatch;

use super::{AdminCommand, RoomQuery, Ticket};
use crate::conn::ConnId;
use crate::origin::Origin;

/// Something that reaches a room.
#[derive(Debug)]
pub enum Input {
    /// A request of somebody's.
    Command {
        /// On which connection.
        conn: ConnId,
        /// Whose.
        person: Person,
        /// The request's id.
        re: u64,
        /// What is asked.
        command: RoomCommand,
    },
    /// A connection is about to ask for something for the first time.
    Attached {
        /// Which one.
        conn: ConnId,
        /// Where it comes from.
        origin: Origin,
    },
    /// A connection that was in the room on the node before, which handed the room over.
    Resumed {
        /// Which one.
        conn: ConnId,
        /// Whose.
        person: Person,
        /// The last event that it was told.
        after: u64,
    },
    /// A connection is gone.
    Detached {
        /// Which one.
        conn: ConnId,
    },
    /// A connection is gone since the node that has it cannot be reached.
    CutOff {
        /// Which one.
        conn: ConnId,
    },
    /// Some node cannot be reached, or all can be.
    Network {
        /// Whether all can be.
        available: bool,
    },
    /// The time the room asked to be woken at has come; or any other time.
    Tick,
    /// The log is durable up to this row.
    Committed {
        /// The row's index.
        index: u64,
    },
    /// The storage went away, or came back.
    Storage {
        /// Whether it is there.
        available: bool,
    },
    /// Somebody looks at the room from outside.
    Ask {
        /// Where the answer goes.
        ticket: u64,
        /// Who asks, if they said so.
        person: Option<PlayerId>,
        /// What they ask.
        query: RoomQuery,
    },
    /// Somebody wants to play here, with anybody.
    QuickJoin {
        /// Where it is said whether they can.
        ticket: u64,
        /// On which connection.
        conn: ConnId,
        /// Who.
        person: Person,
        /// The request's id.
        re: u64,
    },
    /// The operator orders something.
    AdminCommand {
        /// Where it is said whether it was done.
        ticket: u64,
        /// What.
        command: AdminCommand,
    },
    /// The record that was asked for is made.
    Recorded {
        /// What the history is to keep.
        finished: Box<FinishedMatch>,
    },
    /// What came of [`Effect::Think`](super::Effect::Think).
    Thought {
        /// Which decision it is for.
        ticket: Ticket,
        /// What to do; none where nobody could think.
        action: Option<Action>,
    },
    /// The server is about to stop: nothing new is begun.
    Stopping,
}

impl Input {
    /// Whether it says that matches may begin, or may not any more: that is noted whatever the room waits for, since nobody says it again.
    pub(super) const fn switches_new_matches(&self) -> bool {
        let Self::AdminCommand { command, .. } = self else {
            return false;
        };
        matches!(command, AdminCommand::Drain(_) | AdminCommand::DiskLow(_))
    }

    /// Whether somebody asks for events that were told before.
    pub(super) const fn asks_for_events(&self) -> bool {
        match self {
            Self::Command {
                command: RoomCommand::Join(join),
                ..
            } => join.after.is_some(),
            Self::Ask { query, .. } => matches!(query, RoomQuery::Match { .. }),
            _ => false,
        }
    }

    /// Whose input it is, if it is somebody's, and on which connection.
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

/// An action in a match that somebody asks for.
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
