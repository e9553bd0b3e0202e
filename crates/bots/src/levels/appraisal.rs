//! Appraisal: what the choices of a decision win. All choices meet the same worlds and the same luck, and each line is played to the
//! end of the match, so that differences and their errors can be counted.

use giog_rules::tricks::View;
use giog_rules::{Pieces, Seat};

use super::line::Line;
use super::net::WIN;
use super::policy::{Policy, Valued};
use super::population::likely_lines;
use super::search::{Kept, play_on, share};
use super::worlds::{World, Worlds};
use crate::boards::Numbers;

/// A win, in what errors are told in.
const WHOLE: i128 = 10_000;
/// In such parts of a [`WIN`] is told how much a mean changes.
const FINER: i128 = 1 << 10;
/// So many times it is looked, in the usual lines, whether a choice is played on further.
const LOOKS: usize = 8;
/// So many times the usual lines a choice is played on, at most, where its error is not small enough.
const MORE: usize = 2;
/// For each of the usual lines at most so many plays are valued to play on, from a fourth of the lines on: what it takes is bounded where hands have
/// many plays.
const VALUED: u64 = 3_072;

/// How much an appraisal does; never how long it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How many lines there are, and worlds for them.
    pub lines: u32,
    /// The most choices: the one that was laid, and those that the net values most.
    pub choices: usize,
    /// From a fourth of the lines on, a choice is played on no further when its standard error is at most so many ten-thousandths of a win; but
    /// where another one than what was laid looks best, these two are played on all lines. Where it is larger after all lines, they are played
    /// once more, with another luck. There are no more when so many plays were valued to play on as a review may. With 0 each choice is played
    /// on each line once.
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
    let me = view.you?;
    let mut numbers = Numbers::new(seed);
    let lines = likely_lines(policy, view, effort.lines, &mut numbers)?;
    let draws = lines.iter().map(|&(draw, _)| draw).cycle();
    let draws = draws.take(effort.most()).collect();
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
    let draws = (0..).take(effort.most()).collect();
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
    let mut kept = Kept::with_replies();
    let mut open = vec![true; choices.len()];
    let usual = effort.lines as usize;
    let look_after = usual.div_ceil(LOOKS).max(1);
    let cycle = lines.iter().cycle().take(effort.most());
    for (number, &(_, line)) in cycle.enumerate() {
        if number >= usual / 4 && number % look_after == 0 {
            let is_more = number >= usual;
            close(&mut open, &choices, &draws, laid, effort.error, is_more);
        }
        let is_over = effort.error > 0
            && number >= usual / 4
            && kept.valued() >= u64::from(effort.lines) * VALUED;
        if is_over || !open.contains(&true) {
            break;
        }
        let luck = numbers.next();
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
    }
    Some(Appraisal { choices, draws })
}

/// Closes the choices that are known well enough; those that are compared only when it is played more than all lines once, and both together.
fn close(
    open: &mut [bool],
    choices: &[Appraised],
    draws: &[u32],
    laid: Pieces,
    error: u32,
    is_more: bool,
) {
    let best = choices.iter().max_by_key(|choice| choice.mean());
    let best = best.map_or(laid, |choice| choice.play);
    let is_compared =
        |choice: &Appraised| best != laid && (choice.play == best || choice.play == laid);
    let compared = choices
        .iter()
        .zip(&*open)
        .filter(|(choice, open)| **open && is_compared(choice));
    let stay = !is_more || !{ compared }.all(|(choice, _)| choice.is_known(draws, error));
    for (open, choice) in open.iter_mut().zip(choices).filter(|(open, _)| **open) {
        *open = if is_compared(choice) {
            stay
        } else {
            !choice.is_known(draws, error)
        };
    }
}

impl Effort {
    /// How many lines each choice is played on, at most.
    const fn most(self) -> usize {
        let usual = self.lines as usize;
        if self.error == 0 {
            usual
        } else {
            usual.saturating_mul(MORE)
        }
    }
}

impl Appraised {
    /// The mean of its shares so far, in parts of [`WIN`].
    fn mean(&self) -> i64 {
        let sum: i64 = self.shares.iter().copied().map(i64::from).sum();
        sum / i64::try_from(self.shares.len()).unwrap_or(i64::MAX).max(1)
    }

    /// Whether its standard error is at most so many ten-thousandths of a win; also as if each line had a world of its own, with one line more that
    /// is won and one that is lost: that all were alike so far makes nothing certain.
    fn is_known(&self, draws: &[u32], error: u32) -> bool {
        let (mut count, mut sum, mut squares) = (2, i128::from(WIN), i128::from(WIN).pow(2));
        for share in self.shares.iter().copied().map(i128::from) {
            count += 1;
            sum += share;
            squares += share * share;
        }
        // The variance of the mean is this by the square of the count and by the count less one.
        let spread = squares * count - sum * sum;
        let most = i128::from(error) * i128::from(WIN);
        let lines = draws.iter().copied().zip(self.shares.iter().copied());
        spread * WHOLE.pow(2) <= most * most * count * count * (count - 1)
            && standard_error(lines).is_some_and(|told| told <= error)
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

    /// Each line has a world of its own.
    fn own_draws() -> Vec<u32> {
        (0..2_000).collect()
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
            (0, 10_000, 0, false),
        ] {
            let choice = won(Piece::RedGeneral, wins, lines);
            let draws: Vec<u32> = (0..).take(lines).collect();
            assert_eq!(choice.is_known(&draws, error), known, "{wins} of {lines}");
        }
        // Where lines share worlds, it is not known so soon.
        let draws: Vec<u32> = (0..1_900).map(|line| line / 4).collect();
        assert!(!won(Piece::RedGeneral, 475, 1_900).is_known(&draws, 100));
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
        let open = |laid, is_more| {
            let mut open = [true; 3];
            close(
                &mut open,
                &choices,
                &own_draws(),
                Pieces::one(laid),
                200,
                is_more,
            );
            open
        };
        assert_eq!(open(laid, false), [true, true, false]);
        assert_eq!(open(laid, true), [false; 3]);
        assert_eq!(open(best, false), [false; 3]);
        let mut closed = [true, false, true];
        close(
            &mut closed,
            &choices,
            &own_draws(),
            Pieces::one(laid),
            0,
            false,
        );
        assert_eq!(closed, [true, false, true]);
    }
}
