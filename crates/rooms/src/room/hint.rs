//! Hints: what the server's computer player would do on one's own seat.
//!
//! A hint follows from what the seat sees and from nothing else, so it tells nothing that is hidden: the computer player is the
//! one that plays other seats, but where it thinks, its seed is not one of theirs, which follow from the server's secret seed.
//! The room only says what is to be decided; the answer is made beside it and leaves at a fixed time after the request
//! ([`crate::actor`]). Asking is no input of the match: it starts or stops no clock, brings nobody back, writes nothing, and
//! sends nothing to anybody else. It takes no thread and no place in a queue from computer players that think
//! ([`crate::bot_threads`]).

use std::collections::BTreeMap;

use giog_protocol::client::Hint;
use giog_protocol::server::{Answer, ErrorReply, OkReply, ServerMessage, Taken};
use giog_protocol::{ErrorCode, HintMode, Problem};
use giog_rules::{Decision, Observer, PlayerId, RefusalCode, Seat, Variant, View};

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
    variant: Variant,
    seat: Seat,
    turn: u32,
    view: View,
    decision: Decision,
}

impl Asked {
    /// Whether this computer player thinks about it, and so is not to be asked where anything waits.
    pub fn is_thought_over(&self, bot: Bot) -> bool {
        (bot.nodes)(self.variant).is_some()
    }

    /// The answer, by this computer player, or that it has none.
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

    /// The answer where nobody could think about it now.
    pub fn unanswered(re: u64) -> ServerMessage {
        error(re, ErrorCode::Busy)
    }

    /// Another one for each decision, and the same one for whoever asks again. There is nothing to guess in it: everybody may
    /// know what the computer player would do on one's own seat.
    fn seed(&self) -> u64 {
        u64::from(self.turn) << 8 | u64::from(u8::from(self.seat))
    }
}

fn error(re: u64, code: ErrorCode) -> ServerMessage {
    ServerMessage::Error(ErrorReply::new(Some(re), code.into()))
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
        let seat = playing
            .seat_players
            .seat_of(player)
            .ok_or(ErrorCode::NotSeated)?;
        let allowed = match self.state.settings.hints {
            _ if self.state.quick => false,
            HintMode::Auto => playing.seat_players.people() == 1,
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
        let variant = playing.variant();
        let now_ms = self.clock.mono_ms();
        let spent = self.hints.0.entry(seat).or_default();
        *spent = spent
            .once_more(ONE_SEAT, now_ms)
            .map_err(|wait_ms| Problem::wait(ErrorCode::RateLimited, wait_ms))?;
        Ok(Asked {
            variant,
            seat,
            turn,
            view,
            decision,
        })
    }
}
