//! The games on boards.

use std::fmt;
use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A game on a board (`docs/BOARDS.md`).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum BoardVariant {
    /// Chinese chess, 象棋.
    Xiangqi,
    /// Two boards of Chinese chess, two teams: a player may drop pieces that the partner captures.
    SupplyChess,
    /// Half a board of pieces that lie face down, 暗棋.
    BlindChess,
    /// Seven kingdoms chess, 七國象戲.
    QiGuoXiangxi,
    /// Square chess, 方棋.
    SquareChess,
    /// Pong hau k'i, 崩口棋.
    PongHauKi,
}

impl BoardVariant {
    /// All games, in the order in which clients list them.
    pub const ALL: [Self; 6] = [
        Self::Xiangqi,
        Self::SupplyChess,
        Self::BlindChess,
        Self::QiGuoXiangxi,
        Self::SquareChess,
        Self::PongHauKi,
    ];

    /// The id in records.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Xiangqi => "xiangqi",
            Self::SupplyChess => "supply-chess",
            Self::BlindChess => "blind-chess",
            Self::QiGuoXiangxi => "qi-guo-xiangxi",
            Self::SquareChess => "square-chess",
            Self::PongHauKi => "pong-hau-ki",
        }
    }

    /// The game with this id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|variant| variant.id() == id)
    }

    /// The possible numbers of players.
    pub const fn players(self) -> RangeInclusive<usize> {
        match self {
            Self::Xiangqi | Self::BlindChess | Self::SquareChess | Self::PongHauKi => 2..=2,
            Self::SupplyChess => 4..=4,
            Self::QiGuoXiangxi => 4..=7,
        }
    }
}

impl fmt::Display for BoardVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_what_json_says() {
        for variant in BoardVariant::ALL {
            let json = serde_json::to_value(variant).ok();
            assert_eq!(json, Some(variant.id().into()));
            assert_eq!(BoardVariant::from_id(variant.id()), Some(variant));
        }
        assert_eq!(BoardVariant::from_id("giog"), None);
    }
}
