//! Quick play: a table at which strangers meet, that nobody owns, and that computer players fill when nobody else comes.

use giog_protocol::server::StandReason;
use giog_protocol::{ErrorCode, Person, Problem};
use giog_rules::{PlayerId, Seat};

use super::Room;
use super::entry::Entry;
use super::state::RoomStage;
use crate::conn::ConnId;

impl Room {
    /// Seats somebody who wants to play, and counts them as ready; or says why not, and then nothing has changed.
    pub(super) fn quick_join(
        &mut self,
        conn: ConnId,
        person: Person,
        re: u64,
    ) -> Result<(), ErrorCode> {
        if matches!(self.state.stage, RoomStage::Closed) {
            return Err(ErrorCode::NoSuchRoom);
        }
        if !self.state.quick {
            return Err(ErrorCode::NoFreeSeat);
        }
        let player = person.player;
        let own = self.state.seat_of(player);
        let is_out = |seat| {
            let playing = self.state.playing();
            playing.is_some_and(|playing| !playing.game.is_in(seat))
        };
        let seat = match own {
            // They want to play, and look on here however long the match goes on.
            Some(seat) if is_out(seat) => return Err(ErrorCode::NoFreeSeat),
            Some(seat) => seat,
            // Who waits where no match is begun looks for another table, on another node.
            None if self.state.is_gathering() && self.begins_no_match().is_none() => self
                .open_seat()
                .filter(|_| self.state.may_sit_again(player))
                .ok_or(ErrorCode::NoFreeSeat)?,
            None => return Err(ErrorCode::NoFreeSeat),
        };
        // The answer has no time to wait, and `rate_limited` without one means that waiting is of no use.
        self.may_write(player)
            .map_err(|problem| problem.wait_ms.map_or(problem.code, |_| ErrorCode::Busy))?;
        self.replace_oldest(conn, player);
        self.enter(conn, person.clone());
        if own.is_none() {
            self.take_seat(seat, person);
        }
        if let Some(seat) = self.away_seat_of(player) {
            self.come_back(seat, player);
        }
        let may_begin = self.state.is_gathering() && self.begins_no_match().is_none();
        if may_begin && !self.state.seats[seat].ready {
            self.write(Entry::Ready {
                seat,
                commitment: None,
            });
        }
        self.start_if_ready();
        self.flush_except(Some(conn));
        self.reply_room(conn, re);
        self.show_all(conn);
        self.show_presence(conn);
        Ok(())
    }

    /// A seat that somebody may take between matches: a free one, or else one whose computer player makes way.
    pub(super) fn open_seat(&self) -> Option<Seat> {
        let mut seats = self.state.seats.iter().map(|(seat, _)| seat);
        self.state
            .lowest_free_seat()
            .or_else(|| seats.find(|&seat| self.is_open(seat)))
    }

    /// Whether somebody may take this seat between matches. Nobody owns a table of quick play, so nobody could have put a
    /// computer player there to stay.
    pub(super) fn is_open(&self, seat: Seat) -> bool {
        let place = &self.state.seats[seat];
        place.occupant.is_none() || (self.state.quick && place.is_bot())
    }

    /// Has the computer player of a seat that a person takes stand up.
    pub(super) fn make_way(&mut self, seat: Seat) {
        if self.state.seats[seat].is_bot() {
            self.write(Entry::Stood {
                seat,
                reason: StandReason::MadeWay,
            });
        }
    }

    /// Computer players are the owner's to seat. At a table of quick play they sit down by themselves; until then others have
    /// time to come, and anybody seated may ask afterwards, as clients did before that was so.
    pub(super) fn may_add_bots(&self, player: PlayerId) -> Result<(), Problem> {
        if !self.state.quick {
            return self.must_be_owner(player);
        }
        self.state.seat_of(player).ok_or(ErrorCode::NotSeated)?;
        match self.bots_left_ms() {
            Some(left_ms) if left_ms > 0 => Err(Problem::wait(ErrorCode::TooEarly, left_ms)),
            _ => Ok(()),
        }
    }

    /// How long those who wait for others still have to, before computer players take the free seats.
    pub(super) fn bots_left_ms(&self) -> Option<u64> {
        Some(self.bots_by_ms()?.saturating_sub(self.clock.ms()))
    }

    /// When computer players sit down by themselves: only where somebody who has a seat is there to play with them.
    pub(super) fn bots_due_ms(&self) -> Option<u64> {
        self.bots_by_ms().filter(|_| self.has_player_here())
    }

    fn bots_by_ms(&self) -> Option<u64> {
        let state = &self.state;
        if !state.quick || !state.is_gathering() || state.is_full() {
            return None;
        }
        let waiting = state
            .seats
            .values()
            .filter(|place| place.person().is_some());
        let since_ms = waiting.map(|place| place.since_ms).min()?;
        Some(since_ms.max(state.gathering_since_ms) + self.context.times.quick_bots_ms)
    }
}
