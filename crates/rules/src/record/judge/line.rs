//! A line of the referee's input: any text, read as far as it is a record.
//!
//! Read by hand, and not with derived types, because a record to be judged may hold numbers out of every range, actions
//! that do not exist, and anything at all in fields that mean nothing here.

use std::fmt;

use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use crate::families::tricks::{
    Action, BadDeal, BadStack, BadTerms, Ceremony, Deal, Lots, NoSuchVariant, OptionsInput, Stack,
    Terms, Variant,
};
use crate::table::Seat;

/// A record that can be judged.
#[derive(Debug)]
pub(super) struct LineRecord {
    pub terms: Terms,
    pub deal: Deal,
    pub actions: Vec<LineAction>,
}

/// An action that can be judged.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct LineAction {
    /// None for a number that no table has a seat for.
    pub seat: Option<Seat>,
    /// None for one that no game has.
    pub action: Option<Action>,
}

/// Why a line is no record.
#[derive(Debug, thiserror::Error)]
pub(super) enum BadLine {
    #[error("not JSON, or not of the form of a record: {0}")]
    Json(#[from] serde_json::Error),
    #[error("`{0}` is missing")]
    Missing(&'static str),
    #[error("`{0}` is there more than once")]
    Twice(&'static str),
    #[error("`{0}` has a value of the wrong type, or one that does not exist")]
    Value(&'static str),
    #[error(transparent)]
    Variant(#[from] NoSuchVariant),
    #[error(transparent)]
    Terms(#[from] BadTerms),
    #[error("stack {0}: {1}")]
    Stack(usize, BadStack),
    #[error(transparent)]
    Deal(#[from] BadDeal),
    #[error("action {0}: {1}")]
    Action(usize, Box<Self>),
}

impl LineRecord {
    /// Reads a line.
    pub fn parse(line: &str) -> Result<Self, BadLine> {
        let record: Object<'_> = serde_json::from_str(line)?;
        let variant: Variant = record.text("variant")?.parse()?;
        let seats = usize::try_from(record.integer("seats")?).unwrap_or(usize::MAX);
        let options = match record.find("options")? {
            Some(options) => Object::nested(options, "options")?.options()?,
            None => OptionsInput::default(),
        };
        let terms = Terms::new(variant, seats, options, Ceremony::Players)?;
        let mut stacks = Vec::new();
        for (index, stack) in record.list("stacks")?.into_iter().enumerate() {
            let text: String = value(stack, "stacks")?;
            stacks.push(
                text.parse::<Stack>()
                    .map_err(|bad| BadLine::Stack(index, bad))?,
            );
        }
        let deal = Deal::from_record(&terms, stacks, record.lots(terms)?)?;
        let mut actions = Vec::new();
        for (index, action) in record.list("actions")?.into_iter().enumerate() {
            let action = Object::nested(action, "actions").and_then(|object| object.action());
            actions.push(action.map_err(|bad| BadLine::Action(index, Box::new(bad)))?);
        }
        Ok(Self {
            terms,
            deal,
            actions,
        })
    }
}

/// An object's fields as they were written.
struct Object<'a>(Vec<(String, &'a RawValue)>);

impl<'a> Object<'a> {
    fn nested(raw: &'a RawValue, name: &'static str) -> Result<Self, BadLine> {
        serde_json::from_str(raw.get()).map_err(|_| BadLine::Value(name))
    }

    fn find(&self, name: &'static str) -> Result<Option<&'a RawValue>, BadLine> {
        let mut found = self
            .0
            .iter()
            .filter(|(field, _)| field == name)
            .map(|&(_, value)| value);
        match (found.next(), found.next()) {
            (_, Some(_)) => Err(BadLine::Twice(name)),
            (value, None) => Ok(value),
        }
    }

    fn get(&self, name: &'static str) -> Result<&'a RawValue, BadLine> {
        self.find(name)?.ok_or(BadLine::Missing(name))
    }

    fn text(&self, name: &'static str) -> Result<String, BadLine> {
        value(self.get(name)?, name)
    }

    fn integer(&self, name: &'static str) -> Result<i64, BadLine> {
        integer(self.get(name)?, name)
    }

    fn list(&self, name: &'static str) -> Result<Vec<&'a RawValue>, BadLine> {
        serde_json::from_str(self.get(name)?.get()).map_err(|_| BadLine::Value(name))
    }

    /// What a record says that is drawn by lot; what means nothing in the variant is not looked at.
    fn lots(&self, terms: Terms) -> Result<Lots, BadLine> {
        let rules = terms.variant().rules();
        let optional = |name, asked: bool| match self.find(name)? {
            Some(raw) if asked => integer(raw, name).map(Some),
            _ => Ok(None),
        };
        let dice = match self.find("dice")? {
            Some(_) if rules.has_dice() => {
                let dice = self.list("dice")?.into_iter();
                Some(
                    dice.map(|raw| integer(raw, "dice"))
                        .collect::<Result<_, _>>()?,
                )
            }
            _ => None,
        };
        Ok(Lots {
            six: optional("six", rules.has_six(terms.seats()))?,
            exposer: optional("exposer", rules.has_exposer())?,
            dice,
        })
    }

    /// Read as `options` of a record.
    fn options(&self) -> Result<OptionsInput, BadLine> {
        let general_ban = self
            .find("general_ban")?
            .map(|raw| value(raw, "general_ban"))
            .transpose()?;
        let beheading = self
            .find("beheading")?
            .map(|raw| value(raw, "beheading"))
            .transpose()?;
        Ok(OptionsInput {
            general_ban,
            beheading,
        })
    }

    /// Read as one of the `actions` of a record.
    fn action(&self) -> Result<LineAction, BadLine> {
        let seat = u8::try_from(self.integer("seat")?)
            .ok()
            .and_then(|number| Seat::try_from(number).ok());
        let stack = || self.integer("stack");
        let action = match self.text("do")?.as_str() {
            "reveal" => Action::Reveal { stack: stack()? },
            "take" => Action::Take { stack: stack()? },
            "expose" => Action::Expose { stack: stack()? },
            "throw" => Action::Throw {
                sign: value(self.get("sign")?, "sign")?,
            },
            "end" => Action::End {
                end: value(self.get("end")?, "end")?,
            },
            "order" => {
                let stacks = self.list("stacks")?;
                Action::Order {
                    stacks: stacks
                        .into_iter()
                        .map(|raw| integer(raw, "stacks"))
                        .collect::<Result<_, _>>()?,
                }
            }
            "play" => Action::Play {
                pieces: self.text("pieces")?,
            },
            "take_back" => Action::TakeBack,
            _ => return Ok(LineAction { seat, action: None }),
        };
        Ok(LineAction {
            seat,
            action: Some(action),
        })
    }
}

/// A text, or something that is written as one text.
fn value<T: DeserializeOwned>(raw: &RawValue, name: &'static str) -> Result<T, BadLine> {
    // An enum would be read from an object, too.
    if !raw.get().starts_with('"') {
        return Err(BadLine::Value(name));
    }
    serde_json::from_str(raw.get()).map_err(|_| BadLine::Value(name))
}

/// An integer, however large; those that `i64` has no room for become its ends, which are out of every range as well.
fn integer(raw: &RawValue, name: &'static str) -> Result<i64, BadLine> {
    let text = raw.get();
    let (digits, bound) = text
        .strip_prefix('-')
        .map_or((text, i64::MAX), |digits| (digits, i64::MIN));
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return Err(BadLine::Value(name));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn check(action: &str, expected: Option<(Option<usize>, Option<Action>)>) {
        let parsed = serde_json::from_str::<Object<'_>>(action)
            .map_err(BadLine::from)
            .and_then(|object| object.action());
        let expected = expected.map(|(seat, action)| LineAction {
            seat: seat.map(Seat::new),
            action,
        });
        assert_eq!(parsed.ok(), expected, "{action}");
    }

    #[test]
    fn numbers_may_be_out_of_every_range_but_must_be_integers() {
        let take = |stack| Some(Action::Take { stack });
        check(
            r#"{"seat":0,"do":"take","stack":-0}"#,
            Some((Some(0), take(0))),
        );
        check(
            r#"{"seat":99999999999999999999999,"do":"take","stack":-7}"#,
            Some((None, take(-7))),
        );
        check(
            r#"{"seat":-1,"do":"take","stack":99999999999999999999}"#,
            Some((None, take(i64::MAX))),
        );
        check(r#"{"seat":0,"do":"take","stack":1.0}"#, None);
        check(r#"{"seat":0,"do":"take","stack":1e1}"#, None);
        check(r#"{"seat":0,"do":"take","stack":"1"}"#, None);
        check(r#"{"seat":true,"do":"take","stack":1}"#, None);
    }

    #[test]
    fn unknown_actions_are_judged_and_broken_ones_are_not() {
        check(
            r#"{"seat":0,"do":"pass","stack":null}"#,
            Some((Some(0), None)),
        );
        check(r#"{"seat":0,"do":"take"}"#, None);
        check(r#"{"seat":0,"do":"play","pieces":["K"]}"#, None);
        check(r#"{"seat":0,"do":"throw","sign":"well"}"#, None);
        check(r#"{"seat":0,"do":"throw","sign":{"rock":null}}"#, None);
        check(r#"{"seat":0,"seat":1,"do":"take_back"}"#, None);
        check(r#"[0,"take_back"]"#, None);
    }

    #[test]
    fn other_fields_may_hold_anything() {
        let deep = format!(
            r#"{{"seat":0,"do":"take_back","x":{}{},"x":1e999}}"#,
            "[".repeat(100_000),
            "]".repeat(100_000)
        );
        check(&deep, Some((Some(0), Some(Action::TakeBack))));
    }
}
