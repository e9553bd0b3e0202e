//! The combinations of a variant and their ranking, in a lookup table.

use std::cmp::Ordering;

use super::{CombinationType, Piece, Pieces};

/// A type of combinations as a variant declares it.
#[derive(Clone, Debug)]
pub(crate) struct RankedType {
    pub kind: CombinationType,
    /// The name for people.
    pub name: String,
    /// The leader's announcement.
    pub announcement: &'static str,
    /// The same in Chinese characters.
    pub chinese: &'static str,
    /// Rules that the ranking does not express; may be empty.
    pub note: &'static str,
    /// The combinations, highest first.
    pub groups: Vec<Group>,
}

/// Combinations that are equal.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub rank: Rank,
    /// The suit; only combinations of the same suit compete. 0 in types without suits.
    pub suit: u8,
    pub pieces: Vec<Pieces>,
}

/// How high a combination is within its type, in up to three respects. A combination beats another if it is at least as high in all
/// respects, and higher in one. So there may be pairs of which neither beats the other.
///
/// Packed with one byte per respect. Its highest bit is free, so that all respects are compared at the same time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rank(u32);

/// Pieces that can be led.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Combination {
    pub pieces: Pieces,
    pub kind: CombinationType,
    pub rank: Rank,
    /// The suit; only combinations of the same suit compete.
    pub suit: u8,
}

/// All combinations of a variant.
#[derive(Debug)]
pub(crate) struct CombinationTable {
    /// Weakest first: by number of pieces, then by the order of declared types, then by rank.
    list: Vec<Combination>,
    /// The kinds of pieces by their rank as singles, weakest first.
    weakest_first: Vec<Piece>,
    /// For each 64 combinations, a table of those for which a hand has enough pieces.
    fitting: Vec<Fitting>,
    /// A hash table: for each slot the index in `list`, or [`VACANT`]. A combination is in the first slot that was free, from its own
    /// on (linear probing).
    slots: Vec<u16>,
}

/// For each kind, and for each number of pieces of it in a hand: the combinations that need no more of that kind, one bit each in the
/// order of the list.
type Fitting = [[u64; 1 + Pieces::MAX_OF_A_KIND as usize]; Piece::COUNT];

/// A slot without a combination.
const VACANT: u16 = u16::MAX;
/// Slots per combination. Most combinations are found in the first slot.
const SLOTS_PER_COMBINATION: usize = 4;

impl Rank {
    /// The highest rank in a respect.
    const HIGHEST: u8 = 0x7F;
    /// The free bit of each respect.
    const GUARDS: u32 = 0x0080_8080;

    /// A rank with one respect.
    pub const fn of(height: u8) -> Self {
        Self::of_each([height, 0, 0])
    }

    /// A rank with three respects.
    ///
    /// # Panics
    /// If a respect is above [`Rank::HIGHEST`].
    pub const fn of_each([first, second, third]: [u8; 3]) -> Self {
        let rank = Self(u32::from_le_bytes([first, second, third, 0]));
        assert!(rank.0 & Self::GUARDS == 0, "a rank is at most HIGHEST");
        rank
    }

    const fn is_at_least(self, other: Self) -> bool {
        ((self.0 | Self::GUARDS) - other.0) & Self::GUARDS == Self::GUARDS
    }
}

impl PartialOrd for Rank {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match (self.is_at_least(*other), other.is_at_least(*self)) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Greater),
            (false, true) => Some(Ordering::Less),
            (false, false) => None,
        }
    }
}

impl RankedType {
    /// A type that is declared by a list of its combinations from high to low, separated by spaces; equal ones are joined by `=`, and
    /// suits are separated by `|`.
    pub fn listed(
        kind: CombinationType,
        name: &str,
        [announcement, chinese]: [&'static str; 2],
        ranking: &str,
    ) -> Self {
        let mut suit = 0;
        let mut groups = Vec::new();
        for (equal, height) in ranking.split_whitespace().zip((0..=Rank::HIGHEST).rev()) {
            if equal == "|" {
                suit += 1;
                continue;
            }
            groups.push(Group {
                rank: Rank::of(height),
                suit,
                pieces: equal.split('=').map(declared).collect(),
            });
        }
        Self::grouped(kind, name, [announcement, chinese], groups)
    }

    /// A type that is declared by groups of equal combinations, from high to low.
    pub fn grouped(
        kind: CombinationType,
        name: &str,
        [announcement, chinese]: [&'static str; 2],
        groups: Vec<Group>,
    ) -> Self {
        Self {
            kind,
            name: name.to_owned(),
            announcement,
            chinese,
            note: "",
            groups,
        }
    }
}

/// Pieces in a declaration.
pub(crate) fn declared(text: &str) -> Pieces {
    text.parse()
        .expect("a variant declares combinations of pieces")
}

impl CombinationTable {
    pub fn new(types: &[RankedType]) -> Self {
        let of_type = |ranked: &RankedType| {
            let kind = ranked.kind;
            let of_group = move |group: &Group| {
                let &Group { rank, suit, .. } = group;
                let weakest_first = group.pieces.clone().into_iter().rev();
                weakest_first.map(move |pieces| Combination {
                    pieces,
                    kind,
                    rank,
                    suit,
                })
            };
            let groups = ranked.groups.iter().rev();
            groups.flat_map(of_group).collect::<Vec<_>>()
        };
        let mut list: Vec<Combination> = types.iter().flat_map(of_type).collect();
        list.sort_by_key(|combination| combination.pieces.len());
        let mut table = Self {
            weakest_first: alone(&list),
            fitting: list.chunks(u64::BITS as usize).map(fitting).collect(),
            slots: vec![VACANT; (list.len() * SLOTS_PER_COMBINATION).next_power_of_two()],
            list: Vec::new(),
        };
        for (index, combination) in (0..).zip(&list) {
            let slot = table
                .probe(combination.pieces)
                .find(|&slot| table.slots[slot] == VACANT);
            table.slots[slot.expect("there are more slots than combinations")] = index;
        }
        table.list = list;
        table
    }

    /// The combination of these pieces; none if they are not a combination.
    pub fn find(&self, pieces: Pieces) -> Option<&Combination> {
        for slot in self.probe(pieces) {
            let combination = self.list.get(usize::from(self.slots[slot]))?;
            if combination.pieces == pieces {
                return Some(combination);
            }
        }
        None
    }

    /// The kinds of pieces in the game's order of strength, weakest first. Every piece can be led as a single.
    pub fn weakest_first(&self) -> &[Piece] {
        &self.weakest_first
    }

    /// All combinations in a hand, weakest first.
    pub fn within(&self, hand: Pieces) -> impl Iterator<Item = &Combination> {
        let chunks = self.list.chunks(u64::BITS as usize).zip(&self.fitting);
        chunks.flat_map(move |(list, fitting)| {
            // A combination is in the hand if the hand has enough pieces of every kind.
            let mut held = Piece::ALL.into_iter().fold(u64::MAX, |held, piece| {
                held & fitting[piece.index()][usize::from(hand.count(piece))]
            });
            std::iter::from_fn(move || {
                let next = list.get(held.trailing_zeros() as usize)?;
                // Removes the lowest bit.
                held &= held - 1;
                Some(next)
            })
        })
    }

    /// The slots in which a combination may be, the most likely first.
    fn probe(&self, pieces: Pieces) -> impl Iterator<Item = usize> + use<> {
        /// 2^64 divided by the golden ratio, which spreads neighbouring keys (Knuth).
        const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
        let slots = self.slots.len();
        let first = (pieces.bits().wrapping_mul(SPREAD) >> 32) as usize;
        (0..slots).map(move |step| (first + step) & (slots - 1))
    }
}

/// The kinds of pieces by their rank as singles, weakest first; equal ones in the reverse order of canonical text.
fn alone(list: &[Combination]) -> Vec<Piece> {
    let singles = list.iter().filter(|single| single.pieces.len() == 1);
    let mut kinds: Vec<(Rank, Piece)> = singles
        .flat_map(|single| single.pieces.iter().map(|piece| (single.rank, piece)))
        .collect();
    kinds.sort_by(|(rank, piece), (other_rank, other)| {
        let by_rank = rank.partial_cmp(other_rank);
        by_rank.unwrap_or(Ordering::Equal).then(other.cmp(piece))
    });
    kinds.into_iter().map(|(_, piece)| piece).collect()
}

/// The table for up to 64 combinations.
fn fitting(list: &[Combination]) -> Fitting {
    let mut fitting = Fitting::default();
    for piece in Piece::ALL {
        for (held, mask) in (0..).zip(&mut fitting[piece.index()]) {
            for (bit, combination) in list.iter().enumerate() {
                *mask |= u64::from(combination.pieces.count(piece) <= held) << bit;
            }
        }
    }
    fitting
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> CombinationTable {
        let declare = |kind, ranking| RankedType::listed(kind, "", ["", ""], ranking);
        CombinationTable::new(&[
            declare(CombinationType::Pair, "AA=aa PP"),
            declare(CombinationType::Single, "K k | P"),
        ])
    }

    fn find(pieces: &str) -> Option<Combination> {
        table().find(declared(pieces)).copied()
    }

    #[test]
    fn equal_combinations_share_a_rank_and_others_follow_the_declared_order() {
        let rank = |pieces| find(pieces).expect("a combination").rank;
        assert!(rank("K") > rank("k"));
        assert!(rank("AA") == rank("aa") && rank("aa") > rank("PP"));
        assert_eq!(find("K").map(|found| found.suit), Some(0));
        assert_eq!(
            find("P").map(|found| (found.kind, found.suit)),
            Some((CombinationType::Single, 1))
        );
        assert_eq!((find("pp"), find("")), (None, None));
    }

    #[test]
    fn one_beats_another_only_if_it_is_as_high_in_every_respect() {
        let rank = Rank::of_each;
        for (this, that, expected) in [
            ([4, 3, 1], [4, 3, 0], Some(Ordering::Greater)),
            ([4, 2, 0], [4, 3, 1], Some(Ordering::Less)),
            ([5, 2, 1], [4, 3, 0], None),
            ([5, 5, 0], [4, 3, 1], None),
            ([5, 2, 1], [5, 2, 1], Some(Ordering::Equal)),
        ] {
            assert_eq!(rank(this).partial_cmp(&rank(that)), expected);
        }
    }

    #[test]
    fn combinations_in_a_hand_come_weakest_first() {
        let found: Vec<String> = table()
            .within(declared("KkAAaaPP"))
            .map(|found| found.pieces.to_string())
            .collect();
        assert_eq!(found, ["P", "k", "K", "PP", "aa", "AA"]);
        assert_eq!(
            table().weakest_first(),
            [Piece::RedSoldier, Piece::BlackGeneral, Piece::RedGeneral]
        );
    }
}
