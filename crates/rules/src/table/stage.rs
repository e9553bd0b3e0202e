//! The parts of a match.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The part of a match that a decision belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Choices before play: who is first, who takes which stacks, who is whose ally.
    Ceremony,
    /// Tricks, moves, bets.
    Play,
    /// Nothing is left to decide.
    Over,
}
