//! The games of tiles and dice.

use std::fmt;
use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A game of tiles or dice (`docs/TILES.md`).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum TilesVariant {
    /// Chinese dominoes, 牌九.
    PaiGow,
    /// Mahjong in the Hong Kong old style, 麻將.
    Mahjong,
    /// Three dice, 骰寶.
    SicBo,
    /// Three dice, on the English table.
    GrandHazard,
    /// Three dice in a cage.
    ChuckALuck,
}

impl TilesVariant {
    /// All games, in the order in which clients list them.
    pub const ALL: [Self; 5] = [
        Self::PaiGow,
        Self::Mahjong,
        Self::SicBo,
        Self::GrandHazard,
        Self::ChuckALuck,
    ];

    /// The id in records.
    pub const fn id(self) -> &'static str {
        match self {
            Self::PaiGow => "pai-gow",
            Self::Mahjong => "mahjong",
            Self::SicBo => "sic-bo",
            Self::GrandHazard => "grand-hazard",
            Self::ChuckALuck => "chuck-a-luck",
        }
    }

    /// The game with this id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|variant| variant.id() == id)
    }

    /// Whether it is played with dice.
    pub const fn is_dice(self) -> bool {
        matches!(self, Self::SicBo | Self::GrandHazard | Self::ChuckALuck)
    }

    /// The possible numbers of players.
    pub const fn players(self) -> RangeInclusive<usize> {
        match self {
            Self::Mahjong => 4..=4,
            Self::PaiGow | Self::SicBo | Self::GrandHazard | Self::ChuckALuck => 2..=8,
        }
    }
}

impl fmt::Display for TilesVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_what_json_says() {
        for variant in TilesVariant::ALL {
            let json = serde_json::to_value(variant).ok();
            assert_eq!(json, Some(variant.id().into()));
            assert_eq!(TilesVariant::from_id(variant.id()), Some(variant));
        }
        assert_eq!(TilesVariant::from_id("giog"), None);
    }
}
