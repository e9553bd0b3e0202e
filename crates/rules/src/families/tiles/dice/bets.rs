//! The bets with their odds (`docs/TILES.md` §5).

use super::Throw;

/// The index of a bet in its table, and the points placed on it.
pub(super) type Placed = (usize, i64);

/// The condition under which a bet wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BetCondition {
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

/// A bet of a table: its name, its condition, and its odds (points won for one point bet).
#[derive(Debug)]
struct Bet {
    name: String,
    condition: BetCondition,
    odds: i64,
}

/// The bets of a game, in the order in which verdicts list them.
#[derive(Debug, Default)]
pub(crate) struct BetTable(Vec<Bet>);

impl BetTable {
    /// The bets, with their odds to one.
    pub fn all(&self) -> impl Iterator<Item = (&str, i64)> {
        self.0.iter().map(|bet| (bet.name.as_str(), bet.odds))
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
        let Bet {
            condition, odds, ..
        } = self.0[bet];
        let total: u8 = dice.iter().sum();
        let showing = |number| -> usize { dice.map(|die| usize::from(die == number)).iter().sum() };
        let triple = showing(dice[0]) == dice.len();
        let wins = match condition {
            BetCondition::Between(least, most) => !triple && (least..=most).contains(&total),
            BetCondition::Parity(rest) => !triple && total % 2 == rest,
            BetCondition::Single(number) => {
                return [None, Some(odds), Some(2 * odds), Some(3 * odds)][showing(number)];
            }
            BetCondition::Pair(one, other) => showing(one) > 0 && showing(other) > 0,
            BetCondition::Double(number) => showing(number) >= 2,
            BetCondition::Triple(number) => showing(number) == dice.len(),
            BetCondition::AnyTriple => triple,
            BetCondition::Total(number) => total == number,
        };
        wins.then_some(odds)
    }

    /// Adds the bets on an odd and on an even total.
    pub fn add_parities(&mut self) {
        self.add("odd", BetCondition::Parity(1), 1);
        self.add("even", BetCondition::Parity(0), 1);
    }

    /// Adds a bet on each number.
    pub fn add_singles(&mut self) {
        for number in 1..=6 {
            self.add(format!("single-{number}"), BetCondition::Single(number), 1);
        }
    }

    /// Adds a bet with its odds to one.
    pub fn add(&mut self, name: impl Into<String>, condition: BetCondition, odds: i64) {
        let name = name.into();
        self.0.push(Bet {
            name,
            condition,
            odds,
        });
    }

    /// The sum of what a bet wins and loses over all 216 throws. The bank's edge is known from printed tables.
    #[cfg(test)]
    pub fn sum_over_all_throws(&self, name: &str) -> i64 {
        let bet = self.find(name).expect("a bet of the table");
        let faces = || 1..=6_u8;
        let throws =
            faces().flat_map(|a| faces().flat_map(move |b| faces().map(move |c| [a, b, c])));
        throws.map(|dice| self.odds(bet, dice).unwrap_or(-1)).sum()
    }
}
