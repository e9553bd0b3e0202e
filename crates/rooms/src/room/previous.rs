//! What a room keeps of the match that was played last.

use giog_rules::{Action, BySeat, MatchId, Outcome, PlayerId};
use serde::{Deserialize, Serialize};

/// The match that was played last.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Previous {
    pub match_id: MatchId,
    pub outcome: Option<Outcome>,
    /// For each seat its person and all actions taken for it.
    pub turns: BySeat<Turns>,
    /// Whether the result is hidden, because more people may join now than when it was played.
    #[serde(default)]
    pub hidden: bool,
}

/// All actions taken for a seat; the index is the number of the turn.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Turns {
    pub person: Option<PlayerId>,
    pub actions: Vec<Action>,
    /// Whether the person had left the room when the match ended.
    pub left: bool,
}

impl Turns {
    /// Whether this was the person's seat.
    pub fn is_of(&self, player: PlayerId) -> bool {
        self.person == Some(player)
    }
}
