//! What a game of tiles or dice is to everything outside its own file or folder.

use std::ops::RangeInclusive;

use super::TilesGame;
use crate::families::tiles::dice::BetTable;
use crate::families::tiles::options::TilesOptions;

/// A game of tiles or dice.
pub(crate) struct Definition {
    /// Its name in Latin letters.
    pub name: &'static str,
    /// Its name in Chinese characters; empty if it has none.
    pub name_chinese: &'static str,
    /// Other names.
    pub also: &'static [&'static str],
    /// What the game is, in a few sentences.
    pub summary: &'static str,
    /// How the winner is found.
    pub goal: &'static str,
    /// The possible numbers of players.
    pub players: RangeInclusive<usize>,
    /// The options that it has, with their defaults.
    pub options: TilesOptions,
    /// The options of a match with strangers that are not the usual ones.
    pub with_strangers: TilesOptions,
    /// What the option `rounds` counts; none if the game does not have it.
    pub rounds: Option<Rounds>,
    /// What chance decides for each deal.
    pub chance: Chance,
    /// Whether each seat throws dice for the first deal, before the match.
    pub throws_for_deal: bool,
    /// Whether all others may claim a tile at the same time, within a time limit.
    pub has_windows: bool,
    /// What can be bet on.
    pub bets: Option<Bets>,
    /// A match at its beginning.
    pub begin: fn(&Setup) -> TilesGame,
}

/// What the option `rounds` is in a game.
pub(crate) struct Rounds {
    /// What it counts, for people.
    pub name: &'static str,
    /// The most.
    pub most: u8,
}

/// What chance decides for each deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Chance {
    /// A wall of dominoes.
    Dominoes,
    /// A wall of mahjong tiles.
    Tiles,
    /// A throw of three dice.
    Throw,
}

/// What can be bet on in a game.
pub(crate) struct Bets {
    /// All bets.
    pub all: fn() -> &'static BetTable,
    /// Those with the least edge of the bank, of different sides.
    pub safest: &'static [&'static str],
}

/// What a match begins with.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    /// The number of seats, which the game can be played by.
    pub seats: usize,
    /// The options in force: all that the game has.
    pub options: TilesOptions,
    /// What each seat threw for the first deal; empty if nobody throws.
    pub dice: Vec<i64>,
}
