//! How long a connection is not read after a message while the server is overloaded, so that plays go first.

use std::time::Duration;

use giog_protocol::client::{BadFrame, Command, Request, RoomCommand};

use crate::cost::Cost;
use crate::cost::weights::{MESSAGE, of_bytes, of_command};
use crate::state::App;

/// A connection that sends other messages at least this far apart, in milliseconds, is never paused because of them during overload, so
/// that a player who chats or pings can act at once.
const OTHERS_APART_MS: u64 = 5_000;
/// The highest cost of such a message.
const OTHERS_COST: Cost = 500;

/// The pauses of one connection.
#[derive(Debug, Default)]
pub(super) struct Pauses {
    /// When the last message came that was not a play.
    other_ms: Option<u64>,
}

impl Pauses {
    /// The pause after this request of so many bytes. Plays cause none.
    pub fn after(
        &mut self,
        app: &App,
        bytes: usize,
        request: &Result<Request, BadFrame>,
    ) -> Duration {
        match request {
            Ok(request) if is_play(&request.command) => Duration::ZERO,
            Ok(request) => self.after_other(app, bytes, of_command(&request.command)),
            Err(_) => self.after_other(app, bytes, 0),
        }
    }

    /// The pause after a ping or pong of so many bytes.
    pub fn after_control(&mut self, app: &App, bytes: usize) -> Duration {
        self.after_other(app, bytes, 0)
    }

    fn after_other(&mut self, app: &App, bytes: usize, cost: Cost) -> Duration {
        let cost = MESSAGE + of_bytes(bytes) + cost;
        let now_ms = app.clock.mono_ms();
        let last_ms = self.other_ms.replace(now_ms);
        let is_rare =
            last_ms.is_none_or(|last_ms| now_ms.saturating_sub(last_ms) >= OTHERS_APART_MS);
        if is_rare && cost <= OTHERS_COST {
            return Duration::ZERO;
        }
        app.costs.overload_wait(cost)
    }
}

/// Whether the command is a play: those never wait because of overload.
const fn is_play(command: &Command) -> bool {
    let Command::Room(request) = command else {
        return false;
    };
    matches!(
        request.command,
        RoomCommand::Act(_)
            | RoomCommand::Choices(_)
            | RoomCommand::ListActions(_)
            | RoomCommand::AskTurn(_)
            | RoomCommand::Ready(_)
            | RoomCommand::OpenEntropy(_)
    )
}
