//! What losses are called.

use crate::Verdict;

/// From these losses on, in ten-thousandths of a win, a choice is an inaccuracy, a mistake, or a blunder.
pub const INACCURACY: i32 = 200;
const MISTAKE: i32 = 500;
const BLUNDER: i32 = 1_000;

/// What to call a loss that is more than chance.
pub const fn named(lost: i32) -> Verdict {
    match lost {
        BLUNDER.. => Verdict::Blunder,
        MISTAKE.. => Verdict::Mistake,
        INACCURACY.. => Verdict::Inaccuracy,
        _ => Verdict::Good,
    }
}
