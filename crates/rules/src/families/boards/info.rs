//! Descriptions of games on boards, with which clients offer and show them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{BoardOptions, BoardVariant};
use crate::table::{NameInfo, OptionInfo, OptionValue};

/// Everything a client needs to offer and show a game on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoardInfo {
    /// The variant.
    pub id: BoardVariant,
    /// Its family: `boards`.
    pub family: String,
    /// Its name in Latin letters.
    pub name: String,
    /// Its name in Chinese characters.
    pub name_chinese: String,
    /// Other names.
    pub also: Vec<String>,
    /// Its names, or translations of its name, in other languages of the sources.
    #[serde(default)]
    pub names: Vec<NameInfo>,
    /// What the game is, in a few sentences.
    pub summary: String,
    /// Whether large parts of the rules are guesses of this project; clients must tell players so.
    pub reconstruction: bool,
    /// The fewest players.
    pub min_players: u8,
    /// The most players.
    pub max_players: u8,
    /// The options with their choices.
    pub options: Vec<OptionInfo>,
    /// The default options.
    pub default_options: BoardOptions,
    /// How the winner is found.
    pub goal: String,
    /// Where the rules come from.
    pub source: String,
}

impl BoardVariant {
    /// The description for clients.
    pub fn describe(self) -> BoardInfo {
        let game = self.definition();
        let defaults = game.options;
        let offered = [
            (
                defaults.on_time.is_some(),
                on_time as fn(BoardOptions) -> OptionInfo,
            ),
            (defaults.check.is_some(), check),
            (defaults.blindfold.is_some(), blindfold),
            (defaults.ally_attack.is_some(), ally_attack),
            (defaults.board.is_some(), board),
        ];
        let number = |seats: usize| u8::try_from(seats).unwrap_or(u8::MAX);
        BoardInfo {
            id: self,
            family: "boards".to_owned(),
            name: game.name.to_owned(),
            name_chinese: game.name_chinese.to_owned(),
            also: game.also.iter().map(|&name| name.to_owned()).collect(),
            names: Vec::new(),
            summary: game.summary.to_owned(),
            reconstruction: game.reconstruction,
            min_players: number(*game.players.start()),
            max_players: number(*game.players.end()),
            options: offered
                .into_iter()
                .filter(|&(has, _)| has)
                .map(|(_, option)| option(defaults))
                .collect(),
            default_options: defaults,
            goal: game.goal.to_owned(),
            source: "docs/BOARDS.md".to_owned(),
        }
    }
}

fn on_time(defaults: BoardOptions) -> OptionInfo {
    OptionInfo::of(
        "on_time",
        "When time runs out",
        &defaults,
        vec![
            (OptionValue::from("lose"), "The player loses."),
            (OptionValue::from("move"), "The first legal move is made."),
        ],
    )
}

fn check(defaults: BoardOptions) -> OptionInfo {
    OptionInfo::of(
        "check",
        "Moves into check",
        &defaults,
        vec![
            (
                OptionValue::from("enforce"),
                "A move that leaves one's own general attacked is refused.",
            ),
            (
                OptionValue::from("table"),
                "It is allowed, and the general can be taken.",
            ),
        ],
    )
}

fn blindfold(defaults: BoardOptions) -> OptionInfo {
    OptionInfo::of(
        "blindfold",
        "Blindfold",
        &defaults,
        vec![
            (OptionValue::from(false), "The players see the board."),
            (
                OptionValue::from(true),
                "The players see only the moves; spectators see the board.",
            ),
        ],
    )
}

fn ally_attack(defaults: BoardOptions) -> OptionInfo {
    OptionInfo::of(
        "ally_attack",
        "Attacks on one's ally",
        &defaults,
        vec![
            (
                OptionValue::from("remove"),
                "The ally's army is taken off the board.",
            ),
            (OptionValue::from("refuse"), "An attack is refused."),
        ],
    )
}

fn board(defaults: BoardOptions) -> OptionInfo {
    OptionInfo::of(
        "board",
        "Board",
        &defaults,
        vec![
            (OptionValue::from("7x8"), "Seven files, eight ranks."),
            (OptionValue::from("7x7"), "Seven files, seven ranks."),
        ],
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_choice_that_is_offered_is_one_that_the_game_takes() {
        for variant in BoardVariant::ALL {
            let info = variant.describe();
            let defaults = serde_json::to_value(info.default_options).expect("options are JSON");
            assert_eq!(
                defaults.as_object().map(serde_json::Map::len),
                Some(info.options.len()),
                "{variant}"
            );
            for option in info.options {
                let values = option.choices.iter().map(|choice| &choice.value);
                assert!(
                    values
                        .clone()
                        .any(|value| json!(value) == defaults[&option.id])
                );
                for value in values {
                    let asked = json!({ option.id.as_str(): value });
                    let read: Result<BoardOptions, _> = serde_json::from_value(asked.clone());
                    let written = read.ok().and_then(|read| serde_json::to_value(read).ok());
                    assert_eq!(written, Some(asked));
                }
            }
        }
    }
}
