//! How well ratings foretell matches with several β, for measurements: the log-loss of what they promise.

use std::collections::BTreeMap;

use crate::{Parameters, Rated, Rating, Season, rate, winning_chances};

const DAY_MS: i64 = 24 * 3_600_000;

/// The β that are worth comparing; one of them is that of [`Parameters::default`].
pub const BETAS: [f64; 8] = [3.0, 4.0, 5.0, 6.0, 25.0 / 3.0, 10.0, 13.0, 18.0];

/// Who had a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seated<P> {
    /// Somebody whose rating the match changes.
    Person(P),
    /// A computer player, whose rating never changes.
    Anchor(Rating),
}

/// A match as it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played<P> {
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// Who played, and their ranks, from 1 on; equal ranks are ties.
    pub seats: Vec<(Seated<P>, usize)>,
}

/// How well ratings with a β foretold matches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// The β.
    pub beta: f64,
    /// The mean over pairs of the negative logarithm of the chance that was given to what happened; 0.6931 for who knows nothing.
    pub log_loss: f64,
    /// How much more that is than with the β of [`Parameters::default`], and the standard error of this, by matches.
    pub more: (f64, f64),
    /// How many pairs were foretold: those that were not tied, and of which one at least is a person.
    pub pairs: u64,
}

/// How well ratings with several β did.
#[derive(Clone, Debug, PartialEq)]
pub struct Fits {
    /// All pools together, with each β.
    pub all: Vec<Fit>,
    /// Each pool alone, with each β.
    pub pools: Vec<Vec<Fit>>,
}

/// Rates the matches of each pool from the beginning, in this order, with each β, and compares what ratings promised with the second half of them.
pub fn fit<P: Copy + Ord>(pools: &[Vec<Played<P>>], betas: &[f64]) -> Fits {
    let losses = |beta| {
        let parameters = Parameters {
            beta,
            ..Parameters::default()
        };
        let of_pools = pools.iter().map(|pool| losses(pool, &parameters));
        of_pools.collect::<Vec<Vec<Loss>>>()
    };
    let usual = Parameters::default().beta;
    let of_betas: Vec<Vec<Vec<Loss>>> = betas.iter().map(|&beta| losses(beta)).collect();
    let known = betas.iter().position(|beta| beta.total_cmp(&usual).is_eq());
    let usual = known.map_or_else(|| losses(usual), |at| of_betas[at].clone());
    let together: Vec<Vec<Loss>> = of_betas.iter().map(|of| of.concat()).collect();
    let of_pool = |at: usize| of_betas.iter().map(move |of| &*of[at]);
    Fits {
        all: compared(betas, together.iter().map(Vec::as_slice), &usual.concat()),
        pools: (0..pools.len())
            .map(|at| compared(betas, of_pool(at), &usual[at]))
            .collect(),
    }
}

/// What was foretold of matches with each β, beside the usual one.
fn compared<'a>(
    betas: &[f64],
    of_betas: impl Iterator<Item = &'a [Loss]>,
    usual: &[Loss],
) -> Vec<Fit> {
    let fits = betas.iter().zip(of_betas).map(|(&beta, of)| {
        let pairs: u64 = of.iter().map(|one| u64::from(one.pairs)).sum();
        let all = of
            .iter()
            .map(|one| f64::from(one.pairs))
            .sum::<f64>()
            .max(1.0);
        let mean = |sum: f64| sum / all;
        let more = || {
            of.iter()
                .zip(usual)
                .map(|(one, usual)| (one.sum - usual.sum, one.pairs))
        };
        let mean_more = mean(more().map(|(sum, _)| sum).sum());
        let spread = more().map(|(sum, pairs)| (sum - mean_more * f64::from(pairs)).powi(2));
        Fit {
            beta,
            log_loss: mean(of.iter().map(|one| one.sum).sum()),
            more: (mean_more, mean(spread.sum::<f64>().sqrt())),
            pairs,
        }
    });
    fits.collect()
}

/// What was foretold of a match.
#[derive(Clone, Copy, Debug, Default)]
struct Loss {
    pairs: u32,
    sum: f64,
}

/// Somebody after their latest match.
#[derive(Clone, Copy)]
struct Known {
    rating: Rating,
    at_ms: i64,
}

/// Those of the second half of the matches.
fn losses<P: Copy + Ord>(pool: &[Played<P>], parameters: &Parameters) -> Vec<Loss> {
    let mut known: BTreeMap<P, Known> = BTreeMap::new();
    let mut losses = Vec::new();
    for (number, played) in pool.iter().enumerate() {
        let rated = played.seats.iter().map(|&(seated, rank)| match seated {
            Seated::Person(person) => known.get(&person).map_or(
                Rated {
                    before: Rating::NEW,
                    idle_days: 0,
                    rank,
                },
                |known| known.before(played.at_ms, rank),
            ),
            Seated::Anchor(before) => Rated {
                before,
                idle_days: 0,
                rank,
            },
        });
        let rated: Vec<Rated> = rated.collect();
        if number >= pool.len() / 2 {
            losses.push(loss(&played.seats, &rated, parameters));
        }
        for (&(seated, _), rating) in played.seats.iter().zip(rate(&rated, parameters)) {
            if let Seated::Person(person) = seated {
                let at_ms = played.at_ms;
                known.insert(person, Known { rating, at_ms });
            }
        }
    }
    losses
}

impl Known {
    /// Before a match that ended then.
    fn before(self, at_ms: i64, rank: usize) -> Rated {
        let idle_ms = at_ms.saturating_sub(self.at_ms).max(0);
        let is_later = Season::of(at_ms) > Season::of(self.at_ms);
        Rated {
            before: if is_later {
                self.rating.after_season()
            } else {
                self.rating
            },
            idle_days: u32::try_from(idle_ms / DAY_MS).unwrap_or(u32::MAX),
            rank,
        }
    }
}

fn loss<P>(seats: &[(Seated<P>, usize)], rated: &[Rated], parameters: &Parameters) -> Loss {
    let is_person = |at: usize| matches!(seats[at].0, Seated::Person(_));
    let mut loss = Loss::default();
    for (one, winner) in rated.iter().enumerate() {
        for (other, loser) in rated.iter().enumerate() {
            if winner.rank < loser.rank && (is_person(one) || is_person(other)) {
                let chances = winning_chances(&[winner.before, loser.before], parameters);
                loss.sum -= chances[0].ln();
                loss.pairs += 1;
            }
        }
    }
    loss
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// Matches of people whose strengths by the model with β are 2 units apart, beside an anchor as strong as the first one.
    fn pool(beta: f64, matches: usize) -> Vec<Played<u8>> {
        let mut random = ChaCha8Rng::seed_from_u64(5);
        let unit = beta * 2.0_f64.sqrt();
        let played = (0..matches).map(|number| {
            let mut left: Vec<u8> = (0..8).collect();
            let two = [0, 1].map(|_| left.swap_remove(random.random_range(0..left.len())));
            let strength = |person: u8| 2.0 * f64::from(person);
            let apart = strength(two[0]) - strength(two[1]);
            let wins = random.random_bool(1.0 / (1.0 + (-apart / unit).exp()));
            let ranks = if wins { [1, 3] } else { [3, 1] };
            Played {
                at_ms: i64::try_from(number).expect("few") * DAY_MS / 100,
                seats: [0, 1]
                    .map(|seat| (Seated::Person(two[seat]), ranks[seat]))
                    .into(),
            }
        });
        played.collect()
    }

    #[test]
    fn what_ratings_promise_is_better_than_nothing_and_differences_have_an_error() {
        let fits = fit(&[pool(3.0, 2_000)], &BETAS);
        assert_eq!(fits.pools[0], fits.all, "there is one pool");
        let fits = fits.all;
        let usual = fits.iter().find(|fit| fit.more == (0.0, 0.0));
        let usual = usual.expect("the usual β is compared with itself");
        assert!((usual.beta - Parameters::default().beta).abs() < 1e-9);
        assert_eq!(usual.pairs, 1_000);
        for of in &fits {
            assert!(of.log_loss < 0.6, "{of:?}");
            assert!((of.log_loss - usual.log_loss - of.more.0).abs() < 1e-9);
            assert!(of.more.1 > 0.0 || of == usual, "{of:?}");
        }
        // Far too little chance is told from the usual.
        let little = fit(&[pool(8.33, 4_000)], &[0.5]).all[0];
        assert!(little.more.0 > 3.0 * little.more.1, "{little:?}");
    }

    #[test]
    fn computer_players_are_foretold_beside_people_alone_and_never_change() {
        let anchor = Seated::Anchor(Rating {
            mu: 40_000_000,
            sigma: 800_000,
        });
        let played = |ranks: [usize; 3]| Played {
            at_ms: 0,
            seats: vec![
                (Seated::Person(1_u8), ranks[0]),
                (anchor, ranks[1]),
                (anchor, ranks[2]),
            ],
        };
        // The first half is not compared.
        let twice = vec![played([3, 1, 2]), played([2, 1, 2])];
        let fits = fit(&[twice, vec![played([3, 1, 2])]], &[5.0]);
        let of_pools = fits.pools.iter().map(|of| of[0].pairs);
        assert_eq!(of_pools.collect::<Vec<_>>(), [1, 2]);
        let fits = fit(&[vec![played([3, 1, 2]), played([2, 1, 2])]], &[5.0]).all;
        assert_eq!(
            fits[0].pairs, 1,
            "a tie and two computer players say nothing"
        );
        assert!(fits[0].log_loss < 0.3, "{fits:?}");
        let none = fit::<u8>(&[Vec::new()], &[5.0]).all;
        assert_eq!((none[0].pairs, none[0].log_loss), (0, 0.0));
    }

    #[test]
    fn a_rating_is_that_of_the_season_of_the_match() {
        let known = Known {
            rating: Rating {
                mu: 33_000_000,
                sigma: 1_500_000,
            },
            at_ms: 0,
        };
        let before = |days: i64| known.before(days * DAY_MS, 1);
        assert_eq!(before(10).before, known.rating);
        assert_eq!(before(10).idle_days, 10);
        assert_eq!(before(100).before, known.rating.after_season());
    }
}
