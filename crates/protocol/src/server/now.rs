//! `now`: what the match waits for.

use giog_rules::May;
use giog_rules::{Action, Decision, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::RoomId;

/// What the match waits for. It comes after every batch of events and every snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Now {
    /// The room.
    pub room: RoomId,
    /// The `seq` of the last event before it.
    pub seq: u64,
    /// The seats that have something to decide, with the time left for each.
    pub deciding: Vec<Deciding>,
    /// What the receiver may decide; null for spectators and if no match is running.
    pub you: Option<YourTurn>,
    /// While people get ready or open entropy: the milliseconds left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_left_ms: Option<u64>,
    /// At a quick-play table with free seats: the milliseconds until bots take them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bots_left_ms: Option<u64>,
    /// While the match is paused: the milliseconds until the pause ends. The times of open decisions stand still until then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pause_left_ms: Option<u64>,
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
    /// Milliseconds until the time runs out, including the bank; null without a clock.
    pub left_ms: Option<u64>,
    /// How many of these milliseconds are the bank.
    pub bank_ms: Option<u64>,
}

/// What a seat may decide now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct YourTurn {
    /// The `turn` to send with the next `act`.
    pub turn: u32,
    /// The decision; null if there is nothing to decide.
    pub decision: Option<Decision>,
    /// In `news`, if the list of legal plays is left out because it is long: the number of plays. The request `choices` returns them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choices: Option<u32>,
    /// In games of other families than tricks: the actions that the seat may take at any time, and for which nobody waits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub may: Vec<May>,
    /// What was decided for the seat in an open window, until it takes effect together with the others' decisions; omitted if nothing was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<Action>,
}

/// What the match waits for after the event `seq`, as in `now`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NewsNow {
    /// The seats that have something to decide, with the time left for each.
    pub deciding: Vec<Deciding>,
    /// What the receiver may decide; null for spectators and if no match is running.
    pub you: Option<YourTurn>,
    /// While people get ready or open entropy: the milliseconds left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_left_ms: Option<u64>,
    /// At a quick-play table with free seats: the milliseconds until bots take them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bots_left_ms: Option<u64>,
    /// While the match is paused: the milliseconds until the pause ends. The times of open decisions stand still until then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pause_left_ms: Option<u64>,
}

impl From<Now> for NewsNow {
    fn from(now: Now) -> Self {
        Self {
            deciding: now.deciding,
            you: now.you,
            start_left_ms: now.start_left_ms,
            bots_left_ms: now.bots_left_ms,
            pause_left_ms: now.pause_left_ms,
        }
    }
}

impl NewsNow {
    /// The same content as a `now` message.
    pub fn of_room(self, room: RoomId, seq: u64) -> Now {
        Now {
            room,
            seq,
            deciding: self.deciding,
            you: self.you,
            start_left_ms: self.start_left_ms,
            bots_left_ms: self.bots_left_ms,
            pause_left_ms: self.pause_left_ms,
        }
    }
}
