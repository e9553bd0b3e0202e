//! Sang krip, `docs/RULES.md` §7.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use super::Definition;
use super::shared::{USUAL_OPTIONS, fat_types, full_set};
use crate::families::tricks::layout::{Arrangement, Portions, Shape};
use crate::families::tricks::pieces::{
    Color, CombinationTable, CombinationType, Group, Piece, Pieces, Rank, RankedType,
};
use crate::families::tricks::rules::description::{self, Description, PieceNameInfo};
use crate::families::tricks::rules::{
    Ban, Document, Goal, Opening, Options, Reveal, Rules, Ties, TurnOrder,
};

/// The possible numbers of players.
const PLAYERS: RangeInclusive<usize> = 2..=4;

/// The rules.
static RULES: LazyLock<Rules> = LazyLock::new(|| Rules {
    document: Document::Record,
    combinations: CombinationTable::new(&types()),
    set: full_set,
    arrangement: |_, _| Arrangement::circle(16),
    opening: Opening::Throws,
    portions: |seats| Portions {
        #[expect(clippy::cast_possible_truncation, reason = "at most MAX_SEATS")]
        whole: 4 * seats as u8,
        at_once: 1,
        split: false,
    },
    turn_order: TurnOrder::CounterClockwise,
    ban: Ban::Generals,
    reveal: Reveal::IfHigher,
    ties: Ties::Earlier,
    goal: Goal::PiecesScored,
});

/// The options of the source.
const DEFAULT_OPTIONS: Options = USUAL_OPTIONS;

/// The names of the pieces according to pagat, from the general down.
const PIECE_NAMES: [&str; 7] = [
    "Sdach",
    "Anser",
    "Tug so",
    "Domrai so",
    "Ses",
    "Pau",
    "Krochos",
];

/// The types of combinations, those with few pieces first.
fn types() -> Vec<RankedType> {
    let mut types = fat_types();
    let mut with_pairs = RankedType::grouped(
        CombinationType::GeneralTwoPairs,
        "general with two pairs",
        ["", ""],
        [Color::Red, Color::Black]
            .into_iter()
            .flat_map(generals_with_pairs)
            .collect(),
    );
    with_pairs.note = "Red beats black if each of its pairs, sorted by level, is at least as high as the black one; black \
                       never beats red.";
    types.push(with_pairs);
    types
}

/// A general with any two pairs of its colour, from high to low by the higher pair.
fn generals_with_pairs(color: Color) -> Vec<Group> {
    let mut of_color = Piece::ALL
        .into_iter()
        .filter(|piece| piece.color() == color);
    let general = of_color.next().into_iter().collect::<Pieces>();
    let kinds: Vec<Piece> = of_color.collect();
    let mut groups = Vec::new();
    for (index, &high) in kinds.iter().enumerate() {
        for &low in &kinds[index..] {
            // Two pairs of one kind need four pieces, which only soldiers have.
            if high == low && high.count_in_set() < 4 {
                continue;
            }
            let pairs = Pieces::of(high, 2).plus(Pieces::of(low, 2));
            groups.push(Group {
                rank: Rank::of_each([high.level(), low.level(), u8::from(color == Color::Red)]),
                suit: 0,
                pieces: vec![general.plus(pairs)],
            });
        }
    }
    groups
}

/// The game.
pub(super) static GAME: Definition = Definition {
    players: PLAYERS,
    default_options: DEFAULT_OPTIONS,
    rules: &RULES,
    describe,
};

/// What the game says of itself to clients.
fn describe() -> Description {
    let piece_names = PIECE_NAMES.into_iter().zip((1..=7).rev());
    Description {
        name: "Sang krip".to_owned(),
        name_chinese: String::new(),
        also: Vec::new(),
        names: description::names(&[("fa", "سنگ کریپ"), ("fa", "سانگ کریپ")]),
        summary: "Everybody lays face down at the same time, but only plays that beat the best so far are turned up, in \
                  turn from the leader; the others are captured unseen. Generals are banned in the first and the last \
                  trick. Every piece captured above 8 scores a point, every one below costs one."
            .to_owned(),
        reconstruction: false,
        piece_names: piece_names
            .map(|(name, level)| PieceNameInfo {
                level,
                name: name.to_owned(),
            })
            .collect(),
        shape: Shape::Circle,
        opening: "16 stacks of two lie in a circle. Who starts is found by rock-paper-scissors among all. The starter \
                  takes any stack, the next player one beside it, and all go on in turn in that direction until \
                  everybody has four."
            .to_owned(),
        turn_order: TurnOrder::CounterClockwise,
        simultaneous: true,
        options: vec![description::general_ban(DEFAULT_OPTIONS), description::beheading(DEFAULT_OPTIONS)],
        combinations: description::combinations(&types()),
        ties: "The earlier in turn from the leader wins: an equal play does not beat it and stays face down.".to_owned(),
        goal: "Highest score, which is the pieces captured less 8; equal players share the win. Who was beheaded is \
               announced at the end."
            .to_owned(),
        source: "pagat.com, Giog: Sang krip (Alexey Lobashev), with its names of the pieces".to_owned(),
    }
}
