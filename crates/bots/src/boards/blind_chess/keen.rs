//! The search of the levels above `simple`: it goes deeper, remembers positions, and what a piece is worth depends on what is left.

use giog_rules::boards::BoardAction;
use giog_rules::boards::search::blind_chess::{self, Step};

use super::position::{KINDS, Move, NO_PROGRESS_PLIES, Position};
use super::seen::Seen;
use super::worth::{self, STRENGTH};
use crate::boards::Numbers;
use crate::boards::worth::MOST_LINE;

/// The score of a won match, minus one for each ply to it.
const WON: i32 = 30_000;
/// More than any score.
const INFINITE: i32 = 32_000;
/// The deepest search, in plies.
const MOST_DEPTH: i32 = 24;
/// How many plies of captures are searched beyond the full depth.
const CAPTURES: i32 = 8;
/// After the first look so many flips are thought of further.
const MOST_FLIPS: usize = 6;
/// A random number below this is added to the score of each choice.
const NOISE: u32 = 4;
/// The number of positions that are remembered.
const REMEMBERED: usize = 1 << 15;

/// The best action found with this number of searched positions; none before it is known who has which colour.
pub(super) fn think(sight: &Seen, seed: u64, nodes: u32) -> Option<BoardAction> {
    let position = Position::of(&sight.board, &sight.unseen)?;
    let (best, _) = Search::new(sight, nodes).best(&position, sight, seed, &[])?;
    Some(blind_chess::action(best))
}

/// The steps that look best to searches of these numbers of positions, the best first; fewer if there are not so many. Before it is known who
/// has which colour, no step is better than another.
pub(super) fn candidates(sight: &Seen, seed: u64, nodes: &[u32]) -> Vec<Step> {
    let Some(position) = Position::of(&sight.board, &sight.unseen) else {
        let mut steps = sight.board.steps();
        steps.truncate(nodes.len());
        return steps;
    };
    let mut found = Vec::new();
    for &nodes in nodes {
        let best = Search::new(sight, nodes).best(&position, sight, seed, &found);
        found.extend(best.map(|(step, _)| step));
    }
    found
}

/// The score of the board for the side to move, and how both sides go on from here, as far as it is known.
pub(super) fn line(sight: &Seen, seed: u64, nodes: u32) -> Option<(i32, Vec<Step>)> {
    let position = Position::of(&sight.board, &sight.unseen)?;
    let mut search = Search::new(sight, nodes);
    let (best, score) = search.best(&position, sight, seed, &[])?;
    // There were too few positions even for the first step.
    let score = score.unwrap_or_else(|| worth::of(&position));
    Some((score, search.going_on(position, best)))
}

/// Where a position with this hash is remembered.
#[expect(
    clippy::cast_possible_truncation,
    reason = "less than that are remembered"
)]
const fn place(hash: u64) -> usize {
    hash as usize % REMEMBERED
}

struct Choice {
    step: Step,
    score: i32,
    noise: i32,
}

/// What is known of a position.
#[derive(Clone, Copy, Default)]
struct Known {
    hash: u64,
    score: i32,
    depth: i32,
    bound: Bound,
    best: (u8, u8),
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Bound {
    #[default]
    None,
    Exact,
    Least,
    Most,
}

struct Search {
    unseen: [u8; KINDS],
    nodes_left: u32,
    stopped: bool,
    /// The hashes of the positions since the last flip or capture, up to the one that is looked at.
    path: Vec<u64>,
    known: Vec<Known>,
}

impl Search {
    fn new(sight: &Seen, nodes: u32) -> Self {
        Self {
            unseen: sight.unseen,
            nodes_left: nodes,
            stopped: false,
            path: sight.since.clone(),
            known: vec![Known::default(); REMEMBERED],
        }
    }

    /// The best step but these, and its score for the side to move; no score if there were too few positions even for the first step. None if
    /// there is no such step.
    fn best(
        &mut self,
        position: &Position,
        sight: &Seen,
        seed: u64,
        but: &[Step],
    ) -> Option<(Step, Option<i32>)> {
        let mut numbers = Numbers::new(seed);
        let mut choices: Vec<Choice> = sight
            .board
            .steps()
            .into_iter()
            .map(|step| Choice {
                step,
                score: 0,
                noise: i32::try_from(numbers.below(NOISE)).unwrap_or(0),
            })
            .collect();
        choices.retain(|choice| !but.contains(&choice.step));
        let mut best = (choices.first()?.step, None);
        for depth in 1..=MOST_DEPTH {
            let mut alpha = -INFINITE;
            let mut found = None;
            for choice in &mut choices {
                let score = self.weigh(position, choice.step, depth, alpha - choice.noise);
                if self.stopped {
                    break;
                }
                choice.score = score + choice.noise;
                if choice.score > alpha {
                    alpha = choice.score;
                    found = Some((choice.step, Some(score)));
                }
            }
            best = found.unwrap_or(best);
            if self.stopped {
                break;
            }
            choices.sort_by_key(|choice| std::cmp::Reverse((choice.step == best.0, choice.score)));
            let mut flips = 0;
            choices.retain(|choice| {
                flips += usize::from(matches!(choice.step, Step::Flip { .. }));
                flips <= MOST_FLIPS || !matches!(choice.step, Step::Flip { .. })
            });
            if alpha.abs() > WON - MOST_DEPTH - CAPTURES {
                break;
            }
        }
        Some(best)
    }

    /// A step, and those that are remembered after it: at most [`MOST_LINE`], up to a flip, after which nobody knows what there is.
    fn going_on(&self, mut position: Position, first: Step) -> Vec<Step> {
        let mut line = vec![first];
        let mut before = self.path.clone();
        let mut next = Some(first);
        while let Some(Step::Move { from, to }) = next.take()
            && line.len() < MOST_LINE
        {
            let Some(step) = position.found(from, to) else {
                break;
            };
            position.make(step);
            if before.contains(&position.hash) {
                break;
            }
            before.push(position.hash);
            let known = self.known[place(position.hash)];
            let is_known =
                known.hash == position.hash && matches!(known.bound, Bound::Exact | Bound::Least);
            let (from, to) = known.best;
            if is_known && position.found(from, to).is_some() {
                next = Some(Step::Move { from, to });
                line.extend(next);
            }
        }
        line
    }

    /// The score of a step for the side that makes it. If it is not above `alpha`, it may be only an upper bound.
    fn weigh(&mut self, position: &Position, step: Step, depth: i32, alpha: i32) -> i32 {
        match step {
            Step::Move { from, to } => {
                let Some(step) = position.found(from, to) else {
                    return -INFINITE;
                };
                let mut after = position.clone();
                self.after(&mut after, step, depth, 0, alpha, INFINITE)
            }
            Step::Flip { at } => self.flip(position, at, depth),
        }
    }

    /// The score of a flip: the mean over all pieces that may lie there.
    fn flip(&mut self, position: &Position, at: u8, depth: i32) -> i32 {
        let (mut sum, mut count) = (0, 0);
        for (kind, unseen) in (0_u8..).zip(self.unseen) {
            let weight = i32::from(unseen);
            if weight == 0 {
                continue;
            }
            let mut after = position.flipped(at, kind);
            self.unseen[usize::from(kind)] -= 1;
            let path = std::mem::take(&mut self.path);
            // One ply less, because there are so many cases.
            let score = -self.look(&mut after, depth - 2, 1, -INFINITE, INFINITE);
            self.path = path;
            self.unseen[usize::from(kind)] += 1;
            if self.stopped {
                return 0;
            }
            sum += weight * score;
            count += weight;
        }
        sum / count.max(1)
    }

    /// Makes a move and searches on. The score is for the side that makes it.
    fn after(
        &mut self,
        position: &mut Position,
        step: Move,
        depth: i32,
        ply: i32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let (side, quiet) = (position.side, position.quiet);
        position.make(step);
        let score = if !position.has_any(1 - side) {
            WON - ply
        } else if step.taken.is_none() && self.is_repeated(position) {
            0
        } else {
            self.path.push(position.hash);
            let score = -self.look(position, depth - 1, ply + 1, -beta, -alpha);
            self.path.pop();
            score
        };
        position.unmake(step, quiet);
        score
    }

    /// Whether the position has been there before, or the match is drawn since nothing happens.
    fn is_repeated(&self, position: &Position) -> bool {
        let since = usize::from(position.quiet).min(self.path.len());
        let before = &self.path[self.path.len() - since..];
        position.quiet >= NO_PROGRESS_PLIES || before.contains(&position.hash)
    }

    /// The score of the position for the side to move.
    fn look(
        &mut self,
        position: &mut Position,
        depth: i32,
        ply: i32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        if self.nodes_left == 0 {
            self.stopped = true;
            return 0;
        }
        self.nodes_left -= 1;
        let only_captures = depth <= 0;
        let place = place(position.hash);
        let known = self.known[place];
        let is_known = known.bound != Bound::None && known.hash == position.hash;
        if is_known && known.depth >= depth.max(0) && !only_captures {
            match known.bound {
                Bound::Exact => return known.score,
                Bound::Least if known.score >= beta => return known.score,
                Bound::Most if known.score <= alpha => return known.score,
                _ => {}
            }
        }
        let begun = alpha;
        let mut best = -INFINITE;
        if only_captures || position.face_down != 0 {
            best = worth::of(position);
            if best >= beta || depth <= -CAPTURES {
                return best;
            }
            alpha = alpha.max(best);
        }
        let mut moves = Vec::with_capacity(32);
        position.moves(only_captures, &mut moves);
        if moves.is_empty() && !only_captures && position.face_down == 0 {
            return ply - WON;
        }
        let first = if is_known { known.best } else { (0, 0) };
        moves.sort_by_key(|step| {
            let gain = step
                .taken
                .map_or(0, |taken| 1 + STRENGTH[usize::from(taken / 2)]);
            std::cmp::Reverse(((step.from, step.to) == first, gain))
        });
        let mut found = (0, 0);
        for (index, step) in moves.into_iter().enumerate() {
            let mut score = if index == 0 || only_captures {
                self.after(position, step, depth, ply, alpha, beta)
            } else {
                let less = i32::from(depth >= 3 && index >= 5 && step.taken.is_none());
                self.after(position, step, depth - less, ply, alpha, alpha + 1)
            };
            if index > 0 && !only_captures && score > alpha && (score < beta || depth >= 3) {
                score = self.after(position, step, depth, ply, alpha, beta);
            }
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                found = (step.from, step.to);
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        if !only_captures {
            let bound = match best {
                _ if best >= beta => Bound::Least,
                _ if best <= begun => Bound::Most,
                _ => Bound::Exact,
            };
            self.known[place] = Known {
                hash: position.hash,
                score: best,
                depth,
                bound,
                best: found,
            };
        }
        best
    }
}
