//! Reviews of finished matches: what each choice of a seat would have won, from what the seat could know then, and what the chosen one lost.
//!
//! A review follows from the record, the seat and the effort alone: lines of play and positions are counted, never time, and all figures are whole
//! numbers, so it is the same on every machine. It plays with the [levels](giog_bots::levels), and exists for the games whose figures were measured.

pub mod boards;
mod calibration;
mod checked;
pub mod mahjong;
mod nominal;
mod sample;
pub mod tricks;
mod verdict;

pub use giog_bots::levels::Effort;
pub use giog_protocol::rest::{
    Review, ReviewVerdict as Verdict, ReviewWorker as Worker, ReviewedDecision, ReviewedMove,
};

use giog_rules::record::{BadRecord, Record};
use giog_rules::{Seat, Variant};

pub use self::calibration::{Calibration, KNOTS, Map};
pub use self::checked::checked;
pub use self::nominal::nominal_ms;
pub use self::sample::CHECKED;

/// The version of the engine: it grows when the figures of a review change, or it says more.
pub const ENGINE: u32 = 8;
/// What a whole win counts in shares: they are ten-thousandths of it.
pub const WHOLE: i32 = 10_000;
/// How much a review does for each decision; docs/REVIEW.md says how exact that is, and what it takes.
pub const EFFORT: Effort = Effort {
    lines: 2_048,
    choices: 8,
    error: 100,
};

/// How far a review is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress<'f> {
    /// How many decisions have been looked at.
    pub done: usize,
    /// How many there are.
    pub of: usize,
    /// What was found of them in a trick game, as the review will say it but for the better lines: only all decisions say which have one.
    pub decisions: &'f [ReviewedDecision],
    /// What was found of them in a game on a board, as the review will say it.
    pub moves: &'f [ReviewedMove],
}

/// Why there is no review.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotReviewed {
    /// This game is not reviewed for so many players, or nobody has measured what it predicts.
    #[error("there is no review of {0} for {1} players yet")]
    Game(Variant, u8),
    /// The match has no such seat.
    #[error("the match has no seat {0}")]
    Seat(Seat),
    /// Nobody won: it was abandoned.
    #[error("the match was abandoned")]
    Abandoned,
    /// The record cannot be replayed.
    #[error(transparent)]
    Record(#[from] BadRecord),
}

/// Whether there are reviews of this game with so many players.
pub fn exists(variant: Variant, seats: u8) -> bool {
    match variant {
        Variant::Tricks(_) => tricks::exists(variant, seats),
        Variant::Board(game) => boards::exists(game, seats),
        Variant::Tiles(_) => variant == mahjong::VARIANT,
    }
}

/// Reviews a match for a seat. `progress` is told before each decision, and at the end, how far it is.
pub fn review(
    record: &Record,
    seat: Seat,
    effort: Effort,
    mut progress: impl FnMut(Progress<'_>),
) -> Result<Review, NotReviewed> {
    match record.variant {
        Variant::Tricks(_) => tricks::review(record, seat, effort, progress).map(Review::Tricks),
        Variant::Board(_) => boards::review(record, seat, effort, progress).map(Review::Boards),
        Variant::Tiles(_) => {
            let progress = |done, of| {
                progress(Progress {
                    done,
                    of,
                    ..Progress::default()
                });
            };
            mahjong::review(record, seat, progress).map(Review::Mahjong)
        }
    }
}

/// What decides all chance in the review of a decision: the same for everybody who has the record.
fn seed(record: &Record, seat: Seat, action: usize) -> u64 {
    let first = record.fairness.server_seed.0[..8].try_into();
    let of_match = u64::from_be_bytes(first.unwrap_or_default());
    let index = u64::try_from(action).unwrap_or_default();
    of_match ^ (index << 8) ^ u64::try_from(seat.index()).unwrap_or_default()
}
