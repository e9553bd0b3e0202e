//! Search: a play is worth what it leads to in worlds that are likely after what the others have laid.

use std::collections::HashMap;

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
    let lines = likely_lines(policy, &worlds, view, budget.drawn, &mut numbers);
    let rounds = choices.len().next_power_of_two().ilog2().max(1);
    let (mut next, mut kept) = (0, Kept::default());
    while choices.len() > 1 && !lines.is_empty() {
        let count = u32::try_from(choices.len()).unwrap_or(u32::MAX);
        for _ in 0..(budget.lines / rounds / count).max(1) {
            let line = &lines[next % lines.len()];
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

/// As many lines at the decision of the seat as worlds are drawn, each world as often as it is likely that the others have laid so. How often hands
/// are dealt of which so much was shown counts in reviews alone (`population.rs`; docs/BOTS.md says why).
fn likely_lines(
    policy: &Policy<'_>,
    worlds: &Worlds<'_>,
    view: &View,
    drawn: u32,
    numbers: &mut Numbers,
) -> Vec<Line> {
    let (mut lines, mut all) = (Vec::new(), 0.0);
    let mut valued = Valued::default();
    let others = |seat| seat != worlds.me();
    for _ in 0..drawn {
        if let Some((world, line)) = worlds.draw(numbers) {
            let likely = policy
                .likelihood(view, &world, others, &mut valued)
                .unwrap_or_default();
            all += likely;
            lines.push((line, likely));
        }
    }
    let step = all / f64::from(drawn.max(1));
    let mut likely_lines = Vec::with_capacity(drawn as usize);
    // Those on which the steps of one walk over all fall.
    let (mut walked, mut due) = (0.0, step / 2.0);
    for (line, likely) in lines {
        walked += likely;
        while due < walked && likely_lines.len() < drawn as usize {
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

/// So much of what others are worth is kept.
const MOST_REPLIES: usize = 16_384;

/// What the plays of others are worth in the trick in which all lines begin. Many lines meet the same: what others know there depends on the
/// choice only as far as they see it, and on a world only as far as it is their own hand.
#[derive(Debug, Default)]
struct Replies(HashMap<Sight, Valued>);

/// What is kept from line to line.
#[derive(Debug, Default)]
pub(super) struct Kept {
    valued: Valued,
    /// None if there are too few lines for them to be of use.
    replies: Option<Replies>,
}

impl Kept {
    /// Keeps what others are worth in the first trick, too.
    pub fn with_replies() -> Self {
        Self {
            replies: Some(Replies::default()),
            ..Self::default()
        }
    }

    /// How many plays were valued so far.
    pub const fn valued(&self) -> u64 {
        self.valued.count
    }

    /// A play that is drawn for another seat in the first trick.
    fn reply(
        &mut self,
        policy: &Policy<'_>,
        line: &Line,
        seat: Seat,
        numbers: &mut Numbers,
    ) -> Option<Pieces> {
        let Replies(known) = self.replies.as_mut()?;
        let sight = line.sight(seat);
        if let Some(valued) = known.get_mut(&sight) {
            return Some(valued.draw(numbers));
        }
        policy.value(line, seat, &mut self.valued);
        if known.len() < MOST_REPLIES {
            known.insert(sight, self.valued.clone());
        }
        Some(self.valued.draw(numbers))
    }
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
    let first = line.game().trick();
    line.lay(me, choice).ok()?;
    let mut left = depth;
    while let Some(seat) = line.asks() {
        if seat == me && left == 0 {
            policy.value(line, seat, &mut kept.valued);
            return Some(End::Expected(kept.valued.most()));
        }
        let reply = (line.game().trick() == first)
            .then(|| kept.reply(policy, line, seat, numbers))
            .flatten();
        let valued = &mut kept.valued;
        let play = if let Some(reply) = reply {
            reply
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
