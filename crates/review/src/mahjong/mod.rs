//! Reviews of mahjong: what each choice of a seat would have left, from what the seat could know. Nothing is drawn and no line is played: all
//! figures are counted, but danger, which was measured.

mod danger;
mod distance;
mod history;
mod outlook;
#[cfg(test)]
mod tests;
mod turns;
mod ways;

pub use self::danger::{Danger, SIGNS, Table, VALUES};
pub use self::history::{Asked, decisions, seen};

pub use giog_protocol::rest::{
    MahjongHandType, MahjongReview, ReviewedHand, ReviewedTurn, SeatWaits, TurnChoice, TurnMistake,
    TurnMistakeKind,
};

use giog_rules::record::{Record, RecordStatus};
use giog_rules::tiles::TilesVariant;
use giog_rules::{Seat, Variant};

use crate::{ENGINE, NotReviewed};

/// The game.
pub const VARIANT: Variant = Variant::Tiles(TilesVariant::Mahjong);

/// So many decisions are looked at, the first ones: more than most matches of four rounds have.
pub const MOST_TURNS: usize = 600;

/// Reviews a match for a seat. `progress` is told the number of reviewed decisions and that of all.
pub fn review(
    record: &Record,
    seat: Seat,
    mut progress: impl FnMut(usize, usize),
) -> Result<MahjongReview, NotReviewed> {
    let (asked, left_out) = asked(record, seat)?;
    let mut turns = Vec::new();
    for (index, one) in asked.iter().enumerate() {
        progress(index, asked.len());
        turns.extend(turns::looked_at(one).map(|turn| (one.deal, turn)));
    }
    progress(asked.len(), asked.len());
    Ok(MahjongReview {
        left_out: u32::try_from(left_out).unwrap_or(u32::MAX),
        ..told(record, seat, turns)
    })
}

/// Checks a review that somebody else computed. All of it is computed anew, as nothing in it is searched. Returns the indices of the actions of its
/// decisions; none if the review is another one than this engine's.
pub fn checked(
    record: &Record,
    claimed: &MahjongReview,
) -> Result<Option<Vec<usize>>, NotReviewed> {
    let really = review(record, claimed.seat, |_, _| ())?;
    let turns = really.hands.iter().flat_map(|hand| &hand.turns);
    Ok((really == *claimed).then(|| turns.map(|turn| turn.action).collect()))
}

/// The decisions of a seat that had a choice, and how many more there are that are not looked at.
fn asked(record: &Record, seat: Seat) -> Result<(Vec<Asked>, usize), NotReviewed> {
    if record.variant != VARIANT {
        return Err(NotReviewed::Game(record.variant, record.seats));
    }
    if seat.index() >= usize::from(record.seats) {
        return Err(NotReviewed::Seat(seat));
    }
    if record.status != RecordStatus::Over {
        return Err(NotReviewed::Abandoned);
    }
    let mut asked = decisions(record, seat, |_, _| ())?;
    asked.retain(|one| turns::actions(&one.ask).len() > 1);
    let left_out = asked.len().saturating_sub(MOST_TURNS);
    asked.truncate(MOST_TURNS);
    Ok((asked, left_out))
}

/// The review with these decisions, each with the number of its hand.
fn told(record: &Record, seat: Seat, turns: Vec<(u16, ReviewedTurn)>) -> MahjongReview {
    let mut hands: Vec<ReviewedHand> = Vec::new();
    for (deal, turn) in turns {
        match hands.last_mut().filter(|hand| hand.deal == deal) {
            Some(hand) => hand.turns.push(turn),
            None => hands.push(ReviewedHand {
                deal,
                turns: vec![turn],
            }),
        }
    }
    MahjongReview {
        engine: ENGINE,
        variant: record.variant,
        seat,
        hands,
        left_out: 0,
        worker: None,
    }
}
