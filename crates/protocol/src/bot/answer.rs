//! What a program writes: an action for each `turn`, and perhaps its name.

use giog_rules::{Action, MatchId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The longest line of a program that is read, in bytes: more than any action, even with many bets, and a reason beside it.
pub const MAX_ANSWER_BYTES: usize = 64 * 1024;

/// A line from a program.
#[derive(Clone, Debug, PartialEq)]
pub enum ProgramLine {
    /// An action, the answer to a `turn`.
    Action(Answer),
    /// Another object without `do`: what it says of itself.
    Greeting(Greeting),
    /// The answer to `ping`.
    Pong,
}

/// The answer to a `turn`: an action, exactly as in `act`. Other fields are ignored.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The match, if the program names it.
    pub match_id: Option<MatchId>,
    /// The turn, if the program names it.
    pub turn: Option<u32>,
    /// The action.
    pub action: Action,
}

/// What a program says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Greeting {
    /// Its name.
    pub name: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// The names of its options; none if it does not tell.
    pub options: Option<Vec<String>>,
}

/// Why a line is not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadAnswer {
    /// It is empty.
    #[error("it is an empty line")]
    Empty,
    /// It is not JSON.
    #[error("it is not JSON ({0})")]
    Json(String),
    /// It is JSON, but not an object.
    #[error("it is not an object")]
    NoObject,
    /// No game has such an action, or its fields are wrong.
    #[error("it is not an action ({0})")]
    NoAction(String),
    /// `match` or `turn` has another form than in the message.
    #[error("`{0}` does not repeat that of the message")]
    BadEcho(&'static str),
}

impl ProgramLine {
    /// Reads a line.
    ///
    /// # Errors
    /// If it is neither an action nor another object.
    pub fn read(line: &str) -> Result<Self, BadAnswer> {
        if line.trim().is_empty() {
            return Err(BadAnswer::Empty);
        }
        let value: Value =
            serde_json::from_str(line).map_err(|error| BadAnswer::Json(error.to_string()))?;
        let Value::Object(mut fields) = value else {
            return Err(BadAnswer::NoObject);
        };
        if !fields.contains_key("do") {
            let text = |value: &Value| value.as_str().map(str::to_owned);
            let name = |field: &str| fields.get(field).and_then(text);
            if name("type").as_deref() == Some("pong") {
                return Ok(Self::Pong);
            }
            let options = fields.get("options").and_then(Value::as_array);
            return Ok(Self::Greeting(Greeting {
                name: name("name"),
                author: name("author"),
                options: options.map(|names| names.iter().filter_map(text).collect()),
            }));
        }
        let match_id = echo(&mut fields, "match")?;
        let turn = echo(&mut fields, "turn")?;
        let action = serde_json::from_value(Value::Object(fields));
        Ok(Self::Action(Answer {
            match_id,
            turn,
            action: action.map_err(|error| BadAnswer::NoAction(error.to_string()))?,
        }))
    }
}

/// A field that repeats one of the message; null means the same as none.
fn echo<T: for<'de> Deserialize<'de>>(
    fields: &mut Map<String, Value>,
    name: &'static str,
) -> Result<Option<T>, BadAnswer> {
    let value = fields.remove(name).unwrap_or_default();
    serde_json::from_value(value).map_err(|_| BadAnswer::BadEcho(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_is_read_with_and_without_the_match_that_it_is_for() {
        let plain = ProgramLine::read(r#"{"do":"play","pieces":"EE"}"#);
        let Ok(ProgramLine::Action(plain)) = plain else {
            panic!("{plain:?}");
        };
        assert_eq!((plain.match_id, plain.turn), (None, None));
        let named = ProgramLine::read(
            r#"{"match":"6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10","turn":4,"do":"play","pieces":"EE","why":["x"]}"#,
        );
        let Ok(ProgramLine::Action(named)) = named else {
            panic!("{named:?}");
        };
        assert_eq!(named.action, plain.action);
        assert!(named.match_id.is_some() && named.turn == Some(4));
    }

    #[test]
    fn what_is_no_action_is_told_apart() {
        let greeting = ProgramLine::read(r#"{"name":"Lin","options":["depth",3,"style"]}"#);
        let expected = Greeting {
            name: Some("Lin".to_owned()),
            author: None,
            options: Some(vec!["depth".to_owned(), "style".to_owned()]),
        };
        assert_eq!(greeting, Ok(ProgramLine::Greeting(expected)));
        let pong = ProgramLine::read(r#"{"type":"pong","name":"Lin"}"#);
        assert_eq!(pong, Ok(ProgramLine::Pong));
        let bad = |line| ProgramLine::read(line).expect_err("no line of a program");
        assert_eq!(bad("  "), BadAnswer::Empty);
        assert_eq!(bad("[]"), BadAnswer::NoObject);
        assert!(matches!(bad("thinking…"), BadAnswer::Json(_)));
        assert!(matches!(bad(r#"{"do":"fly"}"#), BadAnswer::NoAction(_)));
        assert_eq!(
            bad(r#"{"do":"win","turn":"4"}"#),
            BadAnswer::BadEcho("turn")
        );
    }
}
