//! Finished matches that are deleted because of their age, and what is left of them.

use giog_rules::{MatchId, Timestamp};

use crate::StoredRecord;

/// Which finished matches are looked through for old ones. A match may be of two classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchClass {
    /// Those that lists may show.
    Listed,
    /// Those that are in nobody's lists but the players'.
    Unlisted,
    /// Those with one person or none beside computer players, listed or not.
    WithBots,
}

/// A finished match that is old, and that no open room needs any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgedMatch {
    /// Which match.
    pub match_id: MatchId,
    /// When it ended.
    pub ended_at: Timestamp,
    /// Its record, as it is kept: 32 of the longest ones would take seconds to open.
    pub record: StoredRecord,
}

/// What is left of a finished match that was deleted because of its age.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeletedMatch {
    /// Which match.
    pub match_id: MatchId,
    /// When it ended.
    pub ended_at: Timestamp,
    /// When it was deleted.
    pub deleted_at: Timestamp,
    /// SHA-256 of its record's bytes.
    pub record_sha256: [u8; 32],
    /// The public key that the record was signed with.
    pub signer: [u8; 32],
}
