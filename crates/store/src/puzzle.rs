//! Puzzles: decisions of finished public matches.

use giog_protocol::PuzzleId;
use giog_rules::{MatchId, PlayerId, Timestamp};

use crate::StoredRecord;

/// A puzzle, and the decision that it is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPuzzle {
    /// Its id.
    pub id: PuzzleId,
    /// The match.
    pub match_id: MatchId,
    /// The seat that decided.
    pub seat: u8,
    /// The index of its action in the record.
    pub action: u32,
    /// Who decided; none for a bot.
    pub player: Option<PlayerId>,
    /// What is asked, and the answer; opaque here.
    pub content: StoredRecord,
    /// When it was made.
    pub made_at: Timestamp,
    /// Whether it was evaluated once more because of a report.
    pub settled: bool,
}
