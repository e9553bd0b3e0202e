//! Hints: what the server's computer player would do on one's own seat.
//!
//! A hint follows from what the seat sees and from nothing else, and the computer player has no chance in it, so it tells
//! nothing that is hidden. The room only says what is to be decided; the answer is made beside it and leaves at a fixed time
//! after the request ([`crate::actor`]). Asking is no input of the match: it starts or stops no clock, brings nobody
//! back, writes nothing, and sends nothing to anybody else.

use std::collections::BTreeMap;

use giog_protocol::client::Hint;
use giog_protocol::server::{Answer, ErrorReply, OkReply, ServerMessage, Taken};
use giog_protocol::{ErrorCode, HintMode, Problem};
use giog_rules::{Decision, Observer, PlayerId, RefusalCode, Seat, View};

use super::rate::{Rate, Spent};
use super::{Effect, Room};
use crate::conn::ConnId;
use crate::context::Bot;

/// Hints that a seat may ask for: one for each decision of a quick player, and some for the same one again.
const ONE_SEAT: Rate = Rate {
    at_once: 10,
    every_ms: 1_000,
};

/// How many hints the seats have asked for.
#[derive(Debug, Default)]
pub(super) struct Hints(BTreeMap<Seat, Spent>);

/// A decision that somebody wants a hint for, as their seat sees it.
#[derive(Clone, Debug)]
pub struct Asked {
    turn: u32,
    view: View,
    decision: Decision,
}

impl Asked {
    /// The answer, by this computer player, or that it has none.
    pub fn answer(&self, re: u64, bot: Bot) -> ServerMessage {
        let Some(action) = (bot.choose)(&self.view, &self.decision) else {
            return ServerMessage::Error(ErrorReply::new(Some(re), ErrorCode::NoHints.into()));
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
}

impl Room {
    /// Answers a request for a hint.
    pub(super) fn hint(&mut self, conn: ConnId, player: PlayerId, re: u64, hint: Hint) {
        match self.asked(player, hint.turn) {
            Ok(asked) => self.work.effects.push(Effect::Hint {
                to: conn,
                re,
                asked: Box::new(asked),
            }),
            Err(problem) => self.reply_error(conn, ErrorReply::new(Some(re), problem)),
        }
    }

    fn asked(&mut self, player: PlayerId, turn: u32) -> Result<Asked, Problem> {
        let playing = self.state.playing().ok_or(ErrorCode::NoMatch)?;
        let seat = playing.cast.seat_of(player).ok_or(ErrorCode::NotSeated)?;
        let allowed = match self.state.settings.hints {
            _ if self.state.quick => false,
            HintMode::Auto => playing.cast.people() == 1,
            HintMode::On => true,
            HintMode::Off => false,
        };
        if !allowed {
            return Err(ErrorCode::NoHints.into());
        }
        let taken = playing.turn(seat);
        if (turn as usize) < taken {
            return Err(ErrorCode::Already.into());
        }
        if turn as usize > taken {
            return Err(ErrorCode::TurnAhead.into());
        }
        let decision = playing.game.decision(seat);
        let undecided = playing.held(seat).is_none();
        let decision = decision.filter(|decision| decision.must() && undecided);
        let decision = decision.ok_or(ErrorCode::Refused(RefusalCode::NotYourTurn))?;
        let view = playing.game.view(Observer::Seat(seat));
        let now_ms = self.clock.ms();
        let spent = self.hints.0.entry(seat).or_default();
        *spent = spent
            .once_more(ONE_SEAT, now_ms)
            .map_err(|wait_ms| Problem::wait(ErrorCode::RateLimited, wait_ms))?;
        Ok(Asked {
            turn,
            view,
            decision,
        })
    }
}
