//! A pause of a running match while one of its players is cut off: at unlisted tables, if everybody who is there agrees, and for a limited
//! time. The room's clock stands still, nobody acts, and any of them lets the match go on.
//!
//! Only those who still play have a say. Whoever has just lost their connection counts as there and as not agreeing, and what people
//! agreed to before lapses: so nobody who refuses is passed over because they reload the page, or because the server starts again.

use std::collections::BTreeMap;

use giog_protocol::client::Pause;
use giog_protocol::server::RoomEvent;
use giog_protocol::{Access, ErrorCode, Problem};
use giog_rules::{PlayerId, Seat, Timestamp};

use super::Room;
use super::entry::Entry;
use super::playing::Playing;
use super::state::State;
use crate::time::Now;

/// How long somebody who has lost their connection counts as there, in milliseconds: longer than a reload of the page takes.
const JUST_GONE_MS: u64 = 3_000;

/// What is known of pauses and is not logged. All times are on the server's clock.
#[derive(Debug, Default)]
pub(super) struct Pausing {
    /// Until when the match is paused.
    until_ms: Option<u64>,
    /// Since when the players of these seats have been cut off; in a restored room, since it was restored.
    cut_off_ms: BTreeMap<Seat, u64>,
}

impl Playing {
    /// Applies an entry about a pause, at this date.
    pub fn pause_or_go_on(&mut self, entry: &Entry, at: Timestamp) -> RoomEvent {
        match *entry {
            Entry::Agrees { seat, agrees } => {
                self.seats[seat].agrees_to_pause = agrees;
                RoomEvent::Agrees { seat, agrees }
            }
            Entry::Continued { seat } => {
                let left_ms = self.pause_left_ms(at).filter(|_| seat.is_some());
                self.may_pause_ms = left_ms.unwrap_or(0);
                self.pause_until = None;
                RoomEvent::Continued { seat }
            }
            _ => {
                for player in self.seats.values_mut() {
                    player.agrees_to_pause = false;
                }
                let until_ms = at.unix_ms().saturating_add_unsigned(self.may_pause_ms);
                self.pause_until = Some(Timestamp::from_unix_ms(until_ms));
                RoomEvent::Paused
            }
        }
    }

    /// How much of a pause is left at this date, in milliseconds, however the date has jumped; none without a pause.
    fn pause_left_ms(&self, at: Timestamp) -> Option<u64> {
        let until_ms = self.pause_until?.unix_ms();
        let left_ms = until_ms.saturating_sub(at.unix_ms());
        Some(u64::try_from(left_ms).unwrap_or(0).min(self.may_pause_ms))
    }

    /// Whether the seat belongs to a person who still plays: who has not given it up and is not out of the match.
    fn still_plays(&self, seat: Seat) -> bool {
        self.seat_players.person(seat).is_some()
            && !self.seats[seat].gives_the_seat_up()
            && self.game.is_in(seat)
    }

    /// The seats whose players want a pause.
    fn agreeing(&self) -> Vec<Seat> {
        let seats = self.seats.iter();
        let agreeing = seats.filter(|(_, player)| player.agrees_to_pause);
        agreeing.map(|(seat, _)| seat).collect()
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

    /// The seat of a person who still plays in the match.
    fn own_seat_in_match(&self, player: PlayerId) -> Result<Seat, Problem> {
        let playing = self.state.playing().ok_or(ErrorCode::NoMatch)?;
        let seat = playing.seat_players.seat_of(player);
        let seat = seat.ok_or(ErrorCode::NotSeated)?;
        if playing.still_plays(seat) {
            Ok(seat)
        } else {
            let text = "only those who still play pause a match and let it go on";
            Err(Problem::new(ErrorCode::NoPause, text))
        }
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
        if self.cut_off_seats().is_empty() {
            return no("all players of the match are connected");
        }
        let may_pause_ms = self
            .state
            .playing()
            .map_or(0, |playing| playing.may_pause_ms);
        if may_pause_ms == 0 {
            return no("the match was paused for as long as it may be");
        }
        Ok(())
    }

    /// The seats of those who still play and are not connected.
    fn cut_off_seats(&self) -> Vec<Seat> {
        let Some(playing) = self.state.playing() else {
            return Vec::new();
        };
        let is_gone = |seat: &Seat| playing.still_plays(*seat) && !self.is_here(playing, *seat);
        playing.seats.seats().filter(is_gone).collect()
    }

    fn is_here(&self, playing: &Playing, seat: Seat) -> bool {
        let person = playing.seat_players.person(seat);
        person.is_some_and(|person| self.people.is_connected(person))
    }

    /// Begins a pause when everybody who is there agrees, and ends it when its time is over. What people agreed to before lapses when
    /// another player is cut off, and when nobody is any more.
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
        let another_is_cut_off = self.note_cut_off_seats();
        let Some(playing) = self.state.playing() else {
            return;
        };
        let now_ms = self.clock.mono_ms();
        if self.state.is_paused() {
            if self.pausing.until_ms.is_some_and(|ms| ms <= now_ms) {
                self.write(Entry::Continued { seat: None });
            }
        } else if another_is_cut_off || self.pausing.cut_off_ms.is_empty() {
            let agreeing = playing.agreeing();
            if self.match_must_have_room().is_ok() {
                for seat in agreeing {
                    let agrees = false;
                    self.write(Entry::Agrees { seat, agrees });
                }
            }
        } else if self.pause_begins_ms().is_some_and(|ms| ms <= now_ms) {
            self.write(Entry::Paused);
        }
    }

    /// Notes who is cut off; returns whether somebody is who was not before.
    fn note_cut_off_seats(&mut self) -> bool {
        let (cut_off, now_ms) = (self.cut_off_seats(), self.clock.mono_ms());
        let known = &mut self.pausing.cut_off_ms;
        known.retain(|seat, _| cut_off.contains(seat));
        let before = known.len();
        for seat in cut_off {
            known.entry(seat).or_insert(now_ms);
        }
        known.len() > before
    }

    /// When a pause begins to which everybody who is there agrees, on the server's clock: as soon as nobody has just been cut off.
    pub(super) fn pause_begins_ms(&self) -> Option<u64> {
        let playing = self.state.playing()?;
        let agreeing = playing.agreeing();
        if agreeing.is_empty()
            || self.state.is_paused()
            || self.is_recording()
            || self.cannot_write().is_some()
            || self.match_must_have_room().is_err()
        {
            return None;
        }
        let is_here = |seat: &Seat| playing.still_plays(*seat) && self.is_here(playing, *seat);
        let mut here = playing.seats.seats().filter(is_here).peekable();
        here.peek()?;
        if !here.all(|seat| agreeing.contains(&seat)) {
            return None;
        }
        let latest_ms = self.pausing.cut_off_ms.values().max()?;
        Some(latest_ms.saturating_add(JUST_GONE_MS))
    }

    /// Notes until when a pause lasts on the server's clock: the rest of it, in a restored room.
    pub(super) fn note_pause(&mut self, now: Option<Now>) {
        let playing = self.state.playing();
        let left_ms = now.and_then(|now| playing?.pause_left_ms(now.wall));
        self.pausing.until_ms = match (left_ms, self.pausing.until_ms) {
            (None, _) => None,
            (Some(_), Some(until_ms)) => Some(until_ms),
            (Some(left_ms), None) => Some(self.clock.mono_ms().saturating_add(left_ms)),
        };
    }

    /// How much of the pause is left, in milliseconds.
    pub(super) fn pause_left_ms(&self) -> Option<u64> {
        let until_ms = self.pausing.until_ms?;
        Some(until_ms.saturating_sub(self.clock.mono_ms()))
    }

    /// Until when, on the server's clock, the room's clock stands still for people who are not here; none if it runs. It does not go on by
    /// itself while the end of a pause cannot be written.
    pub(super) fn stands_still_until_ms(&self) -> Option<u64> {
        if self.state.is_paused() {
            let may_write = self.cannot_write().is_none();
            return self.pausing.until_ms.filter(|_| may_write);
        }
        self.waits_for_cut_off_until_ms()
    }

    /// Whether the room's clock stands still for people who are not here.
    pub(super) fn stands_still(&self) -> bool {
        self.state.is_paused() || self.waits_for_cut_off_until_ms().is_some()
    }
}
