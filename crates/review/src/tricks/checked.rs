//! Whether a review that somebody else computed is this engine's: what follows from the record is made anew, and some of its decisions, too.

use giog_bots::levels::{Appraised, Effort, candidates};
use giog_rules::record::Record;

use super::choice::{Loss, gained};
use super::{Asked, Choice, Found, Ground, MatchReview, Reviewed, reviewed};
use crate::sample::{CHECKED, chosen};
use crate::{NotReviewed, Verdict, WHOLE};

/// The most that a standard error may be; those of reviews are far below.
const MOST_ERROR: i32 = 10 * WHOLE;

/// As [`crate::checked`]. All is made anew but what only lines of play can tell: shares, losses, and their errors.
pub(crate) fn checked(
    record: &Record,
    review: &MatchReview,
    effort: Effort,
    numbers: [u64; CHECKED],
) -> Result<Option<Vec<usize>>, NotReviewed> {
    let ground = Ground::of(record, review.seat)?;
    let Some(claimed) = ground.claimed(review, effort) else {
        return Ok(None);
    };
    let decisions = claimed
        .iter()
        .map(|(asked, claim)| ground.decision(asked, claim));
    if ground.told(&claimed, decisions.collect()) != *review {
        return Ok(None);
    }
    let mut looked_at = Vec::new();
    for index in chosen(claimed.len(), numbers) {
        let (asked, claim) = &claimed[index];
        let really = ground.look_at(asked, effort);
        if really.is_none_or(|really| !really.tells(claim)) {
            return Ok(None);
        }
        looked_at.push(asked.action);
    }
    looked_at.sort_unstable();
    Ok(Some(looked_at))
}

impl Found {
    /// Whether the same was found. The best choice is told of a loss that has a name alone.
    fn tells(&self, other: &Self) -> bool {
        let is_good = self.reviewed.verdict == Verdict::Good;
        self.reviewed == other.reviewed && (is_good || self.best == other.best)
    }
}

impl Ground<'_> {
    /// What a review says of each decision that had a choice; none if it is not of these decisions and choices.
    fn claimed(&self, review: &MatchReview, effort: Effort) -> Option<Vec<(&Asked, Found)>> {
        let mut claims = review.decisions.iter();
        let mut claimed = Vec::new();
        for asked in &self.history.decisions {
            let Asked { view, truth, .. } = asked;
            let choices = candidates(&self.policy, view, truth, asked.laid, effort.choices);
            if let Some(choices) = choices.filter(|choices| choices.len() > 1) {
                claimed.push((asked, claim(asked, &choices, claims.next()?)?));
            }
        }
        claims.next().is_none().then_some(claimed)
    }
}

/// A decision with what somebody claims of it; none if that is nothing that can be found.
fn claim(asked: &Asked, candidates: &[Appraised], claim: &Reviewed) -> Option<Found> {
    let told = |choices: &[Choice]| -> Option<Vec<Choice>> {
        let candidates = candidates.iter();
        let mut told = candidates
            .map(|one| choices.iter().find(|of| of.play == one.play).copied())
            .collect::<Option<Vec<Choice>>>()?;
        told.sort_by_key(|choice| -choice.share);
        let mut all = told.iter();
        let is_possible = |choice: &Choice| {
            (0..=WHOLE).contains(&choice.share) && (0..=MOST_ERROR).contains(&choice.error)
        };
        all.all(is_possible).then_some(told)
    };
    let is_loss = (0..=WHOLE).contains(&claim.lost) && (0..=MOST_ERROR).contains(&claim.error);
    let choices = told(&claim.choices).filter(|_| is_loss)?;
    let share = |of| {
        let of_play = choices.iter().find(|choice| choice.play == of);
        of_play.map(|choice| choice.share)
    };
    let all = candidates
        .iter()
        .map(|one| Some((one.chance, share(one.play)?)));
    let gained = gained(all.flatten(), share(asked.laid)?);
    let best = claim.mistake.map_or(asked.laid, |mistake| mistake.play);
    share(best)?;
    let loss = Loss {
        best: 0,
        lost: claim.lost,
        error: claim.error,
    };
    Some(Found {
        reviewed: reviewed(asked, loss, choices, told(&claim.hindsight)?),
        best,
        gained,
    })
}
