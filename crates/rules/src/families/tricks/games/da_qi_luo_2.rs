//! Dǎ qí luò (打棋摞), version 2, `docs/RULES.md` §9.

use std::sync::LazyLock;

use super::Definition;
use super::da_qi_luo_1::PLAYERS;
use super::shared::{USUAL_OPTIONS, even_set};
use crate::families::tricks::layout::{Arrangement, Portions, Shape};
use crate::families::tricks::pieces::{
    Color, CombinationTable, CombinationType, Group, Piece, Pieces, Rank, RankedType,
};
use crate::families::tricks::rules::description::{self, Description};
use crate::families::tricks::rules::{
    Ban, Document, Goal, Opening, Reveal, Rules, Ties, TurnOrder,
};

/// The most pieces in a set: all soldiers.
const LONGEST_SET: u8 = 10;
/// The most pieces in a set of the 30-piece set, where hands have eight pieces.
const MOST_OF_REDUCED_SET: u8 = 8;
/// The most pieces in a sequence: one of each level.
const LONGEST_SEQUENCE: u8 = 7;
/// More than the number of pieces of one colour in any combination.
const COLORS: u8 = 16;

/// The rules.
static RULES: LazyLock<Rules> = LazyLock::new(|| Rules {
    document: Document::Record,
    combinations: CombinationTable::new(&types()),
    set: even_set,
    arrangement: |seats, _| {
        Arrangement::row(match seats {
            3 => &[5; 6],
            5 => &[6; 5],
            _ => &[4; 8],
        })
    },
    opening: Opening::DiceAndOrder,
    portions: |seats| Portions {
        whole: match seats {
            3 => 6,
            5 => 5,
            _ => 8,
        },
        at_once: 1,
        split: false,
    },
    turn_order: TurnOrder::CounterClockwise,
    ban: Ban::None,
    reveal: Reveal::AsLaid,
    ties: Ties::Later,
    goal: Goal::PiecesScoredLastGeneralPaid,
});

/// The types of combinations, those with few pieces first. The source has no announcements.
fn types() -> Vec<RankedType> {
    let of = |kind, name: &str, groups| RankedType::grouped(kind, name, ["", ""], groups);
    let mut types = vec![of(CombinationType::Single, "single", sets(1))];
    for count in 2..=LONGEST_SET {
        let name = format!("set of {count}");
        let mut set = of(CombinationType::Set(count), &name, sets(count));
        if count > MOST_OF_REDUCED_SET {
            set.note = "Only with 2 players; the set of 30 pieces has eight soldiers.";
        }
        types.push(set);
        if count <= LONGEST_SEQUENCE {
            let name = format!("sequence of {count}");
            types.push(of(
                CombinationType::Sequence(count),
                &name,
                sequences(count),
            ));
        }
    }
    types
}

/// The red and the black piece of every level, highest first.
fn levels() -> impl Iterator<Item = (Piece, Piece)> + Clone {
    let of = |color| {
        let all = Piece::ALL.into_iter();
        all.filter(move |piece| piece.color() == color)
    };
    of(Color::Red).zip(of(Color::Black))
}

/// Sets: so many pieces of one level.
fn sets(count: u8) -> Vec<Group> {
    let of_level = |(red, black): (Piece, Piece)| {
        let most = red.count_in_set();
        (0..=count)
            .filter(|&reds| reds <= most && count - reds <= most)
            .map(|reds| {
                (
                    Pieces::of(red, reds).plus(Pieces::of(black, count - reds)),
                    reds,
                )
            })
            .collect::<Vec<_>>()
    };
    levels()
        .flat_map(|level| grouped(level.0.level(), count, &of_level(level)))
        .collect()
}

/// Sequences: so many pieces of consecutive levels, one of each.
fn sequences(count: u8) -> Vec<Group> {
    let levels: Vec<_> = levels().collect();
    let of_levels = |levels: &[(Piece, Piece)]| {
        let none = vec![(Pieces::EMPTY, 0_u8)];
        levels.iter().fold(none, |begun, &(red, black)| {
            let go_on = |(pieces, reds): (Pieces, u8)| {
                [
                    (pieces.plus(Pieces::one(red)), reds + 1),
                    (pieces.plus(Pieces::one(black)), reds),
                ]
            };
            begun.into_iter().flat_map(go_on).collect()
        })
    };
    levels
        .windows(usize::from(count))
        .flat_map(|levels| grouped(levels[0].0.level(), count, &of_levels(levels)))
        .collect()
}

/// Combinations of one level, each given with its number of red pieces. The more pieces of one colour, the higher.
fn grouped(level: u8, count: u8, combinations: &[(Pieces, u8)]) -> Vec<Group> {
    let of_majority = |majority: u8| Group {
        rank: Rank::of(level * COLORS + majority),
        suit: 0,
        pieces: combinations
            .iter()
            .filter(|(_, reds)| majority == (*reds).max(count - reds))
            .map(|&(pieces, _)| pieces)
            .collect(),
    };
    let groups = (0..=count).rev().map(of_majority);
    groups.filter(|group| !group.pieces.is_empty()).collect()
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
        name: "Dǎ qí luò, version 2".to_owned(),
        name_chinese: "打棋摞".to_owned(),
        also: Vec::new(),
        names: description::names(&[("en", "playing chess stacks"), ("fa", "دا کی لو")]),
        summary: "The lead is face up, and the others play in turn: whatever is at least as high as the best goes on top, \
                  face up, anything else under the trick, unseen. Sets of one level and sequences of levels in any \
                  colours, the more of one colour the better. The last on top takes the trick. Pieces captured above \
                  the share of each score a point; a general that wins the last trick is paid 2 by everybody. Generals may be played at any time."
            .to_owned(),
        reconstruction: false,
        piece_names: Vec::new(),
        shape: Shape::Row,
        opening: "Everybody throws a die; the highest, and of equal ones the first, plays first and names the order in \
                  which all stacks are taken, one each in turn. Usual orders: from the left or the right, adjacent \
                  stacks; alternate stacks, then those skipped; alternately from both ends."
            .to_owned(),
        turn_order: TurnOrder::CounterClockwise,
        simultaneous: false,
        options: Vec::new(),
        combinations: description::combinations(&types()),
        ties: "An equal play goes on top of the best, so that the latest wins.".to_owned(),
        goal: "Highest score, which is the pieces captured less an equal share, with 2 from every other player for \
               winning the last trick with a general; equal players share the win."
            .to_owned(),
        source: "pagat.com, Giog: Dǎ qí luò, version 2 (Liú Míxué and Zhào Hǎijūn, collected by Alexey Lobashev)"
            .to_owned(),
    }
}
