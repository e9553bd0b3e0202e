//! What a review calls mistakes of the person who sat there, as it is stored with the review.

use giog_protocol::rest::OwnMistake;
use giog_review::Review;
use giog_store::{MatchSummary, Mistake, OwnMistakes, StoredMistake};

/// The mistakes of a review, and whose they are; none if nobody sat there, and in games other than trick games, whose mistakes have no kinds. What
/// somebody else decided for them is none of theirs.
pub(super) fn of(
    summary: &MatchSummary,
    review: &Review,
) -> Result<Option<OwnMistakes>, serde_json::Error> {
    let Review::Tricks(review) = review else {
        return Ok(None);
    };
    let mut players = summary.players.iter();
    let seat = players.find(|one| usize::from(one.seat) == review.seat.index());
    let Some(player) = seat.and_then(|seat| seat.player) else {
        return Ok(None);
    };
    let mut mistakes = Vec::new();
    for decision in &review.decisions {
        let Some(mistake) = decision.mistake.filter(|_| decision.by.is_player()) else {
            continue;
        };
        let told = OwnMistake {
            match_id: summary.match_id,
            variant: review.variant,
            ended_at: summary.ended_at,
            seat: review.seat,
            action: decision.action,
            trick: decision.trick,
            laid: decision.laid,
            lost: decision.lost,
            error: decision.error,
            verdict: decision.verdict,
            mistake,
            by_worker: review
                .worker
                .as_ref()
                .is_some_and(|worker| !worker.checked.contains(&decision.action)),
        };
        mistakes.push(Mistake {
            action: u32::try_from(decision.action).unwrap_or(u32::MAX),
            kind: mistake.kind.to_string(),
            content: serde_json::to_string(&told)?,
        });
    }
    Ok(Some(OwnMistakes { player, mistakes }))
}

/// What is stored, as it is told.
pub(crate) fn told(stored: Vec<StoredMistake>) -> Vec<OwnMistake> {
    let read = stored.into_iter().filter_map(|stored| {
        let told = serde_json::from_str(&stored.content);
        told.inspect_err(|error| {
            tracing::error!(match_id = %stored.match_id, %error, "a mistake cannot be read");
        })
        .ok()
    });
    read.collect()
}
