//! A finished match once more, event by event.

use crate::record::{BadRecord, By, Record};
use crate::{Action, Event, Match, Seat};

/// A match played again from its record.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The match after its last action.
    pub game: Match,
    /// The events before any action.
    pub opening: Vec<Event>,
    /// The actions with what came of each.
    pub steps: Vec<ReplayStep>,
}

/// A recorded action with what came of it.
#[derive(Clone, Debug)]
pub struct ReplayStep {
    /// Whose action.
    pub seat: Seat,
    /// The action.
    pub action: Action,
    /// Who took it for the seat.
    pub by: By,
    /// Milliseconds since the start.
    pub at_ms: u64,
    /// What happened.
    pub events: Vec<Event>,
}

/// Plays a record again.
pub fn replay(record: &Record) -> Result<Replay, BadRecord> {
    let _ = record;
    todo!()
}
