//! The actions of games on boards.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::table::Seat;

/// An action of a seat. The arguments are texts of any content; the game checks whether they name a point of its board, a piece or a
/// state.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum BoardAction {
    /// Moves a piece.
    Move {
        /// The point left and the point reached, without a separator: `h2e2`.
        #[serde(rename = "move")]
        points: String,
    },
    /// Puts a piece of the reserve on the board.
    Drop {
        /// The letter of the piece.
        piece: String,
        /// The point.
        to: String,
    },
    /// Turns up a face-down piece.
    Flip {
        /// The point it lies on.
        at: String,
    },
    /// Places a stone.
    Place {
        /// The point.
        at: String,
    },
    /// Removes a stone.
    Remove {
        /// The point it stands on.
        at: String,
    },
    /// Chooses a state as ally.
    Ally {
        /// The code of the state.
        state: String,
    },
    /// Resigns.
    Resign,
    /// Offers a draw.
    OfferDraw,
    /// Accepts the open draw offer.
    AcceptDraw,
    /// Declines the open draw offer.
    DeclineDraw,
    /// Proposes to take back one's last turn.
    ProposeTakeBack,
    /// Accepts the open proposal to take back.
    AcceptTakeBack,
    /// Declines the open proposal to take back.
    DeclineTakeBack,
    /// Loses on time.
    TimeOut,
}

impl BoardAction {
    /// Whether it is an action on the board: a move, drop, flip, placement or removal.
    pub const fn is_on_board(&self) -> bool {
        matches!(
            self,
            Self::Move { .. }
                | Self::Drop { .. }
                | Self::Flip { .. }
                | Self::Place { .. }
                | Self::Remove { .. }
        )
    }
}

/// An action of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatAction {
    /// The seat.
    pub seat: Seat,
    /// What it is.
    #[serde(flatten)]
    pub action: BoardAction,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_is_written_as_records_have_it() {
        let action = BoardAction::Move {
            points: "h2e2".to_owned(),
        };
        let written = serde_json::to_value(SeatAction {
            seat: Seat::new(1),
            action,
        });
        assert_eq!(
            written.ok(),
            Some(serde_json::json!({ "seat": 1, "do": "move", "move": "h2e2" }))
        );
        let written = serde_json::to_value(BoardAction::TimeOut);
        assert_eq!(written.ok(), Some(serde_json::json!({ "do": "time_out" })));
    }
}
