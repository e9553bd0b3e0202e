//! Fits maps from what is predicted to what happens.

use giog_review::{KNOTS, WHOLE};

use crate::part;

/// With smaller steps nothing would change that is shown.
const LEAST_STEP: f64 = 1e-4;
/// How far base, slope and least chance of one game are from those of all, as far as nothing else is known: the standard deviations of their differences.
const APART: [f64; 3] = [0.1, 0.06, 0.002];
/// The chances between which the common shape of all games is a straight line.
const SHAPE: [f64; 17] = [
    0.01, 0.03, 0.06, 0.1, 0.16, 0.23, 0.31, 0.4, 0.5, 0.6, 0.69, 0.77, 0.84, 0.9, 0.94, 0.97, 0.99,
];
/// How much a bend of the shape counts against it: the more, the straighter it is in log odds.
const BEND: f64 = 30.0;

/// The shares at [`KNOTS`].
pub type Row = [i32; KNOTS.len()];

/// Samples with nearly the same prediction.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    pub count: f64,
    /// The mean of what is predicted, as a part of one.
    pub predicted: f64,
    /// How many were won.
    pub won: f64,
}

impl Group {
    fn is_open(&self) -> bool {
        self.predicted > 0.0 && self.predicted < 1.0
    }

    fn likelihood(self, share: f64) -> f64 {
        let share = share.clamp(1e-4, 1.0 - 1e-4);
        self.won * share.ln() + (self.count - self.won) * (1.0 - share).ln()
    }
}

/// The row of a game of which nothing else is known: its likeliest curve.
pub fn alone(groups: &[Group]) -> Row {
    let curve = Curve::of(groups, None);
    row(|predicted| curve.share(predicted))
}

/// The rows of games that are alike. Each has a curve of its own, which is the nearer to that of all the less is known of it; what all have in common
/// beyond that is a shape which chances go through after it.
pub fn together(games: &[Vec<Group>]) -> Vec<Row> {
    let common = Curve::of(&games.concat(), None);
    let curves = games.iter().map(|of| Curve::of(of, Some(common)));
    let curves: Vec<Curve> = curves.collect();
    let after = games.iter().zip(&curves).flat_map(|(groups, curve)| {
        // What is certain stays so, and says nothing of what nearly is.
        let groups = groups.iter().filter(|group| group.is_open());
        groups.map(|&group| Group {
            predicted: curve.share(group.predicted),
            ..group
        })
    });
    let shape = Shape::of(&after.collect::<Vec<Group>>());
    let rows = curves
        .iter()
        .map(|curve| row(|predicted| shape.share(curve.share(predicted))));
    rows.collect()
}

/// What is certain stays so.
fn row(share: impl Fn(f64) -> f64) -> Row {
    KNOTS.map(|knot| match knot {
        0 | WHOLE => knot,
        #[expect(clippy::cast_possible_truncation, reason = "between 0 and WHOLE")]
        _ => (share(part(knot)) * f64::from(WHOLE)).round() as i32,
    })
}

/// The numbers with the largest value that is found from these on, in steps of this width that become smaller; values that are not numbers are none.
fn climbed<const N: usize>(
    mut numbers: [f64; N],
    mut steps: [f64; N],
    value: impl Fn(&[f64; N]) -> f64,
) -> [f64; N] {
    let mut best = value(&numbers);
    while steps[0] > LEAST_STEP {
        let mut is_better = false;
        for (index, step) in steps.into_iter().enumerate() {
            for step in [step, -step] {
                let mut other = numbers;
                other[index] += step;
                let found = value(&other);
                if found > best {
                    (numbers, best, is_better) = (other, found, true);
                }
            }
        }
        if !is_better {
            steps = steps.map(|step| step / 2.0);
        }
    }
    numbers
}

/// The log odds of winning as a line in those that are predicted, between a least and a most chance that are as far from the ends: base and slope of the
/// line, and the least chance.
#[derive(Clone, Copy)]
struct Curve([f64; 3]);

impl Curve {
    /// The likeliest one, or the one that is so for a game that is like others.
    fn of(groups: &[Group], others: Option<Self>) -> Self {
        let start = others.unwrap_or(Self([0.0, 1.0, 0.005]));
        let value = |numbers: &[f64; 3]| {
            let curve = Self(*numbers);
            if !curve.rises() {
                return f64::NAN;
            }
            let likelihood: f64 = groups
                .iter()
                .map(|group| group.likelihood(curve.share(group.predicted)))
                .sum();
            let apart = others.map_or(0.0, |others| {
                let differences = numbers.iter().zip(others.0).zip(APART);
                differences
                    .map(|((of, others), apart)| ((of - others) / apart).powi(2) / 2.0)
                    .sum()
            });
            likelihood - apart
        };
        Self(climbed(start.0, [0.5, 0.5, 0.005], value))
    }

    fn rises(self) -> bool {
        let Self([_, slope, least]) = self;
        slope > 0.0 && (0.0..0.5).contains(&least)
    }

    fn share(self, predicted: f64) -> f64 {
        let Self([base, slope, least]) = self;
        // What seems certain is not more so than some thousand lines can tell.
        let odds = log_odds(predicted.clamp(0.0005, 0.9995));
        least + (1.0 - 2.0 * least) * chance(base + slope * odds)
    }
}

/// What chances mean, as log odds at [`SHAPE`]; between them lie straight lines.
struct Shape([f64; SHAPE.len()]);

impl Shape {
    /// The likeliest one, with few bends.
    fn of(groups: &[Group]) -> Self {
        let value = |odds: &[f64; SHAPE.len()]| {
            if !odds.is_sorted() {
                return f64::NAN;
            }
            let shape = Self(*odds);
            let likelihood: f64 = groups
                .iter()
                .map(|group| group.likelihood(shape.share(group.predicted)))
                .sum();
            let off: Vec<f64> = odds
                .iter()
                .zip(SHAPE)
                .map(|(odds, of)| odds - log_odds(of))
                .collect();
            let bends = off.windows(3).map(|of| of[0] - 2.0 * of[1] + of[2]);
            likelihood - BEND * bends.map(|bend| bend * bend).sum::<f64>()
        };
        Self(climbed(SHAPE.map(log_odds), [0.1; SHAPE.len()], value))
    }

    fn share(&self, predicted: f64) -> f64 {
        let above = SHAPE.partition_point(|&knot| knot < predicted);
        let knot = |index: usize| match index.checked_sub(1) {
            None => (0.0, 0.0),
            Some(index) => SHAPE
                .get(index)
                .map_or((1.0, 1.0), |&knot| (knot, chance(self.0[index]))),
        };
        let ((from, low), (to, high)) = (knot(above), knot(above + 1));
        low + (high - low) * (predicted - from) / (to - from)
    }
}

fn log_odds(chance: f64) -> f64 {
    (chance / (1.0 - chance)).ln()
}

fn chance(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}
