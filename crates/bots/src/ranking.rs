//! The combinations of each game and their ranking, read once from the description of the game in the rules.

use std::collections::HashMap;
use std::sync::LazyLock;

use giog_rules::Pieces;
use giog_rules::tricks::{CombinationInfo, CombinationType, Variant};

/// The ranking of a game's combinations.
#[derive(Debug)]
pub struct Ranking {
    types: Vec<TypeRanking>,
    /// For each combination the index of its type, and its class within the type.
    found: HashMap<Pieces, (usize, usize)>,
}

/// The combinations of one type. Combinations of one class are equal.
#[derive(Debug)]
pub struct TypeRanking {
    /// The type.
    pub kind: CombinationType,
    /// The classes, highest first.
    classes: Vec<Class>,
}

/// Combinations that are equal.
#[derive(Debug)]
struct Class {
    pieces: Vec<Pieces>,
    /// Only combinations of the same suit compete.
    suit: u8,
}

static RANKINGS: LazyLock<Vec<(Variant, Ranking)>> = LazyLock::new(|| {
    Variant::ALL
        .into_iter()
        .map(|variant| (variant, Ranking::describe(variant)))
        .collect()
});

impl Ranking {
    /// The ranking of a game.
    pub fn of(variant: Variant) -> Option<&'static Self> {
        RANKINGS
            .iter()
            .find(|(of, _)| *of == variant)
            .map(|(_, ranking)| ranking)
    }

    fn describe(variant: Variant) -> Self {
        let infos = variant.describe().combinations;
        let types: Vec<TypeRanking> = infos.into_iter().map(TypeRanking::describe).collect();
        let found = types.iter().enumerate().flat_map(|(index, ranking)| {
            let all = ranking.combinations();
            all.map(move |(class, pieces)| (pieces, (index, class)))
        });
        let found = found.collect();
        Self { types, found }
    }

    /// The types of combinations.
    pub fn types(&self) -> &[TypeRanking] {
        &self.types
    }

    /// The ranking of one type.
    pub fn of_type(&self, kind: CombinationType) -> Option<&TypeRanking> {
        self.types.iter().find(|ranking| ranking.kind == kind)
    }

    /// The index of the combination's type, and its class; none if it is not a combination.
    pub fn find(&self, pieces: Pieces) -> Option<(usize, usize)> {
        self.found.get(&pieces).copied()
    }

    /// All combinations in a hand: those with few pieces first, and the weakest first within a type.
    pub fn within(&self, hand: Pieces) -> Vec<Pieces> {
        let of_type = |ranking: &TypeRanking| {
            let mut held: Vec<_> = ranking.combinations().map(|(_, pieces)| pieces).collect();
            held.retain(|&pieces| hand.contains(pieces));
            held.into_iter().rev()
        };
        self.types.iter().flat_map(of_type).collect()
    }
}

impl TypeRanking {
    fn describe(info: CombinationInfo) -> Self {
        let suits = info.suits.into_iter().chain(std::iter::repeat(0));
        let classes = info.ranking.into_iter().zip(suits);
        Self {
            kind: info.kind,
            classes: classes
                .map(|(pieces, suit)| Class { pieces, suit })
                .collect(),
        }
    }

    /// All combinations with their classes, highest first.
    pub fn combinations(&self) -> impl Iterator<Item = (usize, Pieces)> {
        let classes = self.classes.iter().enumerate();
        classes.flat_map(|(rank, class)| class.pieces.iter().map(move |&pieces| (rank, pieces)))
    }

    /// The number of pieces in each combination.
    pub fn count(&self) -> u8 {
        let first = self.combinations().next();
        first.map_or(0, |(_, pieces)| pieces.len())
    }

    /// The suit and combinations of each class, highest first.
    pub fn classes(&self) -> impl Iterator<Item = (u8, &[Pieces])> {
        self.classes
            .iter()
            .map(|class| (class.suit, class.pieces.as_slice()))
    }

    /// Whether combinations of `class` win against those of `other`.
    pub fn beats(&self, class: usize, other: usize) -> bool {
        class < other && self.suit_of(class) == self.suit_of(other)
    }

    fn suit_of(&self, class: usize) -> Option<u8> {
        self.classes.get(class).map(|class| class.suit)
    }
}
