//! Grand hazard (`docs/TILES.md` §5).

use std::sync::LazyLock;

use super::dice_game::DiceGame;
use super::{Bets, Definition, TilesGame};
use crate::families::tiles::dice::{BetCondition, BetTable, Dice};

/// The game.
pub(super) static GAME: Definition = DiceGame {
    name: "Grand hazard",
    name_chinese: "",
    also: &[],
    summary: "Everybody bets on three dice, on the English table of raffles and totals. Points, never money.",
    bets: Bets {
        all: || &TABLE,
        safest: &["low", "high"],
    },
    begin: |setup| TilesGame::Dice(Dice::new(&TABLE, setup.seats, setup.options)),
}
.definition();

/// The odds of the totals 4 to 17. As on printed layouts, these are "for one": they include the stake.
const TOTALS: [i64; 14] = [60, 30, 18, 12, 8, 6, 6, 6, 6, 8, 12, 18, 30, 60];
/// The odds for one of each triple, including the stake.
const RAFFLE: i64 = 180;
/// The odds for one of any triple, including the stake.
const ANY_RAFFLE: i64 = 30;

static TABLE: LazyLock<BetTable> = LazyLock::new(table);

fn table() -> BetTable {
    let mut table = BetTable::default();
    table.add("low", BetCondition::Between(3, 10), 1);
    table.add("high", BetCondition::Between(11, 18), 1);
    table.add_parities();
    table.add_singles();
    for (total, odds) in (4..).zip(TOTALS) {
        table.add(
            format!("total-{total}"),
            BetCondition::Total(total),
            odds - 1,
        );
    }
    for number in 1..=6 {
        let raffle = format!("raffle-{number}");
        table.add(raffle, BetCondition::Triple(number), RAFFLE - 1);
    }
    table.add("any-raffle", BetCondition::AnyTriple, ANY_RAFFLE - 1);
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bank_has_the_edge_that_is_printed() {
        assert_eq!(TABLE.sum_over_all_throws("raffle-6"), -36);
        assert_eq!(TABLE.sum_over_all_throws("low"), -6);
    }
}
