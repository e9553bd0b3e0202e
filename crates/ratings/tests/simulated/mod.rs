//! Simulated people whose shares of the wins are known.

use giog_ratings::{Dan, Parameters, Rated, Rating, SeatResult, ranks, rate, winning_chances};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// How many matches each of them plays.
pub const MATCHES: u32 = 1_000;

/// What ratings make of people of known strength.
pub struct Measured {
    /// The share of the pairs that are in the right order after all matches.
    pub pairs: f64,
    /// The share of the runs in which all are in the right order.
    pub orders: f64,
    /// The mean of the negative logarithm of the chance that the winner was given, in the second half of each run.
    pub log_loss: f64,
    /// The same of the constant chances that fit the runs best: one in four, as seats are drawn.
    pub best_constant: f64,
    /// The standard error of the estimates after all matches, in units: as the ratings have it, and as it is.
    pub errors: (f64, f64),
    /// After how many matches the uncertainty of somebody new is half of what it was.
    pub halved_after: f64,
    /// The mean dan of each in the second half of each run, seasons left out.
    pub dans: [f64; 4],
}

/// Plays matches of four people who win them in these shares, in hundredths, with one winner each.
pub fn measure(shares: [u32; 4], runs: u32, parameters: &Parameters) -> Measured {
    let mut right_pairs = 0_u32;
    let mut right_orders = 0_u32;
    let mut log_loss = 0.0;
    let mut halved = 0_u32;
    let mut dans_sum = [0_u32; 4];
    let mut ends = Vec::new();
    for run in 0..runs {
        let mut random = ChaCha8Rng::seed_from_u64(u64::from(run));
        let mut ratings = [Rating::NEW; 4];
        let mut dans = [Dan::NEW; 4];
        let mut halved_after = None;
        for number in 0..MATCHES {
            let winner = draw(&mut random, shares);
            if number >= MATCHES / 2 {
                log_loss -= winning_chances(&ratings, parameters)[winner].ln();
            }
            let results = [0, 1, 2, 3].map(|seat| SeatResult {
                won: seat == winner,
                score: None,
                left: false,
            });
            let ranks = ranks(&results);
            for ((dan, &rank), sum) in dans.iter_mut().zip(&ranks).zip(&mut dans_sum) {
                *dan = dan.after(rank, &ranks);
                if number >= MATCHES / 2 {
                    *sum += u32::from(dan.dan);
                }
            }
            let played: Vec<Rated> = ratings
                .iter()
                .zip(ranks)
                .map(|(&before, rank)| Rated {
                    before,
                    idle_days: 0,
                    rank,
                })
                .collect();
            ratings.copy_from_slice(&rate(&played, parameters));
            if halved_after.is_none() && ratings[0].sigma * 2 <= Rating::NEW.sigma {
                halved_after = Some(number + 1);
            }
        }
        ends.push(ratings[0]);
        halved += halved_after.unwrap_or(MATCHES);
        let pairs = (0..4).flat_map(|one| (one + 1..4).map(move |other| (one, other)));
        let right = pairs.filter(|&(one, other)| ratings[one].mu > ratings[other].mu);
        let right = u32::try_from(right.count()).expect("six pairs");
        right_pairs += right;
        right_orders += u32::from(right == 6);
    }
    let runs = f64::from(runs);
    let mean = |of: fn(&Rating) -> i64| ends.iter().map(of).map(units).sum::<f64>() / runs;
    let mu = mean(|one| one.mu);
    let squares = ends.iter().map(|one| (units(one.mu) - mu).powi(2));
    let spread = (squares.sum::<f64>() / (runs - 1.0)).sqrt();
    Measured {
        errors: (mean(|one| one.sigma), spread),
        pairs: f64::from(right_pairs) / (6.0 * runs),
        orders: f64::from(right_orders) / runs,
        log_loss: log_loss / (runs * f64::from(MATCHES / 2)),
        best_constant: 4_f64.ln(),
        halved_after: f64::from(halved) / runs,
        dans: dans_sum.map(|sum| f64::from(sum) / (runs * f64::from(MATCHES / 2))),
    }
}

fn units(millionths: i64) -> f64 {
    f64::from(i32::try_from(millionths).expect("strengths are small")) / 1e6
}

fn draw(random: &mut ChaCha8Rng, shares: [u32; 4]) -> usize {
    let mut left = random.random_range(0..100_u32);
    for (person, share) in shares.into_iter().enumerate() {
        if left < share {
            return person;
        }
        left -= share;
    }
    unreachable!("shares are hundredths")
}
