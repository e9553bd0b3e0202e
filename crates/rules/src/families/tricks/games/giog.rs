//! Giog (爵), `docs/RULES.md` §5.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use super::Definition;
use super::Variant;
use super::shared::{FIVES, FOURS, PAIRS, SINGLES, THREES, full_set};
use crate::families::tricks::layout::{Arrangement, Portions};
use crate::families::tricks::pieces::{CombinationTable, CombinationType, RankedType};
use crate::families::tricks::rules::description::{self, Description};
use crate::families::tricks::rules::{
    Ban, Beheading, Document, GeneralBan, Goal, Opening, Options, Reveal, Rules, Ties, TurnOrder,
};

/// The possible numbers of players.
pub(super) const PLAYERS: RangeInclusive<usize> = 2..=4;

/// How ties are decided, for people.
pub(super) const TIES: &str =
    "The leader wins if among the highest, else the tied player who is first in the order.";
/// How the first player is found and stacks are taken, for people.
pub(super) const OPENING: &str = "16 stacks of two lie in rows before the players. Everybody turns up the bottom piece of \
     a stack in another player's row; the highest is first, and equal ones turn up another. The first in order takes a \
     stack at an end of a row, and the others follow round the rows in that direction.";

/// The types of combinations, those with few pieces first.
fn types() -> [RankedType; 6] {
    use CombinationType::{Five, Four, Giog, Pair, Single, Three};
    let listed = RankedType::listed;
    [
        listed(Single, "single", ["liab", "粒"], SINGLES),
        listed(Pair, "pair", ["dui", "对"], PAIRS),
        listed(
            Giog,
            "noble triple",
            ["giog", "爵"],
            "KAE kae CAE cae RHC rhc",
        ),
        listed(Three, "three soldiers", ["sam mui", "三枚"], THREES),
        listed(Four, "four soldiers", ["si mui", "四枚"], FOURS),
        listed(Five, "five soldiers", ["wu mui", "五枚"], FIVES),
    ]
}

/// The rules, which are the same in both sources.
static RULES: LazyLock<Rules> = LazyLock::new(|| Rules {
    document: Document::Record,
    combinations: CombinationTable::new(&types()),
    set: full_set,
    arrangement: Arrangement::rows,
    opening: Opening::Reveals,
    portions,
    turn_order: TurnOrder::Priority,
    ban: Ban::Generals,
    reveal: Reveal::Together,
    ties: Ties::Earlier,
    goal: Goal::MostPieces,
});

/// Hands of 8, 10 or 12 pieces.
pub(super) fn portions(seats: usize) -> Portions {
    Portions {
        whole: match seats {
            2 => 12,
            3 => 15,
            _ => 16,
        },
        at_once: 1,
        split: false,
    }
}

/// The options of the sources.
const fn default_options(variant: Variant) -> Options {
    let beheading = match variant {
        Variant::GiogWiki => Beheading::Last,
        _ => Beheading::Forfeit,
    };
    Options::of(GeneralBan::Refuse, beheading)
}

/// Giog as pagat describes it.
pub(super) static GAME: Definition = Definition {
    players: PLAYERS,
    default_options: default_options(Variant::Giog),
    rules: &RULES,
    describe: || describe(Variant::Giog),
};

/// Giog as the wiki describes it.
pub(super) static GAME_OF_WIKI: Definition = Definition {
    players: PLAYERS,
    default_options: default_options(Variant::GiogWiki),
    rules: &RULES,
    describe: || describe(Variant::GiogWiki),
};

/// What the game says of itself to clients.
fn describe(variant: Variant) -> Description {
    let (name, source) = match variant {
        Variant::GiogWiki => ("Giog (wiki)", "the wiki article on Giog"),
        _ => ("Giog", "pagat.com, Giog (Jiang Fung Wong)"),
    };
    let options = default_options(variant);
    Description {
        name: name.to_owned(),
        name_chinese: "爵".to_owned(),
        also: ["tsiok", "tsiog", "Sānbèi qí 三倍棋", "Chēlún qí zhàn 車輪棋戰", "Dǎ qí luò 打棋摞"].map(str::to_owned).to_vec(),
        names: description::names(&[("en", "noble"), ("fa", "گیوگ")]),
        summary: "Everybody lays pieces face down at the same time, as many as the leader laid; the highest \
                  combination of the led type takes them all. Generals are banned in the first and the last trick. \
                  Most pieces win."
            .to_owned(),
        reconstruction: false,
        piece_names: Vec::new(),
        shape: crate::families::tricks::layout::Shape::Rows,
        opening: OPENING.to_owned(),
        turn_order: TurnOrder::Priority,
        simultaneous: true,
        options: vec![description::general_ban(options), description::beheading(options)],
        combinations: description::combinations(&types()),
        ties: TIES.to_owned(),
        goal: "Most captured pieces; equal players share the win.".to_owned(),
        source: source.to_owned(),
    }
}
