//! Parts that several variants share.

use crate::families::tricks::pieces::{CombinationType, Piece, Pieces, RankedType};
use crate::families::tricks::rules::{Beheading, GeneralBan, Options};

/// Single pieces in strength order.
pub(super) const SINGLES: &str = "K k A a E e R r H h C c P p";
/// Pairs of identical pieces.
pub(super) const PAIRS: &str = "AA aa EE ee RR rr HH hh CC cc PP pp";
/// The same, with the pair of both generals as the highest.
pub(super) const PAIRS_AND_GENERALS: &str = "Kk AA aa EE ee RR rr HH hh CC cc PP pp";
/// The noble triples, without cannon-guard-elephant.
pub(super) const FOUR_NOBLES: &str = "KAE kae RHC rhc";
/// Three soldiers of one colour.
pub(super) const THREES: &str = "PPP ppp";
/// Four soldiers of one colour.
pub(super) const FOURS: &str = "PPPP pppp";
/// Five soldiers of one colour.
pub(super) const FIVES: &str = "PPPPP ppppp";

/// The set of 32 pieces.
pub(super) fn full_set(_: usize) -> Pieces {
    Pieces::full_set()
}

/// The set of 30 pieces, which leaves out a soldier of each colour (`docs/RULES.md` §1).
pub(super) fn reduced_set(_: usize) -> Pieces {
    Pieces::full_set().saturating_minus(
        [Piece::RedSoldier, Piece::BlackSoldier]
            .into_iter()
            .collect(),
    )
}

/// The set for so many players of Dǎ qí luò (`docs/RULES.md` §8).
pub(super) fn even_set(seats: usize) -> Pieces {
    if 32_usize.is_multiple_of(seats) {
        full_set(seats)
    } else {
        reduced_set(seats)
    }
}

/// The options of games in which they have no meaning, or that are played by pagat's rules.
pub(super) const USUAL_OPTIONS: Options = Options::of(GeneralBan::Refuse, Beheading::Forfeit);

/// The types of combinations of Jū mǎ pāo, which Sang krip shares (`docs/RULES.md` §6).
pub(super) fn fat_types() -> Vec<RankedType> {
    use CombinationType::{Five, Four, Giog, Pair, Single, Three};
    let listed = RankedType::listed;
    vec![
        listed(Single, "single", ["lak", "粒"], SINGLES),
        listed(Pair, "pair", ["doi", "对"], PAIRS_AND_GENERALS),
        listed(Giog, "three noble", ["san ngiok", "三爵"], FOUR_NOBLES),
        listed(Three, "three fat", ["san boi", "三肥"], THREES),
        listed(Four, "four fat", ["si boi", "四肥"], FOURS),
        listed(Five, "five fat", ["ngu boi", "五肥"], FIVES),
    ]
}
