//! Zhì hǔ (擲虎), a reconstruction, `docs/RULES.md` §10.

use std::sync::LazyLock;

use super::Definition;
use super::giog::{self, PLAYERS, portions};
use super::shared::{FIVES, FOURS, THREES, USUAL_OPTIONS, full_set};
use crate::families::tricks::layout::{Arrangement, Shape};
use crate::families::tricks::pieces::{
    CombinationTable, CombinationType, Group, Piece, Pieces, Rank, RankedType, declared,
};
use crate::families::tricks::rules::description::{self, Description};
use crate::families::tricks::rules::{
    Ban, Document, Goal, Opening, Reveal, Rules, Ties, TurnOrder,
};

/// The noble triples, highest first, with their suits.
const NOBLES: [(&str, u8); 4] = [("KAE", 0), ("kae", 0), ("RHC", 1), ("rhc", 1)];

/// The rules.
static RULES: LazyLock<Rules> = LazyLock::new(|| Rules {
    document: Document::Record,
    combinations: CombinationTable::new(&types()),
    set: full_set,
    arrangement: Arrangement::rows,
    opening: Opening::Reveals,
    portions,
    turn_order: TurnOrder::Priority,
    ban: Ban::None,
    reveal: Reveal::Together,
    ties: Ties::Earlier,
    goal: Goal::LastTrick,
});

/// The types of combinations, those with few pieces first. The source has no announcements.
fn types() -> [RankedType; 8] {
    use CombinationType::{Five, Four, Giog, Noble1, Noble2, Pair, Single, Three};
    let listed = |kind, name, ranking: &str| RankedType::listed(kind, name, ["", ""], ranking);
    let foot = |ranking| format!("| | {ranking}");
    let with = |kind, name, added| RankedType::grouped(kind, name, ["", ""], nobles_with(added));
    [
        listed(Single, "single", "K k A a E e | R r H h C c | P p"),
        listed(Pair, "pair", "AA aa EE ee | RR rr HH hh CC cc | PP pp"),
        listed(Giog, "noble triple", "KAE kae | RHC rhc"),
        listed(Three, "three soldiers", &foot(THREES)),
        listed(Four, "four soldiers", &foot(FOURS)),
        with(Noble1, "noble triple with a piece", 1),
        listed(Five, "five soldiers", &foot(FIVES)),
        with(Noble2, "noble triple with a pair", 2),
    ]
}

/// Every noble triple together with so many identical pieces, which do not affect the rank.
fn nobles_with(added: u8) -> Vec<Group> {
    let with_noble = |noble: Pieces| {
        let all = Piece::ALL.into_iter();
        let enough = all.filter(|&piece| noble.count(piece) + added <= piece.count_in_set());
        enough
            .map(|piece| noble.plus(Pieces::of(piece, added)))
            .collect()
    };
    NOBLES
        .into_iter()
        .zip((0..4).rev())
        .map(|((noble, suit), height)| Group {
            rank: Rank::of(height),
            suit,
            pieces: with_noble(declared(noble)),
        })
        .collect()
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
        name: "Zhì hǔ".to_owned(),
        name_chinese: "擲虎".to_owned(),
        also: vec!["Sān guó 三國".to_owned()],
        names: description::names(&[("en", "throw tiger"), ("en", "three kingdoms"), ("fa", "ژی هو"), ("fa", "سن گو")]),
        summary: "A reconstruction from a few sentences: played as Giog, but a play is beaten only by a higher one of its \
                  own suit: commanders K A E, mobile R H C, foot P. A noble triple can take along a piece or a pair. \
                  Generals may be played at any time. Whoever wins the last trick wins."
            .to_owned(),
        reconstruction: true,
        piece_names: Vec::new(),
        shape: Shape::Rows,
        opening: giog::OPENING.to_owned(),
        turn_order: TurnOrder::Priority,
        simultaneous: true,
        options: Vec::new(),
        combinations: description::combinations(&types()),
        ties: giog::TIES.to_owned(),
        goal: "Winning the last trick, alone.".to_owned(),
        source: "pagat.com, Giog: Zhì hǔ, three sentences; what is missing is this project's reconstruction".to_owned(),
    }
}
