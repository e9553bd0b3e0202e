//! Appraisal: what the choices of a decision win. Unlike in a search, which drops what looks worse, all choices meet the same worlds and the
//! same luck, and each line is played to the end of the match, so that differences and their errors can be counted.

use std::mem;

use giog_rules::tricks::View;
use giog_rules::{Pieces, Seat};

use super::line::Line;
use super::policy::{Policy, Valued};
use super::search::{Kept, Replies, likely_lines, play_on, share};
use super::worlds::{World, Worlds};
use crate::boards::Numbers;

/// How much an appraisal does; never how long it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How many worlds are drawn.
    pub drawn: u32,
    /// How many lines each choice is played on.
    pub lines: u32,
    /// The most choices: the one that was laid, and those that the net values most.
    pub choices: usize,
}

/// A choice, and what it wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Appraised {
    /// The play.
    pub play: Pieces,
    /// How likely the net's policy is to lay it, in parts of [`WEIGHT`](super::WEIGHT); of all plays together, these are some.
    pub chance: u32,
    /// The share of the win in each line, in parts of [`WIN`](super::WIN). Lines with the same index have the same world and the same luck.
    pub shares: Vec<i32>,
}

/// What the choices of a seat win as far as it can know: over worlds that fit its view, each as often as it is likely that the others have laid
/// so. None if the seat has nothing to lay.
pub fn appraise(
    policy: &Policy<'_>,
    view: &View,
    laid: Pieces,
    effort: Effort,
    seed: u64,
) -> Option<Vec<Appraised>> {
    let (me, worlds) = (view.you?, Worlds::of(view)?);
    let mut numbers = Numbers::new(seed);
    let lines = likely_lines(policy, &worlds, view, effort.drawn, &mut numbers);
    play_all(policy, &lines, me, laid, effort, &mut numbers)
}

/// The same with all hands open: in the world that was the true one, so that none is drawn. None if it does not fit the view.
pub fn appraise_openly(
    policy: &Policy<'_>,
    view: &View,
    truth: &World,
    laid: Pieces,
    effort: Effort,
    seed: u64,
) -> Option<Vec<Appraised>> {
    let line = Worlds::of(view)?.line(truth)?;
    let mut numbers = Numbers::new(seed);
    play_all(policy, &[line], view.you?, laid, effort, &mut numbers)
}

fn play_all(
    policy: &Policy<'_>,
    lines: &[Line],
    me: Seat,
    laid: Pieces,
    effort: Effort,
    numbers: &mut Numbers,
) -> Option<Vec<Appraised>> {
    let mut valued = Valued::default();
    // The choices and what the net says of them follow from what the seat knows, which is the same in all lines.
    policy.value(lines.first()?, me, &mut valued);
    let mut choices = choices(&mut valued, laid, effort.choices);
    let mut replies: Vec<Replies> = lines.iter().map(|_| Replies::default()).collect();
    let mut kept = Kept::default();
    let worlds = (0..lines.len()).cycle();
    for world in worlds.take(effort.lines as usize) {
        let luck = numbers.next();
        kept.replies = Some(mem::take(&mut replies[world]));
        for choice in &mut choices {
            let mut line = lines[world];
            play_on(
                policy,
                &mut line,
                me,
                choice.play,
                u32::MAX,
                &mut Numbers::new(luck),
                &mut kept,
            )?;
            choice.shares.push(share(&line, me));
        }
        replies[world] = kept.replies.take().unwrap_or_default();
    }
    Some(choices)
}

/// What the net values most, and what was laid.
fn choices(valued: &mut Valued, laid: Pieces, most: usize) -> Vec<Appraised> {
    let plays = valued.plays.iter().copied().zip(valued.values.clone());
    let mut plays: Vec<(Pieces, i32)> = plays.collect();
    // Equal ones stay in their order, the weakest first.
    plays.sort_by_key(|&(play, value)| (play != laid, -value));
    plays.truncate(most.max(1));
    let choices = plays.into_iter().map(|(play, _)| Appraised {
        play,
        chance: valued.chance(play),
        shares: Vec::new(),
    });
    choices.collect()
}
