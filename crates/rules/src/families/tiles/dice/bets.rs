//! The bets with their odds (`docs/TILES.md` §5).

use std::sync::LazyLock;

use super::Throw;

/// The game, which decides the bets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DiceGame {
    /// Sic bo.
    SicBo,
    /// Grand hazard.
    GrandHazard,
    /// Chuck-a-luck.
    ChuckALuck,
}

/// The index of a bet in its table, and the points placed on it.
pub(super) type Placed = (usize, i64);

/// What a bet is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Thing {
    /// The total is in this range, and the throw is not a triple.
    Between(u8, u8),
    /// The total modulo 2 is this, and the throw is not a triple.
    Parity(u8),
    /// One, two or three dice show this number; the odds depend on how many.
    Single(u8),
    /// Both numbers are shown.
    Pair(u8, u8),
    /// At least two dice show this number.
    Double(u8),
    /// All three dice show this number.
    Triple(u8),
    /// All three dice show the same number.
    AnyTriple,
    /// The total is this.
    Total(u8),
}

/// A bet of a table: its name, what it is on, and its odds (points won for one point bet).
#[derive(Debug)]
struct Bet {
    name: String,
    thing: Thing,
    odds: i64,
}

/// The bets of a game, in the order in which verdicts list them.
#[derive(Debug)]
pub(super) struct BetTable(Vec<Bet>);

/// The odds to one of the totals 4 to 17 in sic bo.
const TOTALS: [i64; 14] = [60, 30, 18, 12, 8, 7, 6, 6, 7, 8, 12, 18, 30, 60];
/// The same in grand hazard. As on printed layouts, these are "for one": they include the stake.
const HAZARD_TOTALS: [i64; 14] = [60, 30, 18, 12, 8, 6, 6, 6, 6, 8, 12, 18, 30, 60];
/// The odds for one of each triple in grand hazard, including the stake.
const RAFFLE: i64 = 180;
/// The odds for one of any triple in grand hazard, including the stake.
const ANY_RAFFLE: i64 = 30;

static SIC_BO: LazyLock<BetTable> = LazyLock::new(BetTable::sic_bo);
static GRAND_HAZARD: LazyLock<BetTable> = LazyLock::new(BetTable::grand_hazard);
static CHUCK_A_LUCK: LazyLock<BetTable> = LazyLock::new(|| BetTable::chuck_a_luck(true));
static CHUCK_A_LUCK_SINGLES: LazyLock<BetTable> = LazyLock::new(|| BetTable::chuck_a_luck(false));

impl DiceGame {
    /// The bets of the game, with their odds to one.
    pub fn bets(self) -> impl Iterator<Item = (&'static str, i64)> {
        let bets = BetTable::of(self, true).0.iter();
        bets.map(|bet| (bet.name.as_str(), bet.odds))
    }
}

impl BetTable {
    pub fn of(game: DiceGame, any_triple: bool) -> &'static Self {
        match (game, any_triple) {
            (DiceGame::SicBo, _) => &SIC_BO,
            (DiceGame::GrandHazard, _) => &GRAND_HAZARD,
            (DiceGame::ChuckALuck, true) => &CHUCK_A_LUCK,
            (DiceGame::ChuckALuck, false) => &CHUCK_A_LUCK_SINGLES,
        }
    }

    /// The index of the bet with this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|bet| bet.name == name)
    }

    /// The number of bets.
    pub fn count(&self) -> u32 {
        u32::try_from(self.0.len()).expect("a table has few bets")
    }

    pub fn name(&self, bet: usize) -> &str {
        &self.0[bet].name
    }

    /// The odds to one that a bet pays for a throw; none if it loses.
    pub fn odds(&self, bet: usize, dice: Throw) -> Option<i64> {
        let Bet { thing, odds, .. } = self.0[bet];
        let total: u8 = dice.iter().sum();
        let showing = |number| -> usize { dice.map(|die| usize::from(die == number)).iter().sum() };
        let triple = showing(dice[0]) == dice.len();
        let wins = match thing {
            Thing::Between(least, most) => !triple && (least..=most).contains(&total),
            Thing::Parity(rest) => !triple && total % 2 == rest,
            Thing::Single(number) => {
                return [None, Some(odds), Some(2 * odds), Some(3 * odds)][showing(number)];
            }
            Thing::Pair(one, other) => showing(one) > 0 && showing(other) > 0,
            Thing::Double(number) => showing(number) >= 2,
            Thing::Triple(number) => showing(number) == dice.len(),
            Thing::AnyTriple => triple,
            Thing::Total(number) => total == number,
        };
        wins.then_some(odds)
    }

    fn sic_bo() -> Self {
        let mut table = Self(Vec::new());
        table.add("small".to_owned(), Thing::Between(4, 10), 1);
        table.add("big".to_owned(), Thing::Between(11, 17), 1);
        table.add_parities();
        table.add_singles();
        for low in 1..=6 {
            for high in low + 1..=6 {
                table.add(format!("pair-{low}-{high}"), Thing::Pair(low, high), 5);
            }
        }
        for number in 1..=6 {
            table.add(format!("double-{number}"), Thing::Double(number), 10);
        }
        for number in 1..=6 {
            table.add(format!("triple-{number}"), Thing::Triple(number), 180);
        }
        table.add("any-triple".to_owned(), Thing::AnyTriple, 30);
        for (total, odds) in (4..).zip(TOTALS) {
            table.add(format!("total-{total}"), Thing::Total(total), odds);
        }
        table
    }

    fn grand_hazard() -> Self {
        let mut table = Self(Vec::new());
        table.add("low".to_owned(), Thing::Between(3, 10), 1);
        table.add("high".to_owned(), Thing::Between(11, 18), 1);
        table.add_parities();
        table.add_singles();
        for (total, odds) in (4..).zip(HAZARD_TOTALS) {
            table.add(format!("total-{total}"), Thing::Total(total), odds - 1);
        }
        for number in 1..=6 {
            table.add(
                format!("raffle-{number}"),
                Thing::Triple(number),
                RAFFLE - 1,
            );
        }
        table.add("any-raffle".to_owned(), Thing::AnyTriple, ANY_RAFFLE - 1);
        table
    }

    fn chuck_a_luck(any_triple: bool) -> Self {
        let mut table = Self(Vec::new());
        table.add_singles();
        if any_triple {
            table.add("any-triple".to_owned(), Thing::AnyTriple, 30);
        }
        table
    }

    fn add_parities(&mut self) {
        self.add("odd".to_owned(), Thing::Parity(1), 1);
        self.add("even".to_owned(), Thing::Parity(0), 1);
    }

    fn add_singles(&mut self) {
        for number in 1..=6 {
            self.add(format!("single-{number}"), Thing::Single(number), 1);
        }
    }

    fn add(&mut self, name: String, thing: Thing, odds: i64) {
        self.0.push(Bet { name, thing, odds });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sum of what a bet wins and loses over all 216 throws. The bank's edge is known from printed tables.
    fn sum(game: DiceGame, name: &str) -> i64 {
        let table = BetTable::of(game, true);
        let bet = table.find(name).expect("a bet of the table");
        let faces = || 1..=6_u8;
        let throws =
            faces().flat_map(|a| faces().flat_map(move |b| faces().map(move |c| [a, b, c])));
        throws.map(|dice| table.odds(bet, dice).unwrap_or(-1)).sum()
    }

    #[test]
    fn the_bank_has_the_edge_that_is_printed() {
        // 2.78 % on big and small, 7.87 % on a single, 2.78 % on a pair, 18.52 % on a double.
        assert_eq!(sum(DiceGame::SicBo, "big"), -6);
        assert_eq!(sum(DiceGame::SicBo, "small"), -6);
        assert_eq!(sum(DiceGame::SicBo, "single-3"), -17);
        assert_eq!(sum(DiceGame::SicBo, "pair-2-5"), -36);
        assert_eq!(sum(DiceGame::SicBo, "double-4"), -40);
        assert_eq!(sum(DiceGame::SicBo, "triple-6"), -35);
        assert_eq!(sum(DiceGame::GrandHazard, "raffle-6"), -36);
        assert_eq!(sum(DiceGame::GrandHazard, "low"), -6);
    }
}
