//! The strengths of levels that explain best how their matches ended.

use giog_ratings::{Parameters, Rating};

/// The standard error of an anchor in a match, in units.
const SIGMA: f64 = 0.8;
/// Newton's method has long converged after so many steps.
const STEPS: usize = 50;
/// No step is larger, in units.
const LARGEST_STEP: f64 = 5.0;

/// Two seats of a match: the levels there, and what the first one has of the comparison.
#[derive(Clone, Copy, Debug)]
pub struct Compared {
    pub levels: [usize; 2],
    pub score: f64,
}

/// The comparisons of a match in which these levels came to these ranks.
pub fn compared(levels: &[usize], ranks: &[usize]) -> Vec<Compared> {
    let seats = 0..levels.len();
    let pairs = seats.flat_map(|one| (one + 1..levels.len()).map(move |other| (one, other)));
    let pairs = pairs.filter(|&(one, other)| levels[one] != levels[other]);
    let compared = pairs.map(|(one, other)| Compared {
        levels: [levels[one], levels[other]],
        score: match ranks[one].cmp(&ranks[other]) {
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 0.0,
        },
    });
    compared.collect()
}

/// How strong a level is, and how certain that is, in units.
#[derive(Clone, Copy, Debug)]
pub struct Strength {
    pub mu: f64,
    pub error: f64,
}

/// The strengths of this many levels by the model of ratings, the first one that of somebody new: those at which no level expects a rating to
/// change. Comparisons come in groups that are not independent, such as those of one deal; the errors are clustered by group.
pub fn fit(levels: usize, groups: &[Vec<Compared>]) -> Vec<Strength> {
    let unit = unit();
    let mut at = vec![0.0; levels];
    let mut sums = Sums::of(&at, groups, unit);
    for _ in 0..STEPS {
        let step = product(&inverse(&sums.information), &sums.slope);
        for (mu, step) in at.iter_mut().skip(1).zip(step) {
            *mu += step.clamp(-LARGEST_STEP, LARGEST_STEP);
        }
        sums = Sums::of(&at, groups, unit);
    }
    let inverse = inverse(&sums.information);
    let errors = inverse.iter().map(|row| {
        let variance: f64 = (0..row.len())
            .flat_map(|one| (0..row.len()).map(move |other| (one, other)))
            .map(|(one, other)| row[one] * sums.spread[one][other] * row[other])
            .sum();
        variance.max(0.0).sqrt()
    });
    let new = f64::from(i32::try_from(Rating::NEW.mu / 1_000_000).unwrap_or_default());
    let first = Strength {
        mu: new,
        error: 0.0,
    };
    let above = at.iter().skip(1).zip(errors);
    let above = above.map(|(mu, error)| Strength {
        mu: new + mu,
        error,
    });
    std::iter::once(first).chain(above).collect()
}

/// How much stronger a level is than those at all other seats, of whom it wins this share of the matches, each with one winner: the distance at which
/// it expects no change, and its standard error. Against each of them it has won, lost, or is tied behind another one.
pub fn above(seats: u8, share: f64, error: f64) -> Strength {
    let others = f64::from(seats) - 1.0;
    let tied = (others - 1.0) / others / 2.0;
    let score = share + (1.0 - share) * tied;
    let slope = unit() * (1.0 - tied) / (score * (1.0 - score));
    Strength {
        mu: unit() * (score / (1.0 - score)).ln(),
        error: slope * error,
    }
}

/// The distance of two strengths by which the chances of the stronger one grow by the factor e.
fn unit() -> f64 {
    let beta = Parameters::default().beta;
    (2.0 * beta.powi(2) + 2.0 * SIGMA.powi(2)).sqrt()
}

/// What the comparisons say at given strengths, of all levels but the first.
struct Sums {
    slope: Vec<f64>,
    information: Vec<Vec<f64>>,
    /// The sum over groups of the products of their slopes.
    spread: Vec<Vec<f64>>,
}

impl Sums {
    fn of(at: &[f64], groups: &[Vec<Compared>], unit: f64) -> Self {
        let free = at.len() - 1;
        let mut sums = Self {
            slope: vec![0.0; free],
            information: vec![vec![0.0; free]; free],
            spread: vec![vec![0.0; free]; free],
        };
        for group in groups {
            let mut slope = vec![0.0; free];
            for Compared { levels, score } in group {
                let chance = 1.0 / (1.0 + ((at[levels[1]] - at[levels[0]]) / unit).exp());
                let weight = chance * (1.0 - chance) / unit.powi(2);
                for (level, sign) in [(levels[0], 1.0), (levels[1], -1.0)] {
                    let Some(row) = level.checked_sub(1) else {
                        continue;
                    };
                    slope[row] += sign * (score - chance) / unit;
                    for (other, other_sign) in [(levels[0], 1.0), (levels[1], -1.0)] {
                        if let Some(column) = other.checked_sub(1) {
                            sums.information[row][column] += sign * other_sign * weight;
                        }
                    }
                }
            }
            for row in 0..free {
                sums.slope[row] += slope[row];
                for column in 0..free {
                    sums.spread[row][column] += slope[row] * slope[column];
                }
            }
        }
        sums
    }
}

/// Gauss and Jordan's inverse of a small matrix that is positive definite.
fn inverse(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let mut left = matrix.to_vec();
    let unit = |row: usize| (0..size).map(move |column| if row == column { 1.0 } else { 0.0 });
    let mut right: Vec<Vec<f64>> = (0..size).map(|row| unit(row).collect()).collect();
    for pivot in 0..size {
        let by = left[pivot][pivot];
        for column in 0..size {
            left[pivot][column] /= by;
            right[pivot][column] /= by;
        }
        for row in (0..size).filter(|&row| row != pivot) {
            let times = left[row][pivot];
            for column in 0..size {
                left[row][column] -= times * left[pivot][column];
                right[row][column] -= times * right[pivot][column];
            }
        }
    }
    right
}

fn product(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    let row = |row: &Vec<f64>| row.iter().zip(vector).map(|(one, other)| one * other).sum();
    matrix.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use giog_ratings::{Rated, rate};

    use super::*;

    /// Of two levels one wins three quarters: the logistic distance is ln 3.
    #[test]
    fn a_share_of_wins_gives_the_distance_of_two_levels() {
        let match_of = |ranks: &[usize]| compared(&[0, 1], ranks);
        let groups: Vec<_> = (0..400)
            .map(|number| match_of(if number % 4 == 0 { &[1, 2] } else { &[2, 1] }))
            .collect();
        let fitted = fit(2, &groups);
        assert_eq!(fitted[0].mu.to_bits(), 25.0_f64.to_bits());
        let unit = unit();
        assert!((fitted[1].mu - 25.0 - unit * 3.0_f64.ln()).abs() < 1e-9);
        // As of a share of 0.75 in 400 independent matches.
        let expected = unit / (400.0_f64 * 0.75 * 0.25).sqrt();
        assert!((fitted[1].error - expected).abs() < 1e-6, "{fitted:?}");
    }

    /// One wins 29 of 100 matches among three others who are all alike.
    #[test]
    fn a_share_among_three_says_what_the_matches_say() {
        let ranks = |winner: usize| [0, 1, 2, 3].map(|seat| if seat == winner { 1 } else { 2 });
        let groups: Vec<_> = (0..300)
            .map(|number| match number % 100 {
                winner if winner < 29 => compared(&[1, 0, 0, 0], &ranks(0)),
                winner => compared(&[1, 0, 0, 0], &ranks(1 + winner % 3)),
            })
            .collect();
        let fitted = fit(2, &groups);
        let share = above(4, 0.29, (0.29_f64 * 0.71 / 300.0).sqrt());
        assert!((fitted[1].mu - 25.0 - share.mu).abs() < 1e-9, "{fitted:?}");
        assert!((fitted[1].error - share.error).abs() < 1e-6, "{fitted:?}");
    }

    /// Somebody who plays as a level among others, and whose rating is that of the level, expects no change.
    #[test]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "strengths have a few digits"
    )]
    fn at_its_strength_a_level_expects_no_change() {
        let matches: [(&[usize], &[usize]); 4] = [
            (&[0, 1, 2, 1], &[2, 2, 1, 2]),
            (&[1, 0, 2, 0], &[1, 2, 2, 2]),
            (&[2, 0, 1, 2], &[2, 1, 2, 2]),
            (&[2, 0, 1, 0], &[1, 2, 2, 2]),
        ];
        let groups: Vec<_> = matches
            .iter()
            .map(|(levels, ranks)| compared(levels, ranks))
            .collect();
        let fitted = fit(3, &groups);
        let rating = |level: usize| Rating {
            mu: (fitted[level].mu * 1e6).round() as i64,
            sigma: 800_000,
        };
        let mut changes = [0; 3];
        for (levels, ranks) in matches {
            let played: Vec<Rated> = levels
                .iter()
                .zip(ranks)
                .map(|(&level, &rank)| Rated {
                    before: rating(level),
                    idle_days: 0,
                    rank,
                })
                .collect();
            let after = rate(&played, &Parameters::default());
            for (&level, after) in levels.iter().zip(after) {
                changes[level] += after.mu - rating(level).mu;
            }
        }
        assert!(
            changes.iter().all(|change| change.abs() < 20),
            "{changes:?}"
        );
    }
}
