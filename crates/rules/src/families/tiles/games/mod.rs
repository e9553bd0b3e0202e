//! The games: each is a file or folder with its rules and its definition, and a line in the list below.

mod chuck_a_luck;
mod definition;
mod dice_game;
mod grand_hazard;
pub mod mahjong;
pub mod pai_gow;
mod sic_bo;

pub(crate) use definition::{Bets, Chance, Definition, Rounds, Setup};

use super::dice::Dice;
use super::options::TilesOptions;

game_list! {
    /// A game of tiles or dice (`docs/TILES.md`).
    pub enum TilesVariant: Definition;
    /// Chinese dominoes, 牌九.
    PaiGow "pai-gow" => pai_gow::GAME,
    /// Mahjong in the Hong Kong old style, 麻將.
    Mahjong "mahjong" => mahjong::GAME,
    /// Three dice, 骰寶.
    SicBo "sic-bo" => sic_bo::GAME,
    /// Three dice, on the English table.
    GrandHazard "grand-hazard" => grand_hazard::GAME,
    /// Three dice in a cage.
    ChuckALuck "chuck-a-luck" => chuck_a_luck::GAME,
}

/// A match of tiles or dice, of any kind.
#[derive(Clone, Debug)]
pub enum TilesGame {
    /// Pai gow.
    PaiGow(pai_gow::PaiGow),
    /// Mahjong.
    Mahjong(Box<mahjong::Mahjong>),
    /// Dice.
    Dice(Dice),
}

impl TilesVariant {
    /// The options of a match with strangers that are not the usual ones.
    pub fn with_strangers(self) -> TilesOptions {
        self.definition().with_strangers
    }

    /// Whether all others may claim a tile at the same time, within a time limit.
    pub fn has_windows(self) -> bool {
        self.definition().has_windows
    }

    /// Whether each seat throws dice for the first deal, before the match.
    pub fn throws_for_deal(self) -> bool {
        self.definition().throws_for_deal
    }

    /// The bets with the least edge of the bank, of different sides; none in games without bets.
    pub fn safest_bets(self) -> &'static [&'static str] {
        let bets = self.definition().bets.as_ref();
        bets.map_or(&[], |bets| bets.safest)
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
