//! The score table of a room: the sum of the matches of one game with the same rules.

use giog_protocol::server::RoomEvent;
use giog_protocol::{Occupant, Series, SeriesRow, Settings};
use giog_rules::{Outcome, Seat};

use super::internal_event::InternalEvent;
use super::state::State;

/// The most players in a score table: all who ever sat there on a long evening. With more, the first one who does not sit there any more
/// is dropped.
const MAX_ROWS: usize = 32;

impl State {
    /// Whether these settings mean another game, so that scores cannot be added up.
    pub fn another_game(&self, settings: &Settings) -> bool {
        let game = |settings: &Settings| (settings.variant, settings.seats, settings.options);
        game(&self.settings) != game(settings)
    }

    /// Resets the table.
    pub fn begin_series(&mut self) -> InternalEvent {
        self.series = Series::default();
        RoomEvent::Series(self.shown_series()).into()
    }

    /// Adds the result of a finished match of the players who sit here; `forfeits` is whether forfeited pieces count nothing.
    pub fn count_in_series(&mut self, outcome: &Outcome, forfeits: bool) {
        let terms = self.settings.terms().ok().filter(|_| forfeits);
        self.series.matches = self.series.matches.saturating_add(1);
        let shared = !outcome.has_one_winner();
        for (seat, place) in self.seats.iter() {
            let Some(occupant) = &place.occupant else {
                continue;
            };
            let row = row_of(&mut self.series, seat, occupant);
            let wins = outcome.winners().contains(&seat);
            for (count, one) in [
                (&mut row.played, true),
                (&mut row.won, wins && !shared),
                (&mut row.shared, wins && shared),
            ] {
                *count = count.saturating_add(one.into());
            }
            let captured = match &terms {
                Some(terms) => outcome.counted(seat, terms),
                None => outcome.captured(seat),
            };
            if let Some(captured) = captured {
                row.captured = Some(row.captured.unwrap_or(0).saturating_add(captured));
            }
            if let Some(score) = outcome.score(seat) {
                row.score = Some(row.score.unwrap_or(0).saturating_add(score));
            }
        }
        while self.series.rows.len() > MAX_ROWS {
            let mut rows = self.series.rows.iter();
            let first_gone = rows.position(|row| !self.sits(&row.occupant));
            self.series.rows.remove(first_gone.unwrap_or(0));
        }
    }

    /// Whether a player, whatever their name, has a seat here.
    pub fn sits(&self, player: &Occupant) -> bool {
        let mut here = self.seats.values().flat_map(|place| &place.occupant);
        here.any(|occupant| is_same(player, occupant))
    }
}

/// The row of the player on a seat, with the name that they have now.
fn row_of<'a>(series: &'a mut Series, seat: Seat, occupant: &Occupant) -> &'a mut SeriesRow {
    let seat = occupant.person().is_none().then_some(seat);
    let known = series
        .rows
        .iter()
        .position(|row| row.seat == seat && is_same(&row.occupant, occupant));
    let index = known.unwrap_or_else(|| {
        series.rows.push(SeriesRow {
            occupant: occupant.clone(),
            seat,
            played: 0,
            won: 0,
            shared: 0,
            captured: None,
            score: None,
        });
        series.rows.len() - 1
    });
    let row = &mut series.rows[index];
    row.occupant = occupant.clone();
    row
}

/// Whether both are the same person, whatever their names, or the same bot.
pub(super) fn is_same(one: &Occupant, other: &Occupant) -> bool {
    match (one.person(), other.person()) {
        (Some(one), Some(other)) => one.player == other.player,
        _ => one == other,
    }
}
