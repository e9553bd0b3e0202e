//! People, as far as the server knows them.

use giog_rules::{PlayerId, Timestamp};

/// Somebody with a name and a token. The token itself is never stored, only its hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guest {
    /// Who.
    pub player: PlayerId,
    /// What they call themselves.
    pub name: String,
    /// When they first came.
    pub created_at: Timestamp,
    /// When they were last seen, as far as it was noted.
    pub seen_at: Timestamp,
}
