//! Messages to people in the room: events, the open decisions (`now`), and snapshots.

use giog_protocol::server::{
    Answer, Deciding, ErrorReply, MatchState, Notice, Now as NowMessage, OkReply, Resumed,
    RoomNotice, SeqEvent, ServerMessage, Snapshot, YourTurn,
};
use giog_protocol::{ErrorCode, Problem, RoomId};
use giog_rules::{Decision, May, Observer, PlayerId, Seat, Verb};
use smallvec::smallvec;

use super::internal_event::{InternalEvent, seal_view};
use super::playing::{Playing, WITHDRAWN_BYTES};
use super::state::RoomStage;
use super::{Effect, Room};
use crate::conn::{ConnId, Conns};

/// Connections that see the same, with their person if they have a view of their own.
type Audience = (Option<PlayerId>, Conns);

impl Room {
    /// Sends everybody the events since the last call. If they say only that somebody has laid, they may wait a moment for the next ones.
    pub(super) fn flush(&mut self) {
        let notice_ms = self.context.times.notice_ms;
        let waits = notice_ms > 0
            && !self.stands_still()
            && self.told < self.journal.last()
            && self.cannot_write().is_none()
            && self
                .journal
                .after(self.told)
                .is_some_and(|mut untold| untold.all(|(_, event)| event.is_notice()));
        if waits {
            let now_ms = self.clock.ms();
            let by_ms = *self.notice_by_ms.get_or_insert(now_ms + notice_ms);
            if now_ms < by_ms {
                return;
            }
        }
        self.flush_except(None);
    }

    /// Sends everybody except `except` the events since the last call, and the open decisions.
    pub(super) fn flush_except(&mut self, except: Option<ConnId>) {
        let last = self.journal.last();
        self.notice_by_ms = None;
        if last == self.told {
            return;
        }
        let after = self.told;
        self.told = last;
        let audiences = self.audiences(except);
        let most = self.context.limits.events_resumed as u64;
        let Some(untold) = self.journal.after(after).filter(|_| last - after <= most) else {
            // There are more events than are kept or may be sent, or the room was opened to more people.
            for conn in audiences.into_iter().flat_map(|(_, to)| to) {
                self.show_all(conn);
            }
            return;
        };
        for (seq, event) in untold {
            tell(&mut self.work.effects, self.id, seq, event, &audiences);
        }
        if self.is_recording() {
            // The open decisions follow after the end of the match, in a moment.
            return;
        }
        for (person, to) in audiences {
            self.send_now(person, to);
        }
    }

    /// Sends a person's connections the open decisions, with the legal actions to those that asked for them.
    fn send_now(&mut self, person: Option<PlayerId>, to: Conns) {
        let now = self.now_for(person);
        let asked = |conn: &ConnId| self.people.lists_actions(*conn);
        let is_asked = now.decision().is_some() && to.iter().any(asked);
        let (with, without): (Conns, Conns) = if is_asked {
            to.into_iter().partition(asked)
        } else {
            (Conns::new(), to)
        };
        if is_asked {
            let listed = self.with_actions(person, now.clone());
            self.send(with, ServerMessage::Now(listed));
        }
        self.send(without, ServerMessage::Now(now));
    }

    /// The same with the legal actions of the person's decision.
    fn with_actions(&self, person: Option<PlayerId>, mut now: NowMessage) -> NowMessage {
        if let Some(playing) = self.state.playing()
            && let Observer::Seat(seat) = playing.seat_players.observer(person)
            && let Some(you) = &mut now.you
            && let Some(decision) = &mut you.decision
        {
            playing.game.list_actions(seat, decision);
        }
        now
    }

    /// The open decisions, as they are sent to a connection of a person.
    fn now_on(&self, conn: ConnId, person: PlayerId) -> NowMessage {
        let now = self.now_for(Some(person));
        if self.people.lists_actions(conn) {
            self.with_actions(Some(person), now)
        } else {
            now
        }
    }

    /// Groups connections by what they see: one group per person with a view of their own, and all others together.
    fn audiences(&self, except: Option<ConnId>) -> Vec<Audience> {
        let mut audiences = Vec::with_capacity(self.state.seats.len() + 1);
        for (conn, player) in self.people.iter().filter(|&(conn, _)| Some(conn) != except) {
            let person = self.has_own_view(player).then_some(player);
            let same = |(other, _): &&mut Audience| *other == person;
            match audiences.iter_mut().find(same) {
                Some((_, conns)) => conns.push(conn),
                None => audiences.push((person, smallvec![conn])),
            }
        }
        audiences.sort_unstable_by_key(|&(person, _)| person);
        audiences
    }

    /// Whether this person sees more than spectators. This includes players of earlier matches whose events are still in the journal.
    fn has_own_view(&self, player: PlayerId) -> bool {
        let previous = self.state.previous.as_ref();
        self.state.seat_of(player).is_some()
            || self
                .state
                .playing()
                .is_some_and(|playing| playing.seat_players.seat_of(player).is_some())
            || previous
                .is_some_and(|previous| previous.turns.values().any(|turns| turns.is_of(player)))
    }

    /// Sends a snapshot to a connection.
    pub(super) fn show_all(&mut self, conn: ConnId) {
        let Some(person) = self.person_of(conn) else {
            return;
        };
        for message in self.whole_picture_for(conn, person) {
            self.send(smallvec![conn], message);
        }
    }

    fn whole_picture_for(&self, conn: ConnId, person: PlayerId) -> Vec<ServerMessage> {
        let snapshot = self.snapshot_for(Some(person));
        let now = self.now_on(conn, person);
        vec![
            ServerMessage::Snapshot(Box::new(snapshot)),
            ServerMessage::Now(now),
        ]
    }

    /// Sends a connection the events after number `after`, or a snapshot if they are not kept, or too many.
    pub(super) fn show_after(&mut self, conn: ConnId, after: u64) {
        let Some(person) = self.person_of(conn) else {
            return;
        };
        let seen_as = Some(person);
        if after > self.journal.last() {
            self.work.effects.push(Effect::SeenMore);
        }
        let Some(missed) = self.events_after(after, seen_as) else {
            return self.show_all(conn);
        };
        let resumed = Resumed {
            room: self.id,
            after,
            you: self.state.seat_of(person),
        };
        let mut messages = vec![ServerMessage::Resumed(resumed)];
        messages.extend(missed);
        messages.push(ServerMessage::Now(self.now_on(conn, person)));
        let whole = self.whole_picture_for(conn, person);
        self.work.effects.push(Effect::Resume {
            to: conn,
            missed: messages,
            whole,
        });
    }

    /// The events after number `after` as a person sees them; `None` if some of them are not kept, or if there are more than may be sent.
    pub(super) fn events_after(
        &self,
        after: u64,
        seen_as: Option<PlayerId>,
    ) -> Option<Vec<ServerMessage>> {
        let most = self.context.limits.events_resumed as u64;
        if self.journal.last().saturating_sub(after) > most {
            return None;
        }
        let events = self.journal.after(after)?.map(|(seq, event)| {
            ServerMessage::Event(SeqEvent {
                room: self.id,
                seq,
                event: event.seen_by(seen_as),
            })
        });
        Some(events.collect())
    }

    /// A snapshot of the room as a person sees it.
    pub(super) fn snapshot_for(&self, person: Option<PlayerId>) -> Snapshot {
        let game = self.state.playing().map(|playing| {
            let observer = playing.seat_players.observer(person);
            // Of matches with several deals, only the commitments of the current deal.
            let deal = playing.seals.last().and_then(|(label, _)| label.deal());
            MatchState {
                start: playing.start.clone(),
                view: playing.view(observer),
                commitments: playing
                    .seals
                    .iter()
                    .filter(|(label, _)| label.deal() == deal)
                    .map(|(label, seal)| seal_view(*label, seal, observer))
                    .collect(),
            }
        });
        let you = person.and_then(|person| self.state.seat_of(person));
        let past = person.map(|person| self.chat_state.reached(person));
        let (chat, happened) = past.unwrap_or_default();
        Snapshot {
            room: self.id,
            seq: self.journal.last(),
            you,
            state: self.state.public(),
            game,
            chat,
            happened,
        }
    }

    /// Tells the person of a seat alone that something was decided for it, which takes effect later: no event tells of it.
    pub(super) fn show_held_claim(&mut self, seat: Seat) {
        let playing = self.state.playing();
        let Some(player) = playing.and_then(|playing| playing.seat_players.person(seat)) else {
            return;
        };
        let connections = self.people.iter().filter(|&(_, other)| other == player);
        let connections = connections.map(|(conn, _)| conn).collect();
        self.send_now(Some(player), connections);
    }

    /// The open decisions, as a person sees them.
    pub(super) fn now_for(&self, person: Option<PlayerId>) -> NowMessage {
        let mut now = NowMessage {
            room: self.id,
            seq: self.journal.last(),
            deciding: Vec::new(),
            you: None,
            start_left_ms: self.start_left_ms(),
            bots_left_ms: self.bots_left_ms(),
            pause_left_ms: self.pause_left_ms(),
        };
        let Some(playing) = self.state.playing() else {
            return now;
        };
        now.deciding = playing
            .game
            .waiting()
            .map(|seat| self.deciding(seat))
            .collect();
        if let Observer::Seat(seat) = playing.seat_players.observer(person) {
            let turn = u32::try_from(playing.turn(seat)).unwrap_or(u32::MAX);
            now.you = Some(YourTurn {
                turn,
                decision: self.decision(seat),
                choices: None,
                may: self.off_turn(seat),
                held: playing.held(seat).map(|held| held.action.clone()),
            });
        }
        now
    }

    /// What a seat may decide, with the restrictions of this room; nothing in a pause.
    pub(super) fn decision(&self, seat: Seat) -> Option<Decision> {
        let playing = self.state.playing().filter(|_| !self.state.is_paused())?;
        if playing.seats[seat].is_given_up() || playing.held(seat).is_some() {
            return None;
        }
        let decision = playing.game.decision(seat)?;
        (decision.must() || self.may_take_back(seat)).then_some(decision)
    }

    /// What a seat may do while nobody waits for it.
    fn off_turn(&self, seat: Seat) -> Vec<May> {
        let playing = self.state.playing();
        let may_act = |playing: &&Playing| {
            !playing.seats[seat].is_given_up() && playing.pause_until.is_none()
        };
        let playing = playing.filter(may_act);
        let mut may = playing.map_or_else(Vec::new, |playing| playing.game.off_turn(seat));
        if !self.may_take_back(seat) {
            may.retain(|kind| kind.verb != Verb::TakeBack);
        }
        let takes_back = self.state.settings.take_backs;
        may.retain(|kind| takes_back || kind.verb != Verb::ProposeTakeBack);
        may
    }

    /// Whether the room lets a seat take another action back, now and in this match.
    pub(super) fn may_take_back(&self, seat: Seat) -> bool {
        let limit = self.context.limits.take_backs_per_round;
        self.state.settings.take_backs
            && self.state.playing().is_some_and(|playing| {
                playing.game.take_backs(seat) < limit
                    && playing.seats[seat].withdrawn_bytes < WITHDRAWN_BYTES
            })
    }

    fn deciding(&self, seat: Seat) -> Deciding {
        let deadline_ms = self.deadline_ms(seat);
        let left_ms = deadline_ms.map(|deadline_ms| deadline_ms.saturating_sub(self.clock.ms()));
        let bank_ms = self
            .state
            .playing()
            .filter(|playing| playing.window.is_none())
            .and_then(|playing| playing.seats[seat].decision_bank_ms());
        Deciding {
            seat,
            left_ms,
            bank_ms: left_ms.and_then(|left_ms| Some(bank_ms?.min(left_ms))),
        }
    }

    fn start_left_ms(&self) -> Option<u64> {
        let by_ms = match self.state.stage {
            RoomStage::Gathering => self.ready_by_ms()?,
            RoomStage::Opening { by_ms } => self.not_before_grace(by_ms),
            RoomStage::Playing(_) | RoomStage::Closed => return None,
        };
        Some(by_ms.saturating_sub(self.clock.ms()))
    }

    /// The person on a connection that is in the room.
    pub(super) fn person_of(&self, conn: ConnId) -> Option<PlayerId> {
        self.people
            .iter()
            .find(|&(attached, _)| attached == conn)
            .map(|(_, player)| player)
    }

    pub(super) fn send(&mut self, to: Conns, message: ServerMessage) {
        if !to.is_empty() {
            self.work.effects.push(Effect::Send {
                to,
                message: Box::new(message),
            });
        }
    }

    /// Sends a message that is not kept.
    pub(super) fn send_notice(&mut self, to: Conns, notice: RoomNotice) {
        let room = self.id;
        self.send(to, ServerMessage::Notice(Notice { room, notice }));
    }

    pub(super) fn reply(&mut self, conn: ConnId, re: u64, answer: Answer) {
        self.send(smallvec![conn], ServerMessage::Ok(OkReply { re, answer }));
    }

    /// Answers `ok` without data.
    pub(super) fn reply_room(&mut self, conn: ConnId, re: u64) {
        self.reply(
            conn,
            re,
            Answer::Room {
                room: self.id,
                handle: None,
            },
        );
    }

    pub(super) fn reply_error(&mut self, conn: ConnId, error: ErrorReply) {
        self.send(smallvec![conn], ServerMessage::Error(error));
    }

    pub(super) fn refuse(&mut self, conn: ConnId, re: u64, code: ErrorCode) {
        self.reply_error(conn, ErrorReply::new(Some(re), Problem::from(code)));
    }
}

/// Sends an event: one message to all who see the same, and one to each person who sees more.
fn tell(
    effects: &mut Vec<Effect>,
    room: RoomId,
    seq: u64,
    event: &InternalEvent,
    audiences: &[Audience],
) {
    let mut tell = |to: Conns, person| {
        let event = event.seen_by(person);
        let message = Box::new(ServerMessage::Event(SeqEvent { room, seq, event }));
        effects.push(Effect::Send { to, message });
    };
    let mut alike = Conns::new();
    for (person, to) in audiences {
        if event.is_alike_for(*person) {
            alike.extend_from_slice(to);
        } else {
            tell(to.clone(), *person);
        }
    }
    if !alike.is_empty() {
        tell(alike, None);
    }
}
