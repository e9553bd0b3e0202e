//! Replays finished matches, event by event.

use super::envelope::{BadRecord, By, Fairness, RULES_VERSION, Record, RecordAction, RecordStatus};
use crate::fairness::{Sealed, ServerSeed, Stream, match_seed};
use crate::game::{Action, Deal, Event, HandedOn, Match, MatchResult, Started, Terms};
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
    let replayed = replay_first(record, record.actions.len(), None)?;
    if !replayed.game.has_used_all_chance() {
        return Err(BadRecord::TooMuchChance);
    }
    if (replayed.game.stage() == Stage::Over) == (record.status == RecordStatus::Over) {
        Ok(replayed)
    } else {
        Err(BadRecord::Status)
    }
}

/// Replays the first actions of a record, so that the match can go on otherwise from there. Its chance is the record's as far as that goes,
/// and then what the seeds of the match would have given next.
pub fn replay_to(record: &Record, actions: usize) -> Result<Replay, BadRecord> {
    let terms = record.terms()?;
    let Fairness {
        server_seed,
        entropy,
        ..
    } = &record.fairness;
    let seed = ServerSeed::new(server_seed.0);
    let mut stream = Stream::new(&match_seed(&seed, record.match_id, entropy));
    // Only games of tiles and dice draw later, and what they draw depends on nothing that was handed on.
    let mut drawn = Deal::from_stream(&terms, HandedOn::default(), &mut stream);
    drawn.draw_on(&terms, &record.deal()?, &mut stream);
    let later = matches!(terms, Terms::Tiles(_)).then_some(stream);
    replay_first(record, actions, later)
}

/// Replays the first actions of a record; what chance decides after the record's deal comes from the stream.
fn replay_first(
    record: &Record,
    actions: usize,
    stream: Option<Stream>,
) -> Result<Replay, BadRecord> {
    if record.rules != RULES_VERSION {
        return Err(BadRecord::Rules(record.rules));
    }
    let Started {
        mut game, opening, ..
    } = Match::start(&record.terms()?, record.deal()?, stream);
    if game.lacks_chance() {
        return Err(BadRecord::NoFirstChance);
    }
    let taken = record.actions.iter().take(actions);
    let mut steps = Vec::with_capacity(taken.len());
    for (index, taken) in taken.enumerate() {
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
    Ok(Replay {
        game,
        opening,
        steps,
    })
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
