//! Multisets of pieces: hands, plays, whole sets.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::Piece;

/// A multiset of pieces (`docs/RULES.md` §1), written in canonical text: strength order, `KAE`, `PPp`.
///
/// Packed with four bits per kind, the strongest kind in the lowest bits. A kind occurs at most [`Pieces::MAX_OF_A_KIND`] times, so the
/// highest of the four bits is free; it is used to compare all kinds at the same time.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Pieces(u64);

/// A text that cannot be pieces: an unknown letter, or more pieces of a kind than any set has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPieces {
    /// A letter that stands for no piece.
    #[error("`{0}` is no piece; pieces are written with the letters KkAaEeRrHhCcPp")]
    NoSuchPiece(char),
    /// More of one kind than any set of pieces has.
    #[error("no set has so many pieces of the kind {0}")]
    TooMany(Piece),
}

/// Bits per kind.
const WIDTH: usize = 4;
/// The free bit of each kind.
const GUARDS: u64 = 0x0088_8888_8888_8888;
/// A one in every byte. Multiplying by it puts into each byte the sum of all bytes up to it.
const EVERY_BYTE: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every byte.
const BYTE_GUARDS: u64 = 0x8080_8080_8080_8080;
/// Letters in the longest text, with every kind as often as possible.
const LONGEST: usize = Piece::COUNT * Pieces::MAX_OF_A_KIND as usize;
/// One piece of every kind.
const ONES: u64 = 0x0011_1111_1111_1111;

impl Pieces {
    /// No piece.
    pub const EMPTY: Self = Self(0);
    /// The most pieces of one kind that a multiset holds.
    pub const MAX_OF_A_KIND: u8 = 7;

    /// One piece.
    pub const fn one(piece: Piece) -> Self {
        Self(1 << (WIDTH * piece.index()))
    }

    /// `count` pieces of one kind.
    ///
    /// # Panics
    /// If `count` is above [`Pieces::MAX_OF_A_KIND`].
    pub const fn of(piece: Piece, count: u8) -> Self {
        assert!(
            count <= Self::MAX_OF_A_KIND,
            "a kind occurs at most MAX_OF_A_KIND times"
        );
        Self((count as u64) << (WIDTH * piece.index()))
    }

    /// The set of 32 pieces.
    pub const fn full_set() -> Self {
        // Computed at compile time.
        const SET: Pieces = {
            let (mut set, mut index) = (Pieces::EMPTY, 0);
            while index < Piece::COUNT {
                let piece = Piece::ALL[index];
                set = set.plus(Pieces::of(piece, piece.count_in_set()));
                index += 1;
            }
            set
        };
        SET
    }

    /// How many pieces.
    pub const fn len(self) -> u8 {
        (self.by_level().wrapping_mul(EVERY_BYTE) >> 56) as u8
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The same with a reference, for serde.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
    pub(crate) const fn is_none(&self) -> bool {
        self.is_empty()
    }

    /// How many of one kind.
    pub const fn count(self, piece: Piece) -> u8 {
        ((self.0 >> (WIDTH * piece.index())) & 0xF) as u8
    }

    /// Whether `other` is a sub-multiset.
    pub const fn contains(self, other: Self) -> bool {
        ((self.0 | GUARDS) - other.0) & GUARDS == GUARDS
    }

    /// Whether it contains a piece of the kind.
    pub const fn has(self, piece: Piece) -> bool {
        self.count(piece) > 0
    }

    /// The number of generals.
    pub const fn generals(self) -> u8 {
        self.count(Piece::RedGeneral) + self.count(Piece::BlackGeneral)
    }

    /// The pieces without the generals.
    #[must_use]
    pub const fn without_generals(self) -> Self {
        Self(self.0 & !0xFF)
    }

    /// The sum of both multisets.
    ///
    /// # Panics
    /// In debug builds, if a kind would occur more often than [`Pieces::MAX_OF_A_KIND`].
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        let sum = self.0 + other.0;
        debug_assert!(
            sum & GUARDS == 0,
            "a kind occurs at most MAX_OF_A_KIND times"
        );
        Self(sum)
    }

    /// The pieces without `other`; none if `other` is not contained.
    pub const fn minus(self, other: Self) -> Option<Self> {
        if self.contains(other) {
            Some(Self(self.0 - other.0))
        } else {
            None
        }
    }

    /// The pieces without those of `other` that are contained.
    #[must_use]
    pub const fn saturating_minus(self, other: Self) -> Self {
        let difference = (self.0 | GUARDS) - other.0;
        // The guard bit stays if there are enough pieces of the kind; otherwise nothing is left of it.
        let enough = (difference & GUARDS) >> (WIDTH - 1);
        Self(difference & (enough * Self::MAX_OF_A_KIND as u64))
    }

    /// Adds one piece.
    pub const fn add(&mut self, piece: Piece) {
        *self = self.plus(Self::one(piece));
    }

    /// Removes one piece of the kind; false if there is none.
    pub const fn remove(&mut self, piece: Piece) -> bool {
        match self.minus(Self::one(piece)) {
            Some(rest) => {
                *self = rest;
                true
            }
            None => false,
        }
    }

    /// The pieces, strongest first.
    pub fn iter(self) -> impl Iterator<Item = Piece> + Clone {
        Piece::ALL
            .into_iter()
            .flat_map(move |piece| std::iter::repeat_n(piece, usize::from(self.count(piece))))
    }

    /// The kinds with their numbers, strongest first.
    pub fn kinds(self) -> impl DoubleEndedIterator<Item = (Piece, u8)> + Clone {
        Piece::ALL
            .into_iter()
            .map(move |piece| (piece, self.count(piece)))
            .filter(|&(_, count)| count > 0)
    }

    /// The first `count` pieces in this order of kinds; all if there are fewer.
    #[must_use]
    pub fn first(self, count: u8, order: &[Piece]) -> Self {
        let mut left = count;
        order.iter().fold(Self::EMPTY, |taken, &piece| {
            let some = self.count(piece).min(left);
            left -= some;
            taken.plus(Self::of(piece, some))
        })
    }

    /// Whether it contains a piece of any kind in `kinds`.
    pub const fn meets(self, kinds: Self) -> bool {
        self.0 != self.without_kinds(kinds).0
    }

    /// The pieces without those of the kinds in `kinds`.
    #[must_use]
    pub const fn without_kinds(self, kinds: Self) -> Self {
        Self(self.0 & !(kinds.distinct().0 * Self::MAX_OF_A_KIND as u64))
    }

    /// The number of pieces of each level, one byte each, the highest level in the lowest byte.
    const fn by_level(self) -> u64 {
        const RED: u64 = 0x000F_0F0F_0F0F_0F0F;
        (self.0 & RED) + ((self.0 >> WIDTH) & RED)
    }

    /// The piece with this number in order of strength, from 0. The number must be below [`Pieces::len`].
    ///
    /// Counts all levels at the same time, without branches: with random numbers, the processor would mispredict most branches.
    pub const fn nth(self, number: u8) -> Piece {
        debug_assert!(number < self.len(), "there is a piece with this number");
        // For each level, the number of pieces of it and of all higher levels.
        let so_far = self.by_level().wrapping_mul(EVERY_BYTE);
        let number = number as u64;
        let guarded = (number * EVERY_BYTE) | BYTE_GUARDS;
        // The guard bit stays if all pieces up to a level come before the wanted one. The number of such levels is the index of its
        // level.
        let all_before = ((guarded - so_far) & BYTE_GUARDS) >> 7;
        let level = (all_before.wrapping_mul(EVERY_BYTE) >> 56) as usize;
        let above = ((so_far << 8) >> (8 * level)) & 0xFF;
        let red = (self.0 >> (8 * level)) & 0xF;
        Piece::ALL[2 * level + (number - above >= red) as usize]
    }

    /// Writes the canonical text into a buffer. This is fast, because tables and frames contain thousands of them.
    fn text(self, letters: &mut [u8; LONGEST]) -> &str {
        let mut count = 0;
        for piece in self.iter() {
            count += piece.code().encode_utf8(&mut letters[count..]).len();
        }
        str::from_utf8(&letters[..count]).expect("letters are text")
    }

    /// The packed form, used as a key of tables.
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// One piece of each kind that is contained.
    #[must_use]
    pub const fn distinct(self) -> Self {
        Self((self.0 | (self.0 >> 1) | (self.0 >> 2)) & ONES)
    }
}

impl FromIterator<Piece> for Pieces {
    fn from_iter<I: IntoIterator<Item = Piece>>(pieces: I) -> Self {
        pieces
            .into_iter()
            .fold(Self::EMPTY, |set, piece| set.plus(Self::one(piece)))
    }
}

impl fmt::Display for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `pad` supports a width, which aligns tables.
        f.pad(self.text(&mut [0; LONGEST]))
    }
}

impl fmt::Debug for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

impl FromStr for Pieces {
    type Err = BadPieces;

    /// Reads pieces in any order.
    fn from_str(text: &str) -> Result<Self, BadPieces> {
        text.chars().try_fold(Self::EMPTY, |set, code| {
            let piece = Piece::from_code(code).ok_or(BadPieces::NoSuchPiece(code))?;
            if set.count(piece) == piece.count_in_set() {
                return Err(BadPieces::TooMany(piece));
            }
            Ok(set.plus(Self::one(piece)))
        })
    }
}

impl Serialize for Pieces {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text(&mut [0; LONGEST]))
    }
}

impl<'de> Deserialize<'de> for Pieces {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

impl JsonSchema for Pieces {
    fn schema_name() -> Cow<'static, str> {
        "Pieces".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": "^[KkAaEeRrHhCcPp]*$",
            "maxLength": 32,
            "description": "pieces, strongest first: KkAaEeRrHhCcPp",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Pieces {
        text.parse().expect("a test's pieces")
    }

    #[test]
    fn text_is_canonical_whatever_the_order_of_input() {
        for (input, expected) in [
            ("EAK", "KAE"),
            ("pPP", "PPp"),
            ("CAE", "AEC"),
            ("", ""),
            ("kK", "Kk"),
        ] {
            assert_eq!(pieces(input).to_string(), expected);
        }
    }

    #[test]
    fn letters_that_are_no_pieces_and_impossible_numbers_are_no_pieces() {
        for (input, expected) in [
            ("x", BadPieces::NoSuchPiece('x')),
            ("KK", BadPieces::TooMany(Piece::RedGeneral)),
            ("pppppp", BadPieces::TooMany(Piece::BlackSoldier)),
        ] {
            assert_eq!(input.parse::<Pieces>(), Err(expected));
        }
    }

    #[test]
    fn arithmetic_counts_every_kind_by_itself() {
        for (hand, other, rest) in [
            ("KAEPPp", "KE", Some("APPp")),
            ("Pp", "PP", None),
            ("", "p", None),
            ("ppppp", "ppp", Some("pp")),
        ] {
            assert_eq!(
                pieces(hand).minus(pieces(other)),
                rest.map(pieces),
                "{hand} - {other}"
            );
        }
        assert_eq!(Pieces::full_set().len(), 32);
        assert_eq!(Pieces::full_set().distinct().len(), 14);
        assert_eq!(
            pieces("KAEPPp").saturating_minus(pieces("KkPPP")),
            pieces("AEp")
        );
        let weakest_first: Vec<Piece> = Piece::ALL.into_iter().rev().collect();
        assert_eq!(pieces("KkPPp").first(4, &weakest_first), pieces("kPPp"));
        assert_eq!(pieces("KkPPp").first(9, &weakest_first), pieces("KkPPp"));
        assert_eq!(pieces("KAAPPp").without_kinds(pieces("kAP")), pieces("Kp"));
        assert!(pieces("KAP").meets(pieces("PPP")) && !pieces("KAP").meets(pieces("kap")));
    }

    #[test]
    fn pieces_are_numbered_in_strength_order() {
        for hand in ["K", "p", "kAaaEPPPPPppppp", "KkRrrHCc", "PPPp"].map(pieces) {
            let numbered: Vec<Piece> = (0..hand.len()).map(|number| hand.nth(number)).collect();
            assert_eq!(numbered, hand.iter().collect::<Vec<_>>());
        }
        let all = Pieces::full_set();
        assert!((0..32).map(|number| all.nth(number)).eq(all.iter()));
    }
}
