//! Ratings, and what a match changes: Weng and Lin's approximation of a Bradley-Terry model with full pairs.

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{
    WengLinConfig, WengLinRating, expected_score_multi_team, weng_lin_multi_team,
};

/// Millionths in a unit of strength.
const UNIT: f64 = 1_000_000.0;
/// Points that are shown for a unit of strength, and for the strength of somebody new.
const POINTS_OF_UNIT: i64 = 40;
const POINTS_OF_NEW: i64 = 1_500;
/// From this uncertainty on a rating is provisional, in millionths: for about 25 matches of somebody new.
const PROVISIONAL_SIGMA: i64 = 3_000_000;
/// The uncertainty that a new season adds, in millionths: its square is added to that of the rating.
const SEASON_SIGMA: i64 = 2_000_000;

/// How strong somebody is, and how uncertain that is, in millionths of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rating {
    /// The estimate of their strength.
    pub mu: i64,
    /// The standard error of the estimate; more than 0.
    pub sigma: i64,
}

impl Rating {
    /// Of somebody whom nothing is known of.
    pub const NEW: Self = Self {
        mu: 25_000_000,
        sigma: 8_333_333,
    };

    /// The rating with which somebody begins a later season: three quarters as far from somebody new, and less certain.
    #[must_use]
    pub const fn after_season(self) -> Self {
        let sigma = (self.sigma * self.sigma + SEASON_SIGMA * SEASON_SIGMA).isqrt();
        Self {
            mu: Self::NEW.mu + (self.mu - Self::NEW.mu) * 3 / 4,
            sigma: if sigma < Self::NEW.sigma {
                sigma
            } else {
                Self::NEW.sigma
            },
        }
    }

    /// The place in a ladder, in millionths: what somebody's strength exceeds almost certainly.
    pub const fn ladder(self) -> i64 {
        self.mu - 2 * self.sigma
    }

    /// The number that is shown.
    pub const fn points(self) -> i64 {
        POINTS_OF_NEW + rounded((self.mu - Self::NEW.mu) * POINTS_OF_UNIT)
    }

    /// The number that is shown after `±`: two standard errors.
    pub const fn plus_minus(self) -> i64 {
        rounded(2 * self.sigma * POINTS_OF_UNIT)
    }

    /// Whether little is known of this person yet.
    pub const fn is_provisional(self) -> bool {
        self.sigma >= PROVISIONAL_SIGMA
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "strengths have a few digits, and the sum is not exact anyway"
    )]
    fn of_model(self) -> WengLinRating {
        WengLinRating {
            rating: self.mu as f64 / UNIT,
            uncertainty: self.sigma as f64 / UNIT,
        }
    }
}

/// Millionths as a whole number, the nearest one.
const fn rounded(millionths: i64) -> i64 {
    (millionths + 500_000).div_euclid(1_000_000)
}

/// The numbers of the model, in units of strength. [`Parameters::default`] has those that matches are rated with; others are for
/// measurements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// How much chance decides: the larger, the less a result says.
    pub beta: f64,
    /// How fast matches make a rating certain: how often the model's share of the uncertainty is taken away. The model alone (1) keeps so much
    /// of it that the latest matches count too much.
    pub certainty: f64,
    /// The uncertainty that always remains, as strength changes.
    pub least_sigma: f64,
    /// What a day without a rated match adds to the square of the uncertainty.
    pub idle_day: f64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            beta: 25.0 / 3.0,
            certainty: 2.0,
            least_sigma: 0.8,
            idle_day: 0.02,
        }
    }
}

/// Somebody in a match that is rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rated {
    /// Their rating before it.
    pub before: Rating,
    /// Whole days since their latest rated match of the same pool.
    pub idle_days: u32,
    /// Their rank, from 1 on; equal ranks are ties.
    pub rank: usize,
}

/// The ratings after a match, in the same order. The estimate of somebody who plays alone does not change.
pub fn rate(match_: &[Rated], parameters: &Parameters) -> Vec<Rating> {
    let config = WengLinConfig {
        beta: parameters.beta,
        ..WengLinConfig::new()
    };
    let grown: Vec<[WengLinRating; 1]> =
        match_.iter().map(|one| [grown(one, parameters)]).collect();
    let teams: Vec<(&[WengLinRating], MultiTeamOutcome)> = grown
        .iter()
        .zip(match_)
        .map(|(team, one)| (&team[..], MultiTeamOutcome::new(one.rank)))
        .collect();
    let after = weng_lin_multi_team(&teams, &config);
    let after = after.into_iter().flatten().zip(grown);
    after
        .map(|(after, [before])| {
            let kept = after.uncertainty / before.uncertainty;
            let uncertainty = before.uncertainty * kept.powf(parameters.certainty);
            stored(
                WengLinRating {
                    uncertainty,
                    ..after
                },
                parameters,
            )
        })
        .collect()
}

/// The rating with the uncertainty that came while somebody did not play; never more than that of somebody new.
fn grown(one: &Rated, parameters: &Parameters) -> WengLinRating {
    let model = one.before.of_model();
    let square = parameters
        .idle_day
        .mul_add(f64::from(one.idle_days), model.uncertainty.powi(2));
    let most = Rating::NEW.of_model().uncertainty.max(model.uncertainty);
    WengLinRating {
        uncertainty: square.sqrt().min(most),
        ..model
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the cast saturates, and strengths have a few digits"
)]
fn stored(after: WengLinRating, parameters: &Parameters) -> Rating {
    Rating {
        mu: (after.rating * UNIT).round() as i64,
        sigma: (after.uncertainty.max(parameters.least_sigma) * UNIT).round() as i64,
    }
}

/// The chance of each of these people to win a match with one winner, by the model; for measurements.
pub fn winning_chances(ratings: &[Rating], parameters: &Parameters) -> Vec<f64> {
    let config = WengLinConfig {
        beta: parameters.beta,
        ..WengLinConfig::new()
    };
    let teams: Vec<[WengLinRating; 1]> = ratings.iter().map(|one| [one.of_model()]).collect();
    let teams: Vec<&[WengLinRating]> = teams.iter().map(|team| &team[..]).collect();
    expected_score_multi_team(&teams, &config)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_season_brings_people_together_and_makes_them_less_certain() {
        let strong = Rating {
            mu: 33_000_000,
            sigma: 1_500_000,
        };
        let weak = Rating {
            mu: 21_000_000,
            sigma: 8_000_000,
        };
        let after = |mu, sigma| Rating { mu, sigma };
        assert_eq!(strong.after_season(), after(31_000_000, 2_500_000));
        assert_eq!(weak.after_season(), after(22_000_000, 8_246_211));
        assert_eq!(Rating::NEW.after_season(), Rating::NEW);
    }

    fn match_of(ranks: &[usize]) -> Vec<Rated> {
        let new = |&rank| Rated {
            before: Rating::NEW,
            idle_days: 0,
            rank,
        };
        ranks.iter().map(new).collect()
    }

    #[test]
    fn the_winner_of_four_gains_what_the_others_lose() {
        let after = rate(&match_of(&[2, 1, 2, 2]), &Parameters::default());
        assert_eq!(after[0], after[2]);
        assert_eq!(after[0], after[3]);
        let change = |seat: usize| after[seat].mu - Rating::NEW.mu;
        assert!(change(1) > 1_000_000, "{after:?}");
        assert!((change(1) + 3 * change(0)).abs() <= 3, "{after:?}");
        assert!(after.iter().all(|one| one.sigma < Rating::NEW.sigma));
    }

    #[test]
    fn a_tie_of_equals_changes_no_estimate() {
        let after = rate(&match_of(&[1, 1, 1]), &Parameters::default());
        assert!(after.iter().all(|one| one.mu == Rating::NEW.mu));
    }

    #[test]
    fn uncertainty_grows_with_idle_days_and_has_both_bounds() {
        let parameters = Parameters::default();
        let known = Rating {
            mu: 30_000_000,
            sigma: 800_000,
        };
        let after = |idle_days| {
            let one = Rated {
                before: known,
                idle_days,
                rank: 1,
            };
            rate(&[one, Rated { rank: 2, ..one }], &parameters)[0]
        };
        assert_eq!(after(0).sigma, 800_000);
        assert!(after(30).sigma > 1_000_000, "{:?}", after(30));
        assert!(after(30).mu > after(0).mu);
        assert!(after(u32::MAX).sigma < Rating::NEW.sigma);
    }

    #[test]
    fn what_is_shown_is_rounded_to_whole_points() {
        let shown = |mu, sigma| {
            let rating = Rating { mu, sigma };
            (rating.points(), rating.plus_minus(), rating.ladder())
        };
        assert_eq!(shown(25_000_000, 8_333_333), (1_500, 667, 8_333_334));
        assert_eq!(shown(26_012_499, 1_000_000), (1_540, 80, 24_012_499));
        assert_eq!(shown(23_987_500, 800_000), (1_460, 64, 22_387_500));
        assert!(Rating::NEW.is_provisional());
    }
}
