//! Monte Carlo for games that are too wide to search: each choice is tried, the match played on by lot for a while, and the
//! choices that come out better are tried oftener.

use giog_rules::Seat;
use giog_rules::boards::{BoardAction, BoardDecision, BoardView, QiGuoXiangxi, SquareChess};

use super::chance::Numbers;

/// Moves that a match of seven kingdoms is played on: three rounds.
const KINGDOMS_MOVES: u32 = 21;
/// The same of square chess: to where squares are formed, from an early placing too.
const SQUARES_MOVES: u32 = 70;
/// The most choices that are tried: of more, as many are taken by lot.
const MOST_CHOICES: usize = 64;

/// A match as a seat sees it.
#[derive(Clone)]
enum World {
    Kingdoms(Box<QiGuoXiangxi>),
    Squares(Box<SquareChess>),
}

impl World {
    fn of(view: &BoardView) -> Option<Self> {
        QiGuoXiangxi::seen(view)
            .map(|game| Self::Kingdoms(Box::new(game)))
            .or_else(|| Some(Self::Squares(Box::new(SquareChess::seen(view)?))))
    }

    /// What share of the win a seat has after an action and some moves by lot; nothing where it can't do that.
    fn share(&self, seat: Seat, action: &BoardAction, numbers: &mut Numbers) -> Option<f32> {
        let uniform = |n| numbers.below(n);
        match self.clone() {
            Self::Kingdoms(game) => game.play_on(action, KINGDOMS_MOVES, uniform).ok(),
            Self::Squares(game) => game.play_on(action, SQUARES_MOVES, uniform).ok(),
        }
        .and_then(|shares| shares.get(seat.index()).copied())
    }
}

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
    let world = World::of(view)?;
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
                let share = world.share(seat, &choice.action, &mut Numbers::new(luck))?;
                choice.shares += share;
                choice.tries += 1;
            }
        }
        choices.sort_by(|a, b| b.share().total_cmp(&a.share()));
        choices.truncate(choices.len().div_ceil(2));
    }
    choices.pop().map(|choice| choice.action)
}
