//! The decisions that are open to a seat in a trick game.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Action, End, Sign};
use crate::families::tricks::pieces::{CombinationType, Pieces};
use crate::table::Stage;

/// The most plays that a decision lists. If more are legal, its other fields describe them.
pub const MAX_LISTED_PLAYS: usize = 64;

/// A choice that is open to one seat. It depends on nothing that the seat does not see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Decision {
    /// Which of the seat's decisions in this match it is, from 0. A play taken back opens the same decision again.
    pub decision: u32,
    /// Whether the match waits for it. A laid play that may still be taken back is a decision nobody waits for.
    pub must: bool,
    /// The part of the match it belongs to.
    pub stage: Stage,
    /// The question, with the legal answers.
    #[serde(flatten)]
    pub ask: Ask,
    /// What is done for the seat when its time runs out; none where nobody waits. Sending it is always legal.
    pub default: Option<Action>,
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
        ends: Vec<End>,
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
        /// What a general would mean in this play.
        generals: Generals,
        /// Every legal play in canonical text, weakest first, where there are at most 64 of them.
        /// Elsewhere none: any `count` pieces of the hand are legal, of a leader any combination in it, but for
        /// generals as `generals` says.
        plays: Option<Vec<Pieces>>,
    },
    /// Take the laid play back, while somebody else has still to lay.
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

/// What playing a general (K or k) would mean, where the general ban is played (`docs/RULES.md` §4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Generals {
    /// Nothing special.
    Free,
    /// The play would be refused, since another is legal. A leader's list of plays says which ones these are. So it is of a
    /// leader where generals win nothing (`docs/RULES.md` §11).
    Refused,
    /// The play would behead the player when the trick is finished. Of who leads after the first trick, only a lead of the whole
    /// hand would, as it makes the trick the last one.
    Behead,
}
