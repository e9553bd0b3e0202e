//! What discards in mahjong risk.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;

use giog_arena::statistics::Ratio;
use giog_review::mahjong::{Danger, SIGNS, TurnMistakeKind, VALUES, review};
use giog_review::{KNOTS, Map, WHOLE};
use giog_rules::tiles::mahjong::Length;
use giog_rules::{Level, Seat};

use crate::dangers::{MIN_FAAN, Sample, Seated, samples, seated};
use crate::{GROUPS, MOST_OFF, Pair, fitting, in_groups, points, tenths};

/// Rounds in which weights are found; they hardly change in the last ones.
const ROUNDS: usize = 12;
/// Keeps weights of what hardly ever happens small.
const RIDGE: f64 = 4.0;

/// Prints samples of so many matches, from this one on.
pub fn print(from: u32, matches: u32, seed: &str, levels: &[Level]) {
    for number in from..from + matches {
        for sample in samples(number, seed, levels, Length::Round) {
            let mut words = vec![
                sample.number.to_string(),
                sample.min_faan.to_string(),
                u8::from(sample.was_discarded).to_string(),
            ];
            for (signs, wins) in sample.signs.iter().zip(&sample.wins) {
                words.push(u8::from(*wins).to_string());
                words.extend(signs.iter().map(usize::to_string));
            }
            println!("{}", words.join(" "));
        }
    }
}

/// Reviews all seats of so many matches: prints how many discards of each level are called mistakes, and how large reviews are.
pub fn reviews(from: u32, matches: u32, seed: &str, levels: &[Level]) {
    let mut of_levels = BTreeMap::<&str, [usize; 3]>::new();
    let (mut reviews, mut bytes, mut largest) = (0, 0, 0);
    for number in from..from + matches {
        let Seated { record, seats, .. } = seated(number, seed, levels, Length::Round);
        for (seat, level) in seats.iter().enumerate() {
            let reviewed = review(&record, Seat::new(seat), |_, _| ()).expect("it was played");
            let size = serde_json::to_vec(&reviewed).map_or(0, |text| text.len());
            (reviews, bytes, largest) = (reviews + 1, bytes + size, size.max(largest));
            let counts = of_levels.entry(level.name()).or_default();
            for turn in reviewed.hands.iter().flat_map(|hand| &hand.turns) {
                counts[0] += usize::from(turn.pending.is_none());
                match turn.mistake.map(|mistake| mistake.kind) {
                    Some(TurnMistakeKind::Farther) => counts[1] += 1,
                    Some(TurnMistakeKind::Fewer) => counts[2] += 1,
                    None => {}
                }
            }
        }
    }
    for (level, [turns, farther, fewer]) in of_levels {
        println!("{level}: {turns} turns, farther {farther}, fewer {fewer}");
    }
    let mean = bytes / usize::max(reviews, 1);
    println!("{reviews} reviews, {mean} bytes in the mean, {largest} at most");
}

/// Reads what was printed.
pub fn read(files: &[String]) -> Result<Vec<Sample>, Box<dyn Error>> {
    let mut samples = Vec::new();
    for file in files {
        for line in fs::read_to_string(file)?.lines() {
            let numbers: Result<Vec<usize>, _> = line.split(' ').map(str::parse).collect();
            let numbers = numbers?;
            let Some(([number, min_faan, was_discarded], others)) = numbers.split_first_chunk()
            else {
                return Err(line.into());
            };
            let (others, _) = others.as_chunks::<{ SIGNS + 1 }>();
            samples.push(Sample {
                number: u32::try_from(*number)?,
                min_faan: u8::try_from(*min_faan)?,
                was_discarded: *was_discarded == 1,
                signs: others
                    .iter()
                    .map(|other| std::array::from_fn(|sign| other[sign + 1]))
                    .collect(),
                wins: others.iter().map(|other| other[0] == 1).collect(),
            });
        }
    }
    Ok(samples)
}

/// Prints the rows that the samples with even numbers say: the weights those of every other one, the map the rest, so that it knows how much too sure
/// the weights are.
pub fn fit(samples: &[Sample]) {
    for min_faan in MIN_FAAN {
        let of = |part: u32| {
            let of = samples.iter();
            of.filter(move |sample| sample.min_faan == min_faan && sample.number % 4 == part)
        };
        let weights = weights(&of(0).collect::<Vec<_>>());
        let danger = Danger::new(weights, Map::new(KNOTS).expect("it rises"));
        let mut pairs: Vec<Pair> = of(2).map(|sample| pair(&danger, sample)).collect();
        let knots = fitting::alone(&tenths(&mut pairs));
        let numbers = weights.iter().chain(&knots).map(ToString::to_string);
        let numbers: Vec<String> = numbers.collect();
        println!("{min_faan} {}", numbers.join(" "));
    }
}

fn pair(danger: &Danger, sample: &Sample) -> Pair {
    let predicted = danger.raw(&sample.signs);
    let happened = sample.wins.iter().any(|&wins| wins);
    Pair {
        grouped_by: predicted,
        predicted,
        happened: if happened { WHOLE } else { 0 },
        number: (0, sample.number),
    }
}

/// The likeliest weights, by Newton's method: for each seat the log odds that it wins are the sum of the weights of its signs.
fn weights(samples: &[&Sample]) -> [i32; VALUES] {
    let mut weights = [0.0; VALUES];
    for _ in 0..ROUNDS {
        let mut slope: Vec<f64> = weights.iter().map(|weight| -RIDGE * weight).collect();
        let mut bend = vec![[0.0; VALUES]; VALUES];
        for (at, row) in bend.iter_mut().enumerate() {
            row[at] = RIDGE;
        }
        for sample in samples {
            for (signs, &wins) in sample.signs.iter().zip(&sample.wins) {
                let odds: f64 = signs.iter().map(|&sign| weights[sign]).sum();
                let chance = 1.0 / (1.0 + (-odds).exp());
                let off = f64::from(u8::from(wins)) - chance;
                let spread = chance * (1.0 - chance);
                for &sign in signs {
                    slope[sign] += off;
                    for &other in signs {
                        bend[sign][other] += spread;
                    }
                }
            }
        }
        for (weight, step) in weights.iter_mut().zip(solved(bend, slope)) {
            *weight += step;
        }
    }
    #[expect(clippy::cast_possible_truncation, reason = "small numbers")]
    weights.map(|weight| (weight * 1_000.0).round() as i32)
}

/// The solution of linear equations, by elimination: the matrix is positive definite.
fn solved(mut rows: Vec<[f64; VALUES]>, mut right: Vec<f64>) -> Vec<f64> {
    for at in 0..VALUES {
        let pivot = rows[at];
        for below in at + 1..VALUES {
            let times = rows[below][at] / pivot[at];
            if times != 0.0 {
                for (value, of_pivot) in rows[below].iter_mut().zip(pivot) {
                    *value -= times * of_pivot;
                }
                right[below] -= times * right[at];
            }
        }
    }
    for at in (0..VALUES).rev() {
        let known: f64 = (at + 1..VALUES)
            .map(|other| rows[at][other] * right[other])
            .sum();
        right[at] = (right[at] - known) / rows[at][at];
    }
    right
}

/// Prints how far the samples with odd numbers are from what is said of them.
pub fn test(samples: &[Sample]) {
    for was_discarded in [true, false] {
        println!(
            "{}:",
            if was_discarded {
                "what was discarded"
            } else {
                "any tile"
            }
        );
        let mut all = Vec::new();
        for min_faan in MIN_FAAN {
            let Some(danger) = Danger::of(min_faan) else {
                continue;
            };
            let of = samples.iter().filter(|sample| {
                sample.min_faan == min_faan
                    && sample.number % 2 == 1
                    && sample.was_discarded == was_discarded
            });
            let pairs = of.map(|sample| {
                let pair = pair(danger, sample);
                Pair {
                    predicted: i32::from(danger.share(pair.predicted)),
                    ..pair
                }
            });
            let mut pairs: Vec<Pair> = pairs.collect();
            println!("least faan {min_faan}: {}", compared(&pairs));
            for group in in_groups(&mut pairs) {
                println!("  {}", compared(group));
            }
            all.append(&mut pairs);
        }
        println!("all in {GROUPS} tenths: {}", compared(&all));
        for group in in_groups(&mut all) {
            println!("  {}", compared(group));
        }
    }
}

/// The means of what was predicted and of what happened, and of the difference, whose interval is that over matches.
fn compared(pairs: &[Pair]) -> String {
    let mut sorted: Vec<&Pair> = pairs.iter().collect();
    sorted.sort_by_key(|pair| pair.number);
    let [mut predictions, mut results, mut differences] = [Ratio::default(); 3];
    for of_match in sorted.chunk_by(|one, other| one.number == other.number) {
        let sum =
            |of: fn(&Pair) -> i32| -> f64 { of_match.iter().map(|pair| points(of(pair))).sum() };
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let count = of_match.len() as f64;
        predictions.add(sum(|pair| pair.predicted), count);
        results.add(sum(|pair| pair.happened), count);
        differences.add(sum(|pair| pair.happened - pair.predicted), count);
    }
    let mean = |of: &Ratio| of.interval().map_or(f64::NAN, |interval| interval.mean);
    let interval = differences.interval();
    let ends = interval.and_then(|interval| interval.low.zip(interval.high));
    let (low, high) = ends.unwrap_or((f64::NAN, f64::NAN));
    let is_off = low > MOST_OFF || high < -MOST_OFF;
    format!(
        "{} tiles, predicted {:.2}, happened {:.2}, difference {:+.2} ({low:+.2} to {high:+.2}){}",
        pairs.len(),
        mean(&predictions),
        mean(&results),
        mean(&differences),
        if is_off { ": too far off" } else { "" }
    )
}
