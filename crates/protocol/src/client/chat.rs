//! Requests about chat.

use giog_rules::PlayerId;
use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::chat::{ChatText, Phrase, Said};
use crate::settings::{null_as_yes, yes};

/// Sends a line of chat: during a match to the players or, from a spectator, to the spectators; otherwise to everybody
/// in the room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Chat {
    /// Chosen by the client, 1 to 64 bytes: a line that is sent again with the same key is said once.
    #[schemars(length(min = 1, max = 64))]
    pub key: String,
    /// What is said.
    #[serde(flatten)]
    pub said: Said,
}

impl<'de> Deserialize<'de> for Chat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Read {
            key: String,
            text: Option<Value>,
            phrase: Option<Phrase>,
        }

        let Read { key, text, phrase } = Read::deserialize(deserializer)?;
        // With a phrase, the text is ignored.
        let said = match (text, phrase) {
            (_, Some(phrase)) => Said::Phrase(phrase),
            (Some(text), None) => {
                Said::Text(ChatText::deserialize(text).map_err(D::Error::custom)?)
            }
            (None, None) => return Err(D::Error::custom("`text` or `phrase` is missing")),
        };
        Ok(Self { key, said })
    }
}

/// Hides a person's lines in this room, or shows them again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Mute {
    /// The person.
    pub player: PlayerId,
    /// Whether their lines are hidden; default true.
    #[serde(default = "yes", deserialize_with = "null_as_yes")]
    #[schemars(with = "Option<bool>")]
    pub muted: bool,
}

/// Reminds a person at the table that the others wait until they are ready; from a person with a seat, between matches. Once a minute.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Nudge {
    /// The seat of the person to remind.
    pub seat: i64,
}

/// Forbids people without a seat to chat in this room, or allows it again; for the owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Silence {
    /// Whether they are silenced; default true.
    #[serde(default = "yes", deserialize_with = "null_as_yes")]
    #[schemars(with = "Option<bool>")]
    pub silenced: bool,
}

/// Reports a person to the operator; the report includes the match, the seat and the last lines of chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// The person.
    pub player: PlayerId,
    /// What happened.
    pub text: ChatText,
}
