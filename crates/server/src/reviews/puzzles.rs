//! Puzzles: made of the reviews of public matches, on the thread for reviews.

use giog_protocol::PuzzleId;
use giog_review::tricks::{MatchReview, Puzzle, is_still_clear, puzzles};
use giog_review::{Effort, Review};
use giog_rooms::random_uuid;
use giog_rules::{Record, Seat, Timestamp};
use giog_store::{MatchStatus, MatchSummary, StoredPuzzle, StoredRecord};

use super::lanes::Lane;
use super::{NotMade, Work};

/// A day, in milliseconds.
const DAY_MS: i64 = 24 * 3_600 * 1_000;

/// The day of a time, in days since 1970 (UTC).
pub(crate) const fn day_of(time: Timestamp) -> i64 {
    time.unix_ms().div_euclid(DAY_MS)
}

/// Makes the puzzles of a review that was made now, if its match is public and of a trick game.
pub(super) async fn make(
    work: &Work,
    summary: &MatchSummary,
    review: Review,
    effort: Effort,
) -> Result<(), NotMade> {
    let Review::Tricks(review) = review else {
        return Ok(());
    };
    if !summary.listed || summary.status != MatchStatus::Over {
        return Ok(());
    }
    let mut players = summary.players.iter();
    let who = players.find(|one| usize::from(one.seat) == review.seat.index());
    let (seat, player) = who.map_or((0, None), |one| (one.seat, one.player));
    let Some(record) = work.store.record(summary.match_id).await? else {
        return Ok(());
    };
    let found = move |_: &mut _| found(record, &review, effort);
    for puzzle in work.lanes.run(Lane::Short, found).await?? {
        let now = work.clock.now().wall;
        let stored = StoredPuzzle {
            id: PuzzleId(random_uuid(&mut *(work.random)())),
            match_id: summary.match_id,
            seat,
            action: puzzle.action,
            player,
            content: StoredRecord::new(serde_json::to_vec(&puzzle)?),
            made_at: now,
            settled: false,
        };
        work.store.keep_puzzle(&stored, day_of(now)).await?;
    }
    Ok(())
}

/// The puzzles of a record: on the thread for reviews.
fn found(
    record: StoredRecord,
    review: &MatchReview,
    effort: Effort,
) -> Result<Vec<Puzzle>, NotMade> {
    let record: Record = serde_json::from_slice(&record.open()?)?;
    Ok(puzzles(&record, review, effort)?)
}

/// Evaluates a puzzle that was reported, once, and deletes it if its answer is not clear any more.
pub(super) async fn settle(work: &Work, id: PuzzleId) -> Result<(), NotMade> {
    let Some(puzzle) = work.store.puzzle(id).await? else {
        return Ok(());
    };
    // Several may have reported it meanwhile: the first is enough.
    if puzzle.settled {
        return Ok(());
    }
    let Some(record) = work.store.record(puzzle.match_id).await? else {
        return Ok(());
    };
    let (seat, effort) = (Seat::new(puzzle.seat.into()), work.effort());
    let content = puzzle.content;
    let is_clear = move |_: &mut _| -> Result<bool, NotMade> {
        let record: Record = serde_json::from_slice(&record.open()?)?;
        let puzzle: Puzzle = serde_json::from_slice(&content.open()?)?;
        Ok(is_still_clear(&record, seat, &puzzle, effort)?)
    };
    let stays = work.lanes.run(Lane::Short, is_clear).await??;
    Ok(work.store.settle_puzzle(id, stays).await?)
}
