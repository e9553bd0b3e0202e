//! The short forms of the most frequent parts of `news`: lists instead of objects, for clients that ask for them with `short`.
//!
//! A list has exactly the same content as the object it replaces. What has no short form, or has a rare field that the short form
//! lacks, is sent as the usual object.

mod base64;
mod event;
mod now;
mod seldom;

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, de};
use serde_json::Value;

pub use event::{read_event, write_event};
pub use now::write_now;

use super::{NewsNow, RoomEvent};

/// In schemas: something as an object, or its short form.
#[derive(JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "{T}OrShort")]
#[expect(dead_code, reason = "it describes what is read and written by hand")]
pub(super) enum Either<T> {
    /// The object.
    Full(T),
    /// The short form.
    Short(Short),
}

/// In schemas: a short form.
pub(super) struct Short;

impl JsonSchema for Short {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Short".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "array",
            "items": {},
            "description": "The short form (`docs/PROTOCOL.md`); only where `hello` asked for it with `short`."
        })
    }
}

/// Reads events, each as an object or in its short form.
pub(super) fn events<'de, D: Deserializer<'de>>(events: D) -> Result<Vec<RoomEvent>, D::Error> {
    let events = Vec::<Value>::deserialize(events)?.into_iter();
    events
        .map(|event| read_event(event).map_err(de::Error::custom))
        .collect()
}

/// Reads the `now` of `news` as an object or in its short form.
pub fn now<'de, D: Deserializer<'de>>(now: D) -> Result<Option<NewsNow>, D::Error> {
    let now = Option::<Value>::deserialize(now)?;
    now.map(now::read_now)
        .transpose()
        .map_err(de::Error::custom)
}

/// Writes a list: these values, then the optional values up to the last one that is not null.
macro_rules! list {
    ($out:expr, [$($value:expr),* $(,)?] $(, [$($optional:expr),+ $(,)?])?) => {{
        let mut serializer = serde_json::Serializer::new(&mut *$out);
        let mut write = || -> Result<(), serde_json::Error> {
            use serde::ser::{SerializeSeq as _, Serializer as _};
            let mut list = serializer.serialize_seq(None)?;
            $(list.serialize_element($value)?;)*
            $(
                let is_there = [$($optional.is_some()),+];
                let mut left = is_there.iter().rposition(|&is_there| is_there).map_or(0, |last| last + 1);
                $(if let Some(less) = left.checked_sub(1) {
                    list.serialize_element(&$optional)?;
                    left = less;
                })+
                debug_assert_eq!(left, 0, "the list ends with what is there last");
            )?
            list.end()
        };
        write().expect("there is always place in memory");
    }};
}
use list;
