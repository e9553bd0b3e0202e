//! Rated tables: quick play draws the seats, and each match changes the ratings of those who play it.

use giog_protocol::server::StandReason;
use giog_protocol::{Bots, Clock, ErrorCode, Problem, Settings};
use giog_ratings::{Pace, Pool, SeatGroup, SeatResult, anchor, ranks, seated_anchor};
use giog_rules::{Level, Seat};
use giog_store::{FinishedMatch, MatchStatus, RankedAnchor, RankedPerson, RatedMatch, Unrated};

use super::Room;
use super::entry::Entry;
use super::place::Place;
use super::state::State;
use crate::context::Random;

/// A rated match has at least so many people: one alone among computer players comes into no ladder.
const LEAST_PEOPLE: usize = 2;

/// The level of the computer players that take free seats of a rated table with these settings; none if none do. It has a rating that was
/// measured, and it costs nothing of the server's budget for searches, so that nothing lowers it.
pub(crate) fn anchored_level(settings: &Settings) -> Option<Level> {
    let pool = pool(settings.variant.id(), settings.seats, settings.clock);
    seated_anchor(&pool)?.level.parse().ok()
}

impl Room {
    /// When anchors take the free seats of a rated table: some time after the last of its people sat down.
    pub(super) fn anchors_by_ms(&self) -> Option<u64> {
        let wait_ms = self.context.times.rated_bots_ms;
        let state = &self.state;
        if wait_ms == 0 || state.settings.bots == Bots::None {
            return None;
        }
        anchored_level(&state.settings)?;
        let people = state.seats.values();
        let people = people.filter(|place| place.person().is_some());
        let since_ms: Vec<u64> = people.map(|place| place.since_ms).collect();
        let latest_ms = since_ms.iter().max().copied()?;
        let by_ms = latest_ms.max(state.gathering_since_ms) + wait_ms;
        (since_ms.len() >= LEAST_PEOPLE).then_some(by_ms)
    }

    /// Whether a match among anchors may begin: everybody who sits here is connected, as who is away would be the last.
    pub(super) fn may_seat_anchors(&self) -> bool {
        let mut seated = self.state.seats.values().filter_map(Place::person);
        self.begins_no_match().is_none() && seated.all(|player| self.people.is_connected(player))
    }

    /// Anchors take the free seats of a rated table.
    pub(super) fn seat_anchors(&mut self) {
        if let Some(level) = anchored_level(&self.state.settings) {
            self.seat_bots(level);
        }
    }

    /// Anchors whose match does not begin after all leave a rated table.
    pub(super) fn remove_anchors(&mut self) {
        if !self.state.settings.rated || !self.state.is_gathering() {
            return;
        }
        let seats = self.state.seats.iter();
        let bots: Vec<Seat> = seats
            .filter(|(_, place)| place.is_bot())
            .map(|(seat, _)| seat)
            .collect();
        for seat in bots {
            self.remove_bot(seat);
        }
    }

    /// A free seat of a rated table, any with the same chance; none at other tables, and at a full one.
    pub(super) fn drawn_seat(&self, random: &mut dyn Random) -> Option<Seat> {
        if !self.state.settings.rated {
            return None;
        }
        let free = self.state.seats.iter();
        let free = free.filter(|(_, place)| place.occupant.is_none());
        let free: Vec<Seat> = free.map(|(seat, _)| seat).collect();
        let mut bytes = [0; 8];
        random.fill(&mut bytes);
        // With a few seats, no chance differs from another by more than 2⁻⁶⁰.
        let drawn = u64::from_le_bytes(bytes).checked_rem(free.len() as u64)?;
        usize::try_from(drawn).ok().map(|drawn| free[drawn])
    }

    /// Refuses whoever wants to choose a table or a seat that is rated.
    pub(super) fn must_not_be_rated(&self) -> Result<(), Problem> {
        if self.state.settings.rated {
            let text = "seats of a rated table are drawn; ask for rated quick play";
            return Err(Problem::new(ErrorCode::NoFreeSeat, text));
        }
        Ok(())
    }

    /// After a match at a rated table: everybody stands up, so that quick play decides who plays with whom next.
    pub(super) fn free_rated_table(&mut self) {
        let seats = self.state.seats.iter();
        let seats =
            seats.filter(|(_, place)| self.state.settings.rated && place.occupant.is_some());
        let seats: Vec<Seat> = seats.map(|(seat, _)| seat).collect();
        for seat in seats {
            self.write(Entry::Stood {
                seat,
                reason: StandReason::MatchOver,
            });
        }
    }
}

impl State {
    /// What the match that is being played changes in ratings, now that it is finished; none at other tables.
    pub fn rated_match(&self, finished: &FinishedMatch) -> Option<RatedMatch> {
        let playing = self.playing().filter(|_| self.settings.rated)?;
        let has_left = |seat: Seat| playing.is_stood_in_for(seat);
        let anybody_left = playing.seats.seats().any(has_left);
        let unrated = match finished.status {
            MatchStatus::Abandoned => Some(Unrated::Abandoned),
            MatchStatus::Over if anybody_left && playing.was_interrupted => Some(Unrated::Outage),
            MatchStatus::Over => None,
        };
        let results = finished.players.iter().map(|player| SeatResult {
            won: player.won,
            score: player.score,
            left: has_left(Seat::new(player.seat.into())),
        });
        let ranks = ranks(&results.collect::<Vec<_>>());
        let pool = pool(&finished.variant, finished.seats, playing.clock);
        let (mut people, mut anchors, mut unknown) = (Vec::new(), Vec::new(), false);
        for (one, rank) in finished.players.iter().zip(ranks) {
            let rank = u8::try_from(rank).unwrap_or(u8::MAX);
            if let Some(player) = one.player {
                let seat = one.seat;
                people.push(RankedPerson { seat, player, rank });
            } else if let Some(anchor) = one.bot.as_deref().and_then(|bot| anchor(&pool, bot)) {
                let rating = anchor.rating();
                anchors.push(RankedAnchor { rank, rating });
            } else {
                unknown = true;
            }
        }
        let cannot_be = unknown || people.len() < LEAST_PEOPLE;
        Some(RatedMatch {
            match_id: finished.match_id,
            pool,
            at: finished.ended_at,
            people,
            anchors,
            unrated: unrated.or(cannot_be.then_some(Unrated::Fault)),
        })
    }
}

/// The ratings that a match of this game changes, with so many seats and this clock.
pub(crate) fn pool(game: &str, seats: u8, clock: Clock) -> Pool {
    let pace = match clock {
        Clock::Days { .. } => Pace::Days,
        Clock::Auto | Clock::None | Clock::Timed { .. } | Clock::Bank { .. } => Pace::Live,
    };
    Pool {
        game: game.to_owned(),
        seats: SeatGroup::of(seats),
        pace,
    }
}
