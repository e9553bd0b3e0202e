//! What a seat could have known of pieces that it did not see.

use giog_rules::{Pieces, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the seat could have known for certain at a decision of what it did not see, from its view alone: what holds in all worlds that fit it. What
/// others have laid face down in the open trick counts as held, unless plays are laid in turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KnownPieces {
    /// The pieces that others held for certain, whoever it was.
    pub held: Pieces,
    /// Of each kind how many more they could have held at most. What of these they did not hold had been laid face down, or is out of the game.
    /// Omitted if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub perhaps: Option<Pieces>,
    /// The hand of each other seat.
    pub hands: Vec<KnownHand>,
    /// All that the lead could be which lay face down; omitted if there was none, or it could be more than eight combinations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leads: Vec<Pieces>,
    /// The combinations that would have won the trick whatever others held and laid, those with the most pieces first, eight at most; omitted if there
    /// was none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wins: Vec<Pieces>,
}

/// What could be known of the hand of another seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KnownHand {
    /// The seat.
    pub seat: Seat,
    /// How many pieces it held.
    pub size: u8,
    /// Those that it held for certain.
    pub least: Pieces,
    /// Of each kind the most that it could have held.
    pub most: Pieces,
}

impl KnownPieces {
    /// The kinds of which others could have held some, and this hand none.
    pub fn lacked(&self, hand: &KnownHand) -> Pieces {
        let all = self.held.plus(self.perhaps.unwrap_or_default());
        all.without_kinds(hand.most).distinct()
    }
}
