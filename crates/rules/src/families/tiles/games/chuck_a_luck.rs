//! Chuck-a-luck (`docs/TILES.md` §5).

use std::sync::LazyLock;

use super::dice_game::DiceGame;
use super::{Bets, Definition, TilesGame};
use crate::families::tiles::dice::{BetCondition, BetTable, Dice};

/// The game.
pub(super) static GAME: Definition = DiceGame {
    name: "Chuck-a-luck",
    name_chinese: "",
    also: &["Birdcage"],
    summary: "Everybody bets on the numbers that three dice in a cage will show. Points, never money.",
    bets: Bets {
        all: || &TABLE,
        safest: &[
            "single-1", "single-2", "single-3", "single-4", "single-5", "single-6",
        ],
    },
    begin: |setup| {
        let with_triple = setup.options.any_triple == Some(true);
        let table = if with_triple { &TABLE } else { &SINGLES };
        TilesGame::Dice(Dice::new(table, setup.seats, setup.options))
    },
}
.definition();

static TABLE: LazyLock<BetTable> = LazyLock::new(|| {
    let mut table = singles();
    table.add("any-triple", BetCondition::AnyTriple, 30);
    table
});
/// The table with the option `any_triple` turned off.
static SINGLES: LazyLock<BetTable> = LazyLock::new(singles);

fn singles() -> BetTable {
    let mut table = BetTable::default();
    table.add_singles();
    table
}
