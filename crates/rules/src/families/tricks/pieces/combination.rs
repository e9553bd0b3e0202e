//! Types of combinations.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The type of a combination, as a leader announces it; only plays of one type compete (`docs/RULES.md` §3).
///
/// Written to JSON as the `type` of `docs/RECORD.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CombinationType {
    /// Any piece.
    Single,
    /// Two identical pieces.
    Pair,
    /// A noble triple.
    Giog,
    /// Three identical soldiers; in Dǎ qí luò 1 any series of three.
    Three,
    /// Four identical soldiers.
    Four,
    /// Five identical soldiers.
    Five,
    /// A general with two pairs of its colour (Sang krip).
    GeneralTwoPairs,
    /// So many pieces of one level (Dǎ qí luò 2).
    Set(u8),
    /// So many pieces of consecutive levels (Dǎ qí luò 2).
    Sequence(u8),
    /// A noble triple with any one piece (Zhì hǔ).
    Noble1,
    /// A noble triple with any pair (Zhì hǔ).
    Noble2,
}

/// The text is not a type of combinations.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no type of combinations")]
pub struct BadCombinationType(String);

/// The most pieces in a set: all ten soldiers. Sequences have fewer.
const MAX_COUNTED: u8 = 10;

impl fmt::Display for CombinationType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Single => f.write_str("single"),
            Self::Pair => f.write_str("pair"),
            Self::Giog => f.write_str("giog"),
            Self::Three => f.write_str("three"),
            Self::Four => f.write_str("four"),
            Self::Five => f.write_str("five"),
            Self::GeneralTwoPairs => f.write_str("general-two-pairs"),
            Self::Set(count) => write!(f, "set-{count}"),
            Self::Sequence(count) => write!(f, "sequence-{count}"),
            Self::Noble1 => f.write_str("noble-1"),
            Self::Noble2 => f.write_str("noble-2"),
        }
    }
}

impl FromStr for CombinationType {
    type Err = BadCombinationType;

    fn from_str(text: &str) -> Result<Self, BadCombinationType> {
        let counted = |prefix: &str| {
            (2..=MAX_COUNTED).find(|count| {
                text.strip_prefix(prefix)
                    .is_some_and(|rest| rest == count.to_string())
            })
        };
        Ok(match text {
            "single" => Self::Single,
            "pair" => Self::Pair,
            "giog" => Self::Giog,
            "three" => Self::Three,
            "four" => Self::Four,
            "five" => Self::Five,
            "general-two-pairs" => Self::GeneralTwoPairs,
            "noble-1" => Self::Noble1,
            "noble-2" => Self::Noble2,
            _ => counted("set-")
                .map(Self::Set)
                .or_else(|| counted("sequence-").map(Self::Sequence))
                .ok_or_else(|| BadCombinationType(text.to_owned()))?,
        })
    }
}

impl Serialize for CombinationType {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for CombinationType {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<'de, str>::deserialize(deserializer)?
            .parse()
            .map_err(de::Error::custom)
    }
}

impl JsonSchema for CombinationType {
    fn schema_name() -> Cow<'static, str> {
        "CombinationType".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": "^(single|pair|giog|three|four|five|general-two-pairs|set-[0-9]+|sequence-[0-9]+|noble-[12])$",
            "description": "the type of a combination",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_read_as_they_are_written() {
        use CombinationType::{
            Five, Four, GeneralTwoPairs, Giog, Noble1, Noble2, Pair, Sequence, Set, Single, Three,
        };
        let counted = (2..=10).flat_map(|count| [Set(count), Sequence(count)]);
        let named = [
            Single,
            Pair,
            Giog,
            Three,
            Four,
            Five,
            GeneralTwoPairs,
            Noble1,
            Noble2,
        ];
        for kind in named.into_iter().chain(counted) {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        for text in [
            "",
            "Single",
            "set-",
            "set-1",
            "set-02",
            "set-11",
            "sequence-x",
        ] {
            assert!(text.parse::<CombinationType>().is_err(), "{text}");
        }
    }
}
