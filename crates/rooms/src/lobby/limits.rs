//! Limits of the lobby.

/// The last part (1 / 5) of all rooms is kept for addresses that have few, so that many addresses together do not take all.
const KEPT_SHARE: usize = 5;
/// An address has few rooms if it has less than this part (1 / 10) of what it may have.
const FEW_SHARE: usize = 10;

/// Limits of the rooms of a server, and of what people may do in the lobby. Times are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LobbyLimits {
    /// Open rooms of the whole server. Its memory and its log are planned for this number.
    pub rooms: usize,
    /// Open rooms that one person has created, without quick-play tables.
    pub rooms_per_person: usize,
    /// Open rooms that were created from one address: enough for a club, and so few that it takes many addresses to fill a server. Wider
    /// networks may have more.
    pub rooms_per_address: usize,
    /// The share of [`Self::rooms`] that is reserved for quick-play tables, in percent.
    pub quick_rooms_percent: usize,
    /// How long strangers at a quick-play table wait for other strangers, before a second person of a household may sit there.
    pub strangers_ms: u64,
    /// The most rooms in one list.
    pub rooms_listed: usize,
    /// The most people for whom the lobby knows where their latest quick play led. When it is reached, those who do not sit there are
    /// forgotten. More than the seats of all rooms.
    pub quick_keys: usize,
    /// Public matches that a person may leave within [`Self::leaves_within_ms`] until quick play is closed to them for a while.
    pub leaves: usize,
    /// How long a match that was left counts.
    pub leaves_within_ms: u64,
    /// How long quick play is closed to such a person, starting with the last match they left.
    pub leaver_waits_ms: u64,
}

impl LobbyLimits {
    /// How many rooms one address may have, including a new one, when there are `rooms` in all.
    /// If one address may have all of them, nothing is kept for others.
    pub(super) fn rooms_per_address_at(&self, rooms: usize) -> usize {
        if self.rooms_per_address >= self.rooms || rooms < self.rooms - self.rooms / KEPT_SHARE {
            self.rooms_per_address
        } else {
            (self.rooms_per_address / FEW_SHARE).max(1)
        }
    }
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
