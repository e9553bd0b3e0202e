//! The types of hands for which a hand may be kept.

use giog_protocol::rest::MahjongHandType;

/// A type of hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    AllChows,
    AllTriplets,
    /// One suit with honours, or without.
    MixedSuit(usize),
    OneSuit(usize),
    /// With a pung that has faan by itself, or as many as a win needs.
    Valued,
    Orphans,
}

/// All types; of those that depend on a suit one for each.
pub const WAYS: [Way; 10] = [
    Way::AllChows,
    Way::AllTriplets,
    Way::MixedSuit(0),
    Way::MixedSuit(1),
    Way::MixedSuit(2),
    Way::OneSuit(0),
    Way::OneSuit(1),
    Way::OneSuit(2),
    Way::Valued,
    Way::Orphans,
];

impl Way {
    /// The type as it is told.
    pub const fn told(self) -> MahjongHandType {
        match self {
            Self::AllChows => MahjongHandType::AllChows,
            Self::AllTriplets => MahjongHandType::AllTriplets,
            Self::MixedSuit(_) => MahjongHandType::MixedSuit,
            Self::OneSuit(_) => MahjongHandType::OneSuit,
            Self::Valued => MahjongHandType::ValuedPungs,
            Self::Orphans => MahjongHandType::ThirteenOrphans,
        }
    }
}
