//! Requests about what people say to each other.

use giog_rules::PlayerId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::chat::{ChatText, Said};
use crate::settings::{null_as_yes, yes};

/// Says something: during a match to the players or, from a spectator, to the spectators; else to everybody in the room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Chat {
    /// Chosen by the client, 1 to 64 bytes: a line that is sent again under the same key is said once.
    #[schemars(length(min = 1, max = 64))]
    pub key: String,
    /// What is said.
    #[serde(flatten)]
    pub said: Said,
}

/// Hears nothing of somebody's any more in this room, or does again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Mute {
    /// Whose lines.
    pub player: PlayerId,
    /// Whether they are kept away; yes if left out.
    #[serde(default = "yes", deserialize_with = "null_as_yes")]
    #[schemars(with = "Option<bool>")]
    pub muted: bool,
}

/// Lets people without a seat say nothing in this room, or lets them talk again; the owner's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Silence {
    /// Whether they are silenced; yes if left out.
    #[serde(default = "yes", deserialize_with = "null_as_yes")]
    #[schemars(with = "Option<bool>")]
    pub silenced: bool,
}

/// Tells the operator of somebody's bad conduct; the match, the seat and the last lines of chat go with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// Whose conduct.
    pub player: PlayerId,
    /// What happened, in words.
    pub text: ChatText,
}
