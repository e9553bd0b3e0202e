//! Joining and leaving a room, what happens to the seat, and who becomes the owner.

use giog_protocol::client::Join;
use giog_protocol::server::{
    CancelReason, ErrorReply, Left, LeftReason, ServerMessage, StandReason,
};
use giog_protocol::{Access, Clock, ErrorCode, Person};
use giog_rules::{PlayerId, Seat};
use smallvec::smallvec;

use super::commands::password_digest;
use super::entry::Entry;
use super::playing::Playing;
use super::state::RoomStage;
use super::{Effect, Room};
use crate::conn::ConnId;
use crate::context::Random;

impl Room {
    pub(super) fn join(&mut self, conn: ConnId, person: Person, re: u64, join: &Join) {
        let player = person.player;
        let seat = match self.may_join(conn, &person, join) {
            Ok(seat) => seat,
            Err(code) => return self.refuse(conn, re, code),
        };
        if seat.is_some()
            && let Err(problem) = self.may_write(player)
        {
            return self.reply_error(conn, ErrorReply::new(Some(re), problem));
        }
        self.replace_oldest(conn, player);
        self.enter(conn, person.clone());
        if let Some(seat) = seat {
            self.take_seat(seat, person);
        }
        if let Some(seat) = self.away_seat_of(player)
            && self.may_write(player).is_ok()
        {
            self.come_back(seat, player);
        }
        self.flush_except(Some(conn));
        self.reply_room(conn, re);
        match join.after {
            Some(after) => self.show_after(conn, after),
            None => self.show_all(conn),
        }
        self.show_presence(conn);
    }

    /// Takes over a connection that was in the room on the previous node and has received the events up to `after`. There is no reply; it
    /// gets only what it missed. A person who was banned meanwhile is told so.
    pub(super) fn resume(&mut self, conn: ConnId, person: Person, after: u64) {
        let player = person.player;
        if self.state.is_banned(player) && !self.has_seat(player) {
            let (room, reason) = (self.id, LeftReason::Removed);
            self.send(smallvec![conn], ServerMessage::Left(Left { room, reason }));
            return;
        }
        self.people.visited |= player != self.state.creator;
        self.people.attach(conn, person);
        if self.state.quick {
            // This node does not know the network origins of the seated people yet; the summary reports them.
            let summary = Effect::Summary(Box::new(self.summary()));
            self.work.effects.push(summary);
        }
        self.flush_except(Some(conn));
        match self.events_after(after, Some(player)) {
            Some(missed) if after <= self.journal.last() => {
                for event in missed {
                    self.send(smallvec![conn], event);
                }
                if !self.is_recording() {
                    let now = self.now_for(Some(player));
                    self.send(smallvec![conn], ServerMessage::Now(now));
                }
            }
            _ => self.show_all(conn),
        }
    }

    /// Adds a connection to the room.
    pub(super) fn enter(&mut self, conn: ConnId, person: Person) {
        let player = person.player;
        self.people.visited |= player != self.state.creator;
        self.note_name(conn, &person);
        self.people.attach(conn, person);
        self.return_ownership(player);
    }

    /// Notes that players who left a match have returned, if no stand-in plays for them (their clock runs on, or their seat is out). With a
    /// stand-in, [`Self::come_back`] does it.
    pub(super) fn note_returned_players(&mut self) {
        let Some(playing) = self.state.playing() else {
            return;
        };
        let has_left = |seat: &Seat| playing.seats[*seat].has_left;
        let left = playing.seats.seats().filter(has_left);
        let here = left.filter_map(|seat| Some((seat, playing.seat_players.person(seat)?)));
        let here = here.filter(|&(_, player)| self.people.is_connected(player));
        let here = here.map(|(seat, player)| (seat, player, playing.game.is_in(seat)));
        let back: Vec<(Seat, PlayerId, bool)> = here.collect();
        for (seat, player, is_in) in back {
            let may_write = self.cannot_write().is_none() && self.match_must_have_room().is_ok();
            if self.is_recording() || !may_write {
                return;
            }
            self.write(Entry::Left { seat, left: false });
            if is_in && self.matches_count() {
                self.work.effects.push(Effect::Returned { player });
            }
            self.own_if_nobody_does(player);
        }
    }

    /// If a person with a seat joins with a new name, the name is changed. Only their latest connection counts, because older ones still
    /// carry the old name.
    fn note_name(&mut self, conn: ConnId, person: &Person) {
        let seated = self.state.seats.values();
        let known = seated
            .filter_map(|place| place.occupant.as_ref()?.person())
            .find(|known| known.player == person.player);
        let is_latest = self
            .people
            .conns_of(person.player)
            .iter()
            .all(|&other| other <= conn);
        if known.is_some_and(|known| known != person)
            && is_latest
            && self.may_write(person.player).is_ok()
        {
            self.write(Entry::Renamed {
                person: person.clone(),
            });
        }
    }

    /// Makes room for another connection of a person who has reached the limit: removes the oldest, which may be lost without this being
    /// noticed yet.
    pub(super) fn replace_oldest(&mut self, conn: ConnId, player: PlayerId) {
        let conns = self.people.conns_of(player);
        let full = conns.len() >= self.context.limits.connections_per_person;
        let oldest = conns.into_iter().min();
        if let Some(oldest) = oldest.filter(|_| full && !self.people.has(conn)) {
            self.people.detach(oldest);
            let (room, reason) = (self.id, LeftReason::Replaced);
            self.send(
                smallvec![oldest],
                ServerMessage::Left(Left { room, reason }),
            );
        }
    }

    /// The person plays their seat again, and becomes the owner if there is none. If they have been absent too often, their leaving still
    /// counts ([`super::playing::Player::is_forgiven`]).
    pub(super) fn come_back(&mut self, seat: Seat, player: PlayerId) {
        let forgiven = self
            .state
            .playing()
            .is_some_and(|playing| playing.seats[seat].is_forgiven());
        self.write(Entry::Back { seat });
        if forgiven && self.matches_count() {
            self.work.effects.push(Effect::Returned { player });
        }
        self.own_if_nobody_does(player);
    }

    /// Makes the person the owner of a room without owner. Quick-play tables never have an owner, and a room that has slept is kept for the
    /// one that it had.
    pub(super) fn own_if_nobody_does(&mut self, player: PlayerId) {
        let waits_for_another = self
            .state
            .awaited_owner
            .is_some_and(|awaited| awaited != player);
        if self.state.owner.is_none() && !self.state.quick && !waits_for_another {
            self.write(Entry::Owner {
                owner: Some(player),
            });
        }
    }

    /// Whether somebody may join, and the seat they take if they asked for one.
    fn may_join(
        &self,
        conn: ConnId,
        person: &Person,
        join: &Join,
    ) -> Result<Option<Seat>, ErrorCode> {
        let player = person.player;
        let is_inside = self.people.has(conn);
        if self.has_seat(player) || (is_inside && !join.sit) {
            return Ok(None);
        }
        self.must_let_in(player, join.password.as_deref(), is_inside)?;
        if join.sit {
            self.must_admit(person)?;
            return self.seat_to_take(player).map(Some);
        }
        self.may_watch(conn).map(|()| None)
    }

    /// Refuses people who are banned, and those who do not know the password unless they are inside.
    pub(crate) fn must_let_in(
        &self,
        player: PlayerId,
        password: Option<&str>,
        is_inside: bool,
    ) -> Result<(), ErrorCode> {
        if self.state.is_banned(player) {
            return Err(ErrorCode::BannedFromRoom);
        }
        if let Some(digest) = self.state.password
            && !is_inside
            && password.map(|password| password_digest(self.id, password)) != Some(digest)
        {
            return Err(ErrorCode::WrongPassword);
        }
        Ok(())
    }

    /// The free seat for somebody who asks for one. The limit of spectators does not apply.
    fn seat_to_take(&self, player: PlayerId) -> Result<Seat, ErrorCode> {
        if !self.state.is_gathering() {
            return Err(ErrorCode::MatchRunning);
        }
        self.open_seat()
            .filter(|_| self.state.may_sit_again(player))
            .ok_or(ErrorCode::NoFreeSeat)
    }

    /// Whether one more connection of a person without a seat may be in the room.
    fn may_watch(&self, conn: ConnId) -> Result<(), ErrorCode> {
        let limits = &self.context.limits;
        let may_sit = self.state.is_gathering() && self.open_seat().is_some();
        if self.watching().count() >= limits.spectators
            || !(self.state.settings.spectators || may_sit)
        {
            return Err(ErrorCode::NoSpectators);
        }
        self.must_fit_origin(conn)
    }

    /// The connections of people without a seat.
    fn watching(&self) -> impl Iterator<Item = ConnId> {
        let without_seat = |&(_, player): &(ConnId, PlayerId)| !self.has_seat(player);
        self.people
            .iter()
            .filter(without_seat)
            .map(|(conn, _)| conn)
    }

    /// Whether not too many connections from the same network are watching already, so that nobody fills a room alone.
    fn must_fit_origin(&self, conn: ConnId) -> Result<(), ErrorCode> {
        let watching = |tag| {
            let networks = self
                .watching()
                .filter(|&other| other != conn)
                .flat_map(|conn| self.people.origin(conn).networks());
            networks.filter(|network| network.tag == tag).count()
        };
        let most = self.context.limits.spectators_per_address;
        if self.people.origin(conn).is_full(most, watching) {
            return Err(ErrorCode::TooManyOfAddress);
        }
        Ok(())
    }

    /// Removes people who have just stood up if the room takes no further spectators.
    pub(super) fn remove_excess_spectators(&mut self) {
        for player in std::mem::take(&mut self.work.stood) {
            if !self.has_seat(player) && !self.may_go_on_watching(player) {
                self.remove_connections_of(player, LeftReason::NoSpectators);
            }
        }
    }

    /// Whether a person without a seat may stay with all their connections within the limits for spectators.
    fn may_go_on_watching(&self, player: PlayerId) -> bool {
        let conns = self.people.conns_of(player);
        self.watching().count() <= self.context.limits.spectators
            && conns.iter().all(|&conn| self.must_fit_origin(conn).is_ok())
    }

    /// Whether a person has a seat.
    pub(super) fn has_seat(&self, player: PlayerId) -> bool {
        self.state.seat_of(player).is_some()
    }

    /// The seat that a stand-in plays and that its player takes back by joining.
    pub(super) fn away_seat_of(&self, player: PlayerId) -> Option<Seat> {
        let playing = self.state.playing()?;
        playing.seat_players.seat_of(player).filter(|&seat| {
            let seat = &playing.seats[seat];
            seat.away.is_some() && !seat.is_given_up()
        })
    }

    pub(super) fn leave(
        &mut self,
        conn: ConnId,
        player: PlayerId,
        re: u64,
        random: &mut dyn Random,
    ) {
        let has_something = self.has_seat(player) || self.state.owner == Some(player);
        if has_something && let Err(problem) = self.may_write(player) {
            return self.reply_error(conn, ErrorReply::new(Some(re), problem));
        }
        match self.give_up(player, StandReason::Left, random) {
            Ok(()) => {
                self.reply_room(conn, re);
                self.remove_connections_of(player, LeftReason::Left);
            }
            Err(code) => self.refuse(conn, re, code),
        }
    }

    /// Takes a person's seat and ownership of the room. During a match, the seat is not freed; a stand-in plays it until the end. Returns
    /// an error, without changing anything, if nothing can be written.
    pub(super) fn give_up(
        &mut self,
        player: PlayerId,
        reason: StandReason,
        random: &mut dyn Random,
    ) -> Result<(), ErrorCode> {
        let seat = self.state.seat_of(player);
        let owns = self.state.owner == Some(player);
        if (seat.is_some() || owns)
            && let Some(code) = self.cannot_write()
        {
            return Err(code);
        }
        if let Some(seat) = seat {
            match self.state.stage {
                RoomStage::Playing(_) => self.set_away(seat, true),
                _ => self.vacate(seat, reason, random),
            }
        }
        self.pass_ownership(player);
        Ok(())
    }

    /// Removes all connections of a person from the room.
    pub(super) fn remove_connections_of(&mut self, player: PlayerId, reason: LeftReason) {
        let conns = self.people.conns_of(player);
        for &conn in &conns {
            self.people.detach(conn);
        }
        self.send(
            conns,
            ServerMessage::Left(Left {
                room: self.id,
                reason,
            }),
        );
    }

    /// If this person was the owner, the person who has been sitting longest becomes the owner.
    pub(super) fn pass_ownership(&mut self, from: PlayerId) {
        if self.state.owner == Some(from) {
            let owner = self.state.longest_sitting(from);
            self.write(Entry::Owner { owner });
        }
    }

    /// Frees a seat outside a match. A start in progress is cancelled.
    pub(super) fn vacate(&mut self, seat: Seat, reason: StandReason, random: &mut dyn Random) {
        if matches!(self.state.stage, RoomStage::Opening { .. }) {
            self.write(Entry::Cancelled {
                reason: CancelReason::Left,
                seat: Some(seat),
            });
        }
        self.write(Entry::Stood { seat, reason });
        self.remove_anchors();
        self.prepare_next(random);
    }

    /// A stand-in plays the seat from now on; if there is none in this match, notes that the player left. At a public table this counts
    /// against the player, but only once, and not again after more absences than are forgiven. Nothing counts for a seat that is out of
    /// the game.
    pub(super) fn set_away(&mut self, seat: Seat, left: bool) {
        let Some(playing) = self.state.playing() else {
            return;
        };
        let player = &playing.seats[seat];
        let was_away = player.away.is_some() || player.has_left;
        let has_had_them = was_away || !player.is_forgiven();
        let changes_nothing = player.gives_the_seat_up() || was_away && !left;
        if changes_nothing {
            return;
        }
        let is_in = playing.game.is_in(seat);
        if is_in && !self.has_no_stand_ins() {
            self.write(Entry::Away { seat, left });
        } else if left {
            self.write(Entry::Left { seat, left });
        } else {
            return;
        }
        if let Some(player) = self.state.seats[seat]
            .person()
            .filter(|_| is_in && self.matches_count() && !has_had_them)
        {
            self.work.effects.push(Effect::Deserted { player });
        }
    }

    /// Whether no stand-in plays for absent people: in correspondence games (a clock in days) nobody has to stay connected, and in games
    /// that are lost on time the clock simply runs on. Leaving the room still counts against the player there; a lost connection does
    /// not.
    pub(super) fn has_no_stand_ins(&self) -> bool {
        matches!(self.state.settings.clock, Clock::Days { .. })
            || self.state.playing().is_some_and(Playing::loses_on_time)
    }

    /// Whether the table is public, so that leaving a match counts against the player.
    fn matches_count(&self) -> bool {
        self.state.settings.access == Access::Public
    }
}
