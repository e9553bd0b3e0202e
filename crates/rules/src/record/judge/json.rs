//! A reader of JSON for records that anybody may have written: it reads the fields of an object only when they are used.
//!
//! It does not use derived types, because such a record may contain numbers out of range, actions that do not exist, and anything at
//! all in fields without a meaning in its game.

use std::fmt;

use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

/// Why a text or a field cannot be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum Malformed {
    #[error("not JSON, or not of the form of a record: {0}")]
    Json(#[from] serde_json::Error),
    #[error("`{0}` is missing")]
    Missing(&'static str),
    #[error("`{0}` is there more than once")]
    Twice(&'static str),
    #[error("`{0}` has a value of the wrong type, or one that does not exist")]
    Value(&'static str),
    #[error("`{0}` is {1}: numbers of records are integers, without a fraction or an exponent")]
    Fraction(&'static str, String),
}

/// The fields of an object, unread.
#[derive(Default)]
pub(super) struct Object<'a>(Vec<(String, &'a RawValue)>);

impl<'a> Object<'a> {
    /// Reads a text that must be an object.
    pub fn parse(text: &'a str) -> Result<Self, Malformed> {
        Ok(serde_json::from_str(text)?)
    }

    /// Reads a value that must be an object; `name` is its field, for errors.
    pub fn nested(raw: &'a RawValue, name: &'static str) -> Result<Self, Malformed> {
        serde_json::from_str(raw.get()).map_err(|_| Malformed::Value(name))
    }

    /// An optional field.
    pub fn find(&self, name: &'static str) -> Result<Option<&'a RawValue>, Malformed> {
        let mut found = self
            .0
            .iter()
            .filter(|(field, _)| field == name)
            .map(|&(_, value)| value);
        match (found.next(), found.next()) {
            (_, Some(_)) => Err(Malformed::Twice(name)),
            (value, None) => Ok(value),
        }
    }

    /// A required field.
    pub fn get(&self, name: &'static str) -> Result<&'a RawValue, Malformed> {
        self.find(name)?.ok_or(Malformed::Missing(name))
    }

    /// A required text.
    pub fn text(&self, name: &'static str) -> Result<String, Malformed> {
        value(self.get(name)?, name)
    }

    /// A required integer.
    pub fn integer(&self, name: &'static str) -> Result<i64, Malformed> {
        integer(self.get(name)?, name)
    }

    /// A required list.
    pub fn list(&self, name: &'static str) -> Result<Vec<&'a RawValue>, Malformed> {
        serde_json::from_str(self.get(name)?.get()).map_err(|_| Malformed::Value(name))
    }

    /// A required list of texts.
    pub fn texts(&self, name: &'static str) -> Result<Vec<String>, Malformed> {
        let list = self.list(name)?.into_iter();
        list.map(|raw| value(raw, name)).collect()
    }

    /// An optional field that is true or false.
    pub fn flag(&self, name: &'static str) -> Result<Option<bool>, Malformed> {
        match self.find(name)?.map(RawValue::get) {
            None => Ok(None),
            Some("true") => Ok(Some(true)),
            Some("false") => Ok(Some(false)),
            Some(_) => Err(Malformed::Value(name)),
        }
    }

    /// An optional text that is read as a `T`.
    pub fn word<T: DeserializeOwned>(&self, name: &'static str) -> Result<Option<T>, Malformed> {
        self.find(name)?.map(|raw| value(raw, name)).transpose()
    }
}

/// Reads a text as a `T`.
pub(super) fn value<T: DeserializeOwned>(
    raw: &RawValue,
    name: &'static str,
) -> Result<T, Malformed> {
    // Otherwise an enum could also be read from an object.
    if !raw.get().starts_with('"') {
        return Err(Malformed::Value(name));
    }
    serde_json::from_str(raw.get()).map_err(|_| Malformed::Value(name))
}

/// A value as it is written, for errors; of a long one the beginning.
pub(super) fn shown(raw: &RawValue) -> String {
    const MAX_CHARS: usize = 24;
    let text = raw.get();
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Reads an integer of any size. Integers outside the range of `i64` become its limits, which are out of every range as well.
pub(super) fn integer(raw: &RawValue, name: &'static str) -> Result<i64, Malformed> {
    let text = raw.get();
    let (digits, bound) = text
        .strip_prefix('-')
        .map_or((text, i64::MAX), |digits| (digits, i64::MIN));
    if !digits.starts_with(|digit: char| digit.is_ascii_digit()) {
        return Err(Malformed::Value(name));
    }
    if !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return Err(Malformed::Fraction(name, shown(raw)));
    }
    Ok(text.parse().unwrap_or(bound))
}

impl<'de> Deserialize<'de> for Object<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = Object<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object<'de>, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Object(fields))
            }
        }
        deserializer.deserialize_map(Fields)
    }
}
