//! Refusal codes: one closed list for the games of all families.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What to do about a refusal on a board.
const LISTED: &str = "choose one of the actions that your decision lists";
/// What to do about a refusal of a claim.
const CLAIM_ELSE: &str = "claim something else, or pass";
/// What to do about a refusal of a bet.
const BET: &str = "correct the bet that the message names";

/// Defines the codes by a table: a row is `Code: message, hint;` under its description.
macro_rules! refusals {
    (
        $(#[$of:meta])*
        pub enum $name:ident;
        $($(#[$description:meta])* $code:ident: $message:literal, $hint:expr;)*
    ) => {
        $(#[$of])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum $name {
            $($(#[$description])* #[error($message)] $code,)*
        }

        impl $name {
            /// What the user can do about it, for people.
            pub const fn hint(self) -> &'static str {
                match self {
                    $(Self::$code => $hint,)*
                }
            }
        }
    };
}

refusals! {
    /// Why an action is not legal. Where several codes apply, the document of the game says which one is given
    /// (`docs/RECORD.md`, `docs/BOARDS.md` §1.6, `docs/TILES.md` §2); after the end it is always `match_over`.
    pub enum RefusalCode;
    // Any game.
    /// The match is over.
    MatchOver: "the match is over", "wait for the next match";
    /// This seat has nothing to decide now, or has decided already.
    NotYourTurn: "you have nothing to decide now; wait for the others", "wait until you are asked";
    /// This seat has another decision to make.
    WrongAction: "this is not what you are asked now; look at your decision", "take an action that your decision lists";
    // Trick games.
    /// The layout has no such stack.
    NoSuchStack: "there is no stack with this number; stacks count from 0", "choose one of the stacks that are listed";
    /// The stack was already chosen or taken.
    StackTaken: "this stack was chosen before; choose another", "choose a stack that is still listed";
    /// The stack lies in the player's own row.
    OwnRow: "this stack lies in your own row; choose one from another player's row", "choose a stack in another player's row";
    /// The stack does not lie at an end of a row.
    NotAnEnd: "this stack does not lie at the end of a row; choose one that does", "choose a stack at an end of a row";
    /// The stack does not lie beside the one taken before.
    NotANeighbour: "this stack does not lie beside the one that was taken; choose a neighbour of it",
        "choose a stack beside the one that was taken";
    /// The list is not an order of all stacks.
    BadOrder: "an order names every stack once", "name every stack once";
    /// The player does not hold these pieces or tiles.
    NotInHand: "you don't hold these pieces", "lay pieces that you hold";
    /// The number of pieces is not that of the lead, or the number of tiles is wrong.
    WrongCount: "lay as many pieces as were led", "lay as many pieces as were led";
    /// The lead is not a combination.
    NotACombination: "these pieces are no combination, so they can't be led; any single piece can",
        "lead a combination; any single piece is one";
    /// A general in the first or last trick, although another play is legal.
    GeneralBanned: "generals are banned in the first and the last trick; lay something else", "lay something without a general";
    /// A lead with a piece that cannot win this trick.
    BannedLead: "generals and guards can't be led in the first trick; lead something else",
        "lead something without a general or a guard";
    // Games on boards.
    /// A draw or a take-back is offered already.
    OfferOpen: "this is offered already; wait until it is answered", "wait until the offer is answered";
    /// This seat has offered a draw or a take-back since its last action on the board.
    TooSoon: "you have offered this since your last move; move first", "move first";
    /// There is no offer of this kind that this seat could answer.
    NoOffer: "there is no offer for you to answer", "continue; there is no offer to answer";
    /// This seat has no turn on the board that it could take back, or has proposed it as often as a match allows.
    NothingToTakeBack: "you have no move that can be taken back, or have asked for it too often in this match", "continue";
    /// There is no such state.
    NoSuchState: "there is no such state", LISTED;
    /// The state already has a seat.
    StateTaken: "somebody plays this state; choose another", LISTED;
    /// The text is not a point of this board or, for a move, not two points.
    NoSuchPoint: "there is no such point on this board; a move is two points run together", LISTED;
    /// There is no piece on this point.
    NoPiece: "nothing stands there", LISTED;
    /// The piece on this point is not one's own.
    NotYourPiece: "this piece is not yours to move now", LISTED;
    /// A piece of one's own is on the point to be reached.
    OwnPiece: "your own piece stands there", LISTED;
    /// The point is not empty.
    PointTaken: "something stands there", LISTED;
    /// The piece cannot move there.
    NotAMove: "this piece does not move so", LISTED;
    /// The generals would face each other on an open file.
    GeneralsFace: "the generals would face each other", LISTED;
    /// One's own general would be attacked.
    LeavesCheck: "your general would be in check", LISTED;
    /// The piece lies face down.
    FaceDown: "this piece lies face down", LISTED;
    /// The piece may not capture that piece.
    Outranked: "this piece may not take that one", LISTED;
    /// The piece is turned up already.
    AlreadyUp: "this piece is turned up already", LISTED;
    /// There is no such piece in the reserve.
    NotInReserve: "there is no such piece in your reserve", LISTED;
    /// The drop is not on one's own side of the river.
    NotYourSide: "pieces are dropped on your own side of the river", LISTED;
    /// The piece can never stand on this point.
    BadPoint: "this piece can't stand there", LISTED;
    /// The drop gives check.
    DropChecks: "a drop may not give check", LISTED;
    /// The Zhou piece is on this point.
    Zhou: "the Zhou piece's point may not be entered", LISTED;
    /// The stone is part of a square, although others are not.
    InSquare: "this stone is part of a square; remove one that is not", LISTED;
    /// An emissary would capture or be captured.
    Untouchable: "an emissary neither takes nor is taken", LISTED;
    /// A catapult must capture over exactly one piece.
    BadScreen: "a catapult takes over exactly one piece", LISTED;
    /// A piece is in the way.
    Blocked: "something stands between", LISTED;
    /// The move attacks the own ally.
    OwnAlly: "this is your ally's piece", LISTED;
    // Games of tiles and dice.
    /// Only a win can be claimed on a tile that was added to a pung.
    NoDiscard: "this tile was not discarded; it can only be claimed for a win", CLAIM_ELSE;
    /// Only the next seat may claim a chow.
    NotNext: "only the next player may claim a chow", CLAIM_ELSE;
    /// There is no tile left to draw.
    WallEmpty: "there is no tile left to draw; only a win may be claimed", CLAIM_ELSE;
    /// The tiles do not form a set.
    NotASet: "these tiles make no set", CLAIM_ELSE;
    /// The hand is not complete.
    NotAWin: "this is no complete hand", CLAIM_ELSE;
    /// The hand is complete, but its value is below the minimum.
    TooFewFaan: "this hand has too few faan to win", CLAIM_ELSE;
    /// This table has no such bet.
    NoSuchBet: "there is no such bet", BET;
    /// There are two bets on the same thing.
    BetTwice: "you bet on the same thing twice; bet on it once", BET;
    /// A bet of less than one point.
    BadPoints: "a bet is of at least one point", BET;
    /// The bets exceed the limit, or the points of the player.
    TooMuch: "you bet more than you have, or than the limit allows", BET;
}

impl RefusalCode {
    /// Whether somebody else was faster: the seat has fewer choices than it knows. There is nothing hidden in such a choice.
    pub const fn is_overtaken(self) -> bool {
        matches!(self, Self::StackTaken)
    }
}
