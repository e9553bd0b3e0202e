//! How strong a computer player is.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How strong a computer player is (`docs/BOTS.md`). Its word is the name of the computer player in rooms and records.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// The one that plays every game, and stands in for people who are away.
    #[default]
    Simple,
    /// A stronger one.
    Club,
    /// One that computes more.
    Strong,
    /// One that computes several times as much.
    Master,
}

/// The text is not the name of a level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no level `{0}`")]
pub struct NoSuchLevel(String);

impl Level {
    /// All, the weakest first.
    pub const ALL: [Self; 4] = [Self::Simple, Self::Club, Self::Strong, Self::Master];

    /// Its word in messages, records and programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Simple => "simple",
            Self::Club => "club",
            Self::Strong => "strong",
            Self::Master => "master",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = NoSuchLevel;

    fn from_str(name: &str) -> Result<Self, NoSuchLevel> {
        let mut all = Self::ALL.into_iter();
        let named = all.find(|level| level.name() == name);
        named.ok_or_else(|| NoSuchLevel(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_has_one_word_everywhere() {
        for level in Level::ALL {
            assert_eq!(level.name().parse(), Ok(level));
            assert_eq!(serde_json::to_value(level).ok(), Some(level.name().into()));
        }
        assert!("Strong".parse::<Level>().is_err());
        assert!(Level::ALL.is_sorted());
    }
}
