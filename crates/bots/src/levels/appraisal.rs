//! Appraisal: what the choices of a decision win. All choices meet the same worlds and the same luck, and each line is played to the
//! end of the match, so that differences and their errors can be counted.

use std::collections::BTreeMap;

use giog_rules::tricks::View;
use giog_rules::{Pieces, Seat};

use super::line::Line;
use super::net::WIN;
use super::policy::{Policy, Valued};
use super::search::{Draws, Kept, Replies, likely_lines, play_on, share};
use super::worlds::{World, Worlds};
use crate::boards::Numbers;

/// A win, in what errors are told in.
const WHOLE: i128 = 10_000;
/// In such parts of a [`WIN`] is told how much a mean changes.
const FINER: i128 = 1 << 10;
/// The most worlds that are drawn for each line: with more of them errors become hardly smaller.
const WORLDS: u32 = 8;
/// For each line at most so many plays are valued to know how likely the worlds are: a review takes about as long to draw as to play.
const VALUED: u64 = 1_024;
/// So often it is looked whether a choice is played on further, in lines.
const ROUND: usize = 64;

/// How much an appraisal does; never how long it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How many worlds are drawn, at most, and at most eight for each line. Drawn are no more when those that there are say as much as worlds
    /// that are equally likely, one for each line, or when to know how likely they are has taken too long, by the plays that were valued.
    pub drawn: u32,
    /// How many lines each choice is played on, at most.
    pub lines: u32,
    /// The most choices: the one that was laid, and those that the net values most.
    pub choices: usize,
    /// From a fourth of the lines on, a choice is played on no further when the standard error of its lines is at most so many
    /// ten-thousandths of a win; but where another one than what was laid looks best, these two are. With 0 all lines are played.
    pub error: u32,
}

/// What the choices of a decision win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Appraisal {
    /// The choices.
    pub choices: Vec<Appraised>,
    /// For each line, from which draw its world is. Where others are likely to have laid as they did in few worlds alone, many lines have the
    /// same one, and what they say is no independent finding.
    pub draws: Vec<u32>,
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

/// The standard error of the mean of such values, each with the draw that it is from, in ten-thousandths of a [`WIN`](super::WIN), rounded up.
/// Draws are numbered from 0; they are independent, values of one draw are not. It is that of the jackknife: how much the mean changes when all
/// values of a draw are left out, so that a draw that most values are from makes the error large. None of fewer than two draws.
pub fn standard_error(values: impl IntoIterator<Item = (u32, i32)>) -> Option<u32> {
    let mut sums: Vec<(i128, i128)> = Vec::new();
    let (mut count, mut sum) = (0, 0);
    for (draw, value) in values {
        let (draw, value) = (draw as usize, i128::from(value));
        sums.resize(sums.len().max(draw + 1), (0, 0));
        let (of_draw, sum_of_draw) = &mut sums[draw];
        (*of_draw, *sum_of_draw) = (*of_draw + 1, *sum_of_draw + value);
        (count, sum) = (count + 1, sum + value);
    }
    sums.retain(|&(of_draw, _)| of_draw > 0);
    let draws = i128::try_from(sums.len()).ok().filter(|&draws| draws > 1)?;
    let changes = sums.iter().map(|&(of_draw, sum_of_draw)| {
        let off = sum_of_draw * count - sum * of_draw;
        let change = off * FINER / (count - of_draw);
        change * change
    });
    let spread = changes.sum::<i128>() / (count * count) * (draws - 1) / draws;
    let variance = spread * WHOLE * WHOLE / (i128::from(WIN) * FINER).pow(2);
    u32::try_from(variance.isqrt() + 1).ok()
}

/// What the choices of a seat win as far as it can know: over worlds that fit its view, each as often as it is likely that the others have laid
/// so. None if the seat has nothing to lay.
pub fn appraise(
    policy: &Policy<'_>,
    view: &View,
    laid: Pieces,
    effort: Effort,
    seed: u64,
) -> Option<Appraisal> {
    let (me, worlds) = (view.you?, Worlds::of(view)?);
    let mut numbers = Numbers::new(seed);
    let draws = Draws {
        most: effort.drawn.min(effort.lines.saturating_mul(WORLDS)),
        enough: Some(effort.lines),
        valued: u64::from(effort.lines) * VALUED,
        lines: effort.lines,
    };
    let lines = likely_lines(policy, &worlds, view, draws, &mut numbers);
    let draws = lines.iter().map(|&(draw, _)| draw).cycle();
    let draws = draws.take(effort.lines as usize).collect();
    play_all(policy, &lines, draws, me, laid, effort, &mut numbers)
}

/// The same with all hands open: in the world that was the true one, so that none is drawn. None if it does not fit the view.
pub fn appraise_openly(
    policy: &Policy<'_>,
    view: &View,
    truth: &World,
    laid: Pieces,
    effort: Effort,
    seed: u64,
) -> Option<Appraisal> {
    let line = Worlds::of(view)?.line(truth)?;
    let mut numbers = Numbers::new(seed);
    // In the one true world lines differ by luck alone, of which each has its own.
    let draws = (0..effort.lines).collect();
    play_all(
        policy,
        &[(0, line)],
        draws,
        view.you?,
        laid,
        effort,
        &mut numbers,
    )
}

/// The choices that an appraisal looks at, with nothing played yet. None if the seat has nothing to lay, or the world does not fit its view.
pub fn candidates(
    policy: &Policy<'_>,
    view: &View,
    truth: &World,
    laid: Pieces,
    most: usize,
) -> Option<Vec<Appraised>> {
    let line = Worlds::of(view)?.line(truth)?;
    Some(choices_in(policy, &line, view.you?, laid, most))
}

/// The choices and what the net says of them follow from what the seat knows, which is the same in all lines.
fn choices_in(
    policy: &Policy<'_>,
    line: &Line,
    me: Seat,
    laid: Pieces,
    most: usize,
) -> Vec<Appraised> {
    let mut valued = Valued::default();
    policy.value(line, me, &mut valued);
    choices(&mut valued, laid, most)
}

fn play_all(
    policy: &Policy<'_>,
    lines: &[(u32, Line)],
    draws: Vec<u32>,
    me: Seat,
    laid: Pieces,
    effort: Effort,
    numbers: &mut Numbers,
) -> Option<Appraisal> {
    let (_, first) = lines.first()?;
    let mut choices = choices_in(policy, first, me, laid, effort.choices);
    // Those of each draw, as all its lines have the same world.
    let mut replies: BTreeMap<u32, Replies> = BTreeMap::new();
    let mut kept = Kept::default();
    let mut open = vec![true; choices.len()];
    let most = effort.lines as usize;
    for (number, &(draw, line)) in lines.iter().cycle().take(most).enumerate() {
        if number >= most / 4 && number % ROUND == 0 {
            close(&mut open, &choices, laid, effort.error);
        }
        if !open.contains(&true) {
            break;
        }
        let luck = numbers.next();
        kept.replies = Some(replies.remove(&draw).unwrap_or_default());
        let choices = choices.iter_mut().zip(&open);
        for (choice, _) in choices.filter(|(_, open)| **open) {
            let mut line = line;
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
        replies.extend(kept.replies.take().map(|replies| (draw, replies)));
    }
    Some(Appraisal { choices, draws })
}

/// Closes the choices that are known well enough.
fn close(open: &mut [bool], choices: &[Appraised], laid: Pieces, error: u32) {
    let best = choices.iter().max_by_key(|choice| choice.mean());
    let best = best.map_or(laid, |choice| choice.play);
    for (open, choice) in open.iter_mut().zip(choices) {
        let is_compared = best != laid && (choice.play == best || choice.play == laid);
        *open &= is_compared || !choice.is_known(error);
    }
}

impl Appraised {
    /// The mean of its shares so far, in parts of [`WIN`].
    fn mean(&self) -> i64 {
        let sum: i64 = self.shares.iter().copied().map(i64::from).sum();
        sum / i64::try_from(self.shares.len()).unwrap_or(i64::MAX).max(1)
    }

    /// Whether the standard error of its lines is at most so many ten-thousandths of a win, as if each had a world of its own: more lines do not
    /// make up for worlds that were not drawn. One line more that is won and one that is lost are counted: that all were alike so far makes
    /// nothing certain.
    fn is_known(&self, error: u32) -> bool {
        let (mut count, mut sum, mut squares) = (2, i128::from(WIN), i128::from(WIN).pow(2));
        for share in self.shares.iter().copied().map(i128::from) {
            count += 1;
            sum += share;
            squares += share * share;
        }
        // The variance of the mean is this by the square of the count and by the count less one.
        let spread = squares * count - sum * sum;
        let most = i128::from(error) * i128::from(WIN);
        spread * WHOLE.pow(2) <= most * most * count * count * (count - 1)
    }
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

#[cfg(test)]
mod tests {
    use giog_rules::Piece;

    use super::*;

    /// A choice that has won so many of so many lines.
    fn won(play: Piece, wins: usize, lines: usize) -> Appraised {
        let share = |line| if line < wins { WIN } else { 0 };
        Appraised {
            play: Pieces::one(play),
            chance: 1,
            shares: (0..lines).map(share).collect(),
        }
    }

    #[test]
    fn a_choice_is_known_when_its_error_is_small_enough() {
        // The root of 0.25 x 0.75 / 1,875 is a hundredth.
        for (wins, lines, error, known) in [
            (475, 1_900, 100, true),
            (450, 1_800, 100, false),
            (450, 1_800, 103, true),
            (0, 64, 151, false),
            (0, 64, 152, true),
            (0, 1_000_000, 0, false),
        ] {
            let choice = won(Piece::RedGeneral, wins, lines);
            assert_eq!(choice.is_known(error), known, "{wins} of {lines}");
        }
    }

    #[test]
    fn lines_of_one_world_are_one_finding() {
        // A world in two is won, whatever happens in it.
        let worlds = |count: u32, lines: u32| {
            (0..count * lines).map(move |line| (line % count, if line % 2 == 0 { WIN } else { 0 }))
        };
        // The root of 0.25 / 99.
        for lines in [1, 2, 20] {
            assert_eq!(standard_error(worlds(100, lines)), Some(503), "{lines}");
        }
        // In each world half of the lines are won: the worlds say the same.
        let alike = (0..400).map(|line| (line / 4, if line % 2 == 0 { WIN } else { 0 }));
        assert_eq!(standard_error(alike), Some(1));
        // A world that two thirds of the lines have, all of them won, and 33 others, of which every other one is won.
        let heavy = (0..99_u32).map(|line| {
            (
                line.saturating_sub(65),
                if line < 66 || line % 2 == 0 { WIN } else { 0 },
            )
        });
        assert!(standard_error(heavy).is_some_and(|error| error > 2_500));
        assert_eq!(standard_error((0..9).map(|_| (3, WIN))), None);
        assert_eq!(standard_error([]), None);
    }

    #[test]
    fn what_was_laid_and_what_looks_better_are_played_on() {
        let (laid, best, third) = (Piece::RedGeneral, Piece::BlackGeneral, Piece::RedSoldier);
        let choices = [
            won(laid, 100, 1_000),
            won(best, 150, 1_000),
            won(third, 50, 1_000),
        ];
        let open = |laid| {
            let mut open = [true; 3];
            close(&mut open, &choices, Pieces::one(laid), 200);
            open
        };
        assert_eq!(open(laid), [true, true, false]);
        assert_eq!(open(best), [false; 3]);
        let mut closed = [true, false, true];
        close(&mut closed, &choices, Pieces::one(laid), 0);
        assert_eq!(closed, [true, false, true]);
    }
}
