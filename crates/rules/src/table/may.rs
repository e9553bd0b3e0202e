//! Kinds of action that are open to a seat, with their arguments.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A kind of action that is open to a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct May {
    /// The kind.
    #[serde(rename = "do")]
    pub verb: Verb,
    /// The legal arguments, in the game's order: for a move its two points (`h2e2`), for a drop `P@e3`, otherwise a point, a tile or
    /// the code of a state. Null if the kind has no argument, and for players who do not see the board.
    pub choices: Option<Vec<String>>,
}

/// A kind of action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "they are those of actions")]
pub enum Verb {
    Move,
    Drop,
    Flip,
    Place,
    Remove,
    Ally,
    Resign,
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    ProposeTakeBack,
    AcceptTakeBack,
    DeclineTakeBack,
    TimeOut,
    TakeBack,
    Discard,
    Kong,
    Win,
}

impl May {
    /// A kind without arguments.
    pub(crate) const fn plain(verb: Verb) -> Self {
        Self {
            verb,
            choices: None,
        }
    }
}
