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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_what_json_says() {
        for variant in Variant::ALL {
            assert_eq!(
                serde_json::to_value(variant).ok(),
                Some(variant.id().into())
            );
            assert_eq!(variant.id().parse(), Ok(variant));
        }
        assert_eq!(
            "xiangqi".parse::<Variant>(),
            Err(NoSuchVariant("xiangqi".to_owned()))
        );
    }

    #[test]
    fn a_description_offers_options_as_they_are_written() {
        for variant in Variant::ALL {
            let info = variant.describe();
            let defaults = serde_json::to_value(info.default_options).expect("options are JSON");
            for option in &info.options {
                assert_eq!(defaults[&option.id], option.default);
                for choice in &option.choices {
                    let input = serde_json::json!({ option.id.as_str(): choice.value });
                    assert!(
                        serde_json::from_value::<crate::OptionsInput>(input).is_ok(),
                        "{choice:?}"
                    );
                }
            }
            assert_eq!(info.pieces.len(), variant.players().count());
        }
    }

    #[test]
    fn a_description_ranks_every_combination_with_its_number_of_pieces() {
        for variant in Variant::ALL {
            for combination in variant.describe().combinations {
                let counts = combination
                    .ranking
                    .iter()
                    .flatten()
                    .map(|pieces| pieces.len());
                assert!(
                    counts.into_iter().all(|count| count == combination.count),
                    "{combination:?}"
                );
                let table = &variant.rules().combinations;
                let of_type = |pieces| {
                    table
                        .find(pieces)
                        .is_some_and(|found| found.kind == combination.kind)
                };
                assert!(combination.ranking.iter().flatten().copied().all(of_type));
            }
        }
    }
}
