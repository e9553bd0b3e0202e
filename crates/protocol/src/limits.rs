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
    /// Bytes read from a connection in a burst after a pause.
    #[serde(default)]
    pub received_bytes_burst: u32,
    /// Refused requests of a connection within ten minutes after which it is closed.
    #[serde(default)]
    pub refusals_until_close: u32,
    /// The cost of the requests of a person on all their connections per second, on average, in microseconds of CPU time.
    #[serde(default)]
    pub person_cost_per_second: u32,
    /// Their cost in a burst after a pause.
    #[serde(default)]
    pub person_cost_burst: u32,
    /// The cost of all requests of an address per second, on average, in microseconds of CPU time.
    #[serde(default)]
    pub address_cost_per_second: u32,
    /// Their cost in a burst after a pause.
    #[serde(default)]
    pub address_cost_burst: u32,
    /// REST requests of an address per second, on average.
    #[serde(default)]
    pub rest_per_second: u32,
    /// REST requests of an address in a burst after a pause.
    #[serde(default)]
    pub rest_burst: u32,
    /// New guests of an address per minute.
    #[serde(default)]
    pub new_guests_per_minute: u32,
    /// Passwords of rooms that an address may try per minute.
    #[serde(default)]
    pub passwords_per_minute: u32,
    /// New rooms of an address per minute.
    #[serde(default)]
    pub new_rooms_per_minute: u32,
    /// Open rooms created from an address.
    #[serde(default)]
    pub rooms_per_address: u32,
    /// Changes of a person in a room, besides actions and the first `ready` for a next match, in a burst after a pause.
    #[serde(default)]
    pub changes_burst: u32,
    /// Such changes per minute, on average.
    #[serde(default)]
    pub changes_per_minute: u32,
    /// Hints of a seat in a burst after a pause.
    #[serde(default)]
    pub hints_burst: u32,
    /// Hints of a seat per minute, on average.
    #[serde(default)]
    pub hints_per_minute: u32,
    /// Chat lines of a person in a room in a burst after a pause.
    #[serde(default)]
    pub chat_burst: u32,
    /// Chat lines of a person in a room per minute, on average.
    #[serde(default)]
    pub chat_per_minute: u32,
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
    /// How long a bot waits before it acts, in milliseconds.
    #[serde(default)]
    pub bot_delay_ms: u64,
    /// How long the others have to get ready after the first player is ready, in milliseconds.
    #[serde(default)]
    pub ready_ms: u64,
    /// How long two or more people at a rated table wait for others before computer players of a fixed level take the free seats, in
    /// milliseconds; 0 if none do.
    #[serde(default)]
    pub rated_bots_ms: u64,
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
