//! What evaluations predict, before it is measured what that means.

use giog_bots::appraisal::{Likely, Worth};

use crate::{KNOTS, WHOLE};

/// The evaluation, in hundredths of a soldier, at which the odds are e to 1.
const UNIT: i64 = 250;
/// For each of the [`KNOTS`] the logarithm of its odds, in thousandths; at the ends those of 1 to 9,999.
const LOG_ODDS: [i64; KNOTS.len()] = [
    -9_210, -4_595, -3_476, -2_944, -2_197, -1_735, -1_386, -1_099, -847, -619, -405, -201, 0, 201,
    405, 619, 847, 1_099, 1_386, 1_735, 2_197, 2_944, 3_476, 4_595, 9_210,
];
/// What a search finds for sure is not certain among players who may not find it.
const SUREST: i32 = 50;

/// The predicted share of the win, in ten-thousandths: the mean of what chance decides among.
pub fn predicted(all: &[Likely]) -> i32 {
    let (mut sum, mut weights) = (0, 0);
    for one in all {
        sum += i64::from(one.weight) * i64::from(predicted_of(one.worth));
        weights += i64::from(one.weight);
    }
    i32::try_from(sum / weights.max(1)).unwrap_or(WHOLE)
}

fn predicted_of(worth: Worth) -> i32 {
    let score = match worth {
        Worth::Won => return WHOLE,
        Worth::Drawn => return WHOLE / 2,
        Worth::Lost => return 0,
        Worth::Score(score) => score,
    };
    let odds = i64::from(score) * 1_000 / UNIT;
    let odds = odds.clamp(LOG_ODDS[0], LOG_ODDS[LOG_ODDS.len() - 1]);
    let above = LOG_ODDS.partition_point(|&knot| knot < odds).max(1);
    let (from, to) = (LOG_ODDS[above - 1], LOG_ODDS[above]);
    let (low, high) = (i64::from(KNOTS[above - 1]), i64::from(KNOTS[above]));
    let share = low + (high - low) * (odds - from) / (to - from);
    let share = i32::try_from(share).unwrap_or(WHOLE / 2);
    share.clamp(SUREST, WHOLE - SUREST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_is_better_and_both_sides_share_a_whole_win() {
        let mut before = 0;
        for score in -30_000..=30_000 {
            let share = predicted_of(Worth::Score(score));
            assert!(share >= before, "{score}");
            let other = predicted_of(Worth::Score(-score));
            assert!((share + other - WHOLE).abs() <= 1, "{score}");
            before = share;
        }
        assert_eq!(predicted_of(Worth::Score(0)), WHOLE / 2);
        assert_eq!(predicted_of(Worth::Score(30_000)), WHOLE - SUREST);
        for (worth, share) in [
            (Worth::Won, WHOLE),
            (Worth::Drawn, WHOLE / 2),
            (Worth::Lost, 0),
        ] {
            assert_eq!(predicted(&[Likely::sure(worth)]), share);
        }
    }

    #[test]
    fn what_chance_decides_among_counts_as_often_as_it_comes() {
        let likely = |weight, worth| Likely { weight, worth };
        let all = [
            likely(3, Worth::Won),
            likely(4, Worth::Score(0)),
            likely(1, Worth::Lost),
        ];
        assert_eq!(predicted(&all), 6_250);
        assert_eq!(predicted(&[]), 0);
    }

    #[test]
    fn log_odds_are_those_of_the_knots() {
        for (knot, odds) in KNOTS.into_iter().zip(LOG_ODDS) {
            let share = f64::from(knot.clamp(1, WHOLE - 1)) / f64::from(WHOLE);
            let exact = 1_000.0 * (share / (1.0 - share)).ln();
            #[expect(clippy::cast_precision_loss, reason = "small numbers")]
            let off = (exact - odds as f64).abs();
            assert!(off < 1.0, "{knot}: {exact}");
        }
    }
}
