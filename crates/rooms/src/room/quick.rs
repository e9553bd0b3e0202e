//! Quick play: a table for strangers without an owner, which bots fill if nobody else comes.

use giog_protocol::{ErrorCode, Person, Problem};
use giog_rules::{PlayerId, Seat};

use super::Room;
use super::entry::Entry;
use super::state::RoomStage;
use crate::conn::ConnId;
use crate::context::Random;

impl Room {
    /// Gives a person a seat, and counts them as ready; or returns an error, and changes nothing.
    pub(super) fn quick_join(
        &mut self,
        conn: ConnId,
        person: Person,
        re: u64,
        random: &mut dyn Random,
    ) -> Result<(), ErrorCode> {
        if matches!(self.state.stage, RoomStage::Closed) {
            return Err(ErrorCode::NoSuchRoom);
        }
        if !self.state.quick {
            return Err(ErrorCode::NoFreeSeat);
        }
        let player = person.player;
        let own = self.state.seat_of(player);
        if own.is_none() && self.must_admit(&person).is_err() {
            return Err(ErrorCode::NoFreeSeat);
        }
        let is_out = |seat| {
            let playing = self.state.playing();
            playing.is_some_and(|playing| !playing.game.is_in(seat))
        };
        let seat = match own {
            // They want to play, but could only watch here, however long the match takes.
            Some(seat) if is_out(seat) => return Err(ErrorCode::NoFreeSeat),
            Some(seat) => seat,
            // A person at a table that starts no match gets another table, on another node.
            None if self.state.is_gathering() && self.begins_no_match().is_none() => self
                .drawn_seat(random)
                .or_else(|| self.open_seat())
                .filter(|_| self.state.may_sit_again(player))
                .ok_or(ErrorCode::NoFreeSeat)?,
            None => return Err(ErrorCode::NoFreeSeat),
        };
        // The answer has no field for a waiting time, and `rate_limited` without one means that waiting does not help.
        let may = match own {
            Some(own) if !self.state.seats[own].ready => self.may_get_ready(player),
            _ => self.may_write(player),
        };
        may.map_err(|problem| problem.wait_ms.map_or(problem.code, |_| ErrorCode::Busy))?;
        self.replace_oldest(conn, player);
        self.enter(conn, person.clone());
        if own.is_none() {
            self.take_seat(seat, person);
        }
        self.get_ready(seat);
        if let Some(seat) = self.away_seat_of(player) {
            self.come_back(seat, player);
        }
        self.start_if_ready();
        self.flush_except(Some(conn));
        self.reply_room(conn, re);
        self.show_all(conn);
        self.show_presence(conn);
        Ok(())
    }

    /// A seat that a person may take between matches: a free one, or else one whose bot makes room. At a rated table nobody takes one: see
    /// [`Self::drawn_seat`].
    pub(super) fn open_seat(&self) -> Option<Seat> {
        if self.state.settings.rated {
            return None;
        }
        let mut seats = self.state.seats.iter().map(|(seat, _)| seat);
        self.state
            .lowest_free_seat()
            .or_else(|| seats.find(|&seat| self.is_open(seat)))
    }

    /// Whether a person may take this seat between matches.
    pub(super) fn is_open(&self, seat: Seat) -> bool {
        let place = &self.state.seats[seat];
        place.occupant.is_none() || (place.is_bot() && self.state.gives_bots_seats_up())
    }

    /// Counts a person as ready, if a match may begin.
    pub(super) fn get_ready(&mut self, seat: Seat) {
        let may_begin = self.state.is_gathering() && self.begins_no_match().is_none();
        if may_begin && !self.state.seats[seat].ready {
            self.write(Entry::Ready {
                seat,
                commitment: None,
            });
        }
    }

    /// Bots are added by the owner. At a quick-play table they are added automatically after a time in which others can come. After that
    /// time, every seated person may also request them, as older clients do.
    pub(super) fn may_add_bots(&self, player: PlayerId) -> Result<(), Problem> {
        if !self.state.quick {
            return self.must_be_owner(player);
        }
        if self.state.settings.rated {
            return Err(ErrorCode::NoBots.into());
        }
        self.state.seat_of(player).ok_or(ErrorCode::NotSeated)?;
        match self.bots_left_ms() {
            Some(left_ms) if left_ms > 0 => Err(Problem::wait(ErrorCode::TooEarly, left_ms)),
            _ => Ok(()),
        }
    }

    /// How long people still wait for others before bots take the free seats, in milliseconds.
    pub(super) fn bots_left_ms(&self) -> Option<u64> {
        Some(self.bots_by_ms()?.saturating_sub(self.clock.ms()))
    }

    /// When bots are added automatically; only if a seated person is here to play with them, at a rated table only if all are.
    pub(super) fn bots_due_ms(&self) -> Option<u64> {
        let may = if self.state.settings.rated {
            self.may_seat_anchors()
        } else {
            self.has_player_here()
        };
        self.bots_by_ms().filter(|_| may)
    }

    fn bots_by_ms(&self) -> Option<u64> {
        let state = &self.state;
        if !state.quick || !state.is_gathering() || state.is_full() {
            return None;
        }
        if state.settings.rated {
            return self.anchors_by_ms();
        }
        let waiting = state
            .seats
            .values()
            .filter(|place| place.person().is_some());
        let since_ms = waiting.map(|place| place.since_ms).min()?;
        Some(since_ms.max(state.gathering_since_ms) + self.context.times.quick_bots_ms)
    }
}
