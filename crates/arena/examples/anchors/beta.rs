//! What β fits matches among players of several strengths best: the log-loss of what ratings promise.

use std::error::Error;

use giog_ratings::{Parameters, Rated, Rating, rate};
use rand::SeedableRng as _;
use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha8Rng;

use crate::SEED;
use crate::sample::{Ended, Kind, Sample};

/// How many players of each kind there are in a game.
const OF_EACH: usize = 4;
/// The β that are compared.
const BETAS: [f64; 8] = [3.0, 4.0, 5.0, 6.0, 25.0 / 3.0, 10.0, 13.0, 18.0];

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
fn play(game: &str, kinds: &[Kind], matches: u32) -> Result<Vec<Ended>, Box<dyn Error>> {
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
    Ok(ended.into_iter().flatten().collect())
}

fn told_of(games: &[Vec<Ended>]) -> String {
    let losses = BETAS.map(|beta| format!("{beta:.1} {:.4}", log_loss(games, beta)));
    losses.join(", ")
}

/// The mean over pairs that are not tied, in the second half of the matches of each game, of the negative logarithm of the chance that who came
/// before the other was given.
fn log_loss(games: &[Vec<Ended>], beta: f64) -> f64 {
    let parameters = Parameters {
        beta,
        ..Parameters::default()
    };
    let (mut sum, mut pairs) = (0.0, 0_u32);
    for ended in games {
        let people = ended.iter().flat_map(|one| &one.players).max();
        let mut ratings = vec![Rating::NEW; people.map_or(0, |most| most + 1)];
        for (number, Ended { players, ranks }) in ended.iter().enumerate() {
            let rated = players.iter().zip(ranks).map(|(&player, &rank)| Rated {
                before: ratings[player],
                idle_days: 0,
                rank,
            });
            let rated: Vec<Rated> = rated.collect();
            for (one, other) in rated
                .iter()
                .flat_map(|one| rated.iter().map(move |other| (one, other)))
                .filter(|(one, other)| one.rank < other.rank && number >= ended.len() / 2)
            {
                sum -=
                    giog_ratings::winning_chances(&[one.before, other.before], &parameters)[0].ln();
                pairs += 1;
            }
            for (&player, after) in players.iter().zip(rate(&rated, &parameters)) {
                ratings[player] = after;
            }
        }
    }
    sum / f64::from(pairs)
}
