//! The combinations of a variant and their ranking, looked up in a table.

use crate::{CombinationType, Pieces};

/// A type of combinations as a variant's file declares it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RankedType {
    pub kind: CombinationType,
    /// The name for people.
    pub name: &'static str,
    /// What the leader says.
    pub announcement: &'static str,
    /// The same in Chinese characters.
    pub chinese: &'static str,
    /// The combinations from high to low, apart by spaces; equal ones are joined by `=`.
    pub ranking: &'static str,
}

/// Pieces that may be led.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Combination {
    pub pieces: Pieces,
    pub kind: CombinationType,
    /// The place in the ranking of its type, from 0, the lowest.
    pub rank: u8,
}

/// Every combination of a variant.
#[derive(Debug)]
pub(crate) struct CombinationTable {
    /// Weakest first: by number of pieces, then in the order of declared types, then by rank.
    list: Vec<Combination>,
    /// For each slot the index in `list`, or [`VACANT`]. A combination is in the first slot from its own on that was
    /// free.
    slots: Vec<u16>,
}

/// A slot without combination.
const VACANT: u16 = u16::MAX;
/// How many slots the table has for each combination, so that most are found at once.
const SLOTS_PER_COMBINATION: usize = 4;

impl RankedType {
    /// The combinations from high to low; those of one inner list are equal.
    pub fn groups(&self) -> Vec<Vec<Pieces>> {
        let parse = |text: &str| {
            text.parse()
                .expect("a variant declares combinations of pieces")
        };
        self.ranking
            .split_whitespace()
            .map(|equal| equal.split('=').map(parse).collect())
            .collect()
    }
}

impl CombinationTable {
    pub fn new(types: &[RankedType]) -> Self {
        let mut list: Vec<Combination> = types
            .iter()
            .flat_map(|ranked| {
                ranked
                    .groups()
                    .into_iter()
                    .rev()
                    .zip(0..)
                    .flat_map(move |(equal, rank)| {
                        equal.into_iter().map(move |pieces| Combination {
                            pieces,
                            kind: ranked.kind,
                            rank,
                        })
                    })
            })
            .collect();
        list.sort_by_key(|combination| combination.pieces.len());
        let mut table = Self {
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

    /// The combination that these pieces are; none if they are no combination.
    pub fn find(&self, pieces: Pieces) -> Option<&Combination> {
        for slot in self.probe(pieces) {
            let combination = self.list.get(usize::from(self.slots[slot]))?;
            if combination.pieces == pieces {
                return Some(combination);
            }
        }
        None
    }

    /// All combinations in a hand, weakest first.
    pub fn within(&self, hand: Pieces) -> impl Iterator<Item = &Combination> {
        self.list
            .iter()
            .filter(move |combination| hand.contains(combination.pieces))
    }

    /// The slots in which a combination may be, the likeliest first.
    fn probe(&self, pieces: Pieces) -> impl Iterator<Item = usize> + use<> {
        /// 2^64 divided by the golden ratio, which spreads neighbouring keys (Knuth).
        const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
        let slots = self.slots.len();
        let first = (pieces.bits().wrapping_mul(SPREAD) >> 32) as usize;
        (0..slots).map(move |step| (first + step) & (slots - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> CombinationTable {
        let declare = |kind, ranking| RankedType {
            kind,
            name: "",
            announcement: "",
            chinese: "",
            ranking,
        };
        CombinationTable::new(&[
            declare(CombinationType::Pair, "AA=aa PP"),
            declare(CombinationType::Single, "K k P"),
        ])
    }

    #[test]
    fn equal_combinations_share_a_rank_and_others_follow_the_declared_order() {
        for (pieces, expected) in [
            ("K", Some((CombinationType::Single, 2))),
            ("P", Some((CombinationType::Single, 0))),
            ("AA", Some((CombinationType::Pair, 1))),
            ("aa", Some((CombinationType::Pair, 1))),
            ("PP", Some((CombinationType::Pair, 0))),
            ("pp", None),
            ("", None),
        ] {
            let pieces = pieces.parse().expect("a test's pieces");
            assert_eq!(
                table().find(pieces).map(|found| (found.kind, found.rank)),
                expected
            );
        }
    }

    #[test]
    fn combinations_in_a_hand_come_weakest_first() {
        let hand = "KkaaPP".parse().expect("a test's pieces");
        let found: Vec<String> = table()
            .within(hand)
            .map(|found| found.pieces.to_string())
            .collect();
        assert_eq!(found, ["P", "k", "K", "PP", "aa"]);
    }
}
