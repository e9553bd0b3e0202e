//! Timers of a room: deadlines, moves of bots and stand-ins, people who do not come back.

use giog_protocol::Access;
use giog_protocol::server::{CancelReason, StandReason};
use giog_rules::record::By;
use giog_rules::{Observer, PlayerId, Seat};

use super::Room;
use super::entry::Entry;
use super::place::Place;
use super::playing::{MISSES_UNTIL_AWAY, Player, Playing};
use super::state::RoomStage;
use crate::conn::ConnId;
use crate::context::Random;

/// The most timers that fire while one input is handled, so that other tasks on the thread get their turn.
const MAX_TIMERS_AT_ONCE: usize = 32;

/// Something that is due at some time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Timer {
    /// The time for a seat's decision has run out.
    Deadline(Seat),
    /// A bot or a stand-in declines an offer, for which nobody waits.
    OfferReply(Seat),
    /// The action of a bot, or of a stand-in for somebody who is away.
    StandIn(Seat),
    /// All decisions of an open window take effect.
    Window,
    /// The people who are not ready lose their seats.
    ReadyBy,
    /// Bots take the free seats of a quick-play table.
    Bots,
    /// The start is cancelled because entropy was not opened in time.
    OpenBy,
    /// A person has been without a connection for too long.
    Gone(PlayerId),
    /// No player has acted in a match without a clock for too long.
    Untouched,
    /// Nobody has been in the room for too long.
    Empty,
    /// The delayed message that somebody has laid is sent.
    Notice,
    /// The delayed message about who is present is sent.
    Presence,
    /// Somebody for whom a slow table waits has been disconnected for long enough to be notified.
    NotifyAbsent(PlayerId),
}

impl Room {
    /// Fires the timers that are due, at most [`MAX_TIMERS_AT_ONCE`].
    pub(super) fn run_timers(&mut self, random: &mut dyn Random) {
        for _ in 0..MAX_TIMERS_AT_ONCE {
            self.update_missing();
            self.request_thoughts();
            let Some((due_ms, timer)) = self.next_timer() else {
                return;
            };
            if due_ms > self.clock.ms() || self.cannot_write().is_some() {
                return;
            }
            self.fire(timer, random);
            self.after_match(random);
            self.start_if_ready();
        }
    }

    /// The next timer, with its time on the room's clock.
    pub(super) fn next_timer(&self) -> Option<(u64, Timer)> {
        if self.is_recording() || self.state.is_paused() {
            return None;
        }
        let stage = match &self.state.stage {
            RoomStage::Closed => return None,
            RoomStage::Gathering => {
                let ready = self.ready_by_ms().map(|by_ms| (by_ms, Timer::ReadyBy));
                let bots = self.bots_due_ms().map(|due_ms| (due_ms, Timer::Bots));
                ready.into_iter().chain(bots).min()
            }
            RoomStage::Opening { by_ms } => Some((self.not_before_grace(*by_ms), Timer::OpenBy)),
            RoomStage::Playing(_) => self.next_in_match(),
        };
        let times = &self.context.times;
        let gone = self
            .people
            .missing()
            .filter(|&(player, _)| self.minds(player))
            .map(|(player, since_ms)| (since_ms + times.grace_ms, Timer::Gone(player)))
            .min();
        let empty = self.people.empty_since_ms.filter(|_| self.may_close());
        let empty = empty.map(|since_ms| (since_ms + self.empty_ms(), Timer::Empty));
        let notice = self.notice_by_ms.map(|by_ms| (by_ms, Timer::Notice));
        let presence = self.presence_by_ms.map(|by_ms| (by_ms, Timer::Presence));
        let wanted = self.next_absent();
        let wanted = wanted.map(|(due_ms, player)| (due_ms, Timer::NotifyAbsent(player)));
        [stage, gone, empty, notice, presence, wanted]
            .into_iter()
            .flatten()
            .min()
    }

    fn next_in_match(&self) -> Option<(u64, Timer)> {
        let playing = self.state.playing()?;
        let replies = self.offer_replies(playing);
        let deadline_ms = playing.window_deadline_ms();
        let deadline_ms = deadline_ms.map(|due_ms| self.not_before_grace(due_ms));
        let window = playing.window_closes_ms(deadline_ms, self.context.signer.is_for_practice());
        let window = window.map(|due_ms| (due_ms, Timer::Window));
        let undecided =
            |seat: &Seat| playing.held(*seat).is_none() && !playing.is_too_far_ahead(*seat);
        let somebody_plays = playing.people_at_table();
        let seats = playing.game.waiting().filter(undecided).filter_map(|seat| {
            let player = &playing.seats[seat];
            let opened_ms = player.clock?.opened_ms;
            if self.is_played_by_bot(player) {
                let mut from_ms = opened_ms.max(playing.quiet_until_ms);
                if playing.follows_people(seat) {
                    from_ms = from_ms.max(playing.touched_ms);
                }
                let due_ms = self.bot_due_ms(playing.variant(), seat, player, from_ms);
                Some((due_ms, Timer::StandIn(seat)))
            } else if player.away.is_some() {
                // A stand-in acts at once if people play in this match; if only bots are left, it takes as long as a bot.
                let delay_ms = if somebody_plays {
                    0
                } else {
                    self.context.times.bot_delay_ms
                };
                Some((opened_ms + delay_ms, Timer::StandIn(seat)))
            } else if playing.window.is_some() {
                None
            } else {
                self.deadline_ms(seat)
                    .map(|due_ms| (due_ms, Timer::Deadline(seat)))
            }
        });
        let untouched = playing.pace.is_none().then(|| {
            (
                self.not_before_grace(playing.touched_ms + self.context.times.untouched_ms),
                Timer::Untouched,
            )
        });
        seats.chain(untouched).chain(replies).chain(window).min()
    }

    /// When a bot or a stand-in answers an open offer. A bot agrees to take back at once: its next move would decline it.
    fn offer_replies(&self, playing: &Playing) -> Option<(u64, Timer)> {
        let played_by_others = |seat: &Seat| {
            let player = &playing.seats[*seat];
            player.bot || player.away.is_some()
        };
        let reply = |seat: Seat| {
            let is_bot = playing.seats[seat].bot;
            Some((seat, playing.game.offer_reply(seat, is_bot)?))
        };
        let mut seats = playing.seats.seats().filter(played_by_others);
        let (seat, action) = seats.find_map(reply)?;
        let delay_ms = if action.accepts_take_back() {
            0
        } else {
            self.context.times.bot_delay_ms
        };
        Some((playing.touched_ms + delay_ms, Timer::OfferReply(seat)))
    }

    /// When a seat's time runs out, moved by the grace time after a restart if necessary.
    pub(super) fn deadline_ms(&self, seat: Seat) -> Option<u64> {
        self.state
            .playing()?
            .deadline_ms(seat)
            .map(|due_ms| self.not_before_grace(due_ms))
    }

    /// The deadline for getting ready, if anybody still has to. While no match can start nobody can get ready, so the full time begins
    /// again after that.
    pub(super) fn ready_by_ms(&self) -> Option<u64> {
        if self.begins_no_match().is_some() || !self.state.seats.values().any(is_late) {
            return None;
        }
        let by_ms = self.not_before_grace(self.state.ready_by_ms?);
        let times = &self.context.times;
        let ready_ms = self.state.slow_ms().unwrap_or(times.ready_ms);
        let again_ms = self.no_matches.over_ms.map(|over_ms| over_ms + ready_ms);
        Some(again_ms.map_or(by_ms, |again_ms| by_ms.max(again_ms)))
    }

    /// The given time, or the end of the grace time after a restart if that is later.
    pub(super) fn not_before_grace(&self, due_ms: u64) -> u64 {
        self.not_before_ms
            .map_or(due_ms, |not_before_ms| due_ms.max(not_before_ms))
    }

    fn fire(&mut self, timer: Timer, random: &mut dyn Random) {
        match timer {
            Timer::Deadline(seat) => self.time_out(seat),
            Timer::OfferReply(seat) => self.reply_to_offer(seat),
            Timer::StandIn(seat) => self.stand_in(seat),
            Timer::Window => self.close_window(),
            Timer::ReadyBy => {
                let late = self.seats_where(is_late);
                for seat in late {
                    self.vacate(seat, StandReason::NotReady, random);
                }
            }
            Timer::Bots => self.seat_quick_bots(),
            Timer::OpenBy => {
                let late =
                    self.seats_where(|place| place.commitment.is_some() && place.entropy.is_none());
                self.cancel_start(CancelReason::NotOpened, &late, random);
            }
            Timer::Notice => self.flush_except(None),
            Timer::Presence => self.send_presence(),
            Timer::NotifyAbsent(player) => self.notify_absent(player),
            Timer::Gone(player) => self.gone(player, random),
            Timer::Untouched => self.write(Entry::Abandoned),
            Timer::Empty => self.close_empty(),
        }
    }

    fn seats_where(&self, wanted: impl Fn(&Place) -> bool) -> Vec<Seat> {
        self.state
            .seats
            .iter()
            .filter(|(_, place)| wanted(place))
            .map(|(seat, _)| seat)
            .collect()
    }

    fn time_out(&mut self, seat: Seat) {
        let Some(action) = self
            .state
            .playing()
            .and_then(|playing| playing.game.default_action(seat))
        else {
            return;
        };
        self.write(Entry::acted(seat, action, By::Clock));
        let missed = self
            .state
            .playing()
            .map_or(0, |playing| playing.seats[seat].missed);
        // After the end of the match nobody can come back, and nobody waits.
        if missed >= MISSES_UNTIL_AWAY && !self.is_recording() {
            self.set_away(seat, false);
        }
    }

    /// Answers an open offer. The seat's own decision has a separate timer and may be searched at the same time.
    fn reply_to_offer(&mut self, seat: Seat) {
        let Some(playing) = self.state.playing() else {
            return;
        };
        let by = acting(&playing.seats[seat]);
        if let Some(action) = playing.game.offer_reply(seat, playing.seats[seat].bot) {
            self.write(Entry::acted(seat, action, by));
        }
    }

    fn stand_in(&mut self, seat: Seat) {
        let Some(playing) = self.state.playing() else {
            return;
        };
        let player = &playing.seats[seat];
        let by = acting(player);
        let Some(decision) = playing.game.decision(seat) else {
            return;
        };
        let default = playing.game.stand_in_action(seat);
        let plays_bot = self.is_played_by_bot(player);
        let thought = self.thoughts.take(seat);
        let at_once =
            || (self.context.bot.choose)(&playing.game.view(Observer::Seat(seat)), &decision);
        let chosen = plays_bot.then(|| thought.or_else(at_once)).flatten();
        let in_window = playing.window.is_some();
        let entry = |action| {
            if in_window {
                Entry::Decided { seat, action, by }
            } else {
                Entry::acted(seat, action, by)
            }
        };
        if let Some(action) = chosen {
            match self.try_write(entry(action)) {
                Ok(()) => {
                    if in_window {
                        self.show_held_claim(seat);
                    }
                    return;
                }
                Err(error) => {
                    tracing::error!(room = %self.id, %seat, %error, "a bot's action was illegal");
                }
            }
        }
        if let Some(action) = default {
            self.write(entry(action));
            if in_window {
                self.show_held_claim(seat);
            }
        }
    }

    fn gone(&mut self, player: PlayerId, random: &mut dyn Random) {
        match (self.state.seat_of(player), self.state.playing()) {
            (Some(seat), Some(_)) => self.set_away(seat, false),
            (Some(seat), None) => {
                self.vacate(seat, StandReason::Gone, random);
                self.pass_ownership(player);
            }
            (None, _) => self.pass_ownership(player),
        }
    }

    /// Whether [`Timer::Gone`] applies to a missing person who has a seat or owns the room. Not at slow tables; and not during a match in
    /// which a stand-in plays the seat already, the seat is out, or nobody plays for absent people. What the timer does ends this
    /// condition; otherwise it would fire for ever.
    fn minds(&self, player: PlayerId) -> bool {
        if self.state.slow_ms().is_some() {
            return false;
        }
        let own = |playing: &Playing| {
            let seat = playing.seat_players.seat_of(player)?;
            Some(playing.seats[seat].away.is_none() && playing.game.is_in(seat))
        };
        let in_match = self.state.playing().and_then(own);
        in_match.is_none_or(|plays| plays && !self.has_no_stand_ins())
    }

    /// Whether an empty room may be closed. A match must end first, and nobody may have a seat: people with a seat lose it only after
    /// being absent. At a slow table, and in a room that only its creator has ever visited, seats do not prevent closing.
    fn may_close(&self) -> bool {
        if self.state.slow_ms().is_some() {
            return self.state.is_gathering();
        }
        let (visited, creator) = (self.was_visited(), self.state.creator);
        let mut seated = self.state.seats.values().filter_map(Place::person);
        self.state.is_gathering() && seated.all(|player| !visited && player == creator)
    }

    /// How long a room must be empty before it is closed.
    pub(super) fn empty_ms(&self) -> u64 {
        let times = &self.context.times;
        if let Some(slow_ms) = self.state.slow_ms().filter(|_| self.was_visited()) {
            // Like missed decisions: a player who misses that many is considered gone.
            u64::from(MISSES_UNTIL_AWAY) * slow_ms
        } else if self.state.settings.access != Access::Public {
            let visited_ms = if self.was_visited() {
                times.empty_ms
            } else {
                0
            };
            times.invitation_ms.max(visited_ms)
        } else if self.was_visited() {
            times.empty_ms
        } else {
            times.unvisited_ms.min(times.empty_ms)
        }
    }

    /// Whether anybody but the creator has ever been here. Visitors without a seat are not known after a restart of the server.
    fn was_visited(&self) -> bool {
        self.state.visited || self.people.visited
    }

    /// Removes a connection that was closed.
    pub(super) fn detach(&mut self, conn: ConnId) {
        self.people.detach(conn);
        self.people.forget_conn(conn);
    }

    /// Notes which seated people (and whether the owner) have no connection, and whether the room is empty.
    pub(super) fn update_missing(&mut self) {
        let seated = self.state.seats.values().filter_map(Place::person);
        // An owner without a seat counts only between matches: during a match, the room itself may have removed their connections.
        let is_playing = self.state.playing().is_some();
        let wanted = seated.chain(self.state.owner.filter(|_| !is_playing));
        self.people.note_missing(wanted, self.clock.ms());
    }
}

/// Whether a person has the seat who is not ready.
fn is_late(place: &Place) -> bool {
    place.person().is_some() && !place.ready
}

/// What the log records as the origin of an action that is not the player's own.
const fn acting(player: &Player) -> By {
    if player.bot { By::Bot } else { By::Away }
}
