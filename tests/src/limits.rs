//! The limits of servers for tests: tests are fast, and many people come from one address.

use giog_server::ServerLimits;

/// The limits of a server for tests.
pub fn lifted() -> ServerLimits {
    ServerLimits {
        // The disk of the test machine may be full.
        least_free_disk_bytes: 0,
        ..ServerLimits::default().lifted()
    }
}

/// The same as lines of a settings file: those that are lifted.
pub(crate) fn lifted_lines() -> String {
    let [lifted, usual] = [lifted(), ServerLimits::default()]
        .map(|limits| serde_json::to_value(limits).expect("names and numbers"));
    let lifted = lifted.as_object().expect("an object").iter();
    let lifted = lifted.filter(|&(name, limit)| usual[name] != *limit);
    let lines = lifted.map(|(name, limit)| format!("{name} = {limit}\n"));
    lines.collect()
}
