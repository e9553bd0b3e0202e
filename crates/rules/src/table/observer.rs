//! Observers of a match.

use serde::{Deserialize, Serialize};

use super::Seat;

/// Somebody who sees a match. It decides what they may see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Observer {
    /// The player of a seat.
    Seat(Seat),
    /// Everybody without a seat.
    Spectator,
}

impl Observer {
    /// Whether this observer sits at `seat`.
    pub fn is(self, seat: Seat) -> bool {
        self == Self::Seat(seat)
    }
}
