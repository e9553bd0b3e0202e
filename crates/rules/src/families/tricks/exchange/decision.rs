//! The decisions that are open to a seat in a trick game.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::action::{Action, RowEnd, Sign};
use crate::families::tricks::pieces::{CombinationType, Pieces};
use crate::table::{Stage, is_false};

/// The most plays that a decision lists. If more are legal, its other fields describe them.
pub const MAX_LISTED_PLAYS: usize = 64;

/// An open decision of one seat. It depends only on what the seat sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Decision {
    /// The number of the decision among the seat's decisions in this match, from 0. After a take-back it is the same number again.
    pub decision: u32,
    /// Whether the match waits for it. It does not wait for a take-back.
    pub must: bool,
    /// The part of the match it belongs to.
    pub stage: Stage,
    /// The question, with the legal answers.
    #[serde(flatten)]
    pub ask: Ask,
    /// The action that is taken when the seat's time runs out; null if the match does not wait for the decision. It is always legal.
    pub default: Option<Action>,
    /// Legal actions, ready to send. Left out unless they were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actions: Option<Vec<Action>>,
    /// Whether more actions are legal than `actions` lists.
    #[serde(default, skip_serializing_if = "is_false")]
    #[schemars(with = "Option<bool>")]
    pub more_actions: bool,
}

/// The question of a decision, with what is legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Ask {
    /// Turn up the bottom piece of one of these stacks.
    Reveal {
        /// Legal stacks, ascending.
        stacks: Vec<u8>,
    },
    /// Take one of these stacks; the rest of the dealing follows from it.
    Take {
        /// Legal stacks, ascending.
        stacks: Vec<u8>,
    },
    /// Turn both pieces of one of these stacks face up.
    Expose {
        /// Legal stacks, ascending.
        stacks: Vec<u8>,
    },
    /// Throw one of these signs, hidden until all have thrown.
    Throw {
        /// The round of throws, from 0.
        round: u8,
        /// Legal signs.
        signs: Vec<Sign>,
    },
    /// Name the end to take from.
    End {
        /// Legal ends.
        ends: Vec<RowEnd>,
    },
    /// Name the order in which all stacks are taken.
    Order {
        /// How many stacks there are; every order of all of them is legal.
        stacks: u8,
    },
    /// Lay pieces.
    Play {
        /// The trick, from 0.
        trick: u8,
        /// Whether this seat leads, and so chooses the type and number of pieces.
        lead: bool,
        /// The type that was led; none for the leader.
        #[serde(rename = "type")]
        kind: Option<CombinationType>,
        /// How many pieces must be laid; none for the leader.
        count: Option<u8>,
        /// What laying a general would mean.
        generals: Generals,
        /// Every legal play in canonical text, weakest first, if there are at most 64; otherwise null. Then followers may lay any
        /// `count` pieces of the hand, and leaders any combination in it, with the restriction of `generals`.
        plays: Option<Vec<Pieces>>,
    },
    /// Take back the laid play, while others have still to lay.
    TakeBack {
        /// The trick, from 0.
        trick: u8,
        /// What was laid.
        pieces: Pieces,
    },
}

impl Ask {
    /// The legal plays, if they are listed.
    pub fn plays(&self) -> Option<&[Pieces]> {
        match self {
            Self::Play { plays, .. } => plays.as_deref(),
            _ => None,
        }
    }

    /// Lists these legal plays.
    pub fn list_plays(&mut self, listed: Vec<Pieces>) {
        if let Self::Play { plays, .. } = self {
            *plays = Some(listed);
        }
    }

    /// Removes the list of plays if it takes more bytes in JSON than this limit; returns how many plays it had.
    pub fn unlist_plays_over(&mut self, limit_bytes: usize) -> Option<usize> {
        let Self::Play { plays, .. } = self else {
            return None;
        };
        // Each play takes its letters, two quotes and a comma.
        let bytes = |plays: &mut Vec<Pieces>| -> usize {
            plays.iter().map(|play| usize::from(play.len()) + 3).sum()
        };
        let unlisted = plays.take_if(|plays| bytes(plays) > limit_bytes)?;
        Some(unlisted.len())
    }
}

/// What laying a general (K or k) would mean, in games with the general ban (`docs/RULES.md` §4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Generals {
    /// Nothing special.
    Free,
    /// The play would be refused, because another play is legal. A leader's list of plays tells which plays are legal. Also used for
    /// leaders in tricks that generals cannot win (`docs/RULES.md` §11).
    Refused,
    /// The play would behead the player at the end of the trick. For a leader after the first trick, this applies only to leading the
    /// whole hand, because that makes the trick the last one.
    Behead,
}
