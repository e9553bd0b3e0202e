//! How strong the levels of computer players are at rated tables, and what β fits matches among them (`docs/RATINGS.md`).
//!
//! `cargo run --release -p giog-arena --example anchors -- measure giog 4 2000 200`: the game, the number of seats, how many deals `simple` and `club`
//! play, and how many these and `strong`, as far as the game has them. Each deal is played in every rotation of levels that are drawn.
//!
//! `cargo run --release -p giog-arena --example anchors -- shares 4 29.1 0.7 28.7 0.7`: the same from figures that are known (`docs/BOTS.md`): the number of
//! seats, and for each level above `simple` its share of wins among players of the level below, in per cent, with its 95 % confidence.
//!
//! `cargo run --release -p giog-arena --example anchors -- beta 2000 default,simple,club giog zhi-hu`: how many matches, who plays, and in which games for four.

mod beta;
mod fit;
mod sample;

use std::env;
use std::error::Error;

use giog_bots::levels;
use giog_rules::{Level, Variant};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use crate::fit::{Strength, above, compared, fit};
use crate::sample::{Kind, Sample};

const USAGE: &str = "measure GAME SEATS DEALS DEALS-WITH-STRONG, shares SEATS SHARE INTERVAL…, or beta MATCHES PLAYERS GAME…";
/// Standard errors in a 95 % confidence interval, on each side.
const OF_INTERVAL: f64 = 1.96;
/// The name of the seed of everything random.
const SEED: &str = "anchors";

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match *words {
        ["measure", game, seats, deals, with_strong] => measure(
            game.parse()?,
            seats.parse()?,
            [deals.parse()?, with_strong.parse()?],
        ),
        ["shares", seats, ref figures @ ..] => shares(seats.parse()?, figures),
        ["beta", matches, players, ref games @ ..] => {
            beta::measure(matches.parse()?, players, games)
        }
        _ => Err(USAGE.into()),
    }
}

/// Prints the row of a pool whose shares are known.
fn shares(seats: u8, figures: &[&str]) -> Result<(), Box<dyn Error>> {
    let (mut mu, mut variance) = (25.0, 0.0_f64);
    tell(Level::Simple, Strength { mu, error: 0.0 });
    for (figure, level) in figures.chunks(2).zip([Level::Club, Level::Strong]) {
        let [share, interval] = *figure else {
            return Err(USAGE.into());
        };
        let (share, interval): (f64, f64) = (share.parse()?, interval.parse()?);
        let step = above(seats, share / 100.0, interval / 100.0 / OF_INTERVAL);
        mu += step.mu;
        variance += step.error.powi(2);
        let error = variance.sqrt();
        tell(level, Strength { mu, error });
    }
    Ok(())
}

fn tell(level: Level, Strength { mu, error }: Strength) {
    println!(
        "{level}: {:.0} millionths, standard error {:.0}; shown {:.0} ± {:.0}",
        mu * 1e6,
        error * 1e6,
        1_500.0 + 40.0 * (mu - 25.0),
        80.0 * error,
    );
}

/// Prints the row of a pool, from matches.
fn measure(variant: Variant, seats: usize, deals: [u32; 2]) -> Result<(), Box<dyn Error>> {
    let sample = Sample::new(variant, seats, SEED)?;
    let has = |level: &&Level| levels::of(variant, seats).contains(level);
    let all = [Level::Simple, Level::Club, Level::Strong];
    let all: Vec<Level> = all.iter().take_while(has).copied().collect();
    let kinds: Vec<Kind> = all.iter().map(|&level| Kind::Level(level)).collect();
    let mut random = ChaCha8Rng::seed_from_u64(0);
    let (mut numbered, mut drawn) = (0.., Vec::new());
    for (deals, most) in deals.into_iter().zip([2, 3]) {
        let levels = kinds.len().min(most);
        for number in numbered.by_ref().take(deals as usize) {
            let mut players = vec![0; seats];
            // Levels that are all the same say nothing.
            while players.iter().all(|&level| level == players[0]) && levels > 1 {
                players.fill_with(|| random.random_range(0..levels));
            }
            drawn.push((number, players));
        }
    }
    let ended = sample.play(&kinds, &drawn, true);
    let matches: usize = ended.iter().map(Vec::len).sum();
    let groups: Vec<_> = ended
        .iter()
        .map(|deal| {
            let compared = deal.iter().map(|one| compared(&one.players, &one.ranks));
            compared.flatten().collect()
        })
        .collect();
    println!(
        "{variant} for {seats}: {matches} matches of {} deals",
        ended.len()
    );
    for (level, strength) in all.iter().zip(fit(all.len(), &groups)) {
        tell(*level, strength);
    }
    Ok(())
}
