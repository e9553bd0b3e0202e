//! A decision for which a hint is requested, and the bot's answer, which is computed outside the room.

use giog_protocol::ErrorCode;
use giog_protocol::server::{Answer, ErrorReply, OkReply, ServerMessage, Taken};
use giog_rules::{Decision, Seat, Variant, View};

use crate::context::Bot;

/// A decision for which a hint is requested, as the seat sees it.
#[derive(Clone, Debug)]
pub struct HintRequest {
    pub(super) variant: Variant,
    pub(super) seat: Seat,
    pub(super) turn: u32,
    pub(super) view: View,
    pub(super) decision: Decision,
}

impl HintRequest {
    /// Whether this bot thinks about it by a search, so that the hint is refused while bots wait for a thread.
    pub fn is_thought_over(&self, bot: Bot) -> bool {
        (bot.nodes)(self.variant).is_some()
    }

    /// The answer of this bot, or that it has none.
    pub fn answer(&self, re: u64, bot: Bot) -> ServerMessage {
        let action = match (bot.nodes)(self.variant) {
            Some(nodes) => (bot.think)(&self.view, &self.decision, self.seed(), nodes),
            None => (bot.choose)(&self.view, &self.decision),
        };
        let Some(action) = action else {
            return error(re, ErrorCode::NoHints);
        };
        let hint = Taken {
            turn: self.turn,
            action,
        };
        ServerMessage::Ok(OkReply {
            re,
            answer: Answer::Hint { hint },
        })
    }

    /// The answer if no search was possible now.
    pub fn unanswered(re: u64) -> ServerMessage {
        error(re, ErrorCode::Busy)
    }

    /// A different seed for each decision, and the same one if the request is repeated. It need not be secret: everybody may know what
    /// the bot would do on their own seat.
    fn seed(&self) -> u64 {
        u64::from(self.turn) << 8 | u64::from(u8::from(self.seat))
    }
}

fn error(re: u64, code: ErrorCode) -> ServerMessage {
    ServerMessage::Error(ErrorReply::new(Some(re), code.into()))
}
