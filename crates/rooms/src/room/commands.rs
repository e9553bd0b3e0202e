//! What people ask of a room, but for the start of a match ([`super::start`]).

use giog_protocol::client::{AddBot, Configure, Join, Remove, RoomCommand, Sit};
use giog_protocol::server::{
    CancelReason, CloseReason, ErrorReply, Left, LeftReason, ServerMessage, StandReason,
};
use giog_protocol::{ErrorCode, Occupant, Person, Problem, RoomId};
use giog_rules::fairness::Digest;
use giog_rules::{PlayerId, Seat};
use sha2::{Digest as _, Sha256};

use super::Room;
use super::entry::Entry;
use super::state::RoomStage;
use crate::conn::ConnId;
use crate::context::Random;

/// What a room keeps of its password: the hash of it with the room's id.
pub(crate) fn password_digest(room: RoomId, password: &str) -> Digest {
    let mut hasher = Sha256::new();
    hasher.update(b"giog/room-password/v1");
    hasher.update(room.0.as_bytes());
    hasher.update(password.as_bytes());
    giog_rules::fairness::Hex(hasher.finalize().into())
}

impl Room {
    pub(super) fn command(
        &mut self,
        conn: ConnId,
        person: Person,
        re: u64,
        command: RoomCommand,
        random: &mut dyn Random,
    ) {
        if matches!(self.state.stage, RoomStage::Closed) {
            return self.refuse(conn, re, ErrorCode::NoSuchRoom);
        }
        let player = person.player;
        let done = match command {
            RoomCommand::Join(join) => return self.join(conn, player, re, &join),
            _ if !self.people.has(conn) => Err(ErrorCode::NotJoined.into()),
            RoomCommand::Act(act) => return self.act(conn, player, re, act, random),
            RoomCommand::Leave(_) => return self.leave(conn, player, re, random),
            RoomCommand::Sit(sit) => self.sit(person, &sit),
            RoomCommand::Stand(_) => self.stand(player, random),
            RoomCommand::AddBot(add) => self.add_bot(player, &add),
            RoomCommand::Remove(remove) => self.remove(player, &remove),
            RoomCommand::Configure(configure) => self.configure(player, configure),
            RoomCommand::CloseRoom(_) => self.close(player),
            RoomCommand::Ready(ready) => self.ready(player, &ready),
            RoomCommand::Unready(_) => self.unready(player),
            RoomCommand::OpenEntropy(open) => self.open_entropy(player, &open, random),
        };
        self.start_if_ready();
        match done {
            Ok(()) => self.reply_room(conn, re),
            Err(problem) => self.reply_error(conn, ErrorReply::new(Some(re), problem)),
        }
    }

    fn join(&mut self, conn: ConnId, player: PlayerId, re: u64, join: &Join) {
        if let Err(code) = self.may_join(conn, player, join.password.as_deref()) {
            return self.refuse(conn, re, code);
        }
        self.replace_oldest(conn, player);
        self.people.attach(conn, player);
        if let Some(seat) = self.away_seat_of(player)
            && self.cannot_write().is_none()
        {
            self.come_back(seat, player);
        }
        self.flush_except(Some(conn));
        self.reply_room(conn, re);
        match join.after {
            Some(after) => self.show_after(conn, after),
            None => self.show_all(conn),
        }
    }

    /// Makes place for another connection of a person who has as many as they may: the oldest may well be one that is
    /// lost, and not yet known to be.
    fn replace_oldest(&mut self, conn: ConnId, player: PlayerId) {
        let conns = self.people.conns_of(player);
        let full = conns.len() >= self.context.limits.connections_per_person;
        let oldest = conns.into_iter().min();
        if let Some(oldest) = oldest.filter(|_| full && !self.people.has(conn)) {
            self.people.detach(oldest);
            let (room, reason) = (self.id, LeftReason::Replaced);
            self.send(vec![oldest], ServerMessage::Left(Left { room, reason }));
        }
    }

    /// The person plays their seat again, and owns the room if nobody does.
    pub(super) fn come_back(&mut self, seat: Seat, player: PlayerId) {
        self.write(Entry::Back { seat });
        if self.state.owner.is_none() {
            self.write(Entry::Owner {
                owner: Some(player),
            });
        }
    }

    fn may_join(
        &self,
        conn: ConnId,
        player: PlayerId,
        password: Option<&str>,
    ) -> Result<(), ErrorCode> {
        let limits = &self.context.limits;
        if self.people.has(conn) {
            return Ok(());
        }
        if self.has_seat(player) {
            return Ok(());
        }
        if let Some(digest) = self.state.password
            && password.map(|password| password_digest(self.id, password)) != Some(digest)
        {
            return Err(ErrorCode::WrongPassword);
        }
        let watching = self
            .people
            .iter()
            .filter(|&(_, player)| !self.has_seat(player))
            .count();
        let may_sit = self.state.is_gathering() && self.state.lowest_free_seat().is_some();
        if watching >= limits.spectators || !(self.state.settings.spectators || may_sit) {
            return Err(ErrorCode::NoSpectators);
        }
        Ok(())
    }

    /// Whether a person has a seat, or has one in the match being played.
    pub(super) fn has_seat(&self, player: PlayerId) -> bool {
        self.state.seat_of(player).is_some()
    }

    fn away_seat_of(&self, player: PlayerId) -> Option<Seat> {
        let playing = self.state.playing()?;
        playing
            .cast
            .seat_of(player)
            .filter(|&seat| playing.seats[seat].away.is_some())
    }

    fn leave(&mut self, conn: ConnId, player: PlayerId, re: u64, random: &mut dyn Random) {
        let seat = self.state.seat_of(player);
        let owns = self.state.owner == Some(player);
        if (seat.is_some() || owns)
            && let Some(code) = self.cannot_write()
        {
            return self.refuse(conn, re, code);
        }
        if let Some(seat) = seat {
            match self.state.stage {
                RoomStage::Playing(_) => self.write(Entry::Away { seat, left: true }),
                _ => self.vacate(seat, StandReason::Left, random),
            }
        }
        self.pass_ownership(player);
        self.reply_room(conn, re);
        self.put_out(player, LeftReason::Left);
    }

    /// Takes all of a person's connections out of the room.
    pub(super) fn put_out(&mut self, player: PlayerId, reason: LeftReason) {
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

    /// Whoever sits longest becomes the owner, if it was this person.
    pub(super) fn pass_ownership(&mut self, from: PlayerId) {
        if self.state.owner == Some(from) {
            let owner = self.state.longest_sitting(from);
            self.write(Entry::Owner { owner });
        }
    }

    /// Frees a seat outside a match; a start that was under way is cancelled.
    pub(super) fn vacate(&mut self, seat: Seat, reason: StandReason, random: &mut dyn Random) {
        if matches!(self.state.stage, RoomStage::Opening { .. }) {
            self.write(Entry::Cancelled {
                reason: CancelReason::Left,
                seat: Some(seat),
            });
        }
        self.write(Entry::Stood { seat, reason });
        self.prepare_next(random);
    }

    fn sit(&mut self, person: Person, sit: &Sit) -> Result<(), Problem> {
        let own = self.state.seat_of(person.player);
        let seat = match sit.seat {
            Some(number) => self.seat(number)?,
            None if own.is_some() => return Ok(()),
            None => self.state.lowest_free_seat().ok_or(ErrorCode::NoFreeSeat)?,
        };
        if own == Some(seat) {
            return Ok(());
        }
        self.must_be_gathering()?;
        if self.state.seats[seat].occupant.is_some() {
            return Err(ErrorCode::SeatTaken.into());
        }
        self.must_be_able_to_write()?;
        if let Some(seat) = own {
            self.write(Entry::Stood {
                seat,
                reason: StandReason::Stood,
            });
        }
        let player = person.player;
        self.write(Entry::Sat {
            seat,
            occupant: Occupant::Person(person),
        });
        if self.state.owner.is_none() {
            self.write(Entry::Owner {
                owner: Some(player),
            });
        }
        Ok(())
    }

    fn stand(&mut self, player: PlayerId, random: &mut dyn Random) -> Result<(), Problem> {
        let Some(seat) = self.state.seat_of(player) else {
            return Ok(());
        };
        if self.state.playing().is_some() {
            return Err(Problem::new(
                ErrorCode::MatchRunning,
                "in the middle of a match one can only leave the room",
            ));
        }
        self.must_be_able_to_write()?;
        self.vacate(seat, StandReason::Stood, random);
        Ok(())
    }

    fn add_bot(&mut self, player: PlayerId, add: &AddBot) -> Result<(), Problem> {
        self.must_be_owner(player)?;
        let seat = match add.seat {
            Some(number) => self.seat(number)?,
            None => self.state.lowest_free_seat().ok_or(ErrorCode::NoFreeSeat)?,
        };
        let place = &self.state.seats[seat];
        if place.is_bot() {
            return Ok(());
        }
        if place.occupant.is_some() {
            return Err(ErrorCode::SeatTaken.into());
        }
        self.must_be_gathering()?;
        self.must_be_able_to_write()?;
        let bot = self.context.bot_name.to_owned();
        self.write(Entry::Sat {
            seat,
            occupant: Occupant::Bot { bot },
        });
        Ok(())
    }

    fn remove(&mut self, player: PlayerId, remove: &Remove) -> Result<(), Problem> {
        self.must_be_owner(player)?;
        let seat = self.seat(remove.seat)?;
        let place = &self.state.seats[seat];
        if place.occupant.is_none() {
            return Ok(());
        }
        let removed = place.person();
        self.must_be_gathering()?;
        self.must_be_able_to_write()?;
        let own = removed == Some(player);
        self.write(Entry::Stood {
            seat,
            reason: if own {
                StandReason::Stood
            } else {
                StandReason::Removed
            },
        });
        Ok(())
    }

    fn configure(&mut self, player: PlayerId, configure: Configure) -> Result<(), Problem> {
        self.must_be_owner(player)?;
        let (settings, password) = configure
            .settings
            .resolve()
            .map_err(|bad| Problem::new(ErrorCode::BadSettings, bad.to_string()))?;
        let password = password.map(|password| password_digest(self.id, &password));
        self.must_be_gathering()?;
        if settings == self.state.settings && password == self.state.password {
            return Ok(());
        }
        self.must_be_able_to_write()?;
        let gone: Vec<Seat> = self
            .state
            .seats
            .iter()
            .filter(|(seat, place)| {
                seat.index() >= usize::from(settings.seats) && place.occupant.is_some()
            })
            .map(|(seat, _)| seat)
            .collect();
        for seat in gone {
            self.write(Entry::Stood {
                seat,
                reason: StandReason::NoSuchSeat,
            });
        }
        self.write(Entry::Configured { settings, password });
        Ok(())
    }

    fn close(&mut self, player: PlayerId) -> Result<(), Problem> {
        self.must_be_owner(player)?;
        if self.state.playing().is_some() {
            return Err(ErrorCode::MatchRunning.into());
        }
        self.must_be_able_to_write()?;
        if matches!(self.state.stage, RoomStage::Opening { .. }) {
            self.write(Entry::Cancelled {
                reason: CancelReason::Closed,
                seat: None,
            });
        }
        self.write(Entry::Closed {
            reason: CloseReason::Owner,
        });
        Ok(())
    }

    pub(super) fn seat(&self, number: i64) -> Result<Seat, Problem> {
        self.state
            .seats
            .seat(number)
            .ok_or_else(|| ErrorCode::NoSuchSeat.into())
    }

    pub(super) fn must_be_able_to_write(&self) -> Result<(), Problem> {
        self.cannot_write().map_or(Ok(()), |code| Err(code.into()))
    }

    pub(super) fn must_be_gathering(&self) -> Result<(), Problem> {
        if self.state.is_gathering() {
            Ok(())
        } else {
            Err(ErrorCode::MatchRunning.into())
        }
    }

    fn must_be_owner(&self, player: PlayerId) -> Result<(), Problem> {
        if self.state.owner == Some(player) {
            Ok(())
        } else {
            Err(ErrorCode::NotOwner.into())
        }
    }
}
