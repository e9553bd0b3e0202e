//! The ways in which a match on a board can end.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::table::Seat;

/// Why a match is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BoardEnd {
    /// The general is attacked, and there is no legal move.
    Checkmate,
    /// There is no legal move, without check.
    Stalemate,
    /// The general was taken.
    Captured,
    /// No piece is left that could capture a general.
    Material,
    /// One side gave perpetual check.
    PerpetualCheck,
    /// One side perpetually chased a piece.
    PerpetualChase,
    /// The same position occurred for the third time.
    Repetition,
    /// Too many plies or moves in a row without a capture.
    NoCapture,
    /// Too many plies or moves in all.
    Length,
    /// The other side has no piece left.
    AllCaptured,
    /// The other side has no legal action.
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
    /// The player to move cannot move.
    Blocked,
    /// A draw was agreed.
    Agreed,
    /// A side resigned.
    Resigned,
    /// A side lost on time.
    Time,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Why it is over.
    pub end: BoardEnd,
    /// The winners, ascending; all seats if the match was drawn.
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
