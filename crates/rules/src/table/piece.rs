//! The pieces of xiangqi: fourteen kinds in two colours, in order of strength.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A kind of piece (`docs/RULES.md` §1). Two pieces of one kind are identical.
///
/// The kinds are declared, and compare, in strength order: the strongest is the smallest, as in canonical text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Piece {
    RedGeneral,
    BlackGeneral,
    RedGuard,
    BlackGuard,
    RedElephant,
    BlackElephant,
    RedChariot,
    BlackChariot,
    RedHorse,
    BlackHorse,
    RedCannon,
    BlackCannon,
    RedSoldier,
    BlackSoldier,
}

/// The colour of a piece.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Color {
    Red,
    Black,
}

impl Color {
    /// The other colour.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Red => Self::Black,
            Self::Black => Self::Red,
        }
    }
}

/// The codes of all kinds, in strength order.
const CODES: [u8; Piece::COUNT] = *b"KkAaEeRrHhCcPp";
/// The characters on the pieces, in strength order.
const CHARACTERS: [char; Piece::COUNT] = [
    '帥', '將', '仕', '士', '相', '象', '俥', '車', '傌', '馬', '炮', '砲', '兵', '卒',
];

/// The pinyin of the characters, in strength order.
const PINYIN: [&str; Piece::COUNT] = [
    "shuài", "jiàng", "shì", "shì", "xiàng", "xiàng", "jū", "jū", "mà", "mǎ", "pào", "pào", "bīng",
    "zú",
];

/// The English names of the kinds, from the generals down; both colours have the same.
const NAMES: [&str; Piece::COUNT / 2] = [
    "general", "guard", "elephant", "chariot", "horse", "cannon", "soldier",
];

impl Piece {
    /// The number of kinds.
    pub const COUNT: usize = 14;

    /// All kinds in strength order, the strongest first.
    pub const ALL: [Self; Self::COUNT] = [
        Self::RedGeneral,
        Self::BlackGeneral,
        Self::RedGuard,
        Self::BlackGuard,
        Self::RedElephant,
        Self::BlackElephant,
        Self::RedChariot,
        Self::BlackChariot,
        Self::RedHorse,
        Self::BlackHorse,
        Self::RedCannon,
        Self::BlackCannon,
        Self::RedSoldier,
        Self::BlackSoldier,
    ];

    /// The position in the order of strength, from 0 for the strongest.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of the piece in texts: upper case for red, lower case for black.
    pub const fn code(self) -> char {
        CODES[self.index()] as char
    }

    /// The piece that a letter stands for.
    pub const fn from_code(code: char) -> Option<Self> {
        let mut i = 0;
        while i < Self::COUNT {
            if CODES[i] as char == code {
                return Some(Self::ALL[i]);
            }
            i += 1;
        }
        None
    }

    /// The level, from 7 for a general to 1 for a soldier; both colours have the same.
    pub const fn level(self) -> u8 {
        #[expect(clippy::cast_possible_truncation, reason = "below 14")]
        let pair = (self.index() / 2) as u8;
        7 - pair
    }

    /// The colour.
    pub const fn color(self) -> Color {
        if self.index().is_multiple_of(2) {
            Color::Red
        } else {
            Color::Black
        }
    }

    /// The character on the piece, in sets with different characters for the two colours.
    pub const fn character(self) -> char {
        CHARACTERS[self.index()]
    }

    /// How the character is read in Mandarin.
    pub const fn pinyin(self) -> &'static str {
        PINYIN[self.index()]
    }

    /// The English name, without the colour.
    pub const fn name(self) -> &'static str {
        NAMES[self.index() / 2]
    }

    /// How many of this kind are in the set of 32 pieces.
    pub const fn count_in_set(self) -> u8 {
        match self.level() {
            7 => 1,
            1 => 5,
            _ => 2,
        }
    }

    /// Whether it is a general, to which the general ban applies (`docs/RULES.md` §4).
    pub const fn is_general(self) -> bool {
        self.level() == 7
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.code())
    }
}

impl Serialize for Piece {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.code())
    }
}

impl<'de> Deserialize<'de> for Piece {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = char::deserialize(deserializer)?;
        Self::from_code(code).ok_or_else(|| {
            de::Error::invalid_value(de::Unexpected::Char(code), &"one of KkAaEeRrHhCcPp")
        })
    }
}

impl Piece {
    /// The colour and the kind in one word, as generators of clients name it.
    fn spelt(self) -> String {
        let color = match self.color() {
            Color::Red => "Red",
            Color::Black => "Black",
        };
        let (first, rest) = self.name().split_at(1);
        format!("{color}{}{rest}", first.to_uppercase())
    }
}

impl JsonSchema for Piece {
    fn schema_name() -> Cow<'static, str> {
        "Piece".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "enum": Self::ALL.map(|piece| piece.code().to_string()),
            // Many languages do not distinguish names by their case.
            "x-enum-varnames": Self::ALL.map(Self::spelt),
            "description": "a piece: upper case red, lower case black; general, guard, elephant, chariot, horse, cannon, soldier (p)",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_levels_and_colours_follow_the_table() {
        for (piece, expected) in Piece::ALL.into_iter().zip([
            ('K', 7, Color::Red, 1),
            ('k', 7, Color::Black, 1),
            ('A', 6, Color::Red, 2),
            ('a', 6, Color::Black, 2),
            ('E', 5, Color::Red, 2),
            ('e', 5, Color::Black, 2),
            ('R', 4, Color::Red, 2),
            ('r', 4, Color::Black, 2),
            ('H', 3, Color::Red, 2),
            ('h', 3, Color::Black, 2),
            ('C', 2, Color::Red, 2),
            ('c', 2, Color::Black, 2),
            ('P', 1, Color::Red, 5),
            ('p', 1, Color::Black, 5),
        ]) {
            assert_eq!(
                (
                    piece.code(),
                    piece.level(),
                    piece.color(),
                    piece.count_in_set()
                ),
                expected
            );
            assert_eq!(Piece::from_code(piece.code()), Some(piece));
        }
        assert_eq!(Piece::from_code('x'), None);
    }
}
