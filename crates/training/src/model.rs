//! The net in fractions, and how it learns: Adam (Kingma & Ba 2015) on squared errors.

use giog_bots::Numbers;
use giog_bots::levels::{BadNet, FIRST, MOST, MOST_WEIGHT, Net, ONE, ROWS, SECOND, WEIGHTS};

use crate::self_play::Samples;

/// Where the parts of the weights begin, in the order of the file.
const FIRST_BASE: usize = ROWS * FIRST;
const SECOND_AT: usize = FIRST_BASE + FIRST;
const SECOND_BASE: usize = SECOND_AT + SECOND * FIRST;
const LAST: usize = SECOND_BASE + SECOND;
const LAST_BASE: usize = LAST + SECOND;

/// How fast means of slopes and of their squares forget.
const SLOPES: f32 = 0.9;
const SQUARES: f32 = 0.999;
/// Keeps what is divided by from being 0.
const TINY: f32 = 1e-8;

/// A net in fractions.
#[derive(Debug)]
pub struct Model {
    weights: Vec<f32>,
    slopes: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
    most: f32,
    most_weight: f32,
}

impl Model {
    /// A net that says of every play that it is worth `fair`, and whose first layers are random.
    pub fn new(fair: f32, numbers: &mut Numbers) -> Self {
        let mut weights = vec![0.0; WEIGHTS];
        let mut spread = |of: &mut [f32], width: f32| {
            for weight in of {
                #[expect(clippy::cast_precision_loss, reason = "24 bits")]
                let part = (numbers.next() >> 40) as f32 / 16_777_216.0;
                *weight = (2.0 * part - 1.0) * width;
            }
        };
        spread(&mut weights[..FIRST_BASE], 0.12);
        spread(&mut weights[FIRST_BASE..SECOND_AT], 0.5);
        spread(&mut weights[SECOND_AT..SECOND_BASE], 0.2);
        spread(&mut weights[SECOND_BASE..LAST], 0.3);
        spread(&mut weights[LAST..LAST_BASE], 0.1);
        weights[LAST_BASE] = fair;
        Self::of(weights)
    }

    /// The model that a net was made of, as far as its whole numbers tell.
    pub fn of_net(net: &Net) -> Self {
        let bytes = net.to_bytes();
        let numbers = bytes[bytes.len() - 2 * WEIGHTS..].chunks_exact(2);
        let numbers = numbers.map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        #[expect(clippy::cast_precision_loss, reason = "a small number")]
        let weights = numbers.map(|number| f32::from(number) / ONE as f32);
        Self::of(weights.collect())
    }

    fn of(weights: Vec<f32>) -> Self {
        let none = vec![0.0; WEIGHTS];
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        Self {
            weights,
            slopes: none.clone(),
            mean: none.clone(),
            square: none,
            steps: 0,
            most: MOST as f32 / ONE as f32,
            most_weight: f32::from(MOST_WEIGHT) / ONE as f32,
        }
    }

    /// The net in whole numbers.
    pub fn net(&self) -> Result<Net, BadNet> {
        Net::of(&self.weights)
    }

    /// Learns from these samples in one step of this size; the mean of the squared errors before it.
    pub fn step(&mut self, samples: &Samples, which: &[usize], rate: f32) -> f32 {
        self.slopes.fill(0.0);
        let mut errors = 0.0;
        for &index in which {
            let error = self.add_slopes(samples.rows(index), samples.worths[index]);
            errors += error * error;
        }
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let count = which.len().max(1) as f32;
        self.steps += 1;
        let rate = rate * (1.0 - SQUARES.powi(self.steps)).sqrt() / (1.0 - SLOPES.powi(self.steps));
        let most = self.most_weight;
        let means = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, slope), (mean, square)) in
            self.weights.iter_mut().zip(&self.slopes).zip(means)
        {
            let slope = slope / count;
            *mean += (1.0 - SLOPES) * (slope - *mean);
            *square += (1.0 - SQUARES) * (slope * slope - *square);
            *weight = (*weight - rate * *mean / (square.sqrt() + TINY)).clamp(-most, most);
        }
        errors / count
    }

    /// Adds how the squared error of one sample depends on each weight; the error.
    fn add_slopes(&mut self, rows: &[u16], worth: f32) -> f32 {
        let (weights, slopes) = (&self.weights, &mut self.slopes);
        let mut first = [0.0; FIRST];
        first.copy_from_slice(&weights[FIRST_BASE..SECOND_AT]);
        for &row in rows {
            let row = &weights[usize::from(row) * FIRST..][..FIRST];
            for (sum, weight) in first.iter_mut().zip(row) {
                *sum += weight;
            }
        }
        let most = self.most;
        let units = first.map(|sum: f32| sum.clamp(0.0, most));
        let mut second = [0.0; SECOND];
        for (of, sum) in second.iter_mut().enumerate() {
            let products = weights[SECOND_AT + of * FIRST..][..FIRST]
                .iter()
                .zip(&units);
            *sum = weights[SECOND_BASE + of] + dot(products);
        }
        let mut value = weights[LAST_BASE];
        for (of, sum) in second.iter().enumerate() {
            value += weights[LAST + of] * sum.clamp(0.0, most);
        }
        let error = value - worth;
        slopes[LAST_BASE] += error;
        let mut back = [0.0; FIRST];
        for (of, sum) in second.iter().enumerate() {
            slopes[LAST + of] += error * sum.clamp(0.0, most);
            if *sum <= 0.0 || *sum >= most {
                continue;
            }
            let slope = error * weights[LAST + of];
            slopes[SECOND_BASE + of] += slope;
            let at = SECOND_AT + of * FIRST;
            let of_row = slopes[at..at + FIRST]
                .iter_mut()
                .zip(&weights[at..at + FIRST]);
            for ((to, weight), (unit, back)) in of_row.zip(units.iter().zip(&mut back)) {
                *to += slope * unit;
                *back += slope * weight;
            }
        }
        for (back, sum) in back.iter_mut().zip(&first) {
            if *sum <= 0.0 || *sum >= most {
                *back = 0.0;
            }
        }
        for (to, back) in slopes[FIRST_BASE..SECOND_AT].iter_mut().zip(&back) {
            *to += back;
        }
        for &row in rows {
            let row = &mut slopes[usize::from(row) * FIRST..][..FIRST];
            for (to, back) in row.iter_mut().zip(&back) {
                *to += back;
            }
        }
        error
    }
}

/// The sum of products, in eight parts that are added at the end, so that they can be computed side by side.
fn dot<'a>(products: impl Iterator<Item = (&'a f32, &'a f32)>) -> f32 {
    let mut parts = [0.0; 8];
    for (index, (one, other)) in products.enumerate() {
        parts[index % 8] += one * other;
    }
    parts.iter().sum()
}
