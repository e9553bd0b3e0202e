//! Replays finished matches, event by event.

use super::envelope::{BadRecord, By, RULES_VERSION, Record, RecordAction, RecordStatus};
use crate::fairness::Sealed;
use crate::game::{Action, Event, Match, MatchResult, Started};
use crate::table::{Seat, Stage};

/// A match that was replayed from its record.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The match after its last action.
    pub game: Match,
    /// The events before any action.
    pub opening: Vec<Event>,
    /// The actions with their events.
    pub steps: Vec<ReplayStep>,
}

/// A recorded action with its events.
#[derive(Clone, Debug)]
pub struct ReplayStep {
    /// Whose action.
    pub seat: Seat,
    /// The action.
    pub action: Action,
    /// Who took it.
    pub by: By,
    /// Milliseconds since the start.
    pub at_ms: u64,
    /// What happened.
    pub events: Vec<Event>,
}

/// Replays a record. It fails if an action is illegal, or if the match does not end as the record's status says.
pub fn replay(record: &Record) -> Result<Replay, BadRecord> {
    if record.rules != RULES_VERSION {
        return Err(BadRecord::Rules(record.rules));
    }
    let Started {
        mut game, opening, ..
    } = Match::start(&record.terms()?, record.deal()?, None);
    if game.lacks_chance() {
        return Err(BadRecord::NoFirstChance);
    }
    let mut steps = Vec::with_capacity(record.actions.len());
    for (index, taken) in record.actions.iter().enumerate() {
        let RecordAction {
            seat,
            ref action,
            at_ms,
            by,
        } = *taken;
        let events = game
            .act(seat, action)
            .map_err(|code| BadRecord::Refused { index, code })?;
        if game.lacks_chance() {
            return Err(BadRecord::NoChance(index));
        }
        steps.push(ReplayStep {
            seat,
            action: action.clone(),
            by,
            at_ms,
            events,
        });
    }
    if !game.has_used_all_chance() {
        return Err(BadRecord::TooMuchChance);
    }
    if (game.stage() == Stage::Over) == (record.status == RecordStatus::Over) {
        Ok(Replay {
            game,
            opening,
            steps,
        })
    } else {
        Err(BadRecord::Status)
    }
}

impl Replay {
    /// The `result` that the record must have. An abandoned match has no winners.
    pub fn result(&self) -> MatchResult {
        self.game.result()
    }

    /// All hidden content, in the order of the actions.
    pub fn sealed(&self) -> impl Iterator<Item = &Sealed> {
        self.steps
            .iter()
            .flat_map(|step| &step.events)
            .flat_map(Event::sealed)
    }
}
