//! What computer players that search may spend: all rooms of a server together.
//!
//! A match is charged when it begins with a nominal cost, which follows from its game, its seats and its levels alone. So what is left tells nothing
//! of what anybody holds, and a match that began keeps its levels to its end.

use std::sync::Mutex;

use crate::lock::lock;

/// How many seconds of the budget may be spent at once after a pause: a club that begins at the same moment.
const BURST_S: u64 = 60;

/// The budget, in microseconds of one core.
#[derive(Debug)]
pub struct ThinkingBudget {
    per_second_us: u64,
    spent: Mutex<Spent>,
}

/// What is spent and not made up for yet, at a moment of the server's clock.
#[derive(Debug, Default)]
struct Spent {
    us: u64,
    at_mono_ms: u64,
}

impl ThinkingBudget {
    /// So many milliseconds of one core in each second, on average; with 0, nobody may spend anything.
    pub fn new(ms_per_second: u32) -> Self {
        Self {
            per_second_us: u64::from(ms_per_second) * 1_000,
            spent: Mutex::default(),
        }
    }

    /// Spends this much; or nothing, and returns false, if there is not enough.
    pub(crate) fn spend(&self, cost_us: u64, mono_ms: u64) -> bool {
        let mut spent = lock(&self.spent);
        let passed_ms = mono_ms.saturating_sub(spent.at_mono_ms);
        let made_up_us = passed_ms.saturating_mul(self.per_second_us) / 1_000;
        let now_us = spent.us.saturating_sub(made_up_us) + cost_us;
        if now_us > self.per_second_us * BURST_S {
            return false;
        }
        *spent = Spent {
            us: now_us,
            at_mono_ms: spent.at_mono_ms.max(mono_ms),
        };
        true
    }
}

impl Default for ThinkingBudget {
    /// A fifth of a core: what some fifty tables with three `strong` spend.
    fn default() -> Self {
        Self::new(200)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_may_be_spent_and_then_as_much_as_time_makes_up_for() {
        let budget = ThinkingBudget::new(200);
        assert!(!budget.spend(12_000_001, 0), "more than a burst");
        assert!(budget.spend(12_000_000, 0));
        assert!(!budget.spend(1, 0));
        assert!(!budget.spend(200_001, 1_000));
        assert!(budget.spend(200_000, 1_000));
        assert!(
            !budget.spend(1, 500),
            "an earlier moment makes up for nothing"
        );
        assert!(budget.spend(0, 1_000));
        assert!(budget.spend(12_000_000, 1_000_000));
    }

    #[test]
    fn without_a_budget_only_what_costs_nothing_is_possible() {
        let none = ThinkingBudget::new(0);
        assert!(none.spend(0, 5));
        assert!(!none.spend(1, u64::MAX));
    }
}
