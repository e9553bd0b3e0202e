//! Reads the JSON of a request with a limit on the number of values.
//!
//! A value takes much more memory than its text: without the limit, a frame full of empty arrays would take as long to parse as a
//! hundred requests.

use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// The most JSON values in a request, counting nested ones: many times as many as the longest request has, which changes all settings
/// of a room.
pub const MAX_REQUEST_VALUES: usize = 512;

/// Reads a JSON text with at most [`MAX_REQUEST_VALUES`] values. If it has more, the error is one of data (`is_data`), otherwise one of
/// syntax.
pub(super) fn read(text: &str) -> Result<Value, serde_json::Error> {
    let left = Cell::new(MAX_REQUEST_VALUES);
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let value = Bounded(&left).deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(value)
}

/// Reads one value and counts it; the cell holds how many values are still allowed.
#[derive(Clone, Copy)]
struct Bounded<'a>(&'a Cell<usize>);

impl<'de> DeserializeSeed<'de> for Bounded<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        let Some(left) = self.0.get().checked_sub(1) else {
            let text = format!("more than {MAX_REQUEST_VALUES} values");
            return Err(D::Error::custom(text));
        };
        self.0.set(left);
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Bounded<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Value, A::Error> {
        let mut array = Vec::new();
        while let Some(value) = values.next_element_seed(self)? {
            array.push(value);
        }
        Ok(Value::Array(array))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(name) = fields.next_key()? {
            object.insert(name, fields.next_value_seed(self)?);
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_as_it_always_is() {
        for text in [
            r#"{"a":[1,-2,3.5,1e300,"\u7235",null,true,{"b":{}}],"a2":[],"a":7}"#,
            "18446744073709551615",
            "1e400",
            "[1,]",
            "{} {}",
            "",
        ] {
            let expected: Result<Value, _> = serde_json::from_str(text);
            let read = read(text);
            assert_eq!(
                read.map_err(|error| error.to_string()),
                expected.map_err(|error| error.to_string()),
                "{text}"
            );
        }
    }

    #[test]
    fn a_text_of_too_many_values_is_read_no_further() {
        let array = |values: usize, end: &str| format!("[{}0{end}", "0,".repeat(values - 2));
        assert!(read(&array(MAX_REQUEST_VALUES, "]")).is_ok());
        for end in ["]", "", "{nonsense"] {
            let error = read(&array(MAX_REQUEST_VALUES + 1, end)).expect_err("too many");
            assert!(error.is_data(), "{error}");
        }
        let objects = format!("[{}", r#"{"a":{}},"#.repeat(MAX_REQUEST_VALUES));
        assert!(read(&objects).expect_err("too many").is_data());
    }
}
