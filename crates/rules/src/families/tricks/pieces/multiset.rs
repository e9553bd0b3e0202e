//! Multisets of pieces: hands, plays, whole sets.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::Piece;

/// A multiset of pieces (`docs/RULES.md` §1), written in canonical text: strength order, `KAE`, `PPp`.
///
/// Packed, four bits a kind, the strongest kind in the lowest bits. A kind occurs at most [`Pieces::MAX_OF_A_KIND`]
/// times, so that the highest bit of each four is free for comparing all kinds at once.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Pieces(u64);

/// A text that no hand can hold: a letter that is no piece, or more of a kind than any set has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPieces {
    /// A letter that stands for no piece.
    #[error("`{0}` is no piece; pieces are written with the letters KkAaEeRrHhCcPp")]
    NoSuchPiece(char),
    /// More of one kind than any set of pieces has.
    #[error("no set has so many pieces of the kind {0}")]
    TooMany(Piece),
}

/// Bits a kind takes.
const WIDTH: usize = 4;
/// The free bit of every kind.
const GUARDS: u64 = 0x0088_8888_8888_8888;
/// A one in every byte: what is multiplied by it has in each byte the sum of its bytes up to there.
const EVERY_BYTE: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every byte.
const BYTE_GUARDS: u64 = 0x8080_8080_8080_8080;
/// Letters of the longest text: every kind as often as it can occur.
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
        // Counted by the compiler.
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

    /// The same, for serde.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
    pub(crate) const fn is_none(&self) -> bool {
        self.is_empty()
    }

    /// How many of one kind.
    pub const fn count(self, piece: Piece) -> u8 {
        ((self.0 >> (WIDTH * piece.index())) & 0xF) as u8
    }

    /// Whether every piece of `other` is here, as often as there.
    pub const fn contains(self, other: Self) -> bool {
        ((self.0 | GUARDS) - other.0) & GUARDS == GUARDS
    }

    /// Whether a piece of the kind is here.
    pub const fn has(self, piece: Piece) -> bool {
        self.count(piece) > 0
    }

    /// How many generals are here.
    pub const fn generals(self) -> u8 {
        self.count(Piece::RedGeneral) + self.count(Piece::BlackGeneral)
    }

    /// These without the generals.
    #[must_use]
    pub const fn without_generals(self) -> Self {
        Self(self.0 & !0xFF)
    }

    /// Both multisets together.
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

    /// These without `other`, or nothing where `other` is not contained.
    pub const fn minus(self, other: Self) -> Option<Self> {
        if self.contains(other) {
            Some(Self(self.0 - other.0))
        } else {
            None
        }
    }

    /// These without as many of `other` as there are here.
    #[must_use]
    pub const fn saturating_minus(self, other: Self) -> Self {
        let difference = (self.0 | GUARDS) - other.0;
        // The guard stays where a kind has enough; where it does not, nothing is left.
        let enough = (difference & GUARDS) >> (WIDTH - 1);
        Self(difference & (enough * Self::MAX_OF_A_KIND as u64))
    }

    /// Adds one piece.
    pub const fn add(&mut self, piece: Piece) {
        *self = self.plus(Self::one(piece));
    }

    /// Takes one piece of the kind away; whether there was one.
    pub const fn remove(&mut self, piece: Piece) -> bool {
        match self.minus(Self::one(piece)) {
            Some(rest) => {
                *self = rest;
                true
            }
            None => false,
        }
    }

    /// The pieces, strongest first, identical ones one after another.
    pub fn iter(self) -> impl Iterator<Item = Piece> + Clone {
        Piece::ALL
            .into_iter()
            .flat_map(move |piece| std::iter::repeat_n(piece, usize::from(self.count(piece))))
    }

    /// The kinds that are here with how often each is, strongest first.
    pub fn kinds(self) -> impl DoubleEndedIterator<Item = (Piece, u8)> + Clone {
        Piece::ALL
            .into_iter()
            .map(move |piece| (piece, self.count(piece)))
            .filter(|&(_, count)| count > 0)
    }

    /// The first `count` of them in this order of kinds; all, where there are not so many.
    #[must_use]
    pub fn first(self, count: u8, order: &[Piece]) -> Self {
        let mut left = count;
        order.iter().fold(Self::EMPTY, |taken, &piece| {
            let some = self.count(piece).min(left);
            left -= some;
            taken.plus(Self::of(piece, some))
        })
    }

    /// Whether a piece of one of these kinds is here.
    pub const fn meets(self, kinds: Self) -> bool {
        self.0 != self.without_kinds(kinds).0
    }

    /// These without any piece of the kinds that `kinds` has.
    #[must_use]
    pub const fn without_kinds(self, kinds: Self) -> Self {
        Self(self.0 & !(kinds.distinct().0 * Self::MAX_OF_A_KIND as u64))
    }

    /// How many of each level, a byte each, the highest level in the lowest byte.
    const fn by_level(self) -> u64 {
        const RED: u64 = 0x000F_0F0F_0F0F_0F0F;
        (self.0 & RED) + ((self.0 >> WIDTH) & RED)
    }

    /// The piece with this number, counting from 0 in strength order. There have to be so many.
    ///
    /// Counts all levels at once instead of going through the kinds: picking at random, every branch would be guessed
    /// wrong by the processor.
    pub(crate) const fn nth(self, number: u8) -> Piece {
        debug_assert!(number < self.len(), "there is a piece with this number");
        // How many there are of each level and all higher ones.
        let so_far = self.by_level().wrapping_mul(EVERY_BYTE);
        let number = number as u64;
        let guarded = (number * EVERY_BYTE) | BYTE_GUARDS;
        // The guard stays where all of these come before the piece; there are as many such levels as are above its own.
        let all_before = ((guarded - so_far) & BYTE_GUARDS) >> 7;
        let level = (all_before.wrapping_mul(EVERY_BYTE) >> 56) as usize;
        let above = ((so_far << 8) >> (8 * level)) & 0xFF;
        let red = (self.0 >> (8 * level)) & 0xF;
        Piece::ALL[2 * level + (number - above >= red) as usize]
    }

    /// The canonical text, written here: tables and frames have thousands of them.
    fn text(self, letters: &mut [u8; LONGEST]) -> &str {
        let mut count = 0;
        for piece in self.iter() {
            count += piece.code().encode_utf8(&mut letters[count..]).len();
        }
        str::from_utf8(&letters[..count]).expect("letters are text")
    }

    /// The packed form, by which tables are looked up.
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// The kinds that are here, one piece of each.
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
        // Through `pad`, so that a width aligns tables.
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
