//! Square chess: alpha-beta with iterative deepening. Of the stones that can be removed, only the removal with the best static score is
//! searched.

use giog_rules::Seat;
use giog_rules::boards::search::SquareChessStep as Step;
use giog_rules::boards::{BoardAction, BoardView, SquareChess};

use super::chance::Numbers;

/// The score of a won match, minus one for each ply to it.
const WON: i32 = 30_000;
/// More than any score.
const INFINITE: i32 = 32_000;
/// The deepest search, in plies.
const MOST_DEPTH: i32 = 12;
/// A random number below this is added to the score of each choice, so that one of nearly equal choices is taken at random.
const NOISE: u32 = 4;
/// This much is added to [`NOISE`] for each move in a row that formed no square, up to [`MOST_NOISE`]: the bot does not know the
/// earlier positions, and must not return to them for ever.
const RESTLESS: u32 = 3;
const MOST_NOISE: u32 = 60;

/// The best action found with this number of searched positions; none if the view is not of this game.
pub fn think(view: &BoardView, seed: u64, nodes: u32) -> Option<BoardAction> {
    let game = SquareChess::seen(&view.position, view.options)?;
    let mut search = Search {
        nodes_left: nodes,
        stopped: false,
    };
    let mut numbers = Numbers::new(seed);
    let most = (NOISE + RESTLESS * game.quiet()).min(MOST_NOISE);
    let mut choices: Vec<Choice> = game
        .steps()
        .into_iter()
        .map(|step| Choice {
            step,
            noise: i32::try_from(numbers.below(most)).unwrap_or(0),
            score: 0,
        })
        .collect();
    let mut best = choices.first()?.step;
    for depth in 1..=MOST_DEPTH {
        let mut alpha = -INFINITE;
        let mut found = None;
        for choice in &mut choices {
            let bounds = (alpha - choice.noise, INFINITE);
            choice.score = search.after(&game, choice.step, (depth, 0), bounds) + choice.noise;
            if search.stopped {
                break;
            }
            if choice.score > alpha {
                (alpha, found) = (choice.score, Some(choice.step));
            }
        }
        // A result from an unfinished depth is at least as good as the best one of the depth before, which is searched first.
        best = found.unwrap_or(best);
        if search.stopped || choices.len() == 1 {
            break;
        }
        // For the next depth, choices with good scores come first, and the best one before others with the same score.
        choices.sort_by_key(|choice| (choice.step != best, -choice.score));
    }
    Some(game.action(best))
}

struct Choice {
    step: Step,
    noise: i32,
    score: i32,
}

struct Search {
    nodes_left: u32,
    stopped: bool,
}

impl Search {
    /// The score of a step for the seat that takes it.
    fn after(
        &mut self,
        game: &SquareChess,
        step: Step,
        (depth, ply): (i32, i32),
        (alpha, beta): (i32, i32),
    ) -> i32 {
        let seat = game.seat_asked();
        let mut after = game.clone();
        if let Some(ending) = after.take(step) {
            return ended(&ending.winners, seat, ply);
        }
        // A removal is part of the move before and takes no depth.
        let depth = depth - i32::from(!game.removes());
        if after.seat_asked() == seat {
            self.look(&after, (depth, ply + 1), (alpha, beta))
        } else {
            -self.look(&after, (depth, ply + 1), (-beta, -alpha))
        }
    }

    /// The score of the position for the seat that has to decide.
    fn look(
        &mut self,
        game: &SquareChess,
        (depth, ply): (i32, i32),
        (mut alpha, beta): (i32, i32),
    ) -> i32 {
        if self.nodes_left == 0 {
            self.stopped = true;
            return 0;
        }
        self.nodes_left -= 1;
        let seat = game.seat_asked();
        if game.removes() {
            let hurts = game.steps().into_iter().max_by_key(|&step| {
                let mut after = game.clone();
                let ending = after.take(step);
                ending.map_or_else(
                    || after.worth(seat),
                    |ending| ended(&ending.winners, seat, ply),
                )
            });
            let step = hurts.expect("there is a stone to remove");
            return self.after(game, step, (depth, ply), (alpha, beta));
        }
        if depth <= 0 {
            return game.worth(seat);
        }
        let mut steps = game.steps();
        steps.sort_by_cached_key(|&step| std::cmp::Reverse(game.gain_of(step)));
        let mut best = -INFINITE;
        for step in steps {
            let score = self.after(game, step, (depth, ply), (alpha, beta));
            if self.stopped {
                return 0;
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// The score of an end of the match for a seat.
fn ended(winners: &[Seat], seat: Seat, ply: i32) -> i32 {
    match (winners.len(), winners.contains(&seat)) {
        (1, true) => WON - ply,
        (1, false) => ply - WON,
        _ => 0,
    }
}
