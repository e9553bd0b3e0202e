//! Which combinations a game has, and how they rank: read once from the rules' own description of each game.

use std::sync::LazyLock;

use giog_rules::{CombinationType, Pieces, Variant};

/// The combinations of a game.
#[derive(Debug)]
pub struct Ranking {
    types: Vec<TypeRanking>,
}

/// The combinations of one type, from high to low; those of one class are equal.
#[derive(Debug)]
pub struct TypeRanking {
    /// The type.
    pub kind: CombinationType,
    /// The classes, the highest first.
    pub classes: Vec<Vec<Pieces>>,
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
        let types = variant.describe().combinations.into_iter();
        Self {
            types: types
                .map(|info| TypeRanking {
                    kind: info.kind,
                    classes: info.ranking,
                })
                .collect(),
        }
    }

    /// The types of combinations.
    pub fn types(&self) -> &[TypeRanking] {
        &self.types
    }

    /// The combinations of one type.
    pub fn of_type(&self, kind: CombinationType) -> Option<&TypeRanking> {
        self.types.iter().find(|ranking| ranking.kind == kind)
    }

    /// The type of a combination, with its class.
    pub fn find(&self, pieces: Pieces) -> Option<(&TypeRanking, usize)> {
        self.types
            .iter()
            .find_map(|ranking| Some((ranking, ranking.class_of(pieces)?)))
    }
}

impl TypeRanking {
    /// The class of a combination, from 0, the highest; nothing where it is not of this type.
    pub fn class_of(&self, pieces: Pieces) -> Option<usize> {
        self.classes
            .iter()
            .position(|class| class.contains(&pieces))
    }

    /// Every combination with its class, the highest first.
    pub fn combinations(&self) -> impl Iterator<Item = (usize, Pieces)> {
        self.classes
            .iter()
            .enumerate()
            .flat_map(|(rank, class)| class.iter().map(move |&pieces| (rank, pieces)))
    }
}
