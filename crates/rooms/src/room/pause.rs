//! A pause of a running match while one of its players is cut off: at unlisted tables, if everybody who is there agrees, and for a limited
//! time. The room's clock stands still, nobody acts, and any of them lets the match go on.

use giog_protocol::client::Pause;
use giog_protocol::server::RoomEvent;
use giog_protocol::{Access, ErrorCode, Problem};
use giog_rules::{PlayerId, Seat, Timestamp};

use super::Room;
use super::entry::Entry;
use super::playing::Playing;
use super::state::State;
use crate::time::Now;

/// The longest pause, in milliseconds: as long as people at a table wait for a friend whose train is in a tunnel.
const PAUSE_MS: u64 = 15 * 60_000;

impl Playing {
    /// Applies an entry about a pause, at this date.
    pub fn pause_or_go_on(&mut self, entry: &Entry, at: Timestamp) -> RoomEvent {
        match *entry {
            Entry::Agrees { seat, agrees } => {
                self.seats[seat].agrees_to_pause = agrees;
                RoomEvent::Agrees { seat, agrees }
            }
            Entry::Continued { seat } => {
                self.pause_until = None;
                RoomEvent::Continued { seat }
            }
            _ => {
                for player in self.seats.values_mut() {
                    player.agrees_to_pause = false;
                }
                let until_ms = at.unix_ms().saturating_add_unsigned(PAUSE_MS);
                self.pause_until = Some(Timestamp::from_unix_ms(until_ms));
                RoomEvent::Paused
            }
        }
    }

    /// How much of a pause is left at this date, in milliseconds, however the date has jumped; none without a pause.
    fn pause_left_ms(&self, at: Timestamp) -> Option<u64> {
        let until_ms = self.pause_until?.unix_ms();
        let left_ms = until_ms.saturating_sub(at.unix_ms());
        Some(u64::try_from(left_ms).unwrap_or(0).min(PAUSE_MS))
    }
}

impl State {
    pub fn is_paused(&self) -> bool {
        let playing = self.playing();
        playing.is_some_and(|playing| playing.pause_until.is_some())
    }
}

impl Room {
    /// A person with a seat agrees to a pause, or does not any more.
    pub(super) fn pause(&mut self, player: PlayerId, pause: &Pause) -> Result<(), Problem> {
        let seat = self.own_seat_in_match(player)?;
        let agrees = pause.agrees;
        let playing = self.state.playing().ok_or(ErrorCode::NoMatch)?;
        if playing.seats[seat].agrees_to_pause == agrees || (agrees && self.state.is_paused()) {
            return Ok(());
        }
        if agrees {
            self.may_be_paused()?;
        }
        self.may_write(player)?;
        self.write(Entry::Agrees { seat, agrees });
        Ok(())
    }

    /// A person with a seat ends the pause.
    pub(super) fn resume_match(&mut self, player: PlayerId) -> Result<(), Problem> {
        let seat = self.own_seat_in_match(player)?;
        if self.state.is_paused() {
            self.may_write(player)?;
            self.write(Entry::Continued { seat: Some(seat) });
        }
        Ok(())
    }

    fn own_seat_in_match(&self, player: PlayerId) -> Result<Seat, Problem> {
        let playing = self.state.playing().ok_or(ErrorCode::NoMatch)?;
        let seat = playing.seat_players.seat_of(player);
        seat.ok_or_else(|| ErrorCode::NotSeated.into())
    }

    /// Whether the match can be paused now.
    fn may_be_paused(&self) -> Result<(), Problem> {
        let no = |text: &'static str| Err(Problem::new(ErrorCode::NoPause, text));
        if self.state.settings.access != Access::Unlisted {
            return no("only a match at an unlisted table can be paused");
        }
        if self.state.slow_ms().is_some() {
            return no(
                "at a table with that much time for a decision nobody has to stay connected",
            );
        }
        if !self.is_somebody_cut_off() {
            return no("all players of the match are connected");
        }
        Ok(())
    }

    /// Whether a player is not connected who may still come back to their seat.
    fn is_somebody_cut_off(&self) -> bool {
        let Some(playing) = self.state.playing() else {
            return false;
        };
        playing.seats.iter().any(|(seat, player)| {
            let person = playing.seat_players.person(seat);
            let is_gone = person.is_some_and(|person| !self.people.is_connected(person));
            is_gone && !player.gives_the_seat_up() && playing.game.is_in(seat)
        })
    }

    /// Begins a pause when everybody who is there agrees, and ends it when its time is over. What people agreed to before lapses when nobody
    /// is cut off any more.
    pub(super) fn update_pause(&mut self) {
        let may_write = !self.is_recording() && self.cannot_write().is_none();
        if may_write {
            self.begin_or_end_pause();
        }
        let now = self.work.now;
        self.note_pause(now);
        self.run_or_stop_clock();
    }

    fn begin_or_end_pause(&mut self) {
        let Some(playing) = self.state.playing() else {
            return;
        };
        if self.state.is_paused() {
            let now_ms = self.clock.mono_ms();
            if self
                .pause_until_ms
                .is_some_and(|until_ms| until_ms <= now_ms)
            {
                self.write(Entry::Continued { seat: None });
            }
            return;
        }
        let agree = |seat: &Seat| playing.seats[*seat].agrees_to_pause;
        let agreeing: Vec<Seat> = playing.seats.seats().filter(agree).collect();
        if agreeing.is_empty() || self.match_must_have_room().is_err() {
            return;
        }
        if !self.is_somebody_cut_off() {
            for seat in agreeing {
                self.write(Entry::Agrees {
                    seat,
                    agrees: false,
                });
            }
            return;
        }
        let is_here = |seat: &Seat| {
            let person = playing.seat_players.person(*seat);
            person.is_some_and(|person| self.people.is_connected(person))
        };
        let mut here = playing.seats.seats().filter(is_here).peekable();
        if here.peek().is_some() && here.all(|seat| agree(&seat)) {
            self.write(Entry::Paused);
        }
    }

    /// Notes until when a pause lasts on the server's clock: the rest of it, in a restored room.
    pub(super) fn note_pause(&mut self, now: Option<Now>) {
        let playing = self.state.playing();
        let left_ms = now.and_then(|now| playing?.pause_left_ms(now.wall));
        self.pause_until_ms = match (left_ms, self.pause_until_ms) {
            (None, _) => None,
            (Some(_), Some(until_ms)) => Some(until_ms),
            (Some(left_ms), None) => Some(self.clock.mono_ms().saturating_add(left_ms)),
        };
    }

    /// How much of the pause is left, in milliseconds.
    pub(super) fn pause_left_ms(&self) -> Option<u64> {
        let until_ms = self.pause_until_ms?;
        Some(until_ms.saturating_sub(self.clock.mono_ms()))
    }

    /// Until when, on the server's clock, the room's clock stands still for people who are not here; none if it runs. It does not go on by
    /// itself while the end of a pause cannot be written.
    pub(super) fn stands_still_until_ms(&self) -> Option<u64> {
        if self.state.is_paused() {
            let may_write = self.cannot_write().is_none();
            return self.pause_until_ms.filter(|_| may_write);
        }
        self.waits_for_cut_off_until_ms()
    }

    /// Whether the room's clock stands still for people who are not here.
    pub(super) fn stands_still(&self) -> bool {
        self.state.is_paused() || self.waits_for_cut_off_until_ms().is_some()
    }
}
