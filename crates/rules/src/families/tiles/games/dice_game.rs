//! What all games of dice have in common, besides the table of their bets.

use super::TilesGame;
use super::definition::{Bets, Chance, Definition, Rounds, Setup};
use crate::families::tiles::dice;
use crate::families::tiles::options::TilesOptions;

/// What differs from one game of dice to another; see the fields of [`Definition`].
pub(super) struct DiceGame {
    pub name: &'static str,
    pub name_chinese: &'static str,
    pub also: &'static [&'static str],
    pub summary: &'static str,
    pub bets: Bets,
    pub begin: fn(&Setup) -> TilesGame,
}

impl DiceGame {
    pub const fn definition(self) -> Definition {
        Definition {
            name: self.name,
            name_chinese: self.name_chinese,
            also: self.also,
            summary: self.summary,
            goal: dice::GOAL,
            players: dice::PLAYERS,
            options: dice::OPTIONS,
            with_strangers: TilesOptions::NONE,
            rounds: Some(Rounds {
                name: dice::ROUNDS,
                most: dice::MOST_ROUNDS,
            }),
            chance: Chance::Throw,
            throws_for_deal: false,
            has_windows: false,
            bets: Some(self.bets),
            begin: self.begin,
        }
    }
}
