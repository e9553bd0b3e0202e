//! Requests about the connection itself.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DeclaredBotInput;
use crate::input::optional_object;
use crate::settings::null_as_left_out;

/// Identifies the person. With a token, the same person as before; without one, a new guest, whose token is in the
/// answer.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Hello {
    /// The version of the protocol: 1.
    pub protocol: u32,
    /// The token from an earlier `hello`, or from REST.
    pub token: Option<String>,
    /// The name of a new guest, or a new name. A new guest without one gets a generated name.
    pub name: Option<String>,
    /// The name of a new guest's device in the list of devices; default is derived from `User-Agent`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// Whether to get one `news` frame instead of several frames at a time from a room.
    #[serde(
        default,
        deserialize_with = "null_as_left_out",
        skip_serializing_if = "is_false"
    )]
    #[schemars(with = "Option<bool>")]
    pub batch: bool,
    /// Whether `news` may say things in their short forms; nothing without `batch`.
    #[serde(
        default,
        deserialize_with = "null_as_left_out",
        skip_serializing_if = "is_false"
    )]
    #[schemars(with = "Option<bool>")]
    pub short: bool,
    /// Whether decisions list their legal actions ready to send.
    #[serde(
        default,
        deserialize_with = "null_as_left_out",
        skip_serializing_if = "is_false"
    )]
    #[schemars(with = "Option<bool>")]
    pub actions: bool,
    /// Declares that this guest is a bot, for ever: before its first match. Later it may name another version.
    #[serde(
        default,
        deserialize_with = "optional_object",
        skip_serializing_if = "Option::is_none"
    )]
    pub bot: Option<DeclaredBotInput>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
const fn is_false(value: &bool) -> bool {
    !*value
}

/// Tokens must not be logged.
impl std::fmt::Debug for Hello {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hello")
            .field("protocol", &self.protocol)
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// Keeps the connection alive, and checks that the server answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ping {}
