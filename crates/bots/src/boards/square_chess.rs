//! Square chess: alpha-beta with iterative deepening. Of the stones that can be removed, only the removal with the best static score is
//! searched.

use giog_rules::Seat;
use giog_rules::boards::search::SquareChessStep as Step;
use giog_rules::boards::{BoardAction, BoardView, SquareChess};

use super::chance::Numbers;
use super::worth::{MOST_LINE, Worth};

/// The number of its seats.
const SEATS: usize = 2;
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

/// What the score of a search counts for, in hundredths, while at least so many stones are still to be placed, and what is added to it for who
/// began and taken from it for the other, who places the last stone and moves later: so it predicts results as well as scores of later
/// positions do (`docs/REVIEW.md`). Near the end of placing a search looks beyond it, and says less than its score does.
const PLACING: [(u32, i32, i32); 3] = [(17, 160, 110), (9, 100, 110), (1, 50, 80)];

/// The best action found with this number of searched positions; none if the view is not of this game.
pub fn think(view: &BoardView, seed: u64, nodes: u32) -> Option<BoardAction> {
    let game = SquareChess::seen(&view.position, view.options)?;
    let most = (NOISE + RESTLESS * game.quiet()).min(MOST_NOISE);
    let best = Search::new(nodes).best(&game, seed, most, &[])?;
    Some(game.action(best.step))
}

/// The steps that look best to searches of these numbers of positions, the best first; fewer if there are not so many.
pub fn candidates(view: &BoardView, seed: u64, nodes: &[u32]) -> Option<Vec<BoardAction>> {
    let game = SquareChess::seen(&view.position, view.options)?;
    let mut found = Vec::new();
    for &nodes in nodes {
        let best = Search::new(nodes).best(&game, seed, NOISE, &found);
        found.extend(best.map(|best| best.step));
    }
    Some(found.into_iter().map(|step| game.action(step)).collect())
}

/// What an action is worth to the seat that takes it, by a search of the position after it, and how both sides go on; none if it is illegal.
/// Earlier positions are not known, so a draw by repetition is not seen.
pub fn appraise(
    view: &BoardView,
    taken: &BoardAction,
    seed: u64,
    nodes: u32,
) -> Option<(Worth, Vec<BoardAction>)> {
    let game = SquareChess::seen(&view.position, view.options)?;
    let (seat, to_place) = (game.seat_asked(), game.to_place());
    let mut steps = game.steps().into_iter();
    let step = steps.find(|&step| game.action(step) == *taken)?;
    let mut after = game;
    if let Some(ending) = after.take(step) {
        return Some((Worth::of_end(&ending.winners, SEATS, seat), Vec::new()));
    }
    let Best { step, score, line } = Search::new(nodes).best(&after, seed, NOISE, &[])?;
    let next = after.seat_asked();
    let score = score.unwrap_or_else(|| after.worth(next));
    let score = if next == seat { score } else { -score };
    let score = to_place.map_or(score, |left| while_placing(score, seat, left));
    let plies = std::iter::once(step).chain(line).take(MOST_LINE);
    // The texts of points are those of all positions.
    let line = plies.map(|step| after.action(step)).collect();
    Some((Worth::Score(score), line))
}

/// What a score for a seat means that is to place a stone, while so many are left with it.
fn while_placing(score: i32, seat: Seat, left: u32) -> i32 {
    let mut stages = PLACING.into_iter();
    let stage = stages.find(|&(least, ..)| left >= least);
    stage.map_or(score, |(_, hundredths, first)| {
        let began = if seat.index() == 0 { first } else { -first };
        score * hundredths / 100 + began
    })
}

struct Choice {
    step: Step,
    noise: i32,
    score: i32,
}

struct Search {
    nodes_left: u32,
    stopped: bool,
    /// How both sides go on from the last position that was looked at with each number of steps before it, as far as its score is exact.
    lines: Vec<Vec<Step>>,
}

impl Search {
    const fn new(nodes: u32) -> Self {
        Self {
            nodes_left: nodes,
            stopped: false,
            lines: Vec::new(),
        }
    }

    /// The best step but these, with random numbers below `noise` added to the scores of all, and how it goes on from there. None if there is
    /// no such step.
    fn best(&mut self, game: &SquareChess, seed: u64, noise: u32, but: &[Step]) -> Option<Best> {
        let mut numbers = Numbers::new(seed);
        let steps = game.steps().into_iter();
        let choices = steps.map(|step| Choice {
            step,
            noise: i32::try_from(numbers.below(noise)).unwrap_or(0),
            score: 0,
        });
        let mut choices: Vec<Choice> = choices.collect();
        choices.retain(|choice| !but.contains(&choice.step));
        let mut best = Best {
            step: choices.first()?.step,
            score: None,
            line: Vec::new(),
        };
        for depth in 1..=MOST_DEPTH {
            let mut alpha = -INFINITE;
            let mut found = None;
            for choice in &mut choices {
                let bounds = (alpha - choice.noise, INFINITE);
                let score = self.after(game, choice.step, (depth, 0), bounds);
                choice.score = score + choice.noise;
                if self.stopped {
                    break;
                }
                if choice.score > alpha {
                    alpha = choice.score;
                    found = Some(Best {
                        step: choice.step,
                        score: Some(score),
                        line: self.lines.get(1).cloned().unwrap_or_default(),
                    });
                }
            }
            // A result from an unfinished depth is at least as good as the best one of the depth before, which is searched first.
            best = found.unwrap_or(best);
            if self.stopped || choices.len() == 1 {
                break;
            }
            // For the next depth, choices with good scores come first, and the best one before others with the same score.
            choices.sort_by_key(|choice| (choice.step != best.step, -choice.score));
        }
        Some(best)
    }

    /// The score of a step for the seat that takes it.
    fn after(
        &mut self,
        game: &SquareChess,
        step: Step,
        (depth, ply): (i32, usize),
        (alpha, beta): (i32, i32),
    ) -> i32 {
        let seat = game.seat_asked();
        let mut after = game.clone();
        if let Some(ending) = after.take(step) {
            self.line_at(ply + 1).clear();
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
        (depth, ply): (i32, usize),
        (mut alpha, beta): (i32, i32),
    ) -> i32 {
        self.line_at(ply).clear();
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
            let score = self.after(game, step, (depth, ply), (alpha, beta));
            self.goes_on(ply, step);
            return score;
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
            if score > alpha {
                alpha = score;
                self.goes_on(ply, step);
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }

    fn line_at(&mut self, ply: usize) -> &mut Vec<Step> {
        if self.lines.len() <= ply {
            self.lines.resize_with(ply + 1, Vec::new);
        }
        &mut self.lines[ply]
    }

    /// From a position with so many steps before it, it goes on with this one, and then as after it.
    fn goes_on(&mut self, ply: usize, step: Step) {
        let mut line = std::mem::take(self.line_at(ply));
        line.clear();
        line.push(step);
        line.extend(self.line_at(ply + 1).iter().take(MOST_LINE - 1));
        self.lines[ply] = line;
    }
}

/// What a search finds.
struct Best {
    step: Step,
    /// None if there were too few positions even for the first step.
    score: Option<i32>,
    /// How it goes on after the step.
    line: Vec<Step>,
}

/// The score of an end of the match for a seat, so many steps later.
fn ended(winners: &[Seat], seat: Seat, ply: usize) -> i32 {
    let later = i32::try_from(ply).unwrap_or(0);
    match Worth::of_end(winners, SEATS, seat) {
        Worth::Won => WON - later,
        Worth::Lost => later - WON,
        Worth::Drawn | Worth::Score(_) => 0,
    }
}
