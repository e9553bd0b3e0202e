//! The ways in which a match on a board can end.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::table::Seat;

/// Why a match is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "BoardEnd")]
pub enum End {
    /// The general is attacked, and no move helps.
    Checkmate,
    /// No legal move, and no check.
    Stalemate,
    /// The general was taken.
    Captured,
    /// Nothing is left that could take a general.
    Material,
    /// One side gave check for ever.
    PerpetualCheck,
    /// One side chased a piece for ever.
    PerpetualChase,
    /// The same position for the third time.
    Repetition,
    /// Too many plies or moves in a row without a capture.
    NoCapture,
    /// Too many plies or moves altogether.
    Length,
    /// The other side has no piece left.
    AllCaptured,
    /// The other side can do nothing.
    NoMove,
    /// Too many plies in a row without a flip or a capture.
    NoProgress,
    /// One seat has taken two generals.
    HegemonGenerals,
    /// One seat has taken thirty pieces.
    HegemonPieces,
    /// Only one seat has a state left.
    LastSeat,
    /// No state can move.
    Stuck,
    /// The other has no stone left.
    AllRemoved,
    /// The player on turn can't move.
    Blocked,
    /// A draw was agreed.
    Agreed,
    /// A side gave up.
    Resigned,
    /// A side lost on time.
    Time,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Why it is over.
    pub end: End,
    /// Who won, ascending: all seats of a drawn match.
    pub winners: Vec<Seat>,
}

/// For each seat, its share of the win: one divided by the number of winners, or 0.
pub(super) fn shares(seats: usize, ending: &Ending) -> Vec<f32> {
    let winners = u8::try_from(ending.winners.len()).expect("a table has few seats");
    let share = |seat| {
        if ending.winners.contains(&Seat::new(seat)) {
            1.0 / f32::from(winners)
        } else {
            0.0
        }
    };
    (0..seats).map(share).collect()
}
