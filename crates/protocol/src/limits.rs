//! The limits that a client is told, so that it need not run into them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a server accepts, as told in the answer to `hello`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Limits {
    /// The longest frame a client may send; a longer one closes the connection.
    pub frame_bytes: u32,
    /// How many requests a connection may send in a second, on average.
    pub requests_per_second: u32,
    /// How many requests it may send at once after a pause.
    pub requests_burst: u32,
    /// What the requests of a connection may cost in a second, on average, in microseconds of a core; 0 where that is not
    /// known.
    #[serde(default)]
    pub cost_per_second: u32,
    /// What they may cost at once after a pause.
    #[serde(default)]
    pub cost_burst: u32,
    /// How many bytes a second are read from a connection, on average; more have to wait.
    #[serde(default)]
    pub received_bytes_per_second: u32,
    /// How many rooms one connection may have joined at a time.
    pub rooms_per_connection: u32,
    /// How many open rooms one person may have made.
    pub rooms_per_person: u32,
    /// How many spectators' connections a room takes.
    pub spectators_per_room: u32,
    /// How many plays a seat may take back in one trick.
    pub take_backs_per_trick: u32,
    /// How long a seat may be disconnected before somebody else plays it.
    pub grace_ms: u64,
    /// How long everybody has to open their entropy.
    pub entropy_ms: u64,
    /// A connection that is silent for so long is closed; pings count as sound.
    pub idle_ms: u64,
    /// How many days after its end a match is deleted; left out where it is kept for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matches_days: Option<u32>,
    /// The same of a match that is in nobody's lists but its players'.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matches_unlisted_days: Option<u32>,
    /// The same of a match with one person or none beside computer players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matches_bots_days: Option<u32>,
}
