//! Monte Carlo search for seven kingdoms, which has too many moves for a full search: random playouts after each choice, and more of
//! them for the choices with better results.

use giog_rules::boards::{BoardAction, BoardDecision, BoardView, QiGuoXiangxi};

use super::chance::Numbers;

/// Length of a playout, in moves: three rounds.
const MOVES: u32 = 21;
/// The most choices that are tried; if there are more, a random selection of them.
const MOST_CHOICES: usize = 64;

struct Choice {
    action: BoardAction,
    shares: f32,
    tries: u16,
}

impl Choice {
    fn share(&self) -> f32 {
        self.shares / f32::from(self.tries.max(1))
    }
}

/// The choice with the best result after this number of playouts; none if the view is of another game.
pub fn think(
    view: &BoardView,
    decision: &BoardDecision,
    seed: u64,
    matches: u32,
) -> Option<BoardAction> {
    let game = QiGuoXiangxi::seen(&view.position, view.options)?;
    let seat = view.you?;
    let mut numbers = Numbers::new(seed);
    let mut choices: Vec<Choice> = decision
        .listed()
        .map(|action| Choice {
            action,
            shares: 0.0,
            tries: 0,
        })
        .collect();
    while choices.len() > MOST_CHOICES {
        let count = u32::try_from(choices.len()).unwrap_or(u32::MAX);
        choices.swap_remove(numbers.below(count) as usize);
    }
    // Half of the choices are dropped in each round (successive halving). Each round has the same number of playouts.
    let rounds = choices.len().next_power_of_two().ilog2().max(1);
    while choices.len() > 1 {
        let count = u32::try_from(choices.len()).unwrap_or(u32::MAX);
        let each = (matches / rounds / count).max(1);
        for _ in 0..each {
            // All choices get the same random numbers, so that only the choice makes a difference.
            let luck = numbers.next();
            for choice in &mut choices {
                let mut numbers = Numbers::new(luck);
                let shares = game.play_on(&choice.action, MOVES, |n| numbers.below(n));
                choice.shares += shares.ok()?.get(seat.index())?;
                choice.tries += 1;
            }
        }
        choices.sort_by(|a, b| b.share().total_cmp(&a.share()));
        choices.truncate(choices.len().div_ceil(2));
    }
    choices.pop().map(|choice| choice.action)
}
