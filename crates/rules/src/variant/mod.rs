//! The games of the family: what tells one from another.

mod giog;
mod info;
mod rules;

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Options;

pub use info::{ChoiceInfo, CombinationInfo, OptionInfo, TurnOrder, VariantInfo};
pub(crate) use rules::Rules;

/// A game of the family (`docs/RULES.md` §5 and on).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Variant {
    /// Giog as pagat describes it (`docs/RULES.md` §5).
    Giog,
    /// Giog as the wiki describes it: being beheaded makes last (`docs/RULES.md` §5).
    GiogWiki,
}

/// A text that names no variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no variant `{0}`")]
pub struct NoSuchVariant(String);

impl Variant {
    /// All variants, in the order in which they are offered.
    pub const ALL: [Self; 2] = [Self::Giog, Self::GiogWiki];

    /// The name in records and messages.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Giog => "giog",
            Self::GiogWiki => "giog-wiki",
        }
    }

    /// How many can play it.
    pub const fn players(self) -> RangeInclusive<usize> {
        match self {
            Self::Giog | Self::GiogWiki => giog::PLAYERS,
        }
    }

    /// The options in force where nobody asks for others.
    pub const fn default_options(self) -> Options {
        match self {
            Self::Giog | Self::GiogWiki => giog::default_options(self),
        }
    }

    /// What the shared parts of the game ask of it.
    pub(crate) fn rules(self) -> &'static Rules {
        match self {
            Self::Giog | Self::GiogWiki => &giog::RULES,
        }
    }

    /// Everything a client needs to offer and show the game.
    pub fn describe(self) -> VariantInfo {
        match self {
            Self::Giog | Self::GiogWiki => giog::describe(self),
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl FromStr for Variant {
    type Err = NoSuchVariant;

    fn from_str(id: &str) -> Result<Self, NoSuchVariant> {
        Self::ALL
            .into_iter()
            .find(|variant| variant.id() == id)
            .ok_or_else(|| NoSuchVariant(id.to_owned()))
    }
}
