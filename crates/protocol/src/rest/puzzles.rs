//! Puzzles (`docs/REVIEW.md`). All figures are whole numbers.

use giog_rules::tricks::View;
use giog_rules::{MatchId, Pieces, Seat, Variant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ReviewedChoice;
use crate::PuzzleId;

/// The puzzle of a day.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DailyPuzzle {
    /// The day in UTC: `2026-01-31`.
    pub day: String,
    /// Its puzzle, the same for everybody; null if the server has none.
    pub puzzle: Option<Box<Puzzle>>,
}

/// A decision of a finished public match: what its seat saw, and what it could lay. It tells neither the match nor who played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Puzzle {
    /// The puzzle.
    pub puzzle: PuzzleId,
    /// The game.
    pub variant: Variant,
    /// The match as the seat saw it.
    pub view: View,
    /// The plays among which to choose, in no order of worth.
    pub choices: Vec<Pieces>,
}

/// An answer to a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PuzzleInput {
    /// One of its choices.
    pub play: Pieces,
}

/// What an answer was worth. Shares are ten-thousandths of a win.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PuzzleAnswer {
    /// Whether the play loses less than 2 wins of a hundred against the best one.
    pub right: bool,
    /// The choices, the best first.
    pub choices: Vec<ReviewedChoice>,
    /// What was laid in the match.
    pub laid: Pieces,
    /// The match.
    pub match_id: MatchId,
    /// The seat that decided.
    pub seat: Seat,
    /// The number of the trick, from 0.
    pub trick: u8,
}
