//! Why an action on a board was refused.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why an action is not legal (`docs/BOARDS.md` §1.6). Where several apply, the first of the list counts down to
/// `no_such_point`; what comes after it has the order that each game names. After the end it is always `match_over`.
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
pub enum BoardRefusal {
    /// Nothing can be done any more.
    #[error("the match is over")]
    MatchOver,
    /// This seat is not asked, is out, or does not exist.
    #[error("you have nothing to decide now; wait for the others")]
    NotYourTurn,
    /// This seat is asked, but not this.
    #[error("this is not what you are asked now")]
    WrongAction,
    /// A draw is offered already.
    #[error("a draw is offered already; wait until it is answered")]
    OfferOpen,
    /// This seat has offered a draw since its last action on the board.
    #[error("you have offered a draw since your last move; move first")]
    TooSoon,
    /// There is no draw offer that this seat could answer.
    #[error("there is no draw offer for you to answer")]
    NoOffer,
    /// None of the seven states.
    #[error("there is no such state")]
    NoSuchState,
    /// Somebody plays this state.
    #[error("somebody plays this state; choose another")]
    StateTaken,
    /// Not one point of this board, or of a move not two.
    #[error("there is no such point on this board; a move is two points run together")]
    NoSuchPoint,
    /// Nothing stands there.
    #[error("nothing stands there")]
    NoPiece,
    /// What stands there is not one's own.
    #[error("this piece is not yours to move now")]
    NotYourPiece,
    /// One's own piece stands on the point reached.
    #[error("your own piece stands there")]
    OwnPiece,
    /// Something stands on the point dropped to, placed on or reached.
    #[error("something stands there")]
    PointTaken,
    /// This piece does not move so.
    #[error("this piece does not move so")]
    NotAMove,
    /// The generals would face each other on an open file.
    #[error("the generals would face each other")]
    GeneralsFace,
    /// The own general would be attacked.
    #[error("your general would be in check")]
    LeavesCheck,
    /// The piece lies face down.
    #[error("this piece lies face down")]
    FaceDown,
    /// This piece may not take that one.
    #[error("this piece may not take that one")]
    Outranked,
    /// The piece is turned up already.
    #[error("this piece is turned up already")]
    AlreadyUp,
    /// No such piece is in the reserve.
    #[error("there is no such piece in your reserve")]
    NotInReserve,
    /// A drop across the river.
    #[error("pieces are dropped on your own side of the river")]
    NotYourSide,
    /// A point that this piece can never stand on.
    #[error("this piece can't stand there")]
    BadPoint,
    /// A drop that gives check.
    #[error("a drop may not give check")]
    DropChecks,
    /// The point of the Zhou piece.
    #[error("the Zhou piece's point may not be entered")]
    Zhou,
    /// The stone is part of a square, and another is not.
    #[error("this stone is part of a square; remove one that is not")]
    InSquare,
    /// An emissary would take, or be taken.
    #[error("an emissary neither takes nor is taken")]
    Untouchable,
    /// A catapult's capture over none or more than one.
    #[error("a catapult takes over exactly one piece")]
    BadScreen,
    /// Something stands between.
    #[error("something stands between")]
    Blocked,
    /// An attack on the ally.
    #[error("this is your ally's piece")]
    OwnAlly,
}
