//! Finished matches that are deleted because of their age, and what is kept of them.

use giog_rules::{MatchId, Timestamp};

use crate::StoredRecord;

/// Classes of finished matches with their own retention times. A match may be in two classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchClass {
    /// Matches that public lists may show.
    Listed,
    /// Matches that only the lists of their players show.
    Unlisted,
    /// Matches with at most one person among bots, listed or not.
    WithBots,
}

/// An old finished match that no open room needs any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgedMatch {
    /// The match.
    pub match_id: MatchId,
    /// When it ended.
    pub ended_at: Timestamp,
    /// Its record, still compressed: to decompress a page of the longest ones would take seconds.
    pub record: StoredRecord,
}

/// What is kept of a finished match that was deleted because of its age.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeletedMatch {
    /// The match.
    pub match_id: MatchId,
    /// When it ended.
    pub ended_at: Timestamp,
    /// When it was deleted.
    pub deleted_at: Timestamp,
    /// SHA-256 of its record's bytes.
    pub record_sha256: [u8; 32],
    /// The public key with which the record was signed.
    pub signer: [u8; 32],
}
