//! A fast path for `act`, by far the most frequent request: it reads actions with a few plain fields without building a tree of JSON
//! values.
//!
//! Any other request, and any invalid one, is left to the general reader, which also explains errors.

use std::fmt;

use giog_rules::{Action, MatchId, tricks};
use serde::de::value::{Error, MapDeserializer};
use serde::de::{Deserialize, Deserializer, Error as _, IntoDeserializer, MapAccess, Visitor};

use super::{Act, Command, MAX_REQUEST_ID, Request, RoomCommand, RoomRequest};
use crate::RoomId;
use crate::input::whole;

/// The most fields of a request that the fast path reads: `id`, `type`, `room`, `turn`, `match_id`, `do`, and two for the action.
const MAX_FIELDS: usize = 8;

/// Reads an `act` request; none if the frame is anything else.
pub(super) fn read(frame: &str) -> Option<Request> {
    let fields: Fields<'_> = serde_json::from_str(frame).ok()?;
    if fields.take("type")? != Plain::Text("act") {
        return None;
    }
    let id = fields.number("id").filter(|&id| id <= MAX_REQUEST_ID)?;
    let turn = u32::try_from(fields.number("turn")?).ok()?;
    let room = RoomId::deserialize(fields.text("room")?.into_deserializer());
    let match_id = match fields.take("match_id") {
        None => None,
        Some(Plain::Text(text)) => {
            let read: Result<_, Error> = MatchId::deserialize(text.into_deserializer());
            Some(read.ok()?)
        }
        Some(Plain::Number(_)) => return None,
    };
    let act = Act {
        turn,
        match_id,
        action: fields.action()?,
    };
    let room: Result<_, Error> = room;
    Some(Request {
        id,
        command: Command::Room(RoomRequest {
            room: room.ok()?,
            command: RoomCommand::Act(act),
        }),
    })
}

/// The fields of a JSON object. A name occurs only once.
struct Fields<'a> {
    all: [(&'a str, Plain<'a>); MAX_FIELDS],
    count: usize,
}

/// A text without escapes, or a whole number from 0.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Plain<'a> {
    Text(&'a str),
    Number(u64),
}

impl<'a> Fields<'a> {
    fn all(&self) -> &[(&'a str, Plain<'a>)] {
        &self.all[..self.count]
    }

    fn take(&self, name: &str) -> Option<Plain<'a>> {
        let field = self.all().iter().find(|(known, _)| *known == name);
        field.map(|&(_, value)| value)
    }

    fn text(&self, name: &str) -> Option<&'a str> {
        match self.take(name)? {
            Plain::Text(text) => Some(text),
            Plain::Number(_) => None,
        }
    }

    fn number(&self, name: &str) -> Option<u64> {
        match self.take(name)? {
            Plain::Number(number) => Some(number),
            Plain::Text(_) => None,
        }
    }

    fn action(&self) -> Option<Action> {
        let kind = self.text("do")?;
        if kind == "play" {
            let pieces = self.text("pieces")?.to_owned();
            return Some(tricks::Action::Play { pieces }.into());
        }
        let own = |name: &str| !["id", "type", "room", "turn", "match_id"].contains(&name);
        let fields = self.all().iter().filter(|(name, _)| own(name));
        let fields = fields.map(|&(name, value)| (name, value));
        let read: Result<_, Error> = Action::deserialize(MapDeserializer::new(fields));
        read.ok()
    }
}

impl<'de> IntoDeserializer<'de, Error> for Plain<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Plain<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::Text(text) => visitor.visit_borrowed_str(text),
            Self::Number(number) => visitor.visit_u64(number),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string
        bytes byte_buf option unit unit_struct newtype_struct seq tuple
        tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FieldsVisitor)
    }
}

struct FieldsVisitor;

impl<'de> Visitor<'de> for FieldsVisitor {
    type Value = Fields<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with few plain values")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields<'de>, A::Error> {
        let mut fields = Fields {
            all: [("", Plain::Number(0)); MAX_FIELDS],
            count: 0,
        };
        while let Some((name, value)) = map.next_entry::<&str, Plain<'_>>()? {
            if fields.count == MAX_FIELDS || fields.take(name).is_some() {
                return Err(A::Error::custom("too many fields, or one of them twice"));
            }
            fields.all[fields.count] = (name, value);
            fields.count += 1;
        }
        Ok(fields)
    }
}

impl<'de> Deserialize<'de> for Plain<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PlainVisitor)
    }
}

struct PlainVisitor;

impl<'de> Visitor<'de> for PlainVisitor {
    type Value = Plain<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a plain text or a whole number")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Plain<'de>, E> {
        Ok(Plain::Text(text))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Plain<'de>, E> {
        Ok(Plain::Number(number))
    }

    fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<Plain<'de>, E> {
        let whole = whole(number).and_then(|whole| u64::try_from(whole).ok());
        let whole = whole.ok_or_else(|| E::custom("not a whole number from 0"))?;
        Ok(Plain::Number(whole))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::{select, subsequence};

    use super::*;

    const ROOM: &str = "6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10";

    /// Generates fields with which an action is valid, fields that it should not have, and fields of the wrong form.
    fn fields() -> Vec<String> {
        let texts = [
            r#""id":7"#,
            r#""type":"act""#,
            r#""turn":4"#,
            r#""room":"6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10""#,
            r#""do":"play","pieces":"pPx""#,
            r#""id":9007199254740992"#,
            r#""type":"ping""#,
            r#""turn":-1"#,
            r#""turn":4294967296"#,
            r#""room":"6AD2B4A24E5B4CB3A7A63B6B5B0F7F10""#,
            r#""room":"here""#,
            r#""match_id":"6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f11""#,
            r#""match_id":null"#,
            r#""match_id":3"#,
            r#""do":"move","move":"h2e2""#,
            r#""do":"reveal","stack":3"#,
            r#""do":"take_back""#,
            r#""do":"throw","sign":"rock""#,
            r#""do":"order","stacks":[1,0]"#,
            r#""do":"play""#,
            r#""do":"fly""#,
            r#""pieces":"\u0050""#,
            r#""pieces":7"#,
            r#""do":"reveal","stack":3.0"#,
            r#""id":7.0"#,
            r#""turn":4.0"#,
            r#""turn":4.5"#,
            r#""turn":1e400"#,
            r#""more":"x""#,
            r#""more":{"do":"play"}"#,
        ];
        texts.map(str::to_owned).to_vec()
    }

    fn frames() -> impl Strategy<Value = String> {
        let good = fields()[..4].to_vec();
        let kinds = fields().split_off(4);
        let good = (Just(good), select(kinds)).prop_map(|(mut all, one)| {
            all.push(one);
            all
        });
        let any = subsequence(fields(), 0..9);
        let either = prop_oneof![3 => good, 1 => any].prop_shuffle();
        (either, select(vec!["}", "} ", ",}", "}}", ""]))
            .prop_map(|(all, end)| format!("{{{}{end}", all.join(",")))
    }

    proptest! {
        #[test]
        fn an_action_is_read_here_as_everywhere(frame in frames()) {
            if let Some(request) = read(&frame) {
                prop_assert_eq!(Ok(request), Request::decode_any(&frame));
            }
        }
    }

    #[test]
    fn plays_moves_and_what_else_is_plain_are_read_here() {
        for action in [
            r#""do":"play","pieces":"Pp""#,
            r#""do":"take_back""#,
            r#""do":"move","move":"h2e2""#,
            r#""do":"throw","sign":"rock""#,
            r#""do":"reveal","stack":3"#,
        ] {
            let frame = format!(r#"{{"id":3,"type":"act","room":"{ROOM}","turn":4,{action}}}"#);
            let act = read(&frame);
            assert!(act.is_some(), "{frame}");
            let pointed = frame.replace(":3,", ":3.0,").replace(":4,", ":4.0,");
            let pointed = pointed.replace(":3}", ":3.0}");
            assert_eq!(read(&pointed), act, "{pointed}");
        }
    }
}
