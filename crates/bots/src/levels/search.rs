//! Search: a play is worth what it leads to in worlds that are likely after what the others have laid.

use giog_rules::tricks::View;
use giog_rules::{Pieces, Seat};

use super::ending::{self, Ending};
use super::line::Line;
use super::net::WIN;
use super::policy::{Policy, Valued};
use super::sight::Sight;
use super::worlds::Worlds;
use crate::boards::Numbers;

/// How much a search does; never how long it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// How many worlds are drawn.
    pub drawn: u32,
    /// How many lines are played on, all choices together.
    pub lines: u32,
    /// How many more decisions of the seat a line has before it is valued.
    pub depth: u32,
    /// What is solved instead; none if nothing is.
    pub ending: Option<Ending>,
}

/// The most choices that are tried: those that the net values most.
const MOST_CHOICES: usize = 8;
/// For how many lines the value counts that the net gives to a choice.
const NET_COUNTS: i64 = 16;

/// A choice of the seat.
#[derive(Clone, Copy, Debug)]
struct Choice {
    play: Pieces,
    sum: i64,
    count: i64,
}

impl Choice {
    fn mean(&self) -> i64 {
        self.sum / self.count.max(1)
    }
}

/// The play that search finds best, for the seat of this view; none if it has nothing to lay.
pub fn search(policy: &Policy<'_>, view: &View, budget: Budget, seed: u64) -> Option<Pieces> {
    let me = view.you?;
    let mut numbers = Numbers::new(seed);
    let solved = budget
        .ending
        .and_then(|ending| ending::lay(policy, view, ending, &mut numbers));
    if solved.is_some() {
        return solved;
    }
    let worlds = Worlds::of(view)?;
    let mut valued = Valued::default();
    let (_, line) = worlds.draw(&mut numbers)?;
    policy.value(&line, me, &mut valued);
    let mut choices = best_choices(&valued);
    if choices.len() == 1 {
        return Some(choices[0].play);
    }
    let draws = Draws {
        most: budget.drawn,
        enough: None,
        valued: u64::MAX,
        lines: budget.drawn,
    };
    let lines = likely_lines(policy, &worlds, view, draws, &mut numbers);
    let rounds = choices.len().next_power_of_two().ilog2().max(1);
    let (mut next, mut kept) = (0, Kept::default());
    while choices.len() > 1 && !lines.is_empty() {
        let count = u32::try_from(choices.len()).unwrap_or(u32::MAX);
        for _ in 0..(budget.lines / rounds / count).max(1) {
            let (_, line) = &lines[next % lines.len()];
            next += 1;
            // All choices meet the same luck, so that only the choice makes a difference.
            let luck = numbers.next();
            for choice in &mut choices {
                let (mut line, mut numbers) = (*line, Numbers::new(luck));
                let end = play_on(
                    policy,
                    &mut line,
                    me,
                    choice.play,
                    budget.depth,
                    &mut numbers,
                    &mut kept,
                )?;
                choice.sum += i64::from(match end {
                    End::Over => line.value(me),
                    End::Expected(value) => value,
                });
                choice.count += 1;
            }
        }
        choices.sort_by_key(|choice| -choice.mean());
        choices.truncate(choices.len().div_ceil(2));
    }
    choices.first().map(|choice| choice.play)
}

/// What the net values most.
fn best_choices(valued: &Valued) -> Vec<Choice> {
    let choices = valued.plays.iter().zip(&valued.values);
    let mut choices: Vec<Choice> = choices
        .map(|(&play, &value)| Choice {
            play,
            sum: i64::from(value) * NET_COUNTS,
            count: NET_COUNTS,
        })
        .collect();
    choices.sort_by_key(|choice| -choice.sum);
    choices.truncate(MOST_CHOICES);
    choices
}

/// How worlds become lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draws {
    /// The most worlds that are drawn.
    pub most: u32,
    /// Drawn are no more when those that there are say as much as so many that are equally likely (their effective sample size).
    pub enough: Option<u32>,
    /// Nor when so many plays were valued to know how likely they are: where hands have many plays, that takes longest.
    pub valued: u64,
    /// How many lines there are.
    pub lines: u32,
}

/// So often it is looked whether enough worlds are drawn.
const ROUND: u32 = 64;

/// Lines at the decision of the seat, each world as often as it is likely that the others have laid so, with the number of its draw.
pub(super) fn likely_lines(
    policy: &Policy<'_>,
    worlds: &Worlds<'_>,
    view: &View,
    draws: Draws,
    numbers: &mut Numbers,
) -> Vec<(u32, Line)> {
    let mut lines = Vec::new();
    let mut valued = Valued::default();
    let (mut all, mut squares) = (0.0, 0.0);
    for draw in 0..draws.most {
        let say = |enough: u32| all > 0.0 && all * all >= f64::from(enough) * squares;
        let is_over = draws.enough.is_some_and(say) || valued.count >= draws.valued;
        if draw % ROUND == 0 && is_over {
            break;
        }
        if let Some((world, line)) = worlds.draw(numbers) {
            let likely = policy
                .likelihood(view, &world, worlds.me(), &mut valued)
                .unwrap_or_default();
            (all, squares) = (all + likely, squares + likely * likely);
            lines.push(((draw, line), likely));
        }
    }
    let step = all / f64::from(draws.lines.max(1));
    let mut likely_lines = Vec::with_capacity(draws.lines as usize);
    // Those on which the steps of one walk over all fall.
    let (mut walked, mut due) = (0.0, step / 2.0);
    for (line, likely) in lines {
        walked += likely;
        while due < walked && likely_lines.len() < draws.lines as usize {
            likely_lines.push(line);
            due += step;
        }
    }
    // Neighbours are often the same world, so they are mixed.
    numbers.shuffle(&mut likely_lines);
    likely_lines
}

/// Where a line that was played on ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The match is over.
    Over,
    /// At a decision of the seat that is expected to be worth so much.
    Expected(i32),
}

/// What the plays of others are worth in the trick in which lines of one world begin. Many lines meet the same: what others know there depends
/// on the choice only as far as they see it.
#[derive(Debug, Default)]
pub(super) struct Replies(Vec<(Sight, Valued)>);

impl Replies {
    fn of(&mut self, policy: &Policy<'_>, line: &Line, seat: Seat) -> &mut Valued {
        let sight = line.sight(seat);
        let known = self.0.iter().position(|(known, _)| *known == sight);
        let index = known.unwrap_or_else(|| {
            let mut valued = Valued::default();
            policy.value(line, seat, &mut valued);
            self.0.push((sight, valued));
            self.0.len() - 1
        });
        &mut self.0[index].1
    }
}

/// What is kept from line to line.
#[derive(Debug, Default)]
pub(super) struct Kept {
    valued: Valued,
    /// Those of the world in which the line is; none if there are too few lines of a world for them to be of use.
    pub replies: Option<Replies>,
}

/// Lays a choice in one world and plays on, with the plays of others drawn, until the match is over, or until the seat has had so many more
/// decisions: then what the next one is expected to be worth.
pub(super) fn play_on(
    policy: &Policy<'_>,
    line: &mut Line,
    me: Seat,
    choice: Pieces,
    depth: u32,
    numbers: &mut Numbers,
    kept: &mut Kept,
) -> Option<End> {
    let Kept { valued, replies } = kept;
    let first = line.game().trick();
    line.lay(me, choice).ok()?;
    let mut left = depth;
    while let Some(seat) = line.asks() {
        if seat == me && left == 0 {
            policy.value(line, seat, valued);
            return Some(End::Expected(valued.most()));
        }
        let play = if let Some(replies) = replies
            && line.game().trick() == first
        {
            replies.of(policy, line, seat).draw(numbers)
        } else {
            line.plays(seat, &mut valued.plays);
            if let [only] = valued.plays[..] {
                // As many numbers are drawn as where there is a choice, so that the luck of later decisions does not depend on it.
                let _ = (seat != me).then(|| numbers.next());
                only
            } else {
                policy.value_plays(line, seat, valued);
                if seat == me {
                    valued.best()
                } else {
                    valued.draw(numbers)
                }
            }
        };
        left -= u32::from(seat == me);
        line.lay(seat, play).ok()?;
    }
    Some(End::Over)
}

/// The share of the win in a match that is over, in parts of [`WIN`].
pub(super) fn share(line: &Line, me: Seat) -> i32 {
    let winners = line.game().winners();
    let count = winners.values().filter(|&&won| won).count();
    match i32::try_from(count) {
        Ok(count) if winners[me] && count > 0 => WIN / count,
        _ => 0,
    }
}
