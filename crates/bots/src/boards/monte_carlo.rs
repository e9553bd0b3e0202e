//! Monte Carlo for seven kingdoms, which is too wide to search: each choice is tried, the match played on by lot for a while, and
//! the choices that come out better are tried oftener.

use giog_rules::boards::{BoardAction, BoardDecision, BoardView, QiGuoXiangxi};

use super::chance::Numbers;

/// Moves that a match is played on: three rounds.
const MOVES: u32 = 21;
/// The most choices that are tried: of more, as many are taken by lot.
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

/// The choice that came out best after so many matches; none where the view is of another game.
pub fn think(
    view: &BoardView,
    decision: &BoardDecision,
    seed: u64,
    matches: u32,
) -> Option<BoardAction> {
    let game = QiGuoXiangxi::seen(view)?;
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
    // The better half goes on, until one is left: each time with the same number of matches.
    let rounds = choices.len().next_power_of_two().ilog2().max(1);
    while choices.len() > 1 {
        let count = u32::try_from(choices.len()).unwrap_or(u32::MAX);
        let each = (matches / rounds / count).max(1);
        for _ in 0..each {
            // The same luck for all: what differs is the choice.
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
