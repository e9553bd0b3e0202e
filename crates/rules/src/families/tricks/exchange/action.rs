//! The actions of trick games, as in `docs/RECORD.md`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::families::tricks::pieces::Pieces;

/// An action as a player sends it and a record keeps it: well formed, but perhaps not legal.
///
/// Numbers may be out of range and letters no pieces; the game answers those with a `RefusalCode`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Action {
    /// Turns up the bottom piece of a stack, to find the order of the players.
    Reveal {
        /// The stack's number round the layout, from 0.
        stack: i64,
    },
    /// Takes the first stack of the dealing.
    Take {
        /// The stack's number round the layout, from 0.
        stack: i64,
    },
    /// Turns both pieces of a stack face up (Jū mǎ pāo).
    Expose {
        /// The stack's number round the layout, from 0.
        stack: i64,
    },
    /// Throws a sign of rock-paper-scissors (Sang krip).
    Throw {
        /// The sign.
        sign: Sign,
    },
    /// Names the end of the row from which stacks are taken (Dǎ qí luò 1).
    End {
        /// The end.
        end: RowEnd,
    },
    /// Names the order in which all stacks are taken (Dǎ qí luò 2).
    Order {
        /// All stack numbers, the first taken first.
        stacks: Vec<i64>,
    },
    /// Lays pieces: the leader a combination, the others as many pieces.
    Play {
        /// Piece codes: from a player in any order, in what a server tells and signs strongest first.
        pieces: String,
    },
    /// Takes a face-down play back into the hand.
    TakeBack,
}

impl Action {
    /// The action as a server sends and records it: pieces in canonical text, as in commitments. Letters that are not pieces stay as
    /// they are.
    #[must_use]
    pub fn canonical(&self) -> Self {
        if let Self::Play { pieces } = self
            && let Ok(read) = pieces.parse::<Pieces>()
        {
            let pieces = read.to_string();
            return Self::Play { pieces };
        }
        self.clone()
    }
}

/// A sign of rock-paper-scissors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Sign {
    Rock,
    Paper,
    Scissors,
}

/// An end of a row of stacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "End")]
pub enum RowEnd {
    /// Where stack 0 lies.
    Left,
    /// Where the last stack lies.
    Right,
}

impl Sign {
    /// The signs, in the order in which random throws choose among them.
    pub const ALL: [Self; 3] = [Self::Rock, Self::Paper, Self::Scissors];

    /// The sign in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rock => "rock",
            Self::Paper => "paper",
            Self::Scissors => "scissors",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_put_in_order_and_nothing_else_is_changed() {
        let play = |pieces: &str| Action::Play {
            pieces: pieces.to_owned(),
        };
        for (written, canonical) in [("Cr", "rC"), ("CAE", "AEC"), ("pPp", "Ppp"), ("rx", "rx")] {
            assert_eq!(play(written).canonical(), play(canonical));
        }
        let order = Action::Order {
            stacks: vec![2, 0, 1],
        };
        assert_eq!(order.canonical(), order);
    }
}
