//! Refusal codes: one closed list for the games of all families.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why an action is not legal. Where several codes apply, the document of the game says which one is given
/// (`docs/RECORD.md`, `docs/BOARDS.md` §1.6, `docs/TILES.md` §2); after the end it is always `match_over`.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum RefusalCode {
    // Any game.
    /// The match is over.
    #[error("the match is over")]
    MatchOver,
    /// This seat has nothing to decide now, or has decided already.
    #[error("you have nothing to decide now; wait for the others")]
    NotYourTurn,
    /// This seat has another decision to make.
    #[error("this is not what you are asked now; look at your decision")]
    WrongAction,
    // Trick games.
    /// The layout has no such stack.
    #[error("there is no stack with this number; stacks count from 0")]
    NoSuchStack,
    /// The stack was already chosen or taken.
    #[error("this stack was chosen before; choose another")]
    StackTaken,
    /// The stack lies in the player's own row.
    #[error("this stack lies in your own row; choose one from another player's row")]
    OwnRow,
    /// The stack does not lie at an end of a row.
    #[error("this stack does not lie at the end of a row; choose one that does")]
    NotAnEnd,
    /// The stack does not lie beside the one taken before.
    #[error("this stack does not lie beside the one that was taken; choose a neighbour of it")]
    NotANeighbour,
    /// The list is not an order of all stacks.
    #[error("an order names every stack once")]
    BadOrder,
    /// The player does not hold these pieces or tiles.
    #[error("you don't hold these pieces")]
    NotInHand,
    /// The number of pieces is not that of the lead, or the number of tiles is wrong.
    #[error("lay as many pieces as were led")]
    WrongCount,
    /// The lead is not a combination.
    #[error("these pieces are no combination, so they can't be led; any single piece can")]
    NotACombination,
    /// A general in the first or last trick, although another play is legal.
    #[error("generals are banned in the first and the last trick; lay something else")]
    GeneralBanned,
    /// A lead with a piece that cannot win this trick.
    #[error("generals and guards can't be led in the first trick; lead something else")]
    BannedLead,
    // Games on boards.
    /// A draw is offered already.
    #[error("a draw is offered already; wait until it is answered")]
    OfferOpen,
    /// This seat has offered a draw since its last action on the board.
    #[error("you have offered a draw since your last move; move first")]
    TooSoon,
    /// There is no draw offer that this seat could answer.
    #[error("there is no draw offer for you to answer")]
    NoOffer,
    /// There is no such state.
    #[error("there is no such state")]
    NoSuchState,
    /// The state already has a seat.
    #[error("somebody plays this state; choose another")]
    StateTaken,
    /// The text is not a point of this board or, for a move, not two points.
    #[error("there is no such point on this board; a move is two points run together")]
    NoSuchPoint,
    /// There is no piece on this point.
    #[error("nothing stands there")]
    NoPiece,
    /// The piece on this point is not one's own.
    #[error("this piece is not yours to move now")]
    NotYourPiece,
    /// A piece of one's own is on the point to be reached.
    #[error("your own piece stands there")]
    OwnPiece,
    /// The point is not empty.
    #[error("something stands there")]
    PointTaken,
    /// The piece cannot move there.
    #[error("this piece does not move so")]
    NotAMove,
    /// The generals would face each other on an open file.
    #[error("the generals would face each other")]
    GeneralsFace,
    /// One's own general would be attacked.
    #[error("your general would be in check")]
    LeavesCheck,
    /// The piece lies face down.
    #[error("this piece lies face down")]
    FaceDown,
    /// The piece may not capture that piece.
    #[error("this piece may not take that one")]
    Outranked,
    /// The piece is turned up already.
    #[error("this piece is turned up already")]
    AlreadyUp,
    /// There is no such piece in the reserve.
    #[error("there is no such piece in your reserve")]
    NotInReserve,
    /// The drop is not on one's own side of the river.
    #[error("pieces are dropped on your own side of the river")]
    NotYourSide,
    /// The piece can never stand on this point.
    #[error("this piece can't stand there")]
    BadPoint,
    /// The drop gives check.
    #[error("a drop may not give check")]
    DropChecks,
    /// The Zhou piece is on this point.
    #[error("the Zhou piece's point may not be entered")]
    Zhou,
    /// The stone is part of a square, although others are not.
    #[error("this stone is part of a square; remove one that is not")]
    InSquare,
    /// An emissary would capture or be captured.
    #[error("an emissary neither takes nor is taken")]
    Untouchable,
    /// A catapult must capture over exactly one piece.
    #[error("a catapult takes over exactly one piece")]
    BadScreen,
    /// A piece is in the way.
    #[error("something stands between")]
    Blocked,
    /// The move attacks the own ally.
    #[error("this is your ally's piece")]
    OwnAlly,
    // Games of tiles and dice.
    /// Only a win can be claimed on a tile that was added to a pung.
    #[error("this tile was not discarded; it can only be claimed for a win")]
    NoDiscard,
    /// Only the next seat may claim a chow.
    #[error("only the next player may claim a chow")]
    NotNext,
    /// There is no tile left to draw.
    #[error("there is no tile left to draw; only a win may be claimed")]
    WallEmpty,
    /// The tiles do not form a set.
    #[error("these tiles make no set")]
    NotASet,
    /// The hand is not complete.
    #[error("this is no complete hand")]
    NotAWin,
    /// The hand is complete, but its value is below the minimum.
    #[error("this hand has too few faan to win")]
    TooFewFaan,
    /// This table has no such bet.
    #[error("there is no such bet")]
    NoSuchBet,
    /// There are two bets on the same thing.
    #[error("you bet on the same thing twice; bet on it once")]
    BetTwice,
    /// A bet of less than one point.
    #[error("a bet is of at least one point")]
    BadPoints,
    /// The bets exceed the limit, or the points of the player.
    #[error("you bet more than you have, or than the limit allows")]
    TooMuch,
}
