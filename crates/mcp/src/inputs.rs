//! The arguments of the tools.

use std::any::Any;
use std::sync::Arc;

use giog_protocol::{RoomId, SettingsInput};
use giog_rules::{Action, Variant};
use rmcp::handler::server::common::schema_for_input;
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::desk::Pick;
use crate::foreign::bounded;
use crate::problem::Problem;
use crate::table::Wanted;

/// The longest words about arguments, in characters.
const MOST_WORDS: usize = 300;
/// The longest part of an unknown id that an error repeats, in characters.
const MOST_ID: usize = 40;

/// The arguments of `list`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListInput {
    /// Only rooms of this game, and its description with all options.
    pub game: Option<String>,
}

/// How to find a seat.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum How {
    /// At a new table with computer players at the other seats. Needs `game`.
    Bots,
    /// With people who want the same game. Needs `game`.
    Quick,
    /// In a room. Needs `room`.
    Room,
}

/// The arguments of `sit`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SitInput {
    pub how: How,
    /// The id of the game.
    pub game: Option<String>,
    /// The id of the room.
    pub room: Option<String>,
    /// The room's password, if it has one.
    pub password: Option<String>,
    /// With `bots`: the number of seats, yours among them; the usual number if left out.
    pub seats: Option<u8>,
    /// With `bots`: options of the game, as `list` describes them.
    pub options: Option<Map<String, Value>>,
}

/// None.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoInput {}

/// The arguments of `wait`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WaitInput {
    /// The most time, in seconds: from 1 to 45; 20 if left out.
    #[schemars(range(min = 1, max = 45))]
    pub seconds: Option<u32>,
}

/// The arguments of `act`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ActInput {
    /// The `turn` of the turn that this decides.
    pub turn: u32,
    /// The place of the action in `decision.actions`, from 0.
    pub choice: Option<u32>,
    /// Instead of `choice`: the action itself, where more actions are legal than those listed.
    pub action: Option<Map<String, Value>>,
}

/// The schema of arguments.
pub fn input<T: JsonSchema + Any>() -> Arc<JsonObject> {
    schema_for_input::<T>().expect("arguments are fields of an object")
}

/// Reads arguments.
pub fn read<T: DeserializeOwned>(arguments: JsonObject) -> Result<T, Problem> {
    serde_json::from_value(Value::Object(arguments)).map_err(|error| bad(&error.to_string()))
}

/// A game by its id.
pub fn game(id: &str) -> Result<Variant, Problem> {
    let known = id.parse();
    known.map_err(|_| Problem::NoSuchGame(bounded(id, MOST_ID)))
}

/// The action that is wanted.
pub fn pick(input: ActInput) -> Result<Pick, Problem> {
    match (input.choice, input.action) {
        (Some(choice), None) => Ok(Pick::Choice(choice)),
        (None, Some(action)) => {
            let action: Option<Action> = serde_json::from_value(Value::Object(action)).ok();
            let action = action.ok_or_else(|| bad("`action` is not an action of any game"));
            action.map(Pick::Action)
        }
        _ => Err(bad("either `choice` or `action` is needed")),
    }
}

/// Arguments that make no sense; words that repeat them are bounded.
fn bad(words: &str) -> Problem {
    Problem::BadArguments(bounded(words, MOST_WORDS))
}

/// The seat that is wanted.
pub fn wanted(input: SitInput) -> Result<Wanted, Problem> {
    let needs = |what: &str| bad(&format!("`{what}` is missing"));
    let variant = || game(input.game.as_deref().ok_or_else(|| needs("game"))?);
    Ok(match input.how {
        How::Quick => Wanted::Quick(variant()?),
        How::Room => {
            let id = input.room.as_deref().ok_or_else(|| needs("room"))?;
            let id = id.parse().map_err(|_| {
                Problem::BadArguments("`room` is not an id; `list` has them".to_owned())
            })?;
            Wanted::Room(RoomId(id), input.password)
        }
        How::Bots => {
            let variant = variant()?;
            let options = input.options.unwrap_or_default();
            known_options(variant, &options)?;
            // Computer players need no time to look at what was turned up, and a model has it in `events`.
            let settings = json!({
                "variant": variant, "seats": input.seats, "options": options, "access": "unlisted", "reveal_pause_ms": 0,
            });
            let settings: SettingsInput =
                serde_json::from_value(settings).map_err(|error| bad(&error.to_string()))?;
            if let Err(error) = settings.clone().resolve() {
                return Err(bad(&error.to_string()));
            }
            Wanted::Bots(settings)
        }
    })
}

/// Servers ignore fields that they do not know; a model should hear that it has misspelt one.
fn known_options(variant: Variant, options: &Map<String, Value>) -> Result<(), Problem> {
    let described = json!(variant.describe());
    let known = described["options"].as_array().into_iter().flatten();
    let known: Vec<&str> = known.filter_map(|option| option["id"].as_str()).collect();
    if options.keys().all(|key| known.contains(&key.as_str())) {
        return Ok(());
    }
    Err(Problem::BadArguments(format!(
        "the options of {variant} are: {}",
        known.join(", ")
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_or_makes_no_sense_is_told() {
        let read = |text: &str| {
            let arguments = serde_json::from_str(text).expect("an object");
            read(arguments).and_then(wanted).map(drop)
        };
        for (text, code) in [
            (r#"{"how": "bots"}"#, "bad_arguments"),
            (r#"{"how": "bots", "game": "chess"}"#, "no_such_game"),
            (
                r#"{"how": "bots", "game": "giog", "seats": 9}"#,
                "bad_arguments",
            ),
            (
                r#"{"how": "bots", "game": "giog", "options": {"dealer": 7}}"#,
                "bad_arguments",
            ),
            (
                r#"{"how": "bots", "game": "giog", "options": {"general_ban": "sometimes"}}"#,
                "bad_arguments",
            ),
            (r#"{"how": "room", "room": "7"}"#, "bad_arguments"),
            (r#"{"how": "fly"}"#, "bad_arguments"),
            (
                r#"{"how": "quick", "game": "giog", "x": 1}"#,
                "bad_arguments",
            ),
        ] {
            assert_eq!(read(text).expect_err(text).code(), code, "{text}");
        }
        read(r#"{"how": "bots", "game": "giog", "seats": 3}"#).expect("a table");
    }
}
