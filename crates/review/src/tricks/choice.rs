//! What choices are worth, and when a loss has a name.

use giog_bots::levels::{Appraisal, Appraised, WIN, standard_error};

use super::Choice;
use crate::calibration::Map;
use crate::verdict::named;
use crate::{Verdict, WHOLE};

/// A loss has a name only if it is so many standard errors: by chance alone one of a thousand is.
const ERRORS: i32 = 3;

/// What a choice loses, with its standard error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The index of the choice that looks best.
    pub best: usize,
    pub lost: i32,
    pub error: i32,
}

impl Loss {
    /// What to call it.
    pub fn verdict(self) -> Verdict {
        if self.lost < ERRORS * self.error {
            Verdict::Good
        } else {
            named(self.lost)
        }
    }
}

/// All choices, the best first.
pub fn choices(appraisal: &Appraisal, map: &Map) -> Vec<Choice> {
    let choices = appraisal.choices.iter().map(|choice| {
        let shares = choice.shares.iter().copied();
        Choice {
            play: choice.play,
            share: share(choice, map),
            error: map.error(
                mean(shares.clone()),
                error(appraisal.draws.iter().copied().zip(shares)),
            ),
        }
    });
    let mut choices: Vec<Choice> = choices.collect();
    choices.sort_by_key(|choice| -choice.share);
    choices
}

/// What the choice with this index loses. The best choice is the one that is best in the worlds of every other draw, and its difference is counted
/// in the rest: what is best of many by chance alone does not count.
pub fn loss(appraisal: &Appraisal, mine: usize, map: &Map) -> Loss {
    let Appraisal { choices, draws } = appraisal;
    let part = |choice: &Appraised, of: u32| -> Vec<(u32, i32)> {
        let lines = draws.iter().copied().zip(choice.shares.iter().copied());
        lines.filter(|(draw, _)| draw % 2 == of).collect()
    };
    let mean = |lines: &[(u32, i32)]| mean(lines.iter().map(|&(_, share)| share));
    let chosen_by = choices.iter().map(|choice| mean(&part(choice, 0)));
    let best = chosen_by
        .enumerate()
        .max_by_key(|&(index, share)| (share, index == mine))
        .map_or(mine, |(index, _)| index);
    let better = best;
    let (mut best, mut mine) = (part(&choices[best], 1), part(&choices[mine], 1));
    // Only lines that both have met.
    let lines = best.len().min(mine.len());
    best.truncate(lines);
    mine.truncate(lines);
    let differences = best.iter().zip(&mine);
    let error = error(differences.map(|(&(draw, best), &(_, mine))| (draw, best - mine)));
    let (best, mine) = (mean(&best), mean(&mine));
    let lost = (map.share(best) - map.share(mine)).max(0);
    Loss {
        best: better,
        lost,
        // As much as the map is steep between them.
        error: match best - mine {
            predicted @ 1.. => (error * lost / predicted).max(1),
            _ => map.error(mine, error),
        },
    }
}

/// What a choice wins more than one that the policy draws, which draws each with such a chance, and wins such a share with it.
pub fn gained(choices: impl IntoIterator<Item = (u32, i32)>, mine: i32) -> i32 {
    let (mut all, mut drawn) = (0, 0);
    for (chance, share) in choices {
        let chance = i64::from(chance);
        all += chance;
        drawn += chance * i64::from(share);
    }
    mine - i32::try_from(drawn / all.max(1)).unwrap_or_default()
}

/// The share of the win that a choice leads to.
pub fn share(choice: &Appraised, map: &Map) -> i32 {
    map.share(mean(choice.shares.iter().copied()))
}

/// The mean of these parts of [`WIN`], as a share.
fn mean(shares: impl Iterator<Item = i32>) -> i32 {
    let (mut count, mut sum) = (0, 0);
    for share in shares {
        (count, sum) = (count + 1, sum + i64::from(share));
    }
    let mean = sum * i64::from(WHOLE) / (count.max(1) * i64::from(WIN));
    i32::try_from(mean).unwrap_or_default()
}

/// The standard error of that mean, where each is in a line with a world of such a draw.
fn error(shares: impl Iterator<Item = (u32, i32)>) -> i32 {
    let error = standard_error(shares).and_then(|error| i32::try_from(error).ok());
    error.unwrap_or(WHOLE).min(WHOLE)
}

#[cfg(test)]
mod tests {
    use giog_rules::Pieces;

    use super::*;
    use crate::calibration::KNOTS;

    /// The map that leaves all as it is.
    fn same() -> Map {
        Map::new(KNOTS).expect("it rises")
    }

    /// A choice that wins in these of a hundred lines.
    fn won(lines: impl Fn(usize) -> bool) -> Appraised {
        let shares = (0..400).map(|line| if lines(line) { WIN } else { 0 });
        Appraised {
            play: Pieces::EMPTY,
            chance: 1,
            shares: shares.collect(),
        }
    }

    /// These choices, where each draw has so many lines.
    fn of<const N: usize>(choices: [Appraised; N], lines: u32) -> Appraisal {
        Appraisal {
            choices: choices.into(),
            draws: (0..400).map(|line| line / lines).collect(),
        }
    }

    #[test]
    fn a_share_is_of_ten_thousand_and_its_error_is_that_of_a_mean() {
        let [choice] = choices(&of([won(|line| line % 4 == 0)], 1), &same())[..] else {
            panic!("one choice");
        };
        assert_eq!(choice.share, 2_500);
        // The root of 0.25 x 0.75 / 399, rounded up.
        assert_eq!(choice.error, 217);
        // Where four lines have one world, all or none of them are won.
        let [choice] = choices(&of([won(|line| line % 16 < 4)], 4), &same())[..] else {
            panic!("one choice");
        };
        assert_eq!((choice.share, choice.error), (2_500, 436));
    }

    #[test]
    fn a_loss_has_a_name_where_it_is_more_than_chance() {
        let always =
            |from: usize, to: usize| won(move |line| line % 100 >= from && line % 100 < to);
        let lost = |mine: Appraised, best: Appraised| loss(&of([mine, best], 1), 0, &same());
        // The same lines are won, and some more.
        for (more, verdict) in [
            (0, Verdict::Good),
            (8, Verdict::Mistake),
            (20, Verdict::Blunder),
        ] {
            let found = lost(always(0, 40), always(0, 40 + more));
            assert_eq!(found.verdict(), verdict, "{found:?}");
        }
        // As many others are won: a difference of nothing with a great error.
        let found = lost(always(0, 40), always(60, 100));
        assert_eq!((found.lost, found.verdict()), (0, Verdict::Good));
        let names = |lost: i32, error: i32| {
            Loss {
                best: 0,
                lost,
                error,
            }
            .verdict()
        };
        assert_eq!(names(250, 80), Verdict::Inaccuracy);
        assert_eq!(names(250, 90), Verdict::Good);
        assert_eq!(names(199, 10), Verdict::Good);
    }

    #[test]
    fn what_is_best_of_many_by_chance_is_no_loss() {
        // One wins a few lines more, all of them among those by which the best is chosen.
        let lucky = won(|line| line % 5 == 0 || line % 40 == 2);
        let found = loss(&of([won(|line| line % 5 == 0), lucky], 1), 0, &same());
        assert_eq!(found.lost, 0);
        // A world that many lines have is on one side.
        let lucky = won(|line| line % 5 == 0 || (40..80).contains(&line));
        let found = loss(&of([won(|line| line % 5 == 0), lucky], 40), 0, &same());
        assert_eq!(found.verdict(), Verdict::Good, "{found:?}");
    }

    #[test]
    fn a_loss_is_that_of_what_shares_mean() {
        let half = KNOTS.map(|knot| if knot == WHOLE { WHOLE } else { knot / 2 });
        let half = Map::new(half).expect("it rises");
        let both = [won(|line| line % 100 < 40), won(|line| line % 100 < 60)];
        let both = of(both, 1);
        let (all, less) = (loss(&both, 0, &same()), loss(&both, 0, &half));
        assert_eq!((all.lost, less.lost), (2_000, 1_000));
        assert_eq!(less.error, all.error / 2);
        let shares = [0, 1].map(|index| share(&both.choices[index], &half));
        assert_eq!(gained([(1, shares[0]), (1, shares[1])], shares[1]), 500);
    }

    #[test]
    fn choices_of_different_lengths_are_compared_where_both_were_played() {
        let mut short = won(|line| line % 100 < 40);
        short.shares.truncate(200);
        let mut long = won(|line| line % 100 < 40);
        long.shares[200..].fill(WIN);
        assert_eq!(loss(&of([short, long], 1), 0, &same()).lost, 0);
    }
}
