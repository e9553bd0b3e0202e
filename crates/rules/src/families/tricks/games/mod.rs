//! The games: each is a file with its rules as data and its definition, and a line in the list below.

mod da_qi_luo_1;
mod da_qi_luo_2;
mod giog;
mod ju_ma_pao;
mod sang_krip;
mod shared;
mod tam_cuc;
mod zhi_hu;

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use super::rules::{Description, Options, Rules};

/// What a trick game is to everything outside its own file.
pub(crate) struct Definition {
    /// The possible numbers of players.
    pub players: RangeInclusive<usize>,
    /// The default options.
    pub default_options: Options,
    /// The rules, as data for the shared code.
    pub rules: &'static LazyLock<Rules>,
    /// What it says of itself to clients.
    pub describe: fn() -> Description,
}

game_list! {
    /// A game of the family (`docs/RULES.md` §5 and on).
    #[schemars(rename = "TrickVariant")]
    pub enum Variant: Definition;
    /// Giog as pagat describes it (`docs/RULES.md` §5).
    Giog "giog" => giog::GAME,
    /// Giog as the wiki describes it: being beheaded makes last (`docs/RULES.md` §5).
    GiogWiki "giog-wiki" => giog::GAME_OF_WIKI,
    /// Jū mǎ pāo with 32 pieces (`docs/RULES.md` §6).
    JuMaPao "ju-ma-pao" => ju_ma_pao::GAME,
    /// Jū mǎ pāo with 30 pieces, as in Fujian (`docs/RULES.md` §6).
    JuMaPao30 "ju-ma-pao-30" => ju_ma_pao::GAME_OF_30,
    /// Sang krip (`docs/RULES.md` §7).
    SangKrip "sang-krip" => sang_krip::GAME,
    /// Dǎ qí luò, version 1 (`docs/RULES.md` §8).
    DaQiLuo1 "da-qi-luo-1" => da_qi_luo_1::GAME,
    /// Dǎ qí luò, version 2 (`docs/RULES.md` §9).
    DaQiLuo2 "da-qi-luo-2" => da_qi_luo_2::GAME,
    /// Zhì hǔ, a reconstruction (`docs/RULES.md` §10).
    ZhiHu "zhi-hu" => zhi_hu::GAME,
    /// Tam cúc (`docs/RULES.md` §11).
    TamCuc "tam-cuc" => tam_cuc::GAME,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::families::tricks::pieces::Piece;

    #[test]
    fn only_where_a_game_says_so_another_order_of_strength_holds() {
        for variant in Variant::ALL {
            let canonical = Piece::ALL.iter().rev();
            let is_usual = variant.weakest_first().iter().eq(canonical);
            assert_eq!(is_usual, variant != Variant::TamCuc, "{variant}");
        }
    }
}
