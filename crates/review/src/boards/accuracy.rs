//! How accurate moves are: a number of a match that says how little they lost.

use crate::WHOLE;

/// Losses of whole points, from none to all.
const POINTS: usize = 101;
/// Ten-thousandths of a win in a point.
const POINT: i32 = 100;
/// What is left of the exponential with each point, in billionths: e to the power of -0.04354.
const LEFT: i64 = 957_394_259;
/// The formula's factor and what is subtracted, in ten-thousandths of a hundredth.
const FACTOR: i64 = 1_031_668;
const LESS: i64 = 31_669;

/// For each loss in points how accurate the move is: 103.1668 e^(-0.04354 loss) - 3.1669 of a hundred, between 0 and 100.
const ACCURACY: [i32; POINTS] = accuracies();

const fn accuracies() -> [i32; POINTS] {
    const ONE: i64 = 1_000_000_000;
    let mut all = [0; POINTS];
    let (mut left, mut point) = (ONE, 0);
    while point < POINTS {
        let accuracy = (FACTOR * left / ONE - LESS) / 100;
        #[expect(clippy::cast_possible_truncation, reason = "at most WHOLE")]
        let accuracy = accuracy as i32;
        all[point] = if accuracy < 0 {
            0
        } else if accuracy > WHOLE {
            WHOLE
        } else {
            accuracy
        };
        left = left * LEFT / ONE;
        point += 1;
    }
    // What loses nothing is accurate, though the constants are rounded.
    all[0] = WHOLE;
    all
}

/// The mean accuracy of moves that lost so much, in ten-thousandths; that of no moves is 10,000.
pub fn accuracy(lost: impl Iterator<Item = i32>) -> i32 {
    let (mut sum, mut count) = (0_i64, 0_i64);
    for lost in lost {
        sum += i64::from(of_move(lost));
        count += 1;
    }
    match count {
        0 => WHOLE,
        _ => i32::try_from(sum / count).unwrap_or(WHOLE),
    }
}

/// That of a move; between whole points lie straight lines.
fn of_move(lost: i32) -> i32 {
    let lost = lost.clamp(0, WHOLE);
    let (point, rest) = (lost / POINT, lost % POINT);
    let at = |point: i32| ACCURACY[usize::try_from(point).unwrap_or(0).min(POINTS - 1)];
    at(point) + (at(point + 1) - at(point)) * rest / POINT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accuracy_is_the_formula_in_whole_numbers() {
        assert!(ACCURACY.is_sorted_by(|more, less| more >= less));
        for lost in 0..=WHOLE {
            let points = f64::from(lost) / f64::from(POINT);
            let exact = (103.166_8 * (-0.043_54 * points).exp() - 3.166_9).clamp(0.0, 100.0);
            let off = (exact - f64::from(of_move(lost)) / 100.0).abs();
            assert!(off < 0.05, "{lost}: {exact} {}", of_move(lost));
        }
    }

    #[test]
    fn the_accuracy_of_a_match_is_the_mean_of_its_moves() {
        assert_eq!(accuracy([].into_iter()), WHOLE);
        assert_eq!(accuracy([0, 0].into_iter()), WHOLE);
        assert_eq!(
            accuracy([0, 1_000].into_iter()),
            i32::midpoint(WHOLE, of_move(1_000))
        );
        assert_eq!(accuracy([WHOLE].into_iter()), of_move(WHOLE));
    }
}
