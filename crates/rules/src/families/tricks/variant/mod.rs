//! The games of the family, with their differences.

mod da_qi_luo_1;
mod da_qi_luo_2;
mod giog;
mod info;
mod ju_ma_pao;
mod options;
mod rules;
mod sang_krip;
mod shared;
mod tam_cuc;
mod terms;
mod zhi_hu;

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use info::{CombinationInfo, PieceInfo, PieceNameInfo, TurnOrder, VariantInfo};
pub use options::{Beheading, GeneralBan, Options, OptionsInput};
pub(crate) use rules::{Document, Opening, Reveal, Rules};
pub use rules::{Goal, Ties};
pub use terms::{BadTerms, Ceremony, Terms};

use crate::families::tricks::pieces::{Piece, Pieces};

/// A game of the family (`docs/RULES.md` §5 and on).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "TrickVariant")]
pub enum Variant {
    /// Giog as pagat describes it (`docs/RULES.md` §5).
    Giog,
    /// Giog as the wiki describes it: being beheaded makes last (`docs/RULES.md` §5).
    GiogWiki,
    /// Jū mǎ pāo with 32 pieces (`docs/RULES.md` §6).
    JuMaPao,
    /// Jū mǎ pāo with 30 pieces, as in Fujian (`docs/RULES.md` §6).
    #[serde(rename = "ju-ma-pao-30")]
    JuMaPao30,
    /// Sang krip (`docs/RULES.md` §7).
    SangKrip,
    /// Dǎ qí luò, version 1 (`docs/RULES.md` §8).
    #[serde(rename = "da-qi-luo-1")]
    DaQiLuo1,
    /// Dǎ qí luò, version 2 (`docs/RULES.md` §9).
    #[serde(rename = "da-qi-luo-2")]
    DaQiLuo2,
    /// Zhì hǔ, a reconstruction (`docs/RULES.md` §10).
    ZhiHu,
    /// Tam cúc (`docs/RULES.md` §11).
    TamCuc,
}

/// The text is not the id of a variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no variant `{0}`")]
pub struct NoSuchVariant(String);

impl Variant {
    /// All variants, in the order in which clients offer them.
    pub const ALL: [Self; 9] = [
        Self::Giog,
        Self::GiogWiki,
        Self::JuMaPao,
        Self::JuMaPao30,
        Self::SangKrip,
        Self::DaQiLuo1,
        Self::DaQiLuo2,
        Self::ZhiHu,
        Self::TamCuc,
    ];

    /// The id in records and messages.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Giog => "giog",
            Self::GiogWiki => "giog-wiki",
            Self::JuMaPao => "ju-ma-pao",
            Self::JuMaPao30 => "ju-ma-pao-30",
            Self::SangKrip => "sang-krip",
            Self::DaQiLuo1 => "da-qi-luo-1",
            Self::DaQiLuo2 => "da-qi-luo-2",
            Self::ZhiHu => "zhi-hu",
            Self::TamCuc => "tam-cuc",
        }
    }

    /// The possible numbers of players.
    pub const fn players(self) -> RangeInclusive<usize> {
        match self {
            Self::Giog | Self::GiogWiki | Self::ZhiHu => giog::PLAYERS,
            Self::JuMaPao | Self::JuMaPao30 => ju_ma_pao::players(self),
            Self::SangKrip => sang_krip::PLAYERS,
            Self::DaQiLuo1 | Self::DaQiLuo2 => da_qi_luo_1::PLAYERS,
            Self::TamCuc => tam_cuc::PLAYERS,
        }
    }

    /// The default options.
    pub const fn default_options(self) -> Options {
        match self {
            Self::Giog | Self::GiogWiki => giog::default_options(self),
            Self::JuMaPao | Self::JuMaPao30 => ju_ma_pao::DEFAULT_OPTIONS,
            Self::SangKrip => sang_krip::DEFAULT_OPTIONS,
            Self::DaQiLuo1 | Self::DaQiLuo2 | Self::ZhiHu => shared::USUAL_OPTIONS,
            Self::TamCuc => tam_cuc::DEFAULT_OPTIONS,
        }
    }

    /// Whether generals are banned in the first and the last trick (`docs/RULES.md` §4).
    pub fn bans_generals(self) -> bool {
        self.rules().bans_generals()
    }

    /// The kinds of pieces in the game's order of strength, weakest first.
    pub fn weakest_first(self) -> &'static [Piece] {
        self.rules().combinations.weakest_first()
    }

    /// The order of turns.
    pub fn turn_order(self) -> TurnOrder {
        self.rules().turn_order
    }

    /// Who wins the trick if the highest plays are equal.
    pub fn ties(self) -> Ties {
        self.rules().ties
    }

    /// How the winner is found.
    pub fn goal(self) -> Goal {
        self.rules().goal
    }

    /// The kinds of pieces that cannot win a trick, and may not be led in it.
    pub fn powerless(self, trick: u8) -> Pieces {
        self.rules().powerless(trick)
    }

    /// The pieces that are used with so many players.
    pub fn set(self, seats: usize) -> Pieces {
        (self.rules().set)(seats)
    }

    /// The rules of the variant, as data for the shared code.
    pub(crate) fn rules(self) -> &'static Rules {
        match self {
            Self::Giog | Self::GiogWiki => &giog::RULES,
            Self::JuMaPao => &ju_ma_pao::RULES,
            Self::JuMaPao30 => &ju_ma_pao::RULES_30,
            Self::SangKrip => &sang_krip::RULES,
            Self::DaQiLuo1 => &da_qi_luo_1::RULES,
            Self::DaQiLuo2 => &da_qi_luo_2::RULES,
            Self::ZhiHu => &zhi_hu::RULES,
            Self::TamCuc => &tam_cuc::RULES,
        }
    }

    /// The description for clients.
    pub fn describe(self) -> VariantInfo {
        match self {
            Self::Giog | Self::GiogWiki => giog::describe(self),
            Self::JuMaPao | Self::JuMaPao30 => ju_ma_pao::describe(self),
            Self::SangKrip => sang_krip::describe(),
            Self::DaQiLuo1 => da_qi_luo_1::describe(),
            Self::DaQiLuo2 => da_qi_luo_2::describe(),
            Self::ZhiHu => zhi_hu::describe(),
            Self::TamCuc => tam_cuc::describe(),
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
    fn only_where_a_game_says_so_another_order_of_strength_holds() {
        for variant in Variant::ALL {
            let canonical = Piece::ALL.iter().rev();
            let is_usual = variant.weakest_first().iter().eq(canonical);
            assert_eq!(is_usual, variant != Variant::TamCuc, "{variant}");
        }
    }

    #[test]
    fn a_description_offers_options_as_they_are_written() {
        for variant in Variant::ALL {
            let info = variant.describe();
            let defaults = serde_json::to_value(info.default_options).expect("options are JSON");
            for option in &info.options {
                assert_eq!(defaults[&option.id], serde_json::json!(option.default));
                for choice in &option.choices {
                    let input = serde_json::json!({ option.id.as_str(): choice.value });
                    assert!(
                        serde_json::from_value::<crate::families::tricks::variant::OptionsInput>(
                            input
                        )
                        .is_ok(),
                        "{choice:?}"
                    );
                }
            }
            for (index, seats) in variant.players().enumerate() {
                let of_kinds = info.kinds.iter().map(|kind| kind.counts[index]);
                assert_eq!(of_kinds.sum::<u8>(), info.pieces[index]);
                assert!(usize::from(info.hand_sizes[index]) * seats <= info.pieces[index].into());
            }
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
