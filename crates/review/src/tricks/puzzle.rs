//! Puzzles: decisions with a clear answer, evaluated anew with other seeds.

use giog_bots::levels::{Effort, Policy, appraise};
use giog_rules::record::Record;
use giog_rules::tricks::View;
use giog_rules::{Pieces, Seat};
use serde::{Deserialize, Serialize};

use super::choice::{Loss, choices, loss};
use super::{Asked, Choice, History, MatchReview, net_of};
use crate::{Calibration, NotReviewed, Verdict, seed};

/// The most puzzles of a review: those decisions that lost most. Each is evaluated with several times the lines of a review.
pub const MOST_PUZZLES: usize = 2;
/// A puzzle's decision lost at least so much, in ten-thousandths of a win, with an error of at most so much.
const LEAST_LOST: i32 = 800;
const MOST_ERROR: i32 = 100;
/// A play that loses less against the best one is right, too.
const NEAR: i32 = 200;
/// So many times the lines of a review are played.
const FINER: u32 = 4;
/// What other seeds differ by: those of a puzzle, and those of its evaluation after a report.
const ANEW: u64 = 0x9e37_79b9_7f4a_7c15;
const ONCE_MORE: u64 = 0x3c6e_f372_fe94_f82a;

/// A decision with a clear answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Puzzle {
    /// The index of its action in the record.
    pub action: u32,
    /// The number of the trick, from 0.
    pub trick: u8,
    /// What the seat saw.
    pub view: Box<View>,
    /// What it laid.
    pub laid: Pieces,
    /// The choices, the best first.
    pub choices: Vec<Choice>,
}

/// Whether a play is a right answer: the best of these choices, or one that loses hardly anything against it.
pub fn is_right(choices: &[Choice], play: Pieces) -> bool {
    let of_play = choices.iter().find(|choice| choice.play == play);
    let best = choices.iter().map(|choice| choice.share).max();
    best.zip(of_play)
        .is_some_and(|(best, choice)| best - choice.share < NEAR)
}

/// The puzzles that are in a reviewed match.
pub fn puzzles(
    record: &Record,
    review: &MatchReview,
    effort: Effort,
) -> Result<Vec<Puzzle>, NotReviewed> {
    let named = review.decisions.iter();
    let mut found: Vec<_> = named
        .filter(|decision| decision.verdict != Verdict::Good && decision.lost >= LEAST_LOST)
        .collect();
    found.sort_by_key(|decision| -decision.lost);
    found.truncate(MOST_PUZZLES);
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let history = History::of(record, review.seat)?;
    let mut puzzles = Vec::new();
    for decision in found {
        let mut asked = history.decisions.iter();
        let Some(asked) = asked.find(|one| one.action == decision.action) else {
            continue;
        };
        let evaluated = evaluated(record, review.seat, asked, effort, ANEW)?;
        let Some((loss, choices)) = evaluated else {
            continue;
        };
        let best = decision.choices.first().map(|choice| choice.play);
        if is_clear(loss) && best.is_some_and(|best| is_right(&choices, best)) {
            puzzles.push(Puzzle {
                action: u32::try_from(asked.action).unwrap_or(u32::MAX),
                trick: asked.trick,
                view: asked.view.clone(),
                laid: asked.laid,
                choices,
            });
        }
    }
    Ok(puzzles)
}

/// Whether a puzzle has its clear answer also with seeds that it was not made with.
pub fn is_still_clear(
    record: &Record,
    seat: Seat,
    puzzle: &Puzzle,
    effort: Effort,
) -> Result<bool, NotReviewed> {
    let history = History::of(record, seat)?;
    let mut asked = history.decisions.iter();
    let action = usize::try_from(puzzle.action).unwrap_or(usize::MAX);
    let Some(asked) = asked.find(|one| one.action == action) else {
        return Ok(false);
    };
    let Some((loss, choices)) = evaluated(record, seat, asked, effort, ONCE_MORE)? else {
        return Ok(false);
    };
    let best = puzzle.choices.first().map(|choice| choice.play);
    Ok(is_clear(loss) && best.is_some_and(|best| is_right(&choices, best)))
}

const fn is_clear(loss: Loss) -> bool {
    loss.lost >= LEAST_LOST && loss.error <= MOST_ERROR
}

/// What a decision lost, and its choices, with seeds that differ by so much from those of its review.
fn evaluated(
    record: &Record,
    seat: Seat,
    asked: &Asked,
    effort: Effort,
    other: u64,
) -> Result<Option<(Loss, Vec<Choice>)>, NotReviewed> {
    let unknown = || NotReviewed::Game(record.variant, record.seats);
    let policy: Policy<'_> = net_of(record.variant, record.seats).ok_or_else(unknown)?;
    let calibration = Calibration::of(record.variant, record.seats).ok_or_else(unknown)?;
    let effort = Effort {
        lines: effort.lines.saturating_mul(FINER),
        ..effort
    };
    let seed = seed(record, seat, asked.action).wrapping_add(other);
    let Some(appraised) = appraise(&policy, &asked.view, asked.laid, effort, seed) else {
        return Ok(None);
    };
    let mine = appraised
        .choices
        .iter()
        .position(|choice| choice.play == asked.laid);
    Ok(mine.map(|mine| {
        let known = &calibration.known;
        (loss(&appraised, mine, known), choices(&appraised, known))
    }))
}
