//! How likely a hand is to win before anybody else does.

use super::knowledge::Knowledge;

/// The most tiles that a hand is away from being complete.
pub(super) const MOST_AWAY: usize = 14;
/// A hand hardly ever comes nearer with a greater probability in a turn.
const MOST_RATE: f64 = 0.95;

/// The probability, in each turn, to come one tile nearer: `rates[0]` with the last tile missing, `rates[1]` with two, and so on.
/// Returns the probability that the hand wins in its remaining turns.
pub(super) fn winning(knowledge: &Knowledge, rates: &[f64], more_turns: usize) -> f64 {
    let mut at = [0.0; MOST_AWAY + 1];
    let away = rates.len().min(MOST_AWAY);
    at[away] = 1.0;
    let (mut won, mut goes_on) = (0.0, 1.0);
    for turn in 0..knowledge.turns + more_turns {
        for stage in 1..=away {
            let moved = at[stage] * rates[stage - 1].min(MOST_RATE);
            at[stage] -= moved;
            at[stage - 1] += moved;
        }
        won += at[0] * goes_on;
        at[0] = 0.0;
        goes_on *= 1.0 - ends(knowledge, knowledge.drawn + turn);
    }
    won
}

/// The probability that another player wins between two turns, after so many.
fn ends(knowledge: &Knowledge, drawn: usize) -> f64 {
    let (first, each, most) = match knowledge.min_faan {
        0 => (3, 0.028, 0.26),
        1 => (3, 0.024, 0.23),
        _ => (4, 0.016, 0.17),
    };
    let turns = u32::try_from(drawn.saturating_sub(first)).unwrap_or(0);
    (f64::from(turns) * each).min(most)
}
