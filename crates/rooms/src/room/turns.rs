//! Actions in the match: how they are checked and answered, also if they are repeated or late.

use giog_protocol::bot::{Place, Turn, TurnMessage};
use giog_protocol::client::{Act, AskTurn, Choices, ListActions};
use giog_protocol::server::{Answer, ErrorReply, RoomEvent, ServerMessage, Taken};
use giog_protocol::{ErrorCode, Problem};
use giog_rules::fairness::Seal;
use giog_rules::record::By;
use giog_rules::{Decision, MatchId, Observer, PlayerId, RefusalCode, Seat, SeenEvent};

use super::Room;
use super::apply::CannotApply;
use super::entry::Entry;
use super::internal_event::InternalEvent;
use super::playing::Playing;
use crate::conn::ConnId;
use crate::context::Random;

impl Room {
    pub(super) fn act(
        &mut self,
        conn: ConnId,
        player: PlayerId,
        re: u64,
        act: Act,
        random: &mut dyn Random,
    ) {
        match self.try_act(player, act) {
            Ok(answer) => {
                self.after_match(random);
                self.reply(conn, re, answer);
            }
            Err(NotActed::Already(taken)) => {
                let mut error = ErrorReply::new(Some(re), ErrorCode::Already.into());
                error.taken = Some(taken);
                self.reply_error(conn, error);
            }
            Err(NotActed::ForGood(problem)) => {
                self.reply_error(conn, ErrorReply::new(Some(re), problem));
            }
            Err(NotActed::Problem(code)) => {
                if matches!(code, ErrorCode::Refused(refusal) if refusal.is_overtaken()) {
                    // Even the default action may be refused: the choices that are left are sent first. Nothing is hidden in such a
                    // choice, so no delayed message about something hidden is sent early.
                    self.flush_except(None);
                }
                self.refuse(conn, re, code);
            }
        }
    }

    fn try_act(&mut self, player: PlayerId, act: Act) -> Result<Answer, NotActed> {
        let turn = act.turn as usize;
        let Some(playing) = self.state.playing().filter(|playing| {
            playing.start.facts.match_id == act.match_id.unwrap_or(playing.start.facts.match_id)
        }) else {
            return Err(self.answer_late_act(player, act.match_id, turn));
        };
        let seat = playing
            .seat_players
            .seat_of(player)
            .ok_or(ErrorCode::NotSeated)?;
        if let Some(action) = playing.taken(seat, turn) {
            return Err(NotActed::Already(Taken {
                turn: act.turn,
                action: action.clone(),
            }));
        }
        if turn > playing.turn(seat) {
            return Err(ErrorCode::TurnAhead.into());
        }
        if let Some(code) = self.cannot_write() {
            return Err(code.into());
        }
        if self.state.is_paused() {
            return Err(ErrorCode::Paused.into());
        }
        if act.action.is_take_back()
            && playing.game.may_take_back(seat)
            && !self.may_take_back(seat)
        {
            return Err(ErrorCode::TooManyTakeBacks.into());
        }
        if act.action.proposes_take_back() && !self.state.settings.take_backs {
            return Err(ErrorCode::Refused(RefusalCode::NothingToTakeBack).into());
        }
        if playing.seats[seat].is_given_up() {
            return Err(ErrorCode::LeftTooOften.into());
        }
        if playing.window.is_some() && playing.game.waits_for(seat) {
            return Ok(self.decide_in_window(seat, act)?);
        }
        if playing.seats[seat].away.is_some() {
            self.match_must_have_room().map_err(NotActed::ForGood)?;
            // An illegal request changes nothing, so it does not bring the player back either.
            playing
                .game
                .clone()
                .act(seat, &act.action)
                .map_err(ErrorCode::Refused)?;
            self.come_back(seat, player);
        }
        let before = self.journal.last();
        match self.try_write(Entry::acted(seat, act.action, By::Player)) {
            Ok(()) => {}
            Err(CannotApply::Refused(code)) => return Err(ErrorCode::Refused(code).into()),
            Err(error @ (CannotApply::Unfit { .. } | CannotApply::Settings(_))) => {
                panic!("room {}: an action of a match: {error}", self.id)
            }
        }
        let sealed = self.own_seal_since(before, seat);
        let turn = act.turn + 1;
        Ok(Answer::Acted {
            turn,
            nonce: sealed.map(|seal| seal.nonce),
            commitment: sealed.map(|seal| seal.commitment),
        })
    }

    /// Answers with the legal plays of the player's own open decision. They follow from what the seat sees.
    pub(super) fn choices(&mut self, conn: ConnId, player: PlayerId, re: u64, choices: Choices) {
        let plays = self.at_turn(player, choices.turn).and_then(|(_, seat)| {
            let decision = self.decision(seat);
            let plays = decision.as_ref().and_then(Decision::plays);
            let plays = plays.ok_or(ErrorCode::Refused(RefusalCode::NotYourTurn))?;
            Ok(plays.to_vec())
        });
        match plays {
            Ok(plays) => self.reply(conn, re, Answer::Choices { plays }),
            Err(code) => self.refuse(conn, re, code),
        }
    }

    /// Answers with a page of all legal actions of the player's own open decision. They follow from what the seat sees.
    pub(super) fn actions(&mut self, conn: ConnId, player: PlayerId, re: u64, asked: ListActions) {
        let page = self
            .at_turn(player, asked.turn)
            .and_then(|(playing, seat)| {
                let open = self.decision(seat);
                let from = asked.from.unwrap_or(0);
                let page = open.and_then(|_| playing.game.actions_from(seat, from));
                page.ok_or(ErrorCode::Refused(RefusalCode::NotYourTurn))
            });
        match page {
            Ok((actions, next)) => self.reply(conn, re, Answer::Actions { actions, next }),
            Err(code) => self.refuse(conn, re, code),
        }
    }

    /// The running match and the seat of a player for whom so many actions were taken in it.
    fn at_turn(&self, player: PlayerId, turn: u32) -> Result<(&Playing, Seat), ErrorCode> {
        let playing = self.state.playing().ok_or(ErrorCode::NoMatch)?;
        let seat = playing
            .seat_players
            .seat_of(player)
            .ok_or(ErrorCode::NotSeated)?;
        let taken = playing.turn(seat);
        match (turn as usize).cmp(&taken) {
            std::cmp::Ordering::Less => return Err(ErrorCode::Already),
            std::cmp::Ordering::Greater => return Err(ErrorCode::TurnAhead),
            std::cmp::Ordering::Equal => {}
        }
        if self.state.is_paused() {
            return Err(ErrorCode::Paused);
        }
        Ok((playing, seat))
    }

    /// Answers with everything that the player's seat may know and do, if the match waits for it.
    pub(super) fn turn(&mut self, conn: ConnId, player: PlayerId, re: u64, asked: AskTurn) {
        // As on joining, what was held back for a moment comes before a view that contains it.
        self.flush_except(None);
        match self.turn_message(player, asked.after) {
            Ok(turn) => {
                let turn = TurnMessage::Turn(Box::new(turn));
                let seq = self.journal.last();
                self.reply(conn, re, Answer::Turn { seq, turn });
            }
            Err(code) => self.refuse(conn, re, code),
        }
    }

    fn turn_message(&self, player: PlayerId, after: Option<u64>) -> Result<Turn, ErrorCode> {
        let playing = self.state.playing().ok_or(ErrorCode::NoMatch)?;
        let seat = playing.seat_players.seat_of(player);
        let seat = seat.ok_or(ErrorCode::NotSeated)?;
        if self.state.is_paused() {
            return Err(ErrorCode::Paused);
        }
        let decision = self.decision(seat).filter(Decision::must);
        let mut decision = decision.ok_or(ErrorCode::Refused(RefusalCode::NotYourTurn))?;
        playing.game.list_actions(seat, &mut decision);
        let facts = &playing.start.facts;
        let place = Place {
            match_id: facts.match_id,
            game: facts.variant,
            seats: u8::try_from(self.state.seats.len()).unwrap_or(u8::MAX),
            you: seat,
        };
        let left_ms = self.deadline_ms(seat);
        let left_ms = left_ms.map(|by_ms| by_ms.saturating_sub(self.clock.ms()));
        Ok(place.turn(
            u32::try_from(playing.turn(seat)).unwrap_or(u32::MAX),
            left_ms,
            playing.view(Observer::Seat(seat)),
            after.map_or_else(Vec::new, |after| self.game_events_after(after, player)),
            decision,
        ))
    }

    /// The events of the running match after number `after`, as its player saw them; none if they are not kept any more.
    fn game_events_after(&self, after: u64, player: PlayerId) -> Vec<SeenEvent> {
        let mut events = Vec::new();
        for message in self.events_after(after, Some(player)).unwrap_or_default() {
            let ServerMessage::Event(event) = message else {
                continue;
            };
            match event.event {
                RoomEvent::Start(_) => events.clear(),
                RoomEvent::Game(game) => events.push(game.event),
                _ => {}
            }
        }
        events
    }

    /// The answer to an action for a match that is not running: the action taken in that turn if it was the last match, otherwise an
    /// error.
    fn answer_late_act(
        &self,
        player: PlayerId,
        match_id: Option<MatchId>,
        turn: usize,
    ) -> NotActed {
        let playing = self
            .state
            .playing()
            .map(|playing| playing.start.facts.match_id);
        let previous = self.state.previous.as_ref();
        let Some(previous) =
            previous.filter(|previous| match_id.is_none_or(|id| id == previous.match_id))
        else {
            return if playing.is_some() {
                ErrorCode::StaleMatch
            } else {
                ErrorCode::NoMatch
            }
            .into();
        };
        let turns = previous.turns.values().find(|turns| turns.is_of(player));
        match turns.and_then(|turns| turns.actions.get(turn)) {
            Some(action) => {
                let turn = u32::try_from(turn).unwrap_or(u32::MAX);
                NotActed::Already(Taken {
                    turn,
                    action: action.clone(),
                })
            }
            None if playing.is_some() => ErrorCode::StaleMatch.into(),
            None => ErrorCode::NoMatch.into(),
        }
    }

    /// The commitment and nonce for what the seat laid, in the events after `seq`.
    fn own_seal_since(&self, seq: u64, seat: Seat) -> Option<Seal> {
        self.journal.after(seq)?.find_map(|(_, event)| match event {
            InternalEvent::Game(game) => game
                .seals
                .iter()
                .find(|(label, _)| label.seat() == seat)
                .map(|(_, seal)| *seal),
            InternalEvent::Public(_) => None,
        })
    }
}

/// Why an action was not taken.
enum NotActed {
    Already(Taken),
    /// No further action is accepted until the match is over, for this reason.
    ForGood(Problem),
    Problem(ErrorCode),
}

impl From<ErrorCode> for NotActed {
    fn from(code: ErrorCode) -> Self {
        Self::Problem(code)
    }
}
