//! The limits that the server tells clients, so that they can stay within them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The limits of a server, from the answer to `hello`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Limits {
    /// The largest frame of a client, in bytes; a larger one closes the connection.
    pub frame_bytes: u32,
    /// Requests of a connection per second, on average.
    pub requests_per_second: u32,
    /// Requests of a connection in a burst after a pause.
    pub requests_burst: u32,
    /// The cost of a connection's requests per second, on average, in microseconds of CPU time; 0 if unknown.
    #[serde(default)]
    pub cost_per_second: u32,
    /// Their cost in a burst after a pause.
    #[serde(default)]
    pub cost_burst: u32,
    /// Bytes read from a connection per second, on average; more bytes wait.
    #[serde(default)]
    pub received_bytes_per_second: u32,
    /// Rooms that one connection may be in at a time.
    pub rooms_per_connection: u32,
    /// Open rooms that one person may have created.
    pub rooms_per_person: u32,
    /// Connections of spectators in one room.
    pub spectators_per_room: u32,
    /// Plays that a seat may take back in one trick.
    pub take_backs_per_trick: u32,
    /// How long a player may be disconnected before a stand-in plays, in milliseconds.
    pub grace_ms: u64,
    /// Time to open entropy, in milliseconds.
    pub entropy_ms: u64,
    /// Silence after which a connection is closed, in milliseconds; pings end a silence.
    pub idle_ms: u64,
    /// Days after its end when a match is deleted; omitted if matches are kept for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matches_days: Option<u32>,
    /// The same for matches of unlisted rooms and rooms with a password.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matches_unlisted_days: Option<u32>,
    /// The same for matches with at most one person among bots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matches_bots_days: Option<u32>,
}
