//! Giog (爵), `docs/RULES.md` §5.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use super::info::{self, TurnOrder, VariantInfo};
use super::{Rules, Variant};
use crate::ranking::{CombinationTable, RankedType};
use crate::{Beheading, CombinationType, GeneralBan, Options, Pieces, Shape};

/// How many can play.
pub(super) const PLAYERS: RangeInclusive<usize> = 2..=4;

/// The combinations, those of few pieces first.
const TYPES: [RankedType; 6] = [
    RankedType {
        kind: CombinationType::Single,
        name: "single",
        announcement: "liab",
        chinese: "粒",
        ranking: "K k A a E e R r H h C c P p",
    },
    RankedType {
        kind: CombinationType::Pair,
        name: "pair",
        announcement: "dui",
        chinese: "对",
        ranking: "AA aa EE ee RR rr HH hh CC cc PP pp",
    },
    RankedType {
        kind: CombinationType::Giog,
        name: "noble triple",
        announcement: "giog",
        chinese: "爵",
        ranking: "KAE kae CAE cae RHC rhc",
    },
    RankedType {
        kind: CombinationType::Three,
        name: "three soldiers",
        announcement: "sam mui",
        chinese: "三枚",
        ranking: "PPP ppp",
    },
    RankedType {
        kind: CombinationType::Four,
        name: "four soldiers",
        announcement: "si mui",
        chinese: "四枚",
        ranking: "PPPP pppp",
    },
    RankedType {
        kind: CombinationType::Five,
        name: "five soldiers",
        announcement: "wu mui",
        chinese: "五枚",
        ranking: "PPPPP ppppp",
    },
];

/// The rules, which both sources share.
pub(super) static RULES: LazyLock<Rules> = LazyLock::new(|| Rules {
    combinations: CombinationTable::new(&TYPES),
    general_ban: true,
    set: |_| Pieces::full_set(),
    stacks: 16,
    stacks_each: |seats| match seats {
        2 => 6,
        3 => 5,
        _ => 4,
    },
});

/// What the sources play by.
pub(super) const fn default_options(variant: Variant) -> Options {
    let beheading = match variant {
        Variant::Giog => Beheading::Forfeit,
        Variant::GiogWiki => Beheading::Last,
    };
    Options {
        general_ban: GeneralBan::Refuse,
        beheading,
    }
}

/// The description for clients.
pub(super) fn describe(variant: Variant) -> VariantInfo {
    let (name, source) = match variant {
        Variant::Giog => ("Giog", "pagat.com, Giog (Jiang Fung Wong)"),
        Variant::GiogWiki => ("Giog (wiki)", "BoardGameGeek wiki, Giog"),
    };
    let options = default_options(variant);
    VariantInfo {
        id: variant,
        name: name.to_owned(),
        name_chinese: "爵".to_owned(),
        also: ["Sānbèi qí 三倍棋", "Chēlún qí zhàn 車輪棋戰", "Dǎ qí luò 打棋摞"].map(str::to_owned).to_vec(),
        summary: "Everybody lays pieces face down at the same time, as many as the leader laid; the highest \
                  combination of the led type takes them all. Generals are banned in the first and the last trick. \
                  Most pieces win."
            .to_owned(),
        reconstruction: false,
        min_players: 2,
        max_players: 4,
        pieces: vec![32; PLAYERS.count()],
        shape: Shape::Rows,
        turn_order: TurnOrder::Priority,
        simultaneous: true,
        options: vec![info::general_ban(options), info::beheading(options)],
        default_options: options,
        combinations: TYPES.iter().map(info::combination).collect(),
        ties: "The leader wins if among the highest, else the tied player who is first in the order.".to_owned(),
        goal: "Most captured pieces; equal players share the win.".to_owned(),
        source: source.to_owned(),
    }
}
