//! The search: alpha-beta with iterative deepening, a transposition table and null moves, and quiescence search of captures at its end.
//!
//! It is limited by the number of searched positions and never by time: for the same position, seed and number the result is the same.
//!
//! A [`Manner`] says what is searched and how positions are valued.

use giog_rules::Piece;
use giog_rules::boards::search::Kind;

use super::exchange;
use super::position::{Position, Repeated, Step};
use super::worth;
use crate::boards::chance::Numbers;
use crate::boards::worth::MOST_LINE;

/// More than any score.
const INFINITE: i32 = 32_000;
/// The score of a won match, minus one for each ply to it, so that the shortest win is preferred.
const WON: i32 = 30_000;
/// A score from here on is a forced win.
const SURELY_WON: i32 = WON - 1_000;
/// The greatest depth, including captures, in plies.
const MOST_PLIES: usize = 64;
/// The deepest full search, in plies.
const MOST_DEPTH: i32 = 40;
/// For how many plies in check all steps are searched, beyond the full depth.
const CHECKS_AMONG_CAPTURES: i32 = 4;
/// A random number below this is added to the score of each choice, so that one of nearly equal choices is taken at random.
const NOISE: u32 = 12;
/// Entries of the transposition table: half a megabyte, and four times as much for a keen search. Each decision gets a new, empty table.
const REMEMBERED: usize = 1 << 15;
const KEENLY_REMEMBERED: usize = 1 << 17;
/// The most that a step can be praised for, or the opposite; less than what killers have.
const MOST_HISTORY: i32 = 1 << 20;
/// The most that a capture can gain beyond the captured piece. If the static score plus piece plus margin does not exceed `alpha`, the
/// capture is not searched.
const MARGIN: i32 = 200;

// What a keen search leaves out.

/// Up to this depth, a position whose static score is above `beta` by so much for each ply is not searched.
const SAFE_DEPTH: i32 = 6;
const SAFE_PER_PLY: i32 = 90;
/// Up to this depth, of a position whose static score is below `alpha` by so much for each ply only captures are searched.
const HOPELESS_DEPTH: i32 = 2;
const HOPELESS_PER_PLY: i32 = 220;
/// Up to this depth, quiet steps are not searched after so many, or if the static score with so much for each ply does not reach `alpha`.
const QUIET_DEPTH: i32 = 4;
const QUIET_PER_PLY: i32 = 110;
/// Up to this depth, captures that lose more than this for each ply are not searched.
const LOSING_DEPTH: i32 = 4;
const LOSING_PER_PLY: i32 = 80;
/// The order of captures that lose something: after quiet steps that seldom were any good.
const LOSING: i32 = -(1 << 16);
/// From this depth on, a position without a known good step is searched one ply less deeply: its steps are in no good order.
const ORDERED_DEPTH: i32 = 4;

/// How a search goes about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// That of `simple`: positions are worth their pieces on their points.
    Plain,
    /// That of the levels above it: positions are worth more than that, and less is searched of what is unlikely to matter.
    Keen,
}

/// An entry of the transposition table.
#[derive(Clone, Copy)]
struct Entry {
    hash: u64,
    step: Option<Step>,
    score: i16,
    depth: i8,
    bound: Bound,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

const NOTHING: Entry = Entry {
    hash: 0,
    step: None,
    score: 0,
    depth: -1,
    bound: Bound::AtMost,
};

/// A step from the position to decide, with its score.
#[derive(Clone, Copy, Debug)]
struct Root {
    step: Step,
    noise: i32,
    /// Its score if it ends the match by the rules.
    end: Option<i32>,
    score: i32,
}

/// How a step ends the match by the rules, for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Won,
    Lost,
    Drawn,
}

/// A search of one position.
pub struct Search {
    manner: Manner,
    position: Position,
    nodes_left: u32,
    stopped: bool,
    entries: Vec<Entry>,
    /// The last two quiet steps at each distance that caused a cutoff.
    killers: [[Option<Step>; 2]; MOST_PLIES + 1],
    /// For each point and kind of piece: how often a move of that piece to that point caused a cutoff.
    history: Vec<[i32; Piece::COUNT]>,
    steps: Vec<(Step, i32)>,
}

impl Search {
    /// A search that is limited to this number of positions.
    pub fn new(position: Position, manner: Manner, nodes: u32) -> Self {
        let remembered = match manner {
            Manner::Plain => REMEMBERED,
            Manner::Keen => KEENLY_REMEMBERED,
        };
        Self {
            manner,
            position,
            nodes_left: nodes,
            stopped: false,
            entries: vec![NOTHING; remembered],
            killers: [[None; 2]; MOST_PLIES + 1],
            history: vec![[0; Piece::COUNT]; 90],
            steps: Vec::with_capacity(1_024),
        }
    }

    /// The best step that is none of `but`; none if there is no step. `end` tells how a step ends the match if it repeats a position for the
    /// third time.
    pub fn best(
        mut self,
        seed: u64,
        but: &[Step],
        end: impl Fn(Step) -> Option<Outcome>,
    ) -> Option<Step> {
        let mut roots = self.roots(seed, &end);
        roots.retain(|root| !but.contains(&root.step));
        if roots.len() > 1 {
            self.search(&mut roots);
        }
        roots.first().map(|root| root.step)
    }

    /// The score for the side to move, and how both sides go on from here, as far as it is known: at most [`MOST_LINE`] steps. None if there
    /// is no step.
    pub fn line(
        mut self,
        seed: u64,
        end: impl Fn(Step) -> Option<Outcome>,
    ) -> Option<(i32, Vec<Step>)> {
        let mut roots = self.roots(seed, &end);
        self.search(&mut roots);
        let best = roots.first()?;
        let score = match best.end {
            Some(score) => score,
            // There were too few positions even for the first step.
            None if best.score <= -INFINITE => self.worth(),
            None => best.score - best.noise,
        };
        let goes_on = best.end.is_none();
        Some((score, self.going_on(best.step, goes_on)))
    }

    /// All steps of the position, each with what chance adds to its score.
    fn roots(&mut self, seed: u64, end: &impl Fn(Step) -> Option<Outcome>) -> Vec<Root> {
        let mut numbers = Numbers::new(seed);
        let mut roots = Vec::new();
        self.position.each_step(true, |step| {
            #[expect(clippy::cast_possible_wrap, reason = "it is small")]
            let noise = numbers.below(NOISE) as i32;
            roots.push(Root {
                step,
                noise,
                end: None,
                score: -INFINITE,
            });
        });
        for root in &mut roots {
            root.end = self.end_of(root.step, end);
        }
        roots
    }

    /// Searches ever deeper. The best step comes first.
    fn search(&mut self, roots: &mut [Root]) {
        for depth in 1..=MOST_DEPTH {
            self.deepen(roots, depth);
            // Only steps that raised the best score have a score at this depth; the others follow in their previous order.
            roots.sort_by_key(|root| -root.score);
            let best = roots.first().map_or(0, |root| root.score);
            if self.stopped || best >= SURELY_WON || best <= -SURELY_WON {
                break;
            }
        }
    }

    /// A step, and those that are remembered after it.
    fn going_on(mut self, first: Step, goes_on: bool) -> Vec<Step> {
        let mut line = vec![first];
        let mut next = goes_on.then_some(first);
        while let Some(step) = next {
            let taken = self.position.taken(step).map(Kind::of);
            let _ = self.position.make(step);
            if line.len() == MOST_LINE
                || taken == Some(Kind::General)
                || self.known_end(line.len()).is_some()
            {
                break;
            }
            let hash = self.position.hash();
            let entry = self.entries[self.slot(hash)];
            // Of a position in which nothing was good enough, no step is known to be the best.
            let known = entry.hash == hash && entry.bound != Bound::AtMost;
            let mut legal = false;
            self.position
                .each_step(true, |one| legal |= entry.step == Some(one));
            next = entry.step.filter(|_| known && legal);
            line.extend(next);
        }
        line
    }

    /// The score of a step that ends the match by the rules; none if the match goes on.
    fn end_of(&mut self, step: Step, end: &impl Fn(Step) -> Option<Outcome>) -> Option<i32> {
        if self.position.taken(step).map(Kind::of) == Some(Kind::General) {
            return Some(WON);
        }
        let undo = self.position.make(step);
        let is_third = self.position.is_third();
        self.position.unmake(step, undo);
        if !is_third {
            return None;
        }
        match end(step)? {
            Outcome::Won => Some(WON),
            Outcome::Lost => Some(-WON),
            Outcome::Drawn => Some(0),
        }
    }

    /// Searches all steps to a depth, until the positions are used up. A step that does not exceed the best score so far has only a
    /// bound; it gets the lowest score and so keeps its order behind the others.
    fn deepen(&mut self, roots: &mut [Root], depth: i32) {
        let mut best = -INFINITE;
        for index in 0..roots.len() {
            let root = roots[index];
            let score = root
                .end
                .unwrap_or_else(|| self.try_root(root, depth, best, index == 0));
            if self.stopped {
                // The first step is the best of the depth before: if it was not searched, nothing is known of this depth.
                if index > 0 {
                    roots[index..]
                        .iter_mut()
                        .for_each(|root| root.score = -INFINITE);
                }
                return;
            }
            roots[index].score = if score > best { score } else { -INFINITE };
            best = best.max(score);
        }
    }

    fn try_root(&mut self, root: Root, depth: i32, best: i32, is_first: bool) -> i32 {
        let alpha = (best - root.noise).max(-INFINITE);
        let undo = self.position.make(root.step);
        let mut score = INFINITE;
        if !is_first {
            score = -self.look(depth - 1, 1, -alpha - 1, -alpha, true) + root.noise;
        }
        if score > best && !self.stopped {
            score = -self.look(depth - 1, 1, -INFINITE, -alpha, true) + root.noise;
        }
        self.position.unmake(root.step, undo);
        score
    }

    /// The score of the position for the side to move.
    fn look(
        &mut self,
        mut depth: i32,
        ply: usize,
        mut alpha: i32,
        beta: i32,
        may_pass: bool,
    ) -> i32 {
        if self.count() {
            return 0;
        }
        if let Some(score) = self.known_end(ply) {
            return score;
        }
        let check = self.position.in_check();
        if check {
            depth += 1;
        }
        if depth <= 0 {
            return self.settle(alpha, beta, ply, CHECKS_AMONG_CAPTURES);
        }
        if ply >= MOST_PLIES {
            return self.worth();
        }
        let hash = self.position.hash();
        let known = self.entries[self.slot(hash)];
        let known = (known.hash == hash).then_some(known);
        if let Some(score) = known.and_then(|known| known.score(depth, ply, alpha, beta)) {
            return score;
        }
        let keen = (self.is_keen() && !check).then(|| self.worth());
        let is_narrow = beta - alpha == 1 && beta.abs() < SURELY_WON;
        if let Some(worth) = keen
            && is_narrow
        {
            if depth <= SAFE_DEPTH && worth - SAFE_PER_PLY * depth >= beta {
                return beta;
            }
            if depth <= HOPELESS_DEPTH && worth + HOPELESS_PER_PLY * depth <= alpha {
                let score = self.settle(alpha, beta, ply, CHECKS_AMONG_CAPTURES);
                if score <= alpha || self.stopped {
                    return score;
                }
            }
        }
        let passes = may_pass && !check && depth >= 3 && beta < SURELY_WON;
        if passes && keen.is_none_or(|worth| worth >= beta) && self.position.has_strength() {
            self.position.pass();
            let less = if keen.is_some() { 3 + depth / 4 } else { 3 };
            let score = -self.look(depth - less, ply + 1, -beta, -beta + 1, false);
            self.position.undo_pass();
            if score >= beta && !self.stopped {
                return beta;
            }
        }
        let known = known.and_then(|known| known.step);
        if self.is_keen() && known.is_none() && depth >= ORDERED_DEPTH {
            depth -= 1;
        }
        let first = self.steps.len();
        self.list(true, known, ply);
        if self.steps.len() == first {
            return -WON + distance(ply);
        }
        let most_quiet = 4 + 2 * depth * (depth + 1);
        let (before, mut best, mut best_step) = (alpha, -INFINITE, None);
        let mut number = 0;
        while let Some(step) = self.next(first + number) {
            number += 1;
            // Something is always searched, so that there is a score.
            let leaves = keen.filter(|_| is_narrow && best > -SURELY_WON);
            if leaves.is_some() && self.loses(step, depth) {
                continue;
            }
            let leaves_quiet = leaves.is_some_and(|worth| {
                depth <= QUIET_DEPTH
                    && (distance(number) > most_quiet || worth + QUIET_PER_PLY * depth <= alpha)
            });
            let bounds = (alpha, beta);
            let Some(score) = self.try_step(step, depth, ply, bounds, number, check, leaves_quiet)
            else {
                continue;
            };
            if self.stopped {
                break;
            }
            if score > best {
                (best, best_step) = (score, Some(step));
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                self.praise(step, depth, ply, first, number);
                break;
            }
        }
        self.steps.truncate(first);
        if !self.stopped {
            let bound = if best >= beta {
                Bound::AtLeast
            } else if best > before {
                Bound::Exact
            } else {
                Bound::AtMost
            };
            self.remember(best_step, best, depth, ply, bound);
        }
        best
    }

    /// Whether a capture at this depth loses so much that a keen search leaves it out.
    fn loses(&self, step: Step, depth: i32) -> bool {
        let Step::Move { from, to } = step else {
            return false;
        };
        depth <= LOSING_DEPTH
            && exchange::gain(self.position.board(), from, to) < -LOSING_PER_PLY * depth
    }

    /// The score of a step; none if it is quiet and quiet ones are left out.
    #[expect(clippy::too_many_arguments, reason = "they are the state of one loop")]
    fn try_step(
        &mut self,
        step: Step,
        depth: i32,
        ply: usize,
        (alpha, beta): (i32, i32),
        number: usize,
        check: bool,
        leaves_quiet: bool,
    ) -> Option<i32> {
        let taken = self.position.taken(step);
        if taken.map(Kind::of) == Some(Kind::General) {
            return Some(WON - distance(ply));
        }
        let undo = self.position.make(step);
        let quiet = taken.is_none() && !check && !self.position.in_check();
        if quiet && leaves_quiet {
            self.position.unmake(step, undo);
            return None;
        }
        // Quiet steps late in the order are first searched less deeply (late move reductions).
        let less = match self.manner {
            _ if !quiet || depth < 3 => 0,
            Manner::Plain => i32::from(number > 4) + i32::from(depth >= 5 && number > 16),
            Manner::Keen => {
                i32::from(number > 3)
                    + i32::from(depth >= 4 && number > 9)
                    + i32::from(depth >= 6 && number > 5)
                    + i32::from(depth >= 8 && number > 18)
            }
        };
        let mut score = if number == 1 {
            alpha + 1
        } else {
            -self.look(depth - 1 - less, ply + 1, -alpha - 1, -alpha, true)
        };
        if less > 0 && score > alpha && !self.stopped {
            score = -self.look(depth - 1, ply + 1, -alpha - 1, -alpha, true);
        }
        if number == 1 || (score > alpha && score < beta && !self.stopped) {
            score = -self.look(depth - 1, ply + 1, -beta, -alpha, true);
        }
        self.position.unmake(step, undo);
        Some(score)
    }

    /// Quiescence search: captures are searched until none is left, so that pieces about to be captured do not count. In check, all
    /// steps are searched, for a few plies.
    fn settle(&mut self, mut alpha: i32, beta: i32, ply: usize, checks: i32) -> i32 {
        if ply >= MOST_PLIES {
            return self.worth();
        }
        let check = self.position.in_check() && checks > 0;
        let stand = self.worth();
        let mut best = -INFINITE;
        if !check {
            if stand >= beta {
                return stand;
            }
            best = stand;
            alpha = alpha.max(stand);
        }
        let first = self.steps.len();
        self.list(check, None, ply);
        if check && self.steps.len() == first {
            return -WON + distance(ply);
        }
        let mut number = first;
        while let Some(step) = self.next(number) {
            number += 1;
            let taken = self.position.taken(step).map(Kind::of);
            if taken == Some(Kind::General) {
                best = WON - distance(ply);
                break;
            }
            let gain = taken.map_or(0, worth::of_kind);
            if !check && stand + gain + MARGIN <= alpha {
                continue;
            }
            if self.is_keen() && !check && self.loses(step, 0) {
                continue;
            }
            if self.count() {
                break;
            }
            let undo = self.position.make(step);
            let score = match self.known_end(ply + 1) {
                Some(score) => -score,
                None => -self.settle(-beta, -alpha, ply + 1, checks - i32::from(check)),
            };
            self.position.unmake(step, undo);
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta || self.stopped {
                break;
            }
        }
        self.steps.truncate(first);
        best
    }

    fn is_keen(&self) -> bool {
        self.manner == Manner::Keen
    }

    /// The static score for the side to move.
    fn worth(&self) -> i32 {
        match self.manner {
            Manner::Plain => self.position.score(),
            Manner::Keen => self.position.insight(),
        }
    }

    /// The score if the position repeats an earlier one, or if the match is drawn for lack of progress.
    fn known_end(&self, ply: usize) -> Option<i32> {
        if let Some(repeated) = self.position.repeated() {
            return Some(match repeated {
                Repeated::Won => WON - distance(ply),
                Repeated::Lost => -WON + distance(ply),
                Repeated::Drawn => 0,
            });
        }
        self.position.is_stale().then_some(0)
    }

    /// Counts a position; true if the positions are used up.
    const fn count(&mut self) -> bool {
        if self.nodes_left == 0 {
            self.stopped = true;
        } else {
            self.nodes_left -= 1;
        }
        self.stopped
    }

    /// Lists the steps with their priority.
    fn list(&mut self, quiet: bool, known: Option<Step>, ply: usize) {
        let Self {
            manner,
            position,
            steps,
            killers,
            history,
            ..
        } = self;
        position.each_step(quiet, |step| {
            let promise = if Some(step) == known {
                i32::MAX
            } else {
                match step {
                    Step::Move { from, to } => {
                        let mover = position.board().at(from);
                        match (position.board().at(to), mover) {
                            (Some(taken), Some(mover)) => {
                                let (gain, cost) = (
                                    worth::of_kind(Kind::of(taken)),
                                    worth::of_kind(Kind::of(mover)),
                                );
                                let sinks = *manner == Manner::Keen
                                    && quiet
                                    && gain < cost
                                    && exchange::gain(position.board(), from, to) < 0;
                                let rank = if sinks { LOSING } else { 1 << 24 };
                                rank + 16 * gain - cost
                            }
                            _ if killers[ply][0] == Some(step) => 1 << 23,
                            _ if killers[ply][1] == Some(step) => 1 << 22,
                            (_, Some(mover)) => history[to.index()][mover.index()],
                            (_, None) => 0,
                        }
                    }
                    Step::Drop { piece, to } => history[to.index()][piece.index()],
                }
            };
            steps.push((step, promise));
        });
    }

    /// The step with the highest priority from an index on; it swaps places with the step at that index.
    fn next(&mut self, from: usize) -> Option<Step> {
        let rest = &mut self.steps[from..];
        let best =
            (0..rest.len()).max_by_key(|&index| (rest[index].1, std::cmp::Reverse(index)))?;
        rest.swap(0, best);
        Some(rest[0].0)
    }

    /// Notes a step that caused a cutoff; in a keen search also that the quiet ones before it, from an index on, did not.
    fn praise(&mut self, step: Step, depth: i32, ply: usize, first: usize, number: usize) {
        if self.position.taken(step).is_some() {
            return;
        }
        if self.is_keen() {
            if self.killers[ply][0] != Some(step) {
                self.killers[ply][1] = self.killers[ply][0];
            }
            for index in first..first + number - 1 {
                let before = self.steps[index].0;
                if self.position.taken(before).is_none() {
                    self.note(before, -depth * depth);
                }
            }
        }
        self.killers[ply][0] = Some(step);
        self.note(step, depth * depth);
    }

    fn note(&mut self, step: Step, more: i32) {
        let (piece, to) = match step {
            Step::Move { from, to } => (self.position.board().at(from), to),
            Step::Drop { piece, to } => (Some(piece), to),
        };
        if let Some(piece) = piece {
            let history = &mut self.history[to.index()][piece.index()];
            *history = (*history + more).clamp(-MOST_HISTORY, MOST_HISTORY);
        }
    }

    fn slot(&self, hash: u64) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "the lower bits are wanted")]
        let index = hash as usize;
        index % self.entries.len()
    }

    fn remember(&mut self, step: Option<Step>, score: i32, depth: i32, ply: usize, bound: Bound) {
        // A forced win is stored as plies from the stored position, because that can be reached at different depths.
        let score = if score >= SURELY_WON {
            score + distance(ply)
        } else if score <= -SURELY_WON {
            score - distance(ply)
        } else {
            score
        };
        let hash = self.position.hash();
        let slot = self.slot(hash);
        let entry = &mut self.entries[slot];
        if entry.hash == hash && step.is_none() && i32::from(entry.depth) > depth {
            return;
        }
        *entry = Entry {
            hash,
            step: step.or(entry.step.filter(|_| entry.hash == hash)),
            score: i16::try_from(score).unwrap_or(0),
            depth: i8::try_from(depth).unwrap_or(i8::MAX),
            bound,
        };
    }
}

impl Entry {
    /// The stored score, if it is sufficient for this depth and these bounds.
    fn score(&self, depth: i32, ply: usize, alpha: i32, beta: i32) -> Option<i32> {
        if i32::from(self.depth) < depth {
            return None;
        }
        let score = i32::from(self.score);
        let score = if score >= SURELY_WON {
            score - distance(ply)
        } else if score <= -SURELY_WON {
            score + distance(ply)
        } else {
            score
        };
        match self.bound {
            Bound::Exact => Some(score),
            Bound::AtLeast if score >= beta => Some(score),
            Bound::AtMost if score <= alpha => Some(score),
            Bound::AtLeast | Bound::AtMost => None,
        }
    }
}

/// A number of plies as points.
fn distance(ply: usize) -> i32 {
    i32::try_from(ply).unwrap_or(i32::MAX)
}
