//! Requests about the connection itself.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::settings::null_as_left_out;

/// Says who one is. With a token one is who one was; without one, a new guest, whose token the answer has.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Hello {
    /// The version of the protocol that the client speaks; 1.
    pub protocol: u32,
    /// The token of an earlier `hello`, or of REST's guests.
    pub token: Option<String>,
    /// The name one wants to go by: of a new guest, or a new one for an old guest. A guest without one gets one.
    pub name: Option<String>,
    /// What a new guest's device is called in the list of their devices; derived from `User-Agent` if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// Whether what leaves at a time for one room is to come as one `news`, rather than in several frames.
    #[serde(
        default,
        deserialize_with = "null_as_left_out",
        skip_serializing_if = "is_false"
    )]
    #[schemars(with = "Option<bool>")]
    pub batch: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
const fn is_false(value: &bool) -> bool {
    !*value
}

/// Tokens are in no log.
impl std::fmt::Debug for Hello {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hello")
            .field("protocol", &self.protocol)
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// Does nothing but keep the connection awake, and tell that the server is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ping {}
