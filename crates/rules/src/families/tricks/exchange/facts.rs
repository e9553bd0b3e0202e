//! What a match tells: the layout, throws, who won a trick and why, and the outcome.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::action::Sign;
use crate::families::tricks::layout::Shape;
use crate::table::{BySeat, Seat};

/// How the stacks lie on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Layout {
    /// The form of the layout.
    pub shape: Shape,
    /// How many pieces each stack has at the start.
    pub heights: Vec<u8>,
    /// For each stack the seat in front of which it lies, in layouts with rows of seats; otherwise empty.
    pub rows: Vec<Seat>,
    /// The seat that exposes a stack to find the starter; omitted in other games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exposer: Option<Seat>,
    /// For each seat the number that it threw to find the first player; omitted in games without dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<BySeat<i64>>,
}

/// A round of throws in which everybody has thrown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ThrownRound {
    /// The round of throws, from 0.
    pub round: u8,
    /// For each seat its sign; null if it had dropped out before.
    pub signs: BySeat<Option<Sign>>,
    /// The seats that are left, ascending.
    pub contestants: Vec<Seat>,
}

/// Why a trick went to its winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WonBy {
    /// The highest combination of the led type.
    Highest,
    /// Equal to the highest, as the leader.
    Leader,
    /// Equal to the highest, and first in the order of the players, or earliest in turn from the leader.
    Order,
    /// Equal to the best play before, and laid later.
    Later,
    /// Nobody: the highest plays were equal, and the pieces are set aside for the winner of the next trick.
    Nobody,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Outcome {
    /// Pieces captured by each seat, before any forfeit.
    pub captured: BySeat<u8>,
    /// Who was beheaded, ascending.
    pub beheaded: Vec<Seat>,
    /// Scores, in variants that have them.
    pub scores: Option<BySeat<i32>>,
    /// Who won or shares the win, ascending.
    pub winners: Vec<Seat>,
}
