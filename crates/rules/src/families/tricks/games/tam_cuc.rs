//! Tam cúc (三菊), `docs/RULES.md` §11.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use super::Definition;
use super::shared::{FIVES, FOUR_NOBLES, FOURS, even_set};
use crate::families::tricks::layout::{Arrangement, Portions, Shape};
use crate::families::tricks::pieces::{CombinationTable, CombinationType, RankedType, declared};
use crate::families::tricks::rules::description::{self, Description, PieceNameInfo};
use crate::families::tricks::rules::{
    Ban, Document, Goal, Opening, Options, Reveal, Rules, Ties, TurnOrder,
};

/// The possible numbers of players.
const PLAYERS: RangeInclusive<usize> = 2..=4;

/// The rules.
static RULES: LazyLock<Rules> = LazyLock::new(|| Rules {
    document: Document::Tiles,
    combinations: CombinationTable::new(&types()),
    set: even_set,
    arrangement: |_, _| Arrangement::pack(),
    opening: Opening::Pack,
    portions: |_| Portions::NONE,
    turn_order: TurnOrder::CounterClockwise,
    ban: Ban::FirstTrick(declared("KkAa")),
    reveal: Reveal::IfHigher,
    ties: Ties::Earlier,
    goal: Goal::PiecesScored,
});

/// The game has no options.
const DEFAULT_OPTIONS: Options = Options::NONE;

/// The Vietnamese names of the pieces with their levels, from the general down.
const PIECE_NAMES: [(u8, &str); 7] = [
    (7, "tướng"),
    (6, "sĩ"),
    (5, "tượng"),
    (4, "xe"),
    (2, "pháo"),
    (3, "mã"),
    (1, "tốt"),
];

/// The types of combinations, those with few pieces first. The cannon ranks above the horse, unlike in other games.
fn types() -> [RankedType; 5] {
    use CombinationType::{Five, Four, Pair, Single, Three};
    let listed = |kind, name, ranking| RankedType::listed(kind, name, ["", ""], ranking);
    [
        listed(Single, "single", "K k A a E e R r C c H h P p"),
        listed(Pair, "pair", "AA aa EE ee RR rr CC cc HH hh PP pp"),
        listed(Three, "noble triple", FOUR_NOBLES),
        listed(Four, "four soldiers", FOURS),
        listed(Five, "five soldiers", FIVES),
    ]
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
    let named = |(level, name): (u8, &str)| PieceNameInfo {
        level,
        name: name.to_owned(),
    };
    Description {
        name: "Tam cúc".to_owned(),
        name_chinese: "三菊".to_owned(),
        also: Vec::new(),
        names: description::names(&[("en", "three chrysanthemums")]),
        summary: "A Vietnamese game with the pieces as cards: the whole pack is dealt. Everybody lays face down at the same \
                  time, but only plays that beat the best so far are turned up; the others are captured unseen. The cannon \
                  is above the horse. In the first trick generals and guards can't be led and win nothing. Every card \
                  captured above one's share scores a point, every one below costs one."
            .to_owned(),
        reconstruction: false,
        piece_names: PIECE_NAMES.into_iter().map(named).collect(),
        shape: Shape::Pack,
        opening: "The shuffled pack is dealt one card at a time, beginning with the starter: whoever won the match before, \
                  else a player drawn by lot. The starter leads. With three players a soldier of each colour is left out."
            .to_owned(),
        turn_order: TurnOrder::CounterClockwise,
        simultaneous: true,
        options: Vec::new(),
        combinations: description::combinations(&types()),
        ties: "The earlier in turn from the leader wins: an equal play does not beat it and stays face down.".to_owned(),
        goal: "Highest score, which is the cards captured less those dealt to each; equal players share the win.".to_owned(),
        source: "Public descriptions, which disagree; what was decided between them is in this project's rules".to_owned(),
    }
}
