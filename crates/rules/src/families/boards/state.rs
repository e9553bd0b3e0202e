//! The seven states, and what verdicts and views say of them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::table::Seat;

/// The number of states.
pub(in crate::families::boards) const STATES: usize = 7;

/// A state of seven kingdoms, in the order of play (`docs/BOARDS.md`).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// 秦, white, in the west.
    Qin,
    /// 楚, red, in the south.
    Chu,
    /// 韓, orange, in the south.
    Han,
    /// 齊, dark blue, in the east.
    Qi,
    /// 魏, green, in the east.
    Wei,
    /// 趙, purple, in the north.
    Zhao,
    /// 燕, black, in the north.
    Yan,
}

impl State {
    /// All states, in the order of play.
    pub const ALL: [Self; STATES] = [
        Self::Qin,
        Self::Chu,
        Self::Han,
        Self::Qi,
        Self::Wei,
        Self::Zhao,
        Self::Yan,
    ];

    /// The number in the order of play, from 0.
    pub(in crate::families::boards) const fn index(self) -> usize {
        self as usize
    }

    /// The code in actions and verdicts.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Qin => "qin",
            Self::Chu => "chu",
            Self::Han => "han",
            Self::Qi => "qi",
            Self::Wei => "wei",
            Self::Zhao => "zhao",
            Self::Yan => "yan",
        }
    }

    /// The state with this code.
    pub(in crate::families::boards) fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.code() == code)
    }

    /// The letter of the state, which comes before the code of each of its pieces.
    pub const fn letter(self) -> char {
        match self {
            Self::Qin => 'w',
            Self::Chu => 'r',
            Self::Han => 'o',
            Self::Qi => 'b',
            Self::Wei => 'g',
            Self::Zhao => 'p',
            Self::Yan => 'k',
        }
    }

    /// All states in the order of play, starting with this one.
    pub(in crate::families::boards) fn round(self) -> impl Iterator<Item = Self> {
        (0..STATES).map(move |turn| Self::ALL[(self.index() + turn) % STATES])
    }

    /// The next state in the order of play.
    pub(in crate::families::boards) const fn next(self) -> Self {
        Self::ALL[(self.index() + 1) % STATES]
    }
}

/// How a state fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fall {
    /// Its general was taken.
    General,
    /// It has lost more than ten pieces.
    Losses,
    /// Its own ally attacked it.
    Ally,
    /// Its seat resigned.
    Resigned,
}

/// A state in the course of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Standing {
    /// Which state.
    pub state: State,
    /// The seat that directs it; null before it has one.
    pub seat: Option<Seat>,
    /// The number of its pieces that others have captured.
    pub lost: u8,
    /// How it fell; null while it stands.
    pub out: Option<Fall>,
}
