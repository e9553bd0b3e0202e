//! Rated tables: quick play draws the seats, and each match changes the ratings of those who play it.

use giog_protocol::server::StandReason;
use giog_protocol::{Clock, ErrorCode, Problem};
use giog_ratings::{Pace, Pool, SeatGroup, SeatResult, ranks};
use giog_rules::Seat;
use giog_store::{FinishedMatch, MatchStatus, RankedPerson, RatedMatch, Unrated};

use super::Room;
use super::entry::Entry;
use super::state::State;
use crate::context::Random;

impl Room {
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
        let people = finished
            .players
            .iter()
            .zip(ranks)
            .filter_map(|(one, rank)| {
                Some(RankedPerson {
                    seat: one.seat,
                    player: one.player?,
                    rank: u8::try_from(rank).ok()?,
                })
            });
        Some(RatedMatch {
            match_id: finished.match_id,
            pool: pool(&finished.variant, finished.seats, playing.clock),
            at: finished.ended_at,
            people: people.collect(),
            unrated,
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
