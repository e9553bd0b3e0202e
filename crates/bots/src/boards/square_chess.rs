//! Square chess: alpha-beta with iterative deepening. Of the stones that may be removed only the one is followed whose loss hurts most.

use giog_rules::Seat;
use giog_rules::boards::search::SquareChessStep as Step;
use giog_rules::boards::{BoardAction, BoardView, SquareChess};

use super::chance::Numbers;

/// The worth of a won match, less a point for each ply to it.
const WON: i32 = 30_000;
/// More than any score.
const INFINITE: i32 = 32_000;
/// The deepest search.
const MOST_DEPTH: i32 = 12;
/// What the best choices may differ by so that chance decides between them.
const NOISE: u32 = 4;
/// What is added to that for each move in a row that formed no square, up to a limit: the player does not know which positions there
/// were, and must not come back to them for ever.
const RESTLESS: u32 = 3;
const MOST_NOISE: u32 = 60;

/// The best action that is found in so many positions; none where the view is none of this game.
pub fn think(view: &BoardView, seed: u64, nodes: u32) -> Option<BoardAction> {
    let game = SquareChess::seen(view)?;
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
        // What was found before the end of the positions is no worse than what the depth before has found.
        best = found.unwrap_or(best);
        if search.stopped || choices.len() == 1 {
            break;
        }
        // What came out well is looked at first the next time; what was best comes before all that is as good.
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
    /// What a step is worth for who takes it.
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
        // What is removed belongs to the move before.
        let depth = depth - i32::from(!game.removes());
        if after.seat_asked() == seat {
            self.look(&after, (depth, ply + 1), (alpha, beta))
        } else {
            -self.look(&after, (depth, ply + 1), (-beta, -alpha))
        }
    }

    /// What the position is worth for who is asked.
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

/// What an end is worth for a seat.
fn ended(winners: &[Seat], seat: Seat, ply: i32) -> i32 {
    match (winners.len(), winners.contains(&seat)) {
        (1, true) => WON - ply,
        (1, false) => ply - WON,
        _ => 0,
    }
}
