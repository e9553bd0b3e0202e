//! What β fits matches among players of several strengths best: the log-loss of what ratings promise.

use std::error::Error;

use giog_ratings::fit::{BETAS, Played, Seated, fit};
use rand::SeedableRng as _;
use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha8Rng;

use crate::SEED;
use crate::sample::{Kind, Sample};

/// How many players of each kind there are in a game.
const OF_EACH: usize = 4;

/// Prints the log-loss of each β, in these games for four and in all together.
pub fn measure(matches: u32, named: &str, games: &[&str]) -> Result<(), Box<dyn Error>> {
    let mut kinds = Vec::new();
    for name in named.split(',') {
        kinds.push(match name {
            "default" => Kind::Default,
            level => Kind::Level(level.parse()?),
        });
    }
    let mut played = Vec::new();
    for game in games {
        played.push((*game, play(game, &kinds, matches)?));
    }
    println!(
        "{OF_EACH} each of {named}, {matches} matches of a game; log-loss of a pair, 0.6931 if nothing is known:"
    );
    for (game, ended) in &played {
        println!("{game}: {}", told_of(std::slice::from_ref(ended)));
    }
    let all: Vec<_> = played.into_iter().map(|(_, ended)| ended).collect();
    println!("all: {}", told_of(&all));
    Ok(())
}

/// Matches of players who are drawn; a player is its number, and its kind follows from that.
fn play(game: &str, kinds: &[Kind], matches: u32) -> Result<Vec<Played<usize>>, Box<dyn Error>> {
    let sample = Sample::new(game.parse()?, 4, SEED)?;
    let people: Vec<Kind> = kinds
        .iter()
        .copied()
        .cycle()
        .take(OF_EACH * kinds.len())
        .collect();
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut numbers: Vec<usize> = (0..people.len()).collect();
    let drawn = (0..matches).map(|deal| {
        numbers.shuffle(&mut random);
        (deal, numbers[..4].to_vec())
    });
    let drawn: Vec<_> = drawn.collect();
    let ended = sample.play(&people, &drawn, false);
    let played = ended.into_iter().flatten().map(|one| Played {
        at_ms: 0,
        seats: one
            .players
            .iter()
            .copied()
            .map(Seated::Person)
            .zip(one.ranks)
            .collect(),
    });
    Ok(played.collect())
}

fn told_of(games: &[Vec<Played<usize>>]) -> String {
    let fits = fit(games, &BETAS).all.into_iter();
    let losses = fits.map(|fit| format!("{:.1} {:.4}", fit.beta, fit.log_loss));
    losses.collect::<Vec<_>>().join(", ")
}
