//! The limits of servers for tests: tests are fast, and many people come from one address.

use giog_server::ServerLimits;
use serde_json::{Map, Value};

/// More than any test asks for.
const MANY: u32 = 100_000;
/// A cost that no test reaches.
const A_LOT: u32 = 1_000_000_000;
/// What is lifted, by the names of the settings.
const LIFTED: [(&str, u32); 20] = [
    ("requests_per_second", MANY),
    ("requests_burst", MANY),
    ("connection_cost_per_second", A_LOT),
    ("connection_cost_burst", A_LOT),
    ("person_cost_per_second", A_LOT),
    ("person_cost_burst", A_LOT),
    ("address_cost_per_second", A_LOT),
    ("address_cost_burst", A_LOT),
    ("received_bytes_per_second", A_LOT),
    ("received_bytes_burst", A_LOT),
    ("rest_per_second", MANY),
    ("rest_burst", MANY),
    ("new_guests_per_minute", MANY),
    ("passwords_per_minute", MANY),
    ("all_new_guests_per_minute", MANY),
    ("new_rooms_per_minute", MANY),
    ("rooms_per_address", MANY),
    ("spectators_per_address", 1_000),
    ("connections_per_address", MANY),
    // The disk of the test machine may be full.
    ("least_free_disk_bytes", 0),
];

/// The limits of a server for tests.
///
/// # Panics
/// If a name is that of no limit.
pub fn lifted() -> ServerLimits {
    let limits = LIFTED.map(|(name, limit)| (name.to_owned(), limit.into()));
    let limits = Value::Object(Map::from_iter(limits));
    serde_json::from_value(limits).expect("names and numbers of limits")
}

/// The same as lines of a settings file.
pub(crate) fn lifted_lines() -> String {
    let line = |(name, limit)| format!("{name} = {limit}\n");
    LIFTED.map(line).concat()
}
