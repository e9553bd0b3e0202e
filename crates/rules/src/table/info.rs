//! How names and options of a game are described to clients, the same in all families.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A name in a language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NameInfo {
    /// The language (BCP 47), such as `fa`.
    pub language: String,
    /// The name.
    pub name: String,
}

/// An option of a game: a choice of values, or a number in a range.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OptionInfo {
    /// The field of `options`.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// The default value.
    pub default: OptionValue,
    /// The values it can have; omitted for a number in a range.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<ChoiceInfo>,
    /// The least number; omitted if there are `choices`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<u16>,
    /// The greatest number; omitted if there are `choices`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<u16>,
}

/// A value of an option, and what it means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChoiceInfo {
    /// The value.
    pub value: OptionValue,
    /// What it means.
    pub meaning: String,
}

/// A value of an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum OptionValue {
    /// A word.
    Word(String),
    /// Yes or no.
    Flag(bool),
    /// A number.
    Number(u16),
}

impl OptionInfo {
    /// The description of option `id`, named `name` for people, with these values and what they mean. Its default is the field of that
    /// name in `defaults`, the options of a game.
    ///
    /// # Panics
    ///
    /// If `defaults` has no such field.
    pub(crate) fn of(
        id: &str,
        name: &str,
        defaults: &impl Serialize,
        choices: Vec<(OptionValue, &str)>,
    ) -> Self {
        let defaults = serde_json::to_value(defaults).expect("options are plain JSON");
        Self {
            id: id.to_owned(),
            name: name.to_owned(),
            default: serde_json::from_value(defaults[id].clone())
                .expect("the game has the option that is described"),
            choices: choices
                .into_iter()
                .map(|(value, meaning)| ChoiceInfo {
                    value,
                    meaning: meaning.to_owned(),
                })
                .collect(),
            least: None,
            most: None,
        }
    }
}

impl std::fmt::Display for OptionValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Word(word) => f.write_str(word),
            Self::Flag(flag) => flag.fmt(f),
            Self::Number(number) => number.fmt(f),
        }
    }
}

impl From<&str> for OptionValue {
    fn from(word: &str) -> Self {
        Self::Word(word.to_owned())
    }
}

impl From<bool> for OptionValue {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<u16> for OptionValue {
    fn from(number: u16) -> Self {
        Self::Number(number)
    }
}
