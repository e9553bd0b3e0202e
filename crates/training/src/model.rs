//! The net in fractions, and how it learns: Adam (Kingma & Ba 2015) on squared errors.

use std::ops::Range;

use giog_bots::Numbers;
use giog_bots::levels::{BadNet, MOST, MOST_WEIGHT, Net, ONE, ROWS, Size};

use crate::self_play::Samples;

/// How fast means of slopes and of their squares forget.
const SLOPES: f32 = 0.9;
const SQUARES: f32 = 0.999;
/// Keeps what is divided by from being 0.
const TINY: f32 = 1e-8;

/// A net in fractions.
#[derive(Debug)]
pub struct Model {
    size: Size,
    weights: Vec<f32>,
    slopes: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
    /// Of the sample that is learned from: the sums and the units of the first layer, the sums of the second one, and how the error depends on
    /// the sums of the first.
    first: Vec<f32>,
    units: Vec<f32>,
    second: Vec<f32>,
    back: Vec<f32>,
    most: f32,
    most_weight: f32,
}

impl Model {
    /// A net of this size that says of every play that it is worth `fair`, and whose first layers are random.
    pub fn new(size: Size, fair: f32, numbers: &mut Numbers) -> Self {
        let mut weights = vec![0.0; size.weights()];
        let mut spread = |of: Range<usize>, width: f32| {
            for weight in &mut weights[of] {
                #[expect(clippy::cast_precision_loss, reason = "24 bits")]
                let part = (numbers.next() >> 40) as f32 / 16_777_216.0;
                *weight = (2.0 * part - 1.0) * width;
            }
        };
        spread(0..size.row(ROWS).start, 0.12);
        spread(size.first_base(), 0.5);
        spread(size.unit(0).start..size.unit(size.second).start, 0.2);
        spread(size.second_base(), 0.3);
        spread(size.last(), 0.1);
        weights[size.last_base()] = fair;
        Self::of(size, weights)
    }

    /// The model that a net was made of, as far as its whole numbers tell.
    pub fn of_net(net: &Net) -> Self {
        let numbers = net.weights().iter();
        #[expect(clippy::cast_precision_loss, reason = "a small number")]
        let weights = numbers.map(|&number| f32::from(number) / ONE as f32);
        Self::of(net.size(), weights.collect())
    }

    fn of(size: Size, weights: Vec<f32>) -> Self {
        let none = vec![0.0; weights.len()];
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        Self {
            size,
            weights,
            slopes: none.clone(),
            mean: none.clone(),
            square: none,
            steps: 0,
            first: vec![0.0; size.first],
            units: vec![0.0; size.first],
            second: vec![0.0; size.second],
            back: vec![0.0; size.first],
            most: MOST as f32 / ONE as f32,
            most_weight: f32::from(MOST_WEIGHT) / ONE as f32,
        }
    }

    /// The net in whole numbers.
    pub fn net(&self) -> Result<Net, BadNet> {
        Net::of(self.size, &self.weights)
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
        let size = self.size;
        let (weights, slopes) = (&self.weights, &mut self.slopes);
        let first = &mut self.first;
        first.copy_from_slice(&weights[size.first_base()]);
        for &row in rows {
            let row = &weights[size.row(row.into())];
            for (sum, weight) in first.iter_mut().zip(row) {
                *sum += weight;
            }
        }
        let most = self.most;
        for (unit, sum) in self.units.iter_mut().zip(first.iter()) {
            *unit = sum.clamp(0.0, most);
        }
        for (of, sum) in self.second.iter_mut().enumerate() {
            let products = weights[size.unit(of)].iter().zip(&self.units);
            *sum = weights[size.second_base().start + of] + dot(products);
        }
        let mut value = weights[size.last_base()];
        for (last, sum) in weights[size.last()].iter().zip(&self.second) {
            value += last * sum.clamp(0.0, most);
        }
        let error = value - worth;
        slopes[size.last_base()] += error;
        let back = &mut self.back;
        back.fill(0.0);
        for (of, sum) in self.second.iter().enumerate() {
            slopes[size.last().start + of] += error * sum.clamp(0.0, most);
            if *sum <= 0.0 || *sum >= most {
                continue;
            }
            let slope = error * weights[size.last().start + of];
            slopes[size.second_base().start + of] += slope;
            let of_unit = slopes[size.unit(of)]
                .iter_mut()
                .zip(&weights[size.unit(of)]);
            for ((to, weight), (unit, back)) in of_unit.zip(self.units.iter().zip(back.iter_mut()))
            {
                *to += slope * unit;
                *back += slope * weight;
            }
        }
        for (back, sum) in back.iter_mut().zip(first.iter()) {
            if *sum <= 0.0 || *sum >= most {
                *back = 0.0;
            }
        }
        let rows = rows.iter().map(|&row| size.row(row.into()));
        for switched_on in rows.chain([size.first_base()]) {
            for (to, back) in slopes[switched_on].iter_mut().zip(back.iter()) {
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
