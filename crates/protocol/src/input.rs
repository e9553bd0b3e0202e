//! Reads the JSON of requests and of REST bodies, as programs in all languages write it.
//!
//! * The number of values is limited. A value takes much more memory than its text: without the limit, a frame full of empty arrays would
//!   take as long to parse as a hundred requests.
//! * A number without a fraction is an integer however it is written (`52.0`, `5.2e1`): languages with one type of number, such as
//!   JavaScript or Lua, do not distinguish them, and some write all of them with a point.
//! * An array is no object, though serde takes the fields of a struct also from an array.
//!
//! Records, logs and everything signed are read as strictly as they are written, and not with this module.

use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{
    Deserialize, DeserializeOwned, DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess,
    Unexpected, Visitor,
};
use serde_json::{Map, Number, Value};

/// The most JSON values in a request, counting nested ones: many times as many as the longest request has, which changes all settings
/// of a room.
pub const MAX_REQUEST_VALUES: usize = 512;
/// The largest integer that may be written with a point or an exponent. Up to here, floating-point numbers of 64 bits distinguish all
/// integers.
const MAX_WHOLE: f64 = 9_007_199_254_740_992.0;

/// Reads a JSON text with at most [`MAX_REQUEST_VALUES`] values. If it has more, the error is one of data (`is_data`), otherwise one of
/// syntax.
pub(crate) fn read(text: &str) -> Result<Value, serde_json::Error> {
    let deserializer = serde_json::Deserializer::from_str(text);
    read_with(deserializer, Twice::TheLast)
}

/// Reads the body of a REST request, an object. The error is one of data (`is_data`) or of syntax.
pub fn read_body<T: DeserializeOwned>(body: &[u8]) -> Result<T, serde_json::Error> {
    let deserializer = serde_json::Deserializer::from_slice(body);
    let value = read_with(deserializer, Twice::Refused)?;
    object(value)
}

fn read_with<'de, R: serde_json::de::Read<'de>>(
    mut deserializer: serde_json::Deserializer<R>,
    twice: Twice,
) -> Result<Value, serde_json::Error> {
    let left = Cell::new(MAX_REQUEST_VALUES);
    let value = Bounded { left: &left, twice }.deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(value)
}

/// The integer that is this number; none if it has a fraction, or is too large to be exact.
#[expect(
    clippy::cast_possible_truncation,
    reason = "it is an integer in the range"
)]
pub(crate) fn whole(number: f64) -> Option<i64> {
    (number.fract() == 0.0 && number.abs() <= MAX_WHOLE).then_some(number as i64)
}

/// Reads a `u64` that may be written with a point.
pub(crate) fn whole_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    struct WholeVisitor;

    impl Visitor<'_> for WholeVisitor {
        type Value = u64;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a whole number from 0")
        }

        fn visit_u64<E>(self, number: u64) -> Result<u64, E> {
            Ok(number)
        }

        fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<u64, E> {
            let whole = whole(number).and_then(|whole| u64::try_from(whole).ok());
            whole.ok_or_else(|| E::invalid_value(Unexpected::Float(number), &self))
        }
    }

    deserializer.deserialize_any(WholeVisitor)
}

/// Reads a value that must be an object.
pub(crate) fn object<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    deserializer.deserialize_map(ObjectVisitor(PhantomData))
}

/// Reads a field that must be an object, or null, which means that it is left out.
pub(crate) fn optional_object<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Ok(Option::<Object<T>>::deserialize(deserializer)?.map(|Object(value)| value))
}

/// Reads a field that must be an object, or null, which means the default.
pub(crate) fn object_or_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Default + Deserialize<'de>,
{
    optional_object(deserializer).map(Option::unwrap_or_default)
}

/// A value that is read from an object alone.
pub(crate) struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        object(deserializer).map(Self)
    }
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map))
    }
}

/// What a field that an object has twice means.
#[derive(Clone, Copy)]
enum Twice {
    /// The last of them.
    TheLast,
    /// An error.
    Refused,
}

/// Reads one value and counts it; the cell holds how many values are still allowed.
#[derive(Clone, Copy)]
struct Bounded<'a> {
    left: &'a Cell<usize>,
    twice: Twice,
}

impl<'de> DeserializeSeed<'de> for Bounded<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        let Some(left) = self.left.get().checked_sub(1) else {
            let text = format!("more than {MAX_REQUEST_VALUES} values");
            return Err(D::Error::custom(text));
        };
        self.left.set(left);
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
        Ok(match whole(value) {
            Some(whole) => Value::Number(whole.into()),
            None => Number::from_f64(value).map_or(Value::Null, Value::Number),
        })
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
        while let Some(name) = fields.next_key::<String>()? {
            if matches!(self.twice, Twice::Refused) && object.contains_key(&name) {
                return Err(A::Error::custom("a field is there twice"));
            }
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
    fn a_number_without_a_fraction_is_an_integer_however_it_is_written() {
        for (text, number) in [
            ("52.0", 52_i64),
            ("-1.0", -1),
            ("-0.0", 0),
            ("5.2e1", 52),
            ("8e0", 8),
            ("9007199254740992.0", 1_i64 << 53),
            ("-9007199254740992.0", -(1_i64 << 53)),
        ] {
            assert_eq!(read(text).ok(), Some(number.into()), "{text}");
        }
        for text in ["52.5", "1e-9", "9007199254740994.0", "1e300"] {
            let value = read(text).expect("JSON");
            assert!(value.is_f64(), "{text}: {value}");
        }
        assert!(read("1e400").is_err());
    }

    #[test]
    fn a_body_is_an_object_with_each_field_once() {
        #[derive(Debug, PartialEq, serde::Deserialize)]
        struct Body {
            name: String,
            lasts_s: u64,
        }
        let read = |text: &str| read_body::<Body>(text.as_bytes());
        let body = read(r#"{"lasts_s":60.0,"name":"Lin","more":[1.5]}"#).expect("a body");
        assert_eq!((body.name.as_str(), body.lasts_s), ("Lin", 60));
        for text in [
            r#"["Lin",60]"#,
            "null",
            r#"{"name":"Lin","lasts_s":60.5}"#,
            r#"{"name":"Lin","lasts_s":-60.0}"#,
            r#"{"name":"Lin","lasts_s":60,"name":"Mei"}"#,
        ] {
            assert!(read(text).expect_err(text).is_data(), "{text}");
        }
        for text in [r#"{"name":"Lin","lasts_s":1e400}"#, "{} {}", "{"] {
            assert!(read(text).expect_err(text).classify() != serde_json::error::Category::Data);
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
