//! Limits of the lobby.

/// How many rooms there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LobbyLimits {
    /// Open rooms of the whole server: what its memory and its log are planned for.
    pub rooms: usize,
    /// Open rooms that one person has made.
    pub rooms_per_person: usize,
    /// Open rooms that were made from one address: what a club needs, and so few that it takes many to fill a server. Wider
    /// networks may have more.
    pub rooms_per_address: usize,
    /// The share of [`Self::rooms`] that only tables of quick play get, in percent.
    pub quick_rooms_percent: usize,
    /// How long strangers at a table of quick play have it to themselves, before two people of one household may sit there.
    pub strangers_ms: u64,
    /// Rooms in the answer to one listing.
    pub rooms_listed: usize,
    /// People of whom it is known where their latest quick play led; with more, those who don't sit there any more are
    /// forgotten. More than all rooms have seats.
    pub quick_keys: usize,
    /// Public matches somebody may leave within [`Self::leaves_within_ms`] before quick play is closed to them.
    pub leaves: usize,
    /// For how long a match that was left counts.
    pub leaves_within_ms: u64,
    /// How long quick play is closed to somebody who left so many, from the last one on.
    pub leaver_waits_ms: u64,
}

impl Default for LobbyLimits {
    fn default() -> Self {
        Self {
            rooms: 10_000,
            rooms_per_person: 4,
            rooms_per_address: 50,
            quick_rooms_percent: 10,
            strangers_ms: 10_000,
            rooms_listed: 100,
            quick_keys: 100_000,
            leaves: 2,
            leaves_within_ms: 3_600_000,
            leaver_waits_ms: 5 * 60_000,
        }
    }
}
