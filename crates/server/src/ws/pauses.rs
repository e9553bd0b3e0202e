//! For how long a connection is not read after a message while the server is overloaded: plays go first.

use std::time::Duration;

use giog_protocol::client::{BadFrame, Command, Request, RoomCommand};

use crate::cost::Cost;
use crate::cost::weights::{MESSAGE, of_bytes, of_command};
use crate::state::App;

/// How far apart messages of one connection are at least that never wait while the server is overloaded, so that a player who says
/// something, or asks whether the server is there, can act at once.
const OTHERS_APART_MS: u64 = 5_000;
/// What such a message costs at most.
const OTHERS_COST: Cost = 500;

/// The pauses of one connection.
#[derive(Debug, Default)]
pub(super) struct Pauses {
    /// When the last message came that was no play.
    other_ms: Option<u64>,
}

impl Pauses {
    /// The pause after this request of so many bytes; plays cause none.
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

    /// The pause after a ping or a pong of so many bytes.
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

/// Whether somebody plays with this: it never waits because of what else the server has to do.
const fn is_play(command: &Command) -> bool {
    let Command::Room(request) = command else {
        return false;
    };
    matches!(
        request.command,
        RoomCommand::Act(_)
            | RoomCommand::Choices(_)
            | RoomCommand::Ready(_)
            | RoomCommand::OpenEntropy(_)
    )
}
