//! Jū mǎ pāo (車馬包), with 32 pieces and, as in Fujian, with 30 (`docs/RULES.md` §6).

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use super::Definition;
use super::Variant;
use super::shared::{USUAL_OPTIONS, fat_types, full_set, reduced_set};
use crate::families::tricks::layout::{Arrangement, Portions, Shape};
use crate::families::tricks::pieces::{CombinationTable, CombinationType, Pieces, RankedType};
use crate::families::tricks::rules::description::{self, Description};
use crate::families::tricks::rules::{
    Ban, Document, Goal, Opening, Options, Reveal, Rules, Ties, TurnOrder,
};

/// The possible numbers of players, with 32 or 30 pieces.
const fn players(variant: Variant) -> RangeInclusive<usize> {
    match variant {
        Variant::JuMaPao30 => 3..=3,
        _ => 3..=4,
    }
}

/// The rules with 32 pieces.
static RULES: LazyLock<Rules> = LazyLock::new(|| rules(full_set, |_, _| Arrangement::circle(16)));

/// The rules with 30 pieces.
static RULES_30: LazyLock<Rules> =
    LazyLock::new(|| rules(reduced_set, |_, _| Arrangement::circle(15)));

/// The options of the source.
const DEFAULT_OPTIONS: Options = USUAL_OPTIONS;

fn rules(
    set: fn(usize) -> Pieces,
    arrangement: fn(usize, Option<crate::table::Seat>) -> Arrangement,
) -> Rules {
    Rules {
        document: Document::Record,
        combinations: CombinationTable::new(&fat_types()),
        set,
        arrangement,
        opening: Opening::Exposure,
        portions: |seats| Portions {
            whole: if seats == 3 { 15 } else { 16 },
            at_once: 1,
            split: false,
        },
        turn_order: TurnOrder::Clockwise,
        ban: Ban::Generals,
        reveal: Reveal::Together,
        ties: Ties::SetAside,
        goal: Goal::MostPieces,
    }
}

/// The game with 32 pieces.
pub(super) static GAME: Definition = Definition {
    players: players(Variant::JuMaPao),
    default_options: DEFAULT_OPTIONS,
    rules: &RULES,
    describe: || describe(Variant::JuMaPao),
};

/// The game with 30 pieces.
pub(super) static GAME_OF_30: Definition = Definition {
    players: players(Variant::JuMaPao30),
    default_options: DEFAULT_OPTIONS,
    rules: &RULES_30,
    describe: || describe(Variant::JuMaPao30),
};

/// What the game says of itself to clients.
fn describe(variant: Variant) -> Description {
    let is_30 = variant == Variant::JuMaPao30;
    let name = if is_30 {
        "Jū mǎ pāo, 30 pieces"
    } else {
        "Jū mǎ pāo"
    };
    let mut types: Vec<RankedType> = fat_types();
    types.retain(|ranked| !(is_30 && ranked.kind == CombinationType::Five));
    Description {
        name: name.to_owned(),
        name_chinese: "車馬包".to_owned(),
        also: Vec::new(),
        names: description::names(&[("en", "chariot-horse-cannon"), ("fa", "ژو ما پائو")]),
        summary: "Played as Giog, face down at the same time, but a trick in which the highest are equal is set aside \
                  for whoever wins the next. The two generals are the highest pair. Generals are banned in the first \
                  and the last trick. Most pieces win."
            .to_owned(),
        reconstruction: false,
        piece_names: Vec::new(),
        shape: Shape::Circle,
        opening: "The stacks of two lie in a circle. The previous winner, or somebody drawn by lot, turns one up; its \
                  pieces count p 8, cannon 7, horse 6, chariot 5, elephant 4, guard 3, general 2, P 1, and as many \
                  players on, from the left-hand neighbour as 1, sits the starter, who takes it. The next player takes \
                  either stack beside it, and all go on in turn in that direction."
            .to_owned(),
        turn_order: TurnOrder::Clockwise,
        simultaneous: true,
        options: vec![description::general_ban(DEFAULT_OPTIONS), description::beheading(DEFAULT_OPTIONS)],
        combinations: description::combinations(&types),
        ties: "The trick is set aside for the winner of the next one, and the same player leads again; after the last \
               trick what lies aside belongs to nobody."
            .to_owned(),
        goal: "Most captured pieces; equal players share the win.".to_owned(),
        source: if is_30 {
            "pagat.com, Giog: Jū mǎ pāo, after Wikipedia on the game in Fujian"
        } else {
            "pagat.com, Giog: Jū mǎ pāo (Alexey Lobashev)"
        }
        .to_owned(),
    }
}
