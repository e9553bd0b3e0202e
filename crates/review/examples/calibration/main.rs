//! Whether what reviews predict comes true (`docs/REVIEW.md`), in matches whose seats have one of the players each, by chance.
//!
//! * `calibration samples giog 4 8000 calibration 64 simple club`: the game, the number of seats, the number of matches (or the numbers of some, `0-250`), the name of the seed, the
//!   lines of each prediction, and the players. Prints a line for each match: one decision of it, what is predicted by two halves of the lines, also with
//!   all hands open, and what happened.
//!   Of a game on a board it prints some decisions of each match, with what two searches predict; the players are levels.
//! * `calibration fit FILE…` reads such lines, and prints what shares mean: the rows of `src/calibration.txt`.
//! * `calibration test FILE…` compares what they are said to win with what happened, by tenths: of matches with another seed than those to which maps
//!   were fitted.
//! * `calibration fit-even FILE…` and `calibration test-odd FILE…` do the same with the matches of even and of odd numbers.
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
use giog_review::{Map, WHOLE};
use giog_rules::tricks::Ceremony;
use giog_rules::{Level, Options, Terms, Variant};

#[path = "../../tests/calibrated/mod.rs"]
mod calibrated;
mod danger;
#[path = "../../tests/dangers/mod.rs"]
mod dangers;
mod fitting;
#[path = "../../tests/played/mod.rs"]
mod played;

use calibrated::boards::Board;
use calibrated::{Player, Table};
use fitting::Group;

const USAGE: &str = "samples|luck GAME SEATS MATCHES SEED LINES PLAYER… or fit|test|fit-even|test-odd FILE… or danger …";
/// Into so many groups samples are put.
const GROUPS: usize = 10;
/// So far a group may be from what is predicted, in points.
const MOST_OFF: f64 = 2.0;
/// A review plays so many more lines that the map is not applied to the chance of few: rather to the mean of so many samples beside each other.
const BESIDE: usize = 20;

/// What is predicted of a decision, and what happened, in parts of a win.
#[derive(Clone, Copy)]
struct Pair {
    grouped_by: i32,
    predicted: i32,
    happened: i32,
    /// The number of its game, players and lamp among those that were read, and of its match among theirs.
    number: (usize, u32),
}

/// The predictions of a game for so many players with a lamp.
type Samples = BTreeMap<(String, u8, &'static str), Vec<Pair>>;
/// What the seat could know, and in trick games all hands open.
const LAMPS: [&str; 2] = ["known", "open"];

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    match &*words {
        [what, files @ ..] if what == "fit" => fit(&read(files)?, |_| true),
        [what, files @ ..] if what == "test" => test(&read(files)?, |_| true),
        [what, files @ ..] if what == "fit-even" => fit(&read(files)?, |number| number % 2 == 0),
        [what, files @ ..] if what == "test-odd" => test(&read(files)?, |number| number % 2 == 1),
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
                let next = samples.len();
                let pairs = samples.entry(((*game).to_owned(), seats, lamp));
                let pairs = pairs.or_default();
                let table = pairs.first().map_or(next, |first| first.number.0);
                pairs.push(Pair {
                    grouped_by: of_lamp[0],
                    predicted: of_lamp[1],
                    happened: *happened,
                    number: (table, number),
                });
            }
        }
    }
    Ok(samples)
}

/// Prints the rows that the samples with these numbers say. Trick games are fitted together.
fn fit(samples: &Samples, is_fitted: fn(u32) -> bool) {
    let (mut rows, mut tricks) = (BTreeMap::new(), BTreeMap::<_, Vec<_>>::new());
    for (table, pairs) in samples {
        let fitted = pairs.iter().filter(|pair| is_fitted(pair.number.1));
        let mut pairs: Vec<Pair> = fitted.copied().collect();
        let (game, _, lamp) = table;
        if matches!(game.parse(), Ok(Variant::Tricks(_))) {
            tricks
                .entry(lamp)
                .or_default()
                .push((table, fine(&mut pairs)));
        } else {
            rows.insert(table, fitting::alone(&tenths(&mut pairs)));
        }
    }
    for tables in tricks.into_values() {
        let (tables, groups): (Vec<_>, Vec<_>) = tables.into_iter().unzip();
        rows.extend(tables.into_iter().zip(fitting::together(&groups)));
    }
    for ((game, seats, lamp), row) in rows {
        println!(
            "{game} {seats} {lamp} {}",
            row.map(|share| share.to_string()).join(" ")
        );
    }
}

/// The tenths of samples.
fn tenths(pairs: &mut [Pair]) -> Vec<Group> {
    in_groups(pairs).map(group).collect()
}

/// Samples with nearly the same prediction, as many beside each other as maps are applied to.
fn fine(pairs: &mut [Pair]) -> Vec<Group> {
    pairs.sort_by_key(|pair| (pair.grouped_by, pair.number));
    pairs.chunks(BESIDE).map(group).collect()
}

fn group(pairs: &[Pair]) -> Group {
    let sum = |of: fn(&Pair) -> i32| -> f64 { pairs.iter().map(|pair| part(of(pair))).sum() };
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let count = pairs.len() as f64;
    Group {
        count,
        predicted: sum(|pair| pair.predicted) / count,
        won: sum(|pair| pair.happened),
    }
}

/// Prints how far the samples with these numbers are from what is said of them.
fn test(samples: &Samples, is_tested: fn(u32) -> bool) {
    let mut all = BTreeMap::<&str, Vec<Pair>>::new();
    for ((game, seats, lamp), pairs) in samples {
        let variant: Option<Variant> = game.parse().ok();
        let map = variant.and_then(|variant| Map::of(variant, *seats, lamp));
        let Some(map) = map else {
            continue;
        };
        let tested = pairs.iter().filter(|pair| is_tested(pair.number.1));
        let mut pairs: Vec<Pair> = tested.copied().collect();
        say(&mut pairs, map);
        println!("{game} {seats} {lamp}: {}", compared(&pairs));
        print_tenths(&mut pairs);
        all.entry(lamp).or_default().append(&mut pairs);
    }
    for (lamp, pairs) in &mut all {
        println!("all games, {lamp}: {}", compared(pairs));
        print_tenths(pairs);
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

fn print_tenths(pairs: &mut [Pair]) {
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
