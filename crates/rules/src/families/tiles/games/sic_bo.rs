//! Sic bo, 骰寶 (`docs/TILES.md` §5).

use std::sync::LazyLock;

use super::dice_game::DiceGame;
use super::{Bets, Definition, TilesGame};
use crate::families::tiles::dice::{BetCondition, BetTable, Dice};

/// The game.
pub(super) static GAME: Definition = DiceGame {
    name: "Sic bo",
    name_chinese: "骰寶",
    also: &["Tai sai", "Big and small"],
    summary: "Everybody bets on three dice, face down and at the same time; then the dice are thrown. Points, never money.",
    bets: Bets {
        all: || &TABLE,
        safest: &["small", "big"],
    },
    begin: |setup| TilesGame::Dice(Dice::new(&TABLE, setup.seats, setup.options)),
}
.definition();

/// The odds to one of the totals 4 to 17.
const TOTALS: [i64; 14] = [60, 30, 18, 12, 8, 7, 6, 6, 7, 8, 12, 18, 30, 60];

static TABLE: LazyLock<BetTable> = LazyLock::new(table);

fn table() -> BetTable {
    let mut table = BetTable::default();
    table.add("small", BetCondition::Between(4, 10), 1);
    table.add("big", BetCondition::Between(11, 17), 1);
    table.add_parities();
    table.add_singles();
    for low in 1..=6 {
        for high in low + 1..=6 {
            table.add(
                format!("pair-{low}-{high}"),
                BetCondition::Pair(low, high),
                5,
            );
        }
    }
    for number in 1..=6 {
        table.add(format!("double-{number}"), BetCondition::Double(number), 10);
    }
    for number in 1..=6 {
        table.add(
            format!("triple-{number}"),
            BetCondition::Triple(number),
            180,
        );
    }
    table.add("any-triple", BetCondition::AnyTriple, 30);
    for (total, odds) in (4..).zip(TOTALS) {
        table.add(format!("total-{total}"), BetCondition::Total(total), odds);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bank_has_the_edge_that_is_printed() {
        // 2.78 % on big and small, 7.87 % on a single, 2.78 % on a pair, 18.52 % on a double.
        assert_eq!(TABLE.sum_over_all_throws("big"), -6);
        assert_eq!(TABLE.sum_over_all_throws("small"), -6);
        assert_eq!(TABLE.sum_over_all_throws("single-3"), -17);
        assert_eq!(TABLE.sum_over_all_throws("pair-2-5"), -36);
        assert_eq!(TABLE.sum_over_all_throws("double-4"), -40);
        assert_eq!(TABLE.sum_over_all_throws("triple-6"), -35);
    }
}
