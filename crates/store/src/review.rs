//! Reviews of finished matches.

use giog_rules::MatchId;

/// What a stored review is found by. There is at most one of each: what it says follows from these and the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReviewKey {
    /// The match.
    pub match_id: MatchId,
    /// The seat that is reviewed.
    pub seat: u8,
    /// The version of the engine that reviewed it.
    pub engine: u32,
}
