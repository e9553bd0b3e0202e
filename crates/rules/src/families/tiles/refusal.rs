//! Why an action with tiles or dice was refused.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why an action is not legal (`docs/TILES.md` §2). Where several apply, the first in this list is given; but after the
/// match it is always `match_over`.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    thiserror::Error,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum TilesRefusal {
    /// This seat has nothing to decide now, or has decided already.
    #[error("you have nothing to decide now; wait for the others")]
    NotYourTurn,
    /// This seat has something to decide, but not this.
    #[error("this is not what you are asked now")]
    WrongAction,
    /// Only a win can be claimed on a tile that was added to a pung.
    #[error("this tile was not discarded; it can only be claimed for a win")]
    NoDiscard,
    /// A chow by another than the next seat.
    #[error("only the next player may claim a chow")]
    NotNext,
    /// There is no tile left to draw.
    #[error("there is no tile left to draw; only a win may be claimed")]
    WallEmpty,
    /// The player does not hold these tiles.
    #[error("you don't hold these tiles")]
    NotInHand,
    /// Another number of tiles is asked for.
    #[error("this is not the right number of tiles")]
    WrongCount,
    /// The tiles make no set.
    #[error("these tiles make no set")]
    NotASet,
    /// The hand is not complete.
    #[error("this is no complete hand")]
    NotAWin,
    /// The hand is complete, but worth too little.
    #[error("this hand has too few faan to win")]
    TooFewFaan,
    /// This table has no such bet.
    #[error("there is no such bet")]
    NoSuchBet,
    /// Two bets on one thing.
    #[error("you bet on the same thing twice; bet on it once")]
    BetTwice,
    /// A bet of less than one point.
    #[error("a bet is of at least one point")]
    BadPoints,
    /// More than the limit, or than the player has.
    #[error("you bet more than you have, or than the limit allows")]
    TooMuch,
    /// Nothing can be done any more.
    #[error("the match is over")]
    MatchOver,
}
