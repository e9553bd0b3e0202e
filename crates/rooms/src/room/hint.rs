//! Hints: what the server's bot would do on the player's own seat.
//!
//! A hint depends only on what the seat sees, so it reveals nothing hidden: the bot is the one that plays other seats, but if it
//! searches, its seed is not one of theirs, which are derived from the server's secret seed. The room only describes the decision; the
//! answer is computed outside of it, and is sent at a fixed time after the request ([`crate::actor`]). A request for a hint is not an
//! input of the match: it starts or stops no clock, does not end an absence, writes nothing, and sends nothing to others. It takes
//! neither a thread nor a place in the queue from bots that think ([`crate::bot_threads`]).

use std::collections::BTreeMap;

use giog_protocol::client::Hint;
use giog_protocol::server::{Answer, ErrorReply, OkReply, ServerMessage, Taken};
use giog_protocol::{ErrorCode, HintMode, Problem};
use giog_rules::{Decision, Observer, PlayerId, RefusalCode, Seat, Variant, View};

use super::{Effect, Room};
use crate::conn::ConnId;
use crate::context::Bot;
use crate::rate::Spent;

/// How many hints the seats have requested.
#[derive(Debug, Default)]
pub(super) struct Hints(BTreeMap<Seat, Spent>);

/// A decision for which a hint is requested, as the seat sees it.
#[derive(Clone, Debug)]
pub struct Asked {
    variant: Variant,
    seat: Seat,
    turn: u32,
    view: View,
    decision: Decision,
}

impl Asked {
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
            .once_more(self.context.limits.hints, now_ms)
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
