//! The results of an evening at one table: for each game wins and places, which a change of the game does not end. Games are not added up.

use giog_protocol::{EveningGame, EveningRow, Occupant, Series};
use giog_rules::{Outcome, Seat};

use super::series::is_same;
use super::state::State;

/// The most games of an evening: more than are played in one. With more, the one that was not played for longest is dropped.
const MAX_GAMES: usize = 8;
/// The most players in the results of a game: two full tables of the largest game. With more, the first one who does
/// not sit there any more is dropped.
const MAX_ROWS: usize = 16;

impl State {
    /// The score table as it is shown: with the results of the evening once they are more than what the table itself has.
    pub fn shown_series(&self) -> Series {
        let present = self.settings.variant;
        let is_more =
            |game: &EveningGame| game.variant != present || game.matches > self.series.matches;
        let evening = self
            .evening
            .iter()
            .any(is_more)
            .then(|| self.evening.clone());
        Series {
            evening: evening.unwrap_or_default(),
            ..self.series.clone()
        }
    }

    /// Takes the results of the score table over into those of the evening, if the room is restored from a floor that does not have them: it
    /// was written by a version that had no evenings. Places are not known.
    pub fn begin_evening_with_series(&mut self) {
        let variant = self.settings.variant;
        let is_known = self.evening.iter().any(|game| game.variant == variant);
        if is_known || self.series.matches == 0 {
            return;
        }
        let rows = self.series.rows.iter().map(|row| EveningRow {
            occupant: row.occupant.clone(),
            seat: row.seat,
            played: row.played,
            won: row.won,
            shared: row.shared,
            places: Vec::new(),
        });
        let mut game = EveningGame {
            variant,
            matches: self.series.matches,
            rows: rows.collect(),
        };
        self.drop_rows(&mut game);
        self.evening.push(game);
    }

    /// Adds the result of a finished match of the players who sit here.
    pub fn count_in_evening(&mut self, outcome: &Outcome) {
        let variant = self.settings.variant;
        let known = self.evening.iter().position(|game| game.variant == variant);
        let mut game = match known {
            Some(index) => self.evening.remove(index),
            None => EveningGame {
                variant,
                matches: 0,
                rows: Vec::new(),
            },
        };
        game.matches = game.matches.saturating_add(1);
        let places = outcome.places(self.seats.len());
        for ((seat, place), reached) in self.seats.iter().zip(places) {
            if let Some(occupant) = &place.occupant {
                let wins = outcome.winners().contains(&seat);
                count(row_of(&mut game, seat, occupant), outcome, wins, reached);
            }
        }
        self.drop_rows(&mut game);
        self.evening.push(game);
        let too_many = self.evening.len().saturating_sub(MAX_GAMES);
        self.evening.drain(..too_many);
    }

    /// Drops rows that are too many.
    fn drop_rows(&self, game: &mut EveningGame) {
        while game.rows.len() > MAX_ROWS {
            let first_gone = game.rows.iter().position(|row| !self.sits(&row.occupant));
            game.rows.remove(first_gone.unwrap_or(0));
        }
    }
}

/// Counts a match that ended with this place, from 1.
fn count(row: &mut EveningRow, outcome: &Outcome, wins: bool, place: usize) {
    let shared = !outcome.has_one_winner();
    row.places.resize(row.places.len().max(place), 0);
    for (count, one) in [
        (&mut row.played, true),
        (&mut row.won, wins && !shared),
        (&mut row.shared, wins && shared),
        (&mut row.places[place - 1], true),
    ] {
        *count = count.saturating_add(one.into());
    }
}

/// The row of the player on a seat, with the name that they have now.
fn row_of<'a>(game: &'a mut EveningGame, seat: Seat, occupant: &Occupant) -> &'a mut EveningRow {
    let seat = occupant.person().is_none().then_some(seat);
    let is_theirs = |row: &EveningRow| row.seat == seat && is_same(&row.occupant, occupant);
    let known = game.rows.iter().position(is_theirs);
    let index = known.unwrap_or_else(|| {
        game.rows.push(EveningRow {
            occupant: occupant.clone(),
            seat,
            played: 0,
            won: 0,
            shared: 0,
            places: Vec::new(),
        });
        game.rows.len() - 1
    });
    let row = &mut game.rows[index];
    row.occupant = occupant.clone();
    row
}
