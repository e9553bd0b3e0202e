//! Reviews of games on boards.

use giog_rules::record::By;
use giog_rules::{Seat, Variant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ReviewVerdict, ReviewWorker, games, is_false, is_zero};

/// A review of a match of a game on a board for one seat. Shares and losses are ten-thousandths of a win; a draw is half of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoardReview {
    /// The version of the engine. It grows when the figures of a review change.
    pub engine: u32,
    /// The game.
    #[schemars(schema_with = "games::boards")]
    pub variant: Variant,
    /// The seat.
    pub seat: Seat,
    /// The share of the win that it had in the end.
    pub result: i32,
    /// How little its moves lost, in ten-thousandths: the mean of what `docs/REVIEW.md` says for each move. 10,000 if nothing was lost.
    pub accuracy: i32,
    /// Whether all figures are exact, because the game is solved; omitted if not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub exact: bool,
    /// The actions of the seat on the board that stand and had a choice, in order: the first 200 at most.
    pub moves: Vec<ReviewedMove>,
    /// How many more there were after these, which were not looked at; omitted if none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub left_out: u32,
    /// Only if a worker outside the server computed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worker: Option<ReviewWorker>,
}

/// An action on a board that is reviewed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewedMove {
    /// The index of its action in the record.
    pub action: usize,
    /// How many plies stood before it.
    pub ply: u32,
    /// Who decided for the seat; omitted for its player.
    #[serde(default, skip_serializing_if = "By::is_player")]
    pub by: By,
    /// What was played, as decisions write it: `h2e2`.
    pub played: String,
    /// What it lost against the choice that looked best; at least 0.
    pub lost: i32,
    /// What to call it.
    pub verdict: ReviewVerdict,
    /// The choices that looked best and the one that was played, the best first.
    pub choices: Vec<BoardChoice>,
}

/// A choice on a board, and what it would have won.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoardChoice {
    /// The choice, as decisions write it.
    pub play: String,
    /// The share of the win that it leads to.
    pub share: i32,
    /// How both sides could go on after it, the other one first: the best line of the search, of a few plies. Empty where none is known.
    pub line: Vec<String>,
}
