//! Whether a review of a game on a board that somebody else computed is this engine's.

use std::collections::HashSet;

use giog_bots::appraisal::MOST_LINE;
use giog_bots::levels::Effort;
use giog_rules::Seat;
use giog_rules::record::Record;

use super::history::lawful;
use super::{Asked, BoardChoice, BoardReview, CHOICES, Ground, ReviewedMove, reviewed};
use crate::sample::{CHECKED, chosen};
use crate::verdict::INACCURACY;
use crate::{NotReviewed, WHOLE};

/// As [`crate::checked`]. What only searches can tell are the choices with their shares and lines, and what was lost.
pub(crate) fn checked(
    record: &Record,
    review: &BoardReview,
    effort: Effort,
    numbers: [u64; CHECKED],
) -> Result<Option<Vec<usize>>, NotReviewed> {
    let ground = Ground::of(record, review.seat)?;
    let count = ground.history.moments.len();
    if count != review.moves.len() {
        return Ok(None);
    }
    let claims = ground.history.decisions().zip(&review.moves);
    let claimed: Option<Vec<ReviewedMove>> = claims
        .map(|(asked, claim)| claimed(&asked, review.seat, claim))
        .collect();
    if claimed.map(|moves| ground.told(moves)).as_ref() != Some(review) {
        return Ok(None);
    }
    let chosen = chosen(count, numbers);
    let mut looked_at = Vec::new();
    let decisions = ground.history.decisions().zip(&review.moves).enumerate();
    for (_, (asked, claim)) in decisions.filter(|(index, _)| chosen.contains(index)) {
        if ground.look_at(&asked, effort).as_ref() != Some(claim) {
            return Ok(None);
        }
        looked_at.push(asked.action);
    }
    looked_at.sort_unstable();
    Ok(Some(looked_at))
}

/// A decision with what somebody claims of it; none if that is nothing that can be found.
fn claimed(asked: &Asked, seat: Seat, claim: &ReviewedMove) -> Option<ReviewedMove> {
    let ReviewedMove { choices, lost, .. } = claim;
    let played = asked.taken.typed();
    let mine = choices.iter().find(|choice| choice.play == played)?.share;
    let first = choices.first()?.share - mine;
    let is_loss = if first < INACCURACY {
        *lost == first
    } else {
        (0..=first).contains(lost)
    };
    let different: HashSet<&str> = choices.iter().map(|choice| &*choice.play).collect();
    let is_possible = |choice: &BoardChoice| {
        let plies: Vec<String> = std::iter::once(&choice.play)
            .chain(&choice.line)
            .cloned()
            .collect();
        (0..=WHOLE).contains(&choice.share)
            && choice.line.len() <= MOST_LINE
            && lawful(&asked.game, seat, &plies) == plies.len()
    };
    let holds = is_loss
        && (2..=CHOICES + 1).contains(&choices.len())
        && different.len() == choices.len()
        && choices.is_sorted_by_key(|choice| (-choice.share, choice.play != played))
        && choices.iter().all(is_possible);
    holds.then(|| reviewed(asked, *lost, choices.clone()))
}
