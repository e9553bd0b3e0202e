//! Options of games on boards (`docs/BOARDS.md` §6).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::chinese_chess::CheckRule;

/// The options of all games on boards (`docs/BOARDS.md` §6). In a match, all options of its game are present, and no others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct BoardOptions {
    /// Xiangqi, supply chess, blind chess: what happens when a player's time runs out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_time: Option<OnTime>,
    /// Xiangqi, supply chess: what happens to moves that leave the own general attacked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<CheckRule>,
    /// Xiangqi: whether the players do not see the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blindfold: Option<bool>,
    /// Seven kingdoms: the effect of attacks on the ally.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ally_attack: Option<AllyAttack>,
    /// Square chess: the size of the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardSize>,
}

impl BoardOptions {
    /// The options of a game without any.
    pub(super) const NONE: Self = Self {
        on_time: None,
        check: None,
        blindfold: None,
        ally_attack: None,
        board: None,
    };

    /// The name of an option that is set, if any.
    pub(crate) fn given(self) -> Option<&'static str> {
        let Self {
            on_time,
            check,
            blindfold,
            ally_attack,
            board,
        } = self;
        let all = [
            ("on_time", on_time.is_some()),
            ("check", check.is_some()),
            ("blindfold", blindfold.is_some()),
            ("ally_attack", ally_attack.is_some()),
            ("board", board.is_some()),
        ];
        all.into_iter()
            .find_map(|(name, given)| given.then_some(name))
    }
}

/// What happens when the time of a seat runs out (`docs/BOARDS.md` §2).
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    serde::Deserialize,
    serde::Serialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum OnTime {
    /// It loses: its default is `time_out`.
    Lose,
    /// Its default is a choice, and nobody can lose on time.
    Move,
}

/// The effect of an attack on one's own ally (`docs/BOARDS.md`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AllyAttack {
    /// The ally's army is off the board.
    #[default]
    Remove,
    /// It is refused.
    Refuse,
}

/// The board that a match is played on (`docs/BOARDS.md`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum BoardSize {
    /// Seven files, eight ranks.
    #[default]
    #[serde(rename = "7x8")]
    SevenByEight,
    /// Seven files, seven ranks: the Xinjiang game.
    #[serde(rename = "7x7")]
    SevenBySeven,
}
