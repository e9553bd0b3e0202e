//! Hints: what the server's bot would do on the player's own seat.
//!
//! A hint depends only on what the seat sees, so it reveals nothing hidden: the bot is the one that plays other seats, but if it
//! searches, its seed is not one of theirs, which are derived from the server's secret seed. The room only describes the decision; the
//! answer is computed outside of it, and is sent at a fixed time after the request ([`crate::actor`]). A request for a hint is not an
//! input of the match: it starts or stops no clock, does not end an absence, writes nothing, and sends nothing to others. It takes
//! neither a thread nor a place in the queue from bots that think ([`crate::bot_threads`]).

use std::collections::BTreeMap;

use giog_protocol::client::Hint;
use giog_protocol::server::ErrorReply;
use giog_protocol::{ErrorCode, HintMode, Problem};
use giog_rules::{Observer, PlayerId, RefusalCode, Seat};

use super::hint_request::HintRequest;
use super::{Effect, Room};
use crate::conn::ConnId;
use crate::rate::RateUsage;

/// How many hints the seats have requested.
#[derive(Debug, Default)]
pub(super) struct Hints(BTreeMap<Seat, RateUsage>);

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

    fn asked(&mut self, player: PlayerId, turn: u32) -> Result<HintRequest, Problem> {
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
        if self.state.is_paused() {
            return Err(ErrorCode::Paused.into());
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
        Ok(HintRequest {
            variant,
            seat,
            turn,
            view,
            decision,
        })
    }
}
