//! Dǎ qí luò (打棋摞), version 1, `docs/RULES.md` §8.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use super::Definition;
use super::shared::{FIVES, FOURS, PAIRS_AND_GENERALS, SINGLES, USUAL_OPTIONS, even_set};
use crate::families::tricks::layout::{Arrangement, Portions, Shape};
use crate::families::tricks::pieces::{CombinationTable, CombinationType, RankedType};
use crate::families::tricks::rules::description::{self, Description};
use crate::families::tricks::rules::{
    Ban, Document, Goal, Opening, Reveal, Rules, Ties, TurnOrder,
};

/// The possible numbers of players, in both versions.
pub(super) const PLAYERS: RangeInclusive<usize> = 2..=5;

/// The rules.
static RULES: LazyLock<Rules> = LazyLock::new(|| Rules {
    document: Document::Record,
    combinations: CombinationTable::new(&types()),
    set: even_set,
    arrangement: |seats, _| {
        Arrangement::row(match seats {
            3 => &[4, 4, 4, 4, 4, 4, 4, 2],
            5 => &[6; 5],
            _ => &[4; 8],
        })
    },
    opening: Opening::DiceAndEnd,
    portions: |seats| Portions {
        whole: match seats {
            3 => 6,
            5 => 5,
            _ => 8,
        },
        at_once: if seats == 5 { 1 } else { 2 },
        split: seats == 3,
    },
    turn_order: TurnOrder::CounterClockwise,
    ban: Ban::None,
    reveal: Reveal::Together,
    ties: Ties::Earlier,
    goal: Goal::MostPieces,
});

/// The types of combinations, those with few pieces first. The source has no announcements.
fn types() -> [RankedType; 5] {
    use CombinationType::{Five, Four, Pair, Single, Three};
    let listed = |kind, name, ranking| RankedType::listed(kind, name, ["", ""], ranking);
    let mut fives = listed(Five, "five soldiers", FIVES);
    fives.note = "Only with 2 or 4 players; the set of 30 pieces has four soldiers of each colour.";
    [
        listed(Single, "single", SINGLES),
        listed(Pair, "pair", PAIRS_AND_GENERALS),
        listed(
            Three,
            "noble triple or three soldiers",
            "KAE kae RHC rhc PPP ppp",
        ),
        listed(Four, "four soldiers", FOURS),
        fives,
    ]
}

/// The game.
pub(super) static GAME: Definition = Definition {
    players: PLAYERS,
    default_options: USUAL_OPTIONS,
    rules: &RULES,
    describe,
};

/// What the game says of itself to clients.
fn describe() -> Description {
    Description {
        name: "Dǎ qí luò, version 1".to_owned(),
        name_chinese: "打棋摞".to_owned(),
        also: Vec::new(),
        names: description::names(&[("en", "playing chess stacks"), ("fa", "دا کی لو")]),
        summary: "Everybody lays face down at the same time, as many pieces as the leader; the highest of the led type \
                  takes them all. Noble triples and three soldiers are one series. Generals may be played at any time. \
                  Most pieces win."
            .to_owned(),
        reconstruction: false,
        piece_names: Vec::new(),
        shape: Shape::Row,
        opening: "Everybody throws a die; the highest, and of equal ones the first, plays first and names the end from \
                  which stacks are taken: two stacks of four in turn, with five players one stack of six. With three \
                  players it is the end with full stacks; of the last of them the first player takes the two top pieces \
                  and the second the two bottom ones, and the third takes the stack of two."
            .to_owned(),
        turn_order: TurnOrder::CounterClockwise,
        simultaneous: true,
        options: Vec::new(),
        combinations: description::combinations(&types()),
        ties: "The leader wins if among the highest, else the tied player who comes first in turn from the leader."
            .to_owned(),
        goal: "Most captured pieces; equal players share the win.".to_owned(),
        source: "pagat.com, Giog: Dǎ qí luò, version 1 (Liú Míxué and Zhào Hǎijūn, collected by Alexey Lobashev)"
            .to_owned(),
    }
}
