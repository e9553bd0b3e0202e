//! Whether what reviews predict comes true (`docs/REVIEW.md`), in matches whose seats have one of the players each, by chance.
//!
//! * `calibration samples giog 4 8000 calibration 64 simple club`: the game, the number of seats, the number of matches (or the numbers of some, `0-250`), the name of the seed, the
//!   lines of each prediction, and the players. Prints a line for each match: one decision of it, what is predicted by two halves of the lines, also with
//!   all hands open, and what happened.
//!   Of a game on a board it prints some decisions of each match, with what two searches predict; the players are levels.
//! * `calibration fit FILE…` reads such lines, and prints what shares mean in those of even numbers: the rows of `src/calibration.txt`.
//! * `calibration test FILE…` compares what those of odd numbers are said to win with what happened, by tenths.
//! * `calibration check FILE…` does it with those of all numbers: of matches with another seed than those to which maps were fitted.
//! * `calibration danger samples FROM MATCHES SEED LEVEL…`, `danger fit FILE…` and `danger test FILE…`: the same of discards in mahjong, by all turns of
//!   matches from the number `FROM` on; fitted are the rows of `src/mahjong/danger/weights.txt`.
//! * `calibration danger reviews FROM MATCHES SEED LEVEL…` counts what reviews of such matches call mistakes.
//! * `calibration luck giog 4 300 luck 64 policy`: as for samples, but reviews a seat of each match.

use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::fs;
use std::ops::Range;

use giog_arena::statistics::Clusters;
use giog_review::{KNOTS, Map, WHOLE};
use giog_rules::tricks::Ceremony;
use giog_rules::{Level, Options, Terms, Variant};

#[path = "../../tests/calibrated/mod.rs"]
mod calibrated;
mod danger;
#[path = "../../tests/dangers/mod.rs"]
mod dangers;
#[path = "../../tests/played/mod.rs"]
mod played;

use calibrated::boards::Board;
use calibrated::{Player, Table};

const USAGE: &str =
    "samples|luck GAME SEATS MATCHES SEED LINES PLAYER… or fit|test|check FILE… or danger …";
/// Into so many groups samples are put.
const GROUPS: usize = 10;
/// So far a group may be from what is predicted, in points.
const MOST_OFF: f64 = 2.0;
/// With smaller steps nothing would change that is shown.
const LEAST_STEP: f64 = 1e-4;
/// A review plays so many more lines that the map is not applied to the chance of few: rather to the mean of so many samples beside each other.
const BESIDE: usize = 20;

/// What is predicted of a decision, and what happened, in parts of a win.
#[derive(Clone, Copy)]
struct Pair {
    grouped_by: i32,
    predicted: i32,
    happened: i32,
    /// The number of its game and players among those that are compared, and of its match among theirs.
    number: (usize, u32),
}

/// The predictions of a game for so many players with a lamp.
type Samples = BTreeMap<(String, u8, &'static str), Vec<Pair>>;
/// What the seat could know, and in trick games all hands open.
const LAMPS: [&str; 2] = ["known", "open"];

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    match &*words {
        [what, files @ ..] if what == "fit" => fit(&read(files)?),
        [what, files @ ..] if what == "test" => test(&read(files)?, |number| number % 2 == 1),
        [what, files @ ..] if what == "check" => test(&read(files)?, |_| true),
        [what, words @ ..] if what == "danger" => of_danger(words)?,
        [what, game, seats, matches, seed, lines, names @ ..] => {
            let variant: Variant = game.parse()?;
            let seats: u8 = seats.parse()?;
            let terms = Terms::new(variant, seats.into(), Options::default(), Ceremony::Server)?;
            let players = names.iter().map(|name| Player::named(name));
            let players: Option<Vec<Player>> = players.collect();
            let players = players.filter(|players| !players.is_empty()).ok_or(USAGE)?;
            let (from, to) = range(matches)?;
            if let ("samples", Variant::Board(_)) = (&**what, variant) {
                let levels = players.into_iter().map(|player| match player {
                    Player::Level(level) => Some(level),
                    Player::Policy => None,
                });
                let levels: Option<Vec<Level>> = levels.collect();
                let board = Board::new(terms, levels.ok_or(USAGE)?, seed, lines.parse()?);
                on_board(&board, from..to, &format!("{game} {seats}"));
                return Ok(());
            }
            let table = Table::new(terms, players, seed, lines.parse()?);
            let table = table.ok_or("there is no net of this game for so many players")?;
            match what.as_str() {
                "samples" => samples(&table, from..to, &format!("{game} {seats}")),
                "luck" => luck(&table, from..to),
                _ => return Err(USAGE.into()),
            }
        }
        _ => return Err(USAGE.into()),
    }
    Ok(())
}

fn of_danger(words: &[String]) -> Result<(), Box<dyn Error>> {
    match words {
        [what, files @ ..] if what == "fit" => danger::fit(&danger::read(files)?),
        [what, files @ ..] if what == "test" => danger::test(&danger::read(files)?),
        [what, from, matches, seed, names @ ..] if what == "samples" => {
            let levels: Result<Vec<Level>, _> = names.iter().map(|name| name.parse()).collect();
            danger::print(from.parse()?, matches.parse()?, seed, &levels?);
        }
        [what, from, matches, seed, names @ ..] if what == "reviews" => {
            let levels: Result<Vec<Level>, _> = names.iter().map(|name| name.parse()).collect();
            danger::reviews(from.parse()?, matches.parse()?, seed, &levels?);
        }
        _ => return Err(USAGE.into()),
    }
    Ok(())
}

fn samples(table: &Table, numbers: Range<u32>, title: &str) {
    for sample in numbers.filter_map(|number| table.sample(number)) {
        let [open_grouped_by, open] = sample.openly;
        println!(
            "{title} {} {} {} {} {open_grouped_by} {open} {}",
            sample.number,
            sample.player.name(),
            sample.grouped_by,
            sample.predicted,
            sample.happened
        );
    }
}

/// The numbers of matches: so many, or `FROM-TO` without the last one.
fn range(matches: &str) -> Result<(u32, u32), Box<dyn Error>> {
    Ok(match matches.split_once('-') {
        Some((from, to)) => (from.parse()?, to.parse()?),
        None => (0, matches.parse()?),
    })
}

fn on_board(board: &Board, numbers: Range<u32>, title: &str) {
    for sample in numbers.flat_map(|number| board.samples(number)) {
        println!(
            "{title} {} {} {} {} {}",
            sample.number,
            sample.level.name(),
            sample.grouped_by,
            sample.predicted,
            sample.happened
        );
    }
}

fn read(files: &[String]) -> Result<Samples, Box<dyn Error>> {
    let mut samples = Samples::new();
    for file in files {
        for line in fs::read_to_string(file)?.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let [game, seats, number, _, shares @ ..] = &*words else {
                return Err(line.into());
            };
            let shares: Vec<i32> = shares.iter().flat_map(|word| word.parse()).collect();
            let [predictions @ .., happened] = &*shares else {
                return Err(line.into());
            };
            let (number, seats) = (number.parse()?, seats.parse()?);
            for (lamp, of_lamp) in LAMPS.into_iter().zip(predictions.chunks_exact(2)) {
                let table = ((*game).to_owned(), seats, lamp);
                samples.entry(table).or_default().push(Pair {
                    grouped_by: of_lamp[0],
                    predicted: of_lamp[1],
                    happened: *happened,
                    number: (0, number),
                });
            }
        }
    }
    Ok(samples)
}

/// Prints the rows that the samples with even numbers say.
fn fit(samples: &Samples) {
    for ((game, seats, lamp), pairs) in samples {
        let even = pairs.iter().filter(|pair| pair.number.1 % 2 == 0);
        let knots = fitted(even.copied().collect()).map(|share| share.to_string());
        println!("{game} {seats} {lamp} {}", knots.join(" "));
    }
}

/// In tenths of the samples, the log odds of winning are taken as a line in those that are predicted, between a least and a most chance that are as far
/// from the ends: three numbers, which a few thousand samples tell well enough. The likeliest ones.
fn fitted(mut pairs: Vec<Pair>) -> [i32; KNOTS.len()] {
    let groups: Vec<[f64; 3]> = in_groups(&mut pairs)
        .map(|group| {
            let sum =
                |of: fn(&Pair) -> i32| -> f64 { group.iter().map(|pair| part(of(pair))).sum() };
            #[expect(clippy::cast_precision_loss, reason = "small numbers")]
            let count = group.len() as f64;
            let predicted = sum(|pair| pair.predicted) / count;
            [count, predicted, sum(|pair| pair.happened)]
        })
        .collect();
    let likelihood = |curve: Curve| -> f64 {
        let each = groups.iter().map(|&[count, predicted, won]| {
            let share = curve.share(predicted).clamp(1e-9, 1.0 - 1e-9);
            won * share.ln() + (count - won) * (1.0 - share).ln()
        });
        each.sum()
    };
    let mut curve = Curve([0.0, 1.0, 0.005]);
    let (mut best, mut steps) = (likelihood(curve), [0.5, 0.5, 0.005]);
    while steps[0] > LEAST_STEP {
        let mut is_better = false;
        for (index, step) in steps.into_iter().enumerate() {
            for step in [step, -step] {
                let mut other = curve;
                other.0[index] += step;
                if other.rises() && likelihood(other) > best {
                    (curve, best, is_better) = (other, likelihood(other), true);
                }
            }
        }
        if !is_better {
            steps = steps.map(|step| step / 2.0);
        }
    }
    KNOTS.map(|knot| match knot {
        0 | WHOLE => knot,
        #[expect(clippy::cast_possible_truncation, reason = "between 0 and WHOLE")]
        _ => (curve.share(part(knot)) * f64::from(WHOLE)).round() as i32,
    })
}

/// What is fitted: base and slope of the line, and the least chance.
#[derive(Clone, Copy)]
struct Curve([f64; 3]);

impl Curve {
    fn rises(self) -> bool {
        let Self([_, slope, least]) = self;
        slope > 0.0 && (0.0..0.5).contains(&least)
    }

    fn share(self, predicted: f64) -> f64 {
        let Self([base, slope, least]) = self;
        // What seems certain is not more so than some thousand lines can tell.
        let predicted = predicted.clamp(0.0005, 0.9995);
        let odds = (predicted / (1.0 - predicted)).ln();
        least + (1.0 - 2.0 * least) / (1.0 + (-base - slope * odds).exp())
    }
}

/// Prints how far the samples with these numbers are from what is said of them.
fn test(samples: &Samples, is_tested: fn(u32) -> bool) {
    let mut all = BTreeMap::<&str, Vec<Pair>>::new();
    for (table, ((game, seats, lamp), pairs)) in samples.iter().enumerate() {
        let variant: Option<Variant> = game.parse().ok();
        let map = variant.and_then(|variant| Map::of(variant, *seats, lamp));
        let Some(map) = map else {
            continue;
        };
        let tested = pairs.iter().filter(|pair| is_tested(pair.number.1));
        let mut pairs: Vec<Pair> = tested.copied().collect();
        for pair in &mut pairs {
            pair.number.0 = table;
        }
        say(&mut pairs, map);
        println!("{game} {seats} {lamp}: {}", compared(&pairs));
        tenths(&mut pairs);
        all.entry(lamp).or_default().append(&mut pairs);
    }
    for (lamp, pairs) in &mut all {
        println!("all games, {lamp}: {}", compared(pairs));
        tenths(pairs);
    }
}

/// What a review would say of samples instead of what is predicted.
fn say(pairs: &mut [Pair], map: &Map) {
    pairs.sort_by_key(|pair| (pair.grouped_by, pair.number));
    for beside in pairs.chunks_mut(BESIDE) {
        let sum: i32 = beside.iter().map(|pair| pair.predicted).sum();
        let share = map.share(sum / i32::try_from(beside.len()).expect("few"));
        for pair in beside {
            pair.predicted = share;
        }
    }
}

fn tenths(pairs: &mut [Pair]) {
    for group in in_groups(pairs) {
        println!("  {}", compared(group));
    }
}

/// Groups of as many samples each, those with the lowest predictions first.
fn in_groups(pairs: &mut [Pair]) -> impl Iterator<Item = &[Pair]> {
    pairs.sort_by_key(|pair| (pair.grouped_by, pair.number));
    pairs.chunks(pairs.len().div_ceil(GROUPS).max(1))
}

/// The means of what was predicted and of what happened, and of the difference, whose interval counts matches: their decisions have one end.
fn compared(pairs: &[Pair]) -> String {
    let [mut predictions, mut results, mut differences] = [Clusters::default(); 3];
    let mut by_match = BTreeMap::<(usize, u32), Vec<&Pair>>::new();
    for pair in pairs {
        by_match.entry(pair.number).or_default().push(pair);
    }
    for pairs in by_match.values() {
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let mean = |of: fn(&Pair) -> i32| -> f64 {
            let sum: i32 = pairs.iter().map(|pair| of(pair)).sum();
            100.0 * part(sum) / pairs.len() as f64
        };
        predictions.add(mean(|pair| pair.predicted));
        results.add(mean(|pair| pair.happened));
        differences.add(mean(|pair| pair.happened - pair.predicted));
    }
    let off = differences
        .interval(None)
        .and_then(|interval| interval.low.zip(interval.high));
    let is_off = off.is_some_and(|(low, high)| low > MOST_OFF || high < -MOST_OFF);
    format!(
        "{} matches, predicted {:.1}, happened {:.1}, difference {}{}",
        differences.count(),
        predictions.mean(),
        results.mean(),
        shown(&differences),
        if is_off { ": too far off" } else { "" }
    )
}

fn luck(table: &Table, numbers: Range<u32>) {
    let [mut result, mut skill, mut luck] = [Clusters::default(); 3];
    for review in numbers.filter_map(|number| table.review(number)) {
        result.add(points(review.result - review.fair));
        skill.add(points(review.skill));
        luck.add(points(review.luck));
    }
    println!("result less fair share: {}", shown(&result));
    println!("skill: {}", shown(&skill));
    println!("luck: {}", shown(&luck));
    let variance = |of: &Clusters| of.variance().unwrap_or(f64::NAN);
    println!(
        "variance of the result {:.1}, of the result less luck {:.1}",
        variance(&result),
        variance(&skill)
    );
}

/// Ten-thousandths as a part of one.
fn part(share: i32) -> f64 {
    f64::from(share) / f64::from(WHOLE)
}

/// Ten-thousandths in points of a hundred.
fn points(share: i32) -> f64 {
    100.0 * part(share)
}

/// The mean with its interval.
fn shown(of: &Clusters) -> String {
    let interval = of.interval(None);
    let ends = interval.and_then(|interval| interval.low.zip(interval.high));
    let (low, high) = ends.unwrap_or((f64::NAN, f64::NAN));
    format!("{:+.2} ({low:+.2} to {high:+.2})", of.mean())
}
