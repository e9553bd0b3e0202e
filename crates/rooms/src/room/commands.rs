//! Requests about seats, settings and closing. Joining and leaving are in [`super::join`], the start of a match in [`super::start`],
//! chat in [`super::chat`].

use giog_bots::levels;
use giog_protocol::client::{AddBot, Configure, PassOwnership, Remove, RoomCommand, Sit};
use giog_protocol::server::{
    CancelReason, CloseReason, ErrorReply, LeftReason, ServerMessage, StandReason,
};
use giog_protocol::{Bots, ErrorCode, Occupant, Person, Problem, RoomId, Settings};
use giog_rules::fairness::Digest;
use giog_rules::{Level, PlayerId, Seat};
use sha2::{Digest as _, Sha256};
use smallvec::smallvec;

use super::entry::Entry;
use super::place::Place;
use super::state::RoomStage;
use super::{Effect, Input, Room};
use crate::conn::ConnId;
use crate::context::Random;

/// The hash of a room's password together with the room's id; only this is kept.
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
            RoomCommand::Join(join) => return self.join(conn, person, re, &join),
            _ if !self.people.has(conn) => Err(ErrorCode::NotJoined.into()),
            RoomCommand::Act(act) => return self.act(conn, player, re, act, random),
            RoomCommand::Leave(_) => return self.leave(conn, player, re, random),
            RoomCommand::Hint(hint) => return self.hint(conn, player, re, hint),
            RoomCommand::Choices(choices) => return self.choices(conn, player, re, choices),
            RoomCommand::ListActions(asked) => return self.actions(conn, player, re, asked),
            RoomCommand::AskTurn(asked) => return self.turn(conn, player, re, asked),
            RoomCommand::ListPeople(_) => return self.list_people(conn, player, re),
            RoomCommand::Sit(sit) => self.sit(person, &sit),
            RoomCommand::Stand(_) => self.stand(player, random),
            RoomCommand::AddBot(add) => self.add_bot(player, &add),
            RoomCommand::Remove(remove) => self.remove(player, &remove),
            RoomCommand::Unban(unban) => self.unban(player, &unban),
            RoomCommand::Configure(configure) => self.configure(player, configure),
            RoomCommand::CloseRoom(_) => self.close(player),
            RoomCommand::PassOwnership(pass) => self.give_ownership(player, &pass),
            RoomCommand::NewSeries(_) => self.new_series(player),
            RoomCommand::Suggest(suggest) => self.suggest(player, &suggest),
            RoomCommand::TakeSuggestion(take) => self.take_suggestion(player, &take),
            RoomCommand::Chat(chat) => return self.chat(conn, &person, re, chat),
            RoomCommand::Mute(mute) => self.mute(player, &mute),
            RoomCommand::Nudge(nudge) => self.nudge(&person, &nudge),
            RoomCommand::Silence(silence) => self.silence(player, &silence),
            RoomCommand::Report(report) => self.report(&person, report),
            RoomCommand::Ready(ready) => self.ready(player, &ready),
            RoomCommand::Unready(_) => self.unready(player),
            RoomCommand::Pause(pause) => self.pause(player, &pause),
            RoomCommand::ResumeMatch(_) => self.resume_match(player),
            RoomCommand::OpenEntropy(open) => self.open_entropy(player, &open, random),
            RoomCommand::EndMatch(end) => self.agree_to_end(player, &end),
        };
        self.start_if_ready();
        match done {
            Ok(()) => self.reply_room(conn, re),
            Err(problem) => self.reply_error(conn, ErrorReply::new(Some(re), problem)),
        }
    }

    fn sit(&mut self, person: Person, sit: &Sit) -> Result<(), Problem> {
        let own = self.state.seat_of(person.player);
        let seat = match sit.seat {
            Some(number) => self.seat(number)?,
            None if own.is_some() => return Ok(()),
            None => {
                self.must_not_be_rated()?;
                self.open_seat().ok_or(ErrorCode::NoFreeSeat)?
            }
        };
        if own == Some(seat) {
            return Ok(());
        }
        self.must_be_gathering()?;
        self.must_admit(&person)?;
        self.must_not_be_rated()?;
        if !self.is_open(seat) {
            if self.state.quick && self.state.seats[seat].is_bot() {
                let text = "bots' seats were taken too often before this match; wait for the next one, or look for another table";
                return Err(Problem::new(ErrorCode::NoFreeSeat, text));
            }
            return Err(ErrorCode::SeatTaken.into());
        }
        if !self.state.may_sit_again(person.player) {
            let text = "you gave up a seat at this table again and again; look for another one";
            return Err(Problem::new(ErrorCode::NoFreeSeat, text));
        }
        self.may_write(person.player)?;
        if let Some(seat) = own {
            self.write(Entry::Stood {
                seat,
                reason: StandReason::Stood,
            });
        }
        self.take_seat(seat, person);
        Ok(())
    }

    /// Refuses declared bots if the table takes none.
    pub(super) fn must_admit(&self, person: &Person) -> Result<(), ErrorCode> {
        let occupant = Occupant::Person(person.clone());
        let may = self.state.settings.bots.admit(&occupant);
        may.then_some(()).ok_or(ErrorCode::NoBots)
    }

    /// Gives a person without a seat this seat, if it is open. A person who takes a bot's seat, which was ready, is ready at once, so that
    /// nobody waits for a person who only sits there. So is a person who comes to a quick-play table when the time to get ready is over:
    /// otherwise they would lose the seat at once.
    pub(super) fn take_seat(&mut self, seat: Seat, person: Person) {
        let player = person.player;
        let was_bots = self.state.seats[seat].is_bot();
        if was_bots {
            self.write(Entry::Stood {
                seat,
                reason: StandReason::MadeWay,
            });
        }
        self.write(Entry::Sat {
            seat,
            occupant: Occupant::Person(person.clone()),
        });
        if self.state.knows_otherwise(&person) {
            self.write(Entry::Renamed { person });
        }
        self.own_if_nobody_does(player);
        let ready_by_ms = self.state.ready_by_ms.filter(|_| self.state.quick);
        if was_bots || ready_by_ms.is_some_and(|by_ms| by_ms <= self.clock.ms()) {
            self.get_ready(seat);
        }
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
        self.may_write(player)?;
        self.vacate(seat, StandReason::Stood, random);
        Ok(())
    }

    fn add_bot(&mut self, player: PlayerId, add: &AddBot) -> Result<(), Problem> {
        self.may_add_bots(player)?;
        if self.state.settings.bots == Bots::None {
            return Err(ErrorCode::NoBots.into());
        }
        let level = self.level_to_add(add.level)?;
        if add.all {
            return self.fill_with_bots(player, level);
        }
        let seat = match add.seat {
            Some(number) => self.seat(number)?,
            None => self.state.lowest_free_seat().ok_or(ErrorCode::NoFreeSeat)?,
        };
        let place = &self.state.seats[seat];
        let sits = place.level();
        // Without a level, a bot that sits there already is what was asked for.
        if sits.is_some_and(|sits| add.level.is_none_or(|level| level == sits)) {
            return Ok(());
        }
        if sits.is_none() && place.occupant.is_some() {
            return Err(ErrorCode::SeatTaken.into());
        }
        self.must_be_gathering()?;
        self.may_write(player)?;
        if sits.is_some() {
            self.remove_bot(seat);
        }
        self.seat_bot(seat, level);
        Ok(())
    }

    /// The level of a bot that somebody adds with this one, or without one.
    fn level_to_add(&self, asked: Option<Level>) -> Result<Level, Problem> {
        let usual = self.usual_level();
        let level = asked.unwrap_or(usual);
        if self.state.quick && level != usual {
            let text =
                "the operator of the server chose the level of the bots at quick-play tables";
            return Err(Problem::new(ErrorCode::NotOwner, text));
        }
        if !has_level(&self.state.settings, level) {
            return Err(ErrorCode::NoSuchLevel.into());
        }
        Ok(level)
    }

    /// The level of a bot for which nobody chose one.
    fn usual_level(&self) -> Level {
        let level = Some(self.context.quick_bots).filter(|_| self.state.quick);
        let has = |level: &Level| has_level(&self.state.settings, *level);
        level.filter(has).unwrap_or_default()
    }

    fn fill_with_bots(&mut self, player: PlayerId, level: Level) -> Result<(), Problem> {
        if self.state.is_full() {
            return Ok(());
        }
        self.must_be_gathering()?;
        self.may_write(player)?;
        self.seat_bots(level);
        Ok(())
    }

    /// Bots take all free seats of a quick-play table: of the usual level, or at a rated one anchors.
    pub(super) fn seat_quick_bots(&mut self) {
        if self.state.settings.rated {
            self.seat_anchors();
        } else {
            self.seat_bots(self.usual_level());
        }
    }

    pub(super) fn seat_bots(&mut self, level: Level) {
        while let Some(seat) = self.state.lowest_free_seat() {
            self.seat_bot(seat, level);
        }
    }

    pub(super) fn remove_bot(&mut self, seat: Seat) {
        self.write(Entry::Stood {
            seat,
            reason: StandReason::Removed,
        });
    }

    fn seat_bot(&mut self, seat: Seat, level: Level) {
        let bot = level.to_string();
        self.write(Entry::Sat {
            seat,
            occupant: Occupant::Bot { bot },
        });
    }

    fn remove(&mut self, player: PlayerId, remove: &Remove) -> Result<(), Problem> {
        self.must_be_owner(player)?;
        match *remove {
            Remove {
                seat: None,
                player: Some(other),
                ban,
            } => self.remove_person(player, other, ban),
            Remove {
                seat: Some(seat),
                player: None,
                ban: false,
            } => self.empty_seat(player, seat),
            _ => Err(Problem::new(
                ErrorCode::BadRequest,
                "either `seat`, or `player` and perhaps `ban`, says what to remove",
            )),
        }
    }

    fn empty_seat(&mut self, player: PlayerId, seat: i64) -> Result<(), Problem> {
        let seat = self.seat(seat)?;
        let place = &self.state.seats[seat];
        if place.occupant.is_none() {
            return Ok(());
        }
        let removed = place.person();
        self.must_be_gathering()?;
        self.may_write(player)?;
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
        self.change_settings(player, settings, password)
    }

    /// Replaces the settings; people whose seat does not exist any more lose it.
    pub(super) fn change_settings(
        &mut self,
        player: PlayerId,
        settings: Settings,
        password: Option<Digest>,
    ) -> Result<(), Problem> {
        self.must_be_gathering()?;
        if settings == self.state.settings && password == self.state.password {
            return Ok(());
        }
        self.may_write(player)?;
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
        let another_password = password.is_some() && password != self.state.password;
        self.write(Entry::Configured { settings, password });
        self.replace_bots_without_level();
        if another_password {
            self.remove_people_without_seat(LeftReason::Password);
        }
        Ok(())
    }

    /// After a change of the game: bots of a level that it does not have make room for others.
    fn replace_bots_without_level(&mut self) {
        let settings = &self.state.settings;
        let without = |place: &Place| {
            place
                .level()
                .is_some_and(|level| !has_level(settings, level))
        };
        let seats = self.state.seats.iter();
        let without: Vec<Seat> = seats
            .filter(|(_, place)| without(place))
            .map(|(seat, _)| seat)
            .collect();
        for seat in without {
            self.remove_bot(seat);
            self.seat_bot(seat, Level::Simple);
        }
    }

    /// Removes everybody without a seat, except for the owner.
    fn remove_people_without_seat(&mut self, reason: LeftReason) {
        let strangers = self.people.players().into_iter();
        let strangers: Vec<PlayerId> = strangers
            .filter(|&player| !self.has_seat(player) && self.state.owner != Some(player))
            .collect();
        for player in strangers {
            self.remove_connections_of(player, reason);
        }
    }

    fn close(&mut self, player: PlayerId) -> Result<(), Problem> {
        self.must_be_owner(player)?;
        if self.state.playing().is_some() {
            return Err(ErrorCode::MatchRunning.into());
        }
        self.must_be_able_to_write()?;
        self.close_for(CloseReason::Owner);
        Ok(())
    }

    /// Closes the room, in which no match is running; a start in progress is cancelled.
    pub(super) fn close_for(&mut self, reason: CloseReason) {
        if matches!(self.state.stage, RoomStage::Opening { .. }) {
            self.write(Entry::Cancelled {
                reason: CancelReason::Closed,
                seat: None,
            });
        }
        self.write(Entry::Closed { reason });
    }

    fn give_ownership(&mut self, player: PlayerId, pass: &PassOwnership) -> Result<(), Problem> {
        let seat = self.seat(pass.seat)?;
        let heir = self.state.seats[seat].person();
        if heir.is_some() && heir == self.state.owner {
            return Ok(());
        }
        self.must_be_owner(player)?;
        let heir = heir.ok_or_else(|| {
            Problem::new(
                ErrorCode::NoSuchPerson,
                "nobody who could own the room has this seat",
            )
        })?;
        self.may_write(player)?;
        self.write(Entry::Owner { owner: Some(heir) });
        Ok(())
    }

    fn new_series(&mut self, player: PlayerId) -> Result<(), Problem> {
        self.must_be_owner(player)?;
        self.must_be_gathering()?;
        if self.state.series.matches > 0 {
            self.may_write(player)?;
            self.write(Entry::NewSeries);
        }
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

    pub(super) fn must_be_owner(&self, player: PlayerId) -> Result<(), Problem> {
        if self.state.owner == Some(player) {
            Ok(())
        } else {
            Err(ErrorCode::NotOwner.into())
        }
    }
}

/// The effect that answers an input with `busy`; none for inputs that must not be lost.
pub(super) fn busy(input: &Input) -> Option<Effect> {
    match input {
        Input::AdminCommand { .. } => None,
        input => refused(input, ErrorCode::Busy),
    }
}

/// The effect that answers an input with an error; none for inputs that nobody requested.
pub(super) fn refused(input: &Input, code: ErrorCode) -> Option<Effect> {
    match *input {
        Input::Command { conn, re, .. } => {
            let error = ErrorReply::new(Some(re), code.into());
            let message = Box::new(ServerMessage::Error(error));
            Some(Effect::Send {
                to: smallvec![conn],
                message,
            })
        }
        Input::QuickJoin { ticket, .. } | Input::AdminCommand { ticket, .. } => {
            Some(Effect::RequestResult {
                ticket,
                result: Err(code),
            })
        }
        Input::Ask { ticket, .. } => Some(Effect::Answer {
            ticket,
            answer: Err(code),
        }),
        Input::Attached { .. }
        | Input::Resumed { .. }
        | Input::Detached { .. }
        | Input::CutOff { .. }
        | Input::Network { .. }
        | Input::Thought { .. }
        | Input::Tick
        | Input::Committed { .. }
        | Input::Storage { .. }
        | Input::Recorded { .. }
        | Input::Stopping => None,
    }
}

/// Whether the game has bots of this level for so many players.
fn has_level(settings: &Settings, level: Level) -> bool {
    levels::of(settings.variant, settings.seats.into()).contains(&level)
}
