//! Why an action was refused.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why an action is not legal (`docs/RECORD.md`). Where several apply, the first in this list is given; but after the
/// match is over it is always `match_over`.
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
pub enum RefusalCode {
    /// This seat has nothing to decide now, or has decided already.
    #[error("you have nothing to decide now; wait for the others")]
    NotYourTurn,
    /// This seat has something to decide, but not this.
    #[error("this is not what you are asked now; look at your decision")]
    WrongAction,
    /// The layout has no such stack.
    #[error("there is no stack with this number; stacks count from 0")]
    NoSuchStack,
    /// Somebody has chosen or taken the stack before.
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
    /// Not an order of all the stacks.
    #[error("an order names every stack once")]
    BadOrder,
    /// The player does not hold these pieces.
    #[error("you don't hold these pieces")]
    NotInHand,
    /// Not as many pieces as were led.
    #[error("lay as many pieces as were led")]
    WrongCount,
    /// A lead that is no combination.
    #[error("these pieces are no combination, so they can't be led; any single piece can")]
    NotACombination,
    /// A general in the first or last trick, while another play is legal.
    #[error("generals are banned in the first and the last trick; lay something else")]
    GeneralBanned,
    /// A lead with a piece that wins nothing in this trick.
    #[error("generals and guards can't be led in the first trick; lead something else")]
    BannedLead,
    /// Nothing can be done any more.
    #[error("the match is over")]
    MatchOver,
}

impl RefusalCode {
    /// The code as it is written to JSON.
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotYourTurn => "not_your_turn",
            Self::WrongAction => "wrong_action",
            Self::NoSuchStack => "no_such_stack",
            Self::StackTaken => "stack_taken",
            Self::OwnRow => "own_row",
            Self::NotAnEnd => "not_an_end",
            Self::NotANeighbour => "not_a_neighbour",
            Self::BadOrder => "bad_order",
            Self::NotInHand => "not_in_hand",
            Self::WrongCount => "wrong_count",
            Self::NotACombination => "not_a_combination",
            Self::GeneralBanned => "general_banned",
            Self::BannedLead => "banned_lead",
            Self::MatchOver => "match_over",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_what_json_says() {
        for code in [
            RefusalCode::NotYourTurn,
            RefusalCode::NotANeighbour,
            RefusalCode::BannedLead,
            RefusalCode::MatchOver,
        ] {
            assert_eq!(serde_json::to_value(code).ok(), Some(code.code().into()));
        }
    }
}
