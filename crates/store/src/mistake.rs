//! What reviews call mistakes of people.

use giog_rules::{MatchId, PlayerId};

use crate::Cursor;

/// A mistake of the person at the seat that was reviewed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The index of its action in the record.
    pub action: u32,
    /// Its kind.
    pub kind: String,
    /// What is told of it, as JSON text; opaque here.
    pub content: String,
}

/// The mistakes of a review, and whose they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnMistakes {
    /// Who sat at the seat.
    pub player: PlayerId,
    /// Their mistakes.
    pub mistakes: Vec<Mistake>,
}

/// Which of a person's mistakes are asked for; `None` is all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MistakeFilter {
    /// Those in matches of this variant.
    pub variant: Option<String>,
    /// Those of this kind.
    pub kind: Option<String>,
    /// Those in matches before this place.
    pub before: Option<Cursor>,
}

/// A mistake as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredMistake {
    /// The match.
    pub match_id: MatchId,
    /// What is told of it, as JSON text.
    pub content: String,
}
