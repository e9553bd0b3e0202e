//! The decisions that are open to a seat.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Action, each_family};
use crate::families::boards::BoardDecision;
use crate::families::tiles::TilesDecision;
use crate::families::tricks::{self, Pieces};

/// An open decision of one seat, as its player gets it. It depends only on what the seat sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "AnyDecision")]
pub enum Decision {
    /// In a trick game.
    Tricks(tricks::Decision),
    /// In a game on a board.
    Board(BoardDecision),
    /// In a game of tiles or dice.
    Tiles(TilesDecision),
}

impl Decision {
    /// The decision, if it is one in a trick game.
    pub const fn tricks(&self) -> Option<&tricks::Decision> {
        match self {
            Self::Tricks(decision) => Some(decision),
            Self::Board(_) | Self::Tiles(_) => None,
        }
    }

    /// Whether the match waits for it.
    pub const fn must(&self) -> bool {
        each_family!(self, decision => decision.must)
    }

    /// The action that is taken when the time runs out; none if the player is not told one.
    pub fn default_action(&self) -> Option<Action> {
        each_family!(self, decision, of: Action => decision.default.clone().map(of))
    }

    /// The legal actions that it lists, ready to send; none if they were not asked for, or if its player does not see the board.
    pub fn actions(&self) -> Option<Vec<Action>> {
        each_family!(self, decision, of: Action => {
            let listed = decision.actions.as_ref()?.iter();
            Some(listed.cloned().map(of).collect())
        })
    }

    /// Whether more actions are legal than it lists.
    pub const fn has_more_actions(&self) -> bool {
        each_family!(self, decision => decision.more_actions)
    }

    /// The legal plays of a trick game, if they are listed.
    pub fn plays(&self) -> Option<&[Pieces]> {
        match self {
            Self::Tricks(decision) => decision.ask.plays(),
            Self::Board(_) | Self::Tiles(_) => None,
        }
    }

    /// Lists these legal plays.
    pub fn list_plays(&mut self, listed: Vec<Pieces>) {
        if let Self::Tricks(decision) = self {
            decision.ask.list_plays(listed);
        }
    }

    /// Removes the list of plays if it takes more bytes in JSON than this limit; returns how many plays it had.
    pub fn unlist_plays_over(&mut self, limit_bytes: usize) -> Option<usize> {
        match self {
            Self::Tricks(decision) => decision.ask.unlist_plays_over(limit_bytes),
            Self::Board(_) | Self::Tiles(_) => None,
        }
    }
}
