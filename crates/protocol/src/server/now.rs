//! `now`: what the match waits for.

use giog_rules::May;
use giog_rules::{Decision, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::RoomId;

/// What is being waited for; ends every batch of events and every snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Now {
    /// The room.
    pub room: RoomId,
    /// The `seq` of the last event before it.
    pub seq: u64,
    /// The seats that have something to decide, with the time left to each.
    pub deciding: Vec<Deciding>,
    /// What the receiver may decide; null for spectators and while no match is played.
    pub you: Option<YourTurn>,
    /// While people say that they are ready, or open their entropy: the time left for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_left_ms: Option<u64>,
    /// At a table of quick play with free seats: the time until computer players take them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bots_left_ms: Option<u64>,
}

impl Now {
    /// The receiver's decision, if there is one.
    pub fn decision(&self) -> Option<&Decision> {
        self.you.as_ref()?.decision.as_ref()
    }

    /// The `turn` of the receiver's next action; 0 if the receiver has nothing to decide.
    pub fn turn(&self) -> u32 {
        self.you.as_ref().map_or(0, |you| you.turn)
    }
}

/// A seat that has something to decide.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Deciding {
    /// The seat.
    pub seat: Seat,
    /// Milliseconds until the default is taken, the bank included; null without a clock.
    pub left_ms: Option<u64>,
    /// Milliseconds of the bank among them.
    pub bank_ms: Option<u64>,
}

/// What a seat may decide now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct YourTurn {
    /// What the next `act` has as its `turn`.
    pub turn: u32,
    /// The decision; null while there is nothing to decide.
    pub decision: Option<Decision>,
    /// In `news`: how many legal plays there are that the decision does not list, as they are long; `choices` asks for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choices: Option<u32>,
    /// In games of other families than tricks: what the seat may do whether it is asked or not, and nobody waits for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub may: Vec<May>,
}
