//! How a match ended.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::families::boards::{BoardOutcome, BoardResult};
use crate::families::tiles::{TilesOutcome, TilesResult};
use crate::families::tricks;
use crate::table::Seat;

/// How a match ended by its rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "AnyOutcome")]
pub enum Outcome {
    /// A trick game.
    Tricks(tricks::Outcome),
    /// A game on a board.
    Board(BoardOutcome),
    /// A game of tiles or dice.
    Tiles(TilesOutcome),
}

impl Outcome {
    /// The outcome, if it is one of a trick game.
    pub const fn tricks(&self) -> Option<&tricks::Outcome> {
        match self {
            Self::Tricks(outcome) => Some(outcome),
            Self::Board(_) | Self::Tiles(_) => None,
        }
    }

    /// The outcome, if it is one of a game on a board.
    pub const fn board(&self) -> Option<&BoardOutcome> {
        match self {
            Self::Board(outcome) => Some(outcome),
            Self::Tricks(_) | Self::Tiles(_) => None,
        }
    }

    /// Who won or shares the win, ascending.
    pub fn winners(&self) -> &[Seat] {
        match self {
            Self::Tricks(outcome) => &outcome.winners,
            Self::Board(outcome) => &outcome.winners,
            Self::Tiles(outcome) => &outcome.winners,
        }
    }

    /// Whether one side alone won. In trick games everybody is a side.
    pub fn has_one_winner(&self) -> bool {
        match self {
            Self::Tricks(outcome) => outcome.winners.len() == 1,
            Self::Board(outcome) => outcome.sides.contains(&outcome.winners),
            Self::Tiles(outcome) => outcome.sides.contains(&outcome.winners),
        }
    }

    /// How many pieces a seat captured, where that is counted from match to match.
    pub fn captured(&self, seat: Seat) -> Option<u32> {
        match self {
            Self::Tricks(outcome) => outcome.captured.get(seat).copied().map(u32::from),
            Self::Board(_) | Self::Tiles(_) => None,
        }
    }

    /// What the match brought a seat, in games with scores.
    pub fn score(&self, seat: Seat) -> Option<i64> {
        match self {
            Self::Tricks(outcome) => outcome.scores?.get(seat).copied().map(i64::from),
            Self::Tiles(outcome) => outcome.gains.get(seat.index()).copied(),
            Self::Board(_) => None,
        }
    }
}

/// What the actions of a match led to; in the record of a finished match its `result`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "AnyMatchResult")]
pub enum MatchResult {
    /// In a trick game.
    Tricks(Box<tricks::MatchResult>),
    /// In a game on a board.
    Board(Box<BoardResult>),
    /// In a game of tiles or dice.
    Tiles(Box<TilesResult>),
}

impl MatchResult {
    /// The result, if it is one of a trick game.
    pub fn tricks(&self) -> Option<&tricks::MatchResult> {
        match self {
            Self::Tricks(result) => Some(result),
            Self::Board(_) | Self::Tiles(_) => None,
        }
    }

    /// Who won or shares the win, ascending; none in an abandoned match.
    pub fn winners(&self) -> Option<&[Seat]> {
        match self {
            Self::Tricks(result) => result.winners.as_deref(),
            Self::Board(result) => result.winners.as_deref(),
            Self::Tiles(result) => result.winners.as_deref(),
        }
    }

    /// The score of a seat, in games with scores.
    pub fn score(&self, seat: Seat) -> Option<i32> {
        match self {
            Self::Tricks(result) => result.scores?.get(seat).copied(),
            Self::Tiles(result) => {
                let score = result.scores.get(seat.index());
                score.and_then(|&score| i32::try_from(score).ok())
            }
            Self::Board(_) => None,
        }
    }
}

impl Default for MatchResult {
    fn default() -> Self {
        Self::Tricks(Box::default())
    }
}
