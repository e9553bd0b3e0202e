//! The events of a finished match, as its observers saw them while it was played: made from the record alone, by the same code.

use std::sync::Arc;

use giog_protocol::server::{GameEvent, MatchStart, RoomEvent};
use giog_rules::fairness::ServerSeed;
use giog_rules::record::{BadRecord, By, Player, RecordStatus};
use giog_rules::{Event, Match, Observer, Record, Replay, ReplayStep, Seat, replay};

use super::internal_event::{Concealed, InternalGameEvent, Seals, SeatPlayers, shown_by};

/// What `observer` saw of a finished match, from its `start` to its `finished` or `abandoned`: the same events, byte for byte, as the
/// room sent then.
///
/// Events about stand-ins are made from the record's intervals. So an absence without any action, which no record contains, is left out,
/// and several changes between the same two actions come in the order of seats.
pub fn replayed_events(record: &Record, observer: Observer) -> Result<Vec<RoomEvent>, BadRecord> {
    let (mut events, ..) = before(record, observer, replay(record)?);
    events.push(end(record));
    Ok(events)
}

/// What `observer` saw of as much of a match as was replayed, with what goes on telling it, and the match.
pub(super) fn before(
    record: &Record,
    observer: Observer,
    replayed: Replay,
) -> (Vec<RoomEvent>, Teller<'_>, Match) {
    let (mut events, mut teller) = (Vec::new(), Teller::new(record, observer));
    let Replay {
        game,
        opening,
        steps,
    } = replayed;
    each_told(record, &mut teller, (opening, steps), |_, told| {
        events.extend(told);
        true
    });
    (events, teller, game)
}

/// The index of the first action before which the seat had been told at least so many events.
pub(super) fn action_after(record: &Record, replayed: Replay, seat: Seat, events: u32) -> u32 {
    let mut teller = Teller::new(record, Observer::Seat(seat));
    let (mut told, mut action) = (0, 0);
    let Replay { opening, steps, .. } = replayed;
    each_told(record, &mut teller, (opening, steps), |next, seen| {
        told += u32::try_from(seen.len()).unwrap_or(u32::MAX);
        action = next;
        told < events
    });
    action
}

/// Calls this with the index of the next action and the events that were told before it since the last one, as long as it returns true.
fn each_told(
    record: &Record,
    teller: &mut Teller<'_>,
    (opening, steps): (Vec<Event>, Vec<ReplayStep>),
    mut told: impl FnMut(u32, Vec<RoomEvent>) -> bool,
) {
    let mut stand_ins = stand_ins(record).into_iter().peekable();
    let mut events = vec![start(record)];
    events.extend(teller.tell(opening, By::Player, 0));
    if !told(0, events) {
        return;
    }
    for (index, step) in (0..).zip(steps) {
        let mut events = Vec::new();
        while let Some(change) = stand_ins.next_if(|change| change.index <= index) {
            events.push(change.event());
        }
        events.extend(teller.tell(step.events, step.by, step.at_ms));
        if !told(index + 1, events) {
            return;
        }
    }
}

/// Makes the events of a match for one observer.
pub(super) struct Teller<'a> {
    record: &'a Record,
    observer: Observer,
    seat_players: Arc<SeatPlayers>,
    seed: ServerSeed,
    concealed: Concealed,
}

impl<'a> Teller<'a> {
    fn new(record: &'a Record, observer: Observer) -> Self {
        let players = record.players.values().map(|seated| match &seated.player {
            Player::Person { id } => Some(*id),
            Player::Bot { .. } => None,
        });
        Self {
            record,
            observer,
            seat_players: Arc::new(SeatPlayers::new(players.collect())),
            seed: ServerSeed::new(record.fairness.server_seed.0),
            concealed: Concealed::default(),
        }
    }

    /// The events of an action.
    pub(super) fn tell(&mut self, events: Vec<Event>, by: By, at_ms: u64) -> Vec<RoomEvent> {
        let told = shown_by(&events, by);
        let mut seen = Vec::with_capacity(events.len());
        for event in events {
            if !event.is_told() {
                self.concealed.note(&event, by);
                continue;
            }
            let seals = Seals {
                match_id: self.record.match_id,
                seed: &self.seed,
                made: &[],
            };
            let by = (told, &mut self.concealed);
            let game =
                InternalGameEvent::new(Arc::clone(&self.seat_players), &seals, event, by, at_ms);
            let event: GameEvent = game.seen_as(self.observer);
            seen.push(RoomEvent::Game(Box::new(event)));
        }
        seen
    }
}

fn start(record: &Record) -> RoomEvent {
    RoomEvent::Start(Box::new(MatchStart {
        facts: record.start_facts(),
        start_signature: record.fairness.start_signature,
        signer: record.fairness.signer,
    }))
}

fn end(record: &Record) -> RoomEvent {
    let (match_id, server_seed) = (record.match_id, record.fairness.server_seed);
    match record.status {
        RecordStatus::Over => RoomEvent::Finished {
            match_id,
            server_seed,
        },
        RecordStatus::Abandoned => RoomEvent::Abandoned {
            match_id,
            server_seed,
        },
    }
}

/// The change from a seat's player to a stand-in, or back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Change {
    /// The action before which it happened.
    index: u32,
    seat: Seat,
    away: bool,
}

impl Change {
    const fn event(self) -> RoomEvent {
        let seat = self.seat;
        if self.away {
            RoomEvent::Away { seat }
        } else {
            RoomEvent::Back { seat }
        }
    }
}

/// All changes, in order. A player who stayed away to the end has no change back.
fn stand_ins(record: &Record) -> Vec<Change> {
    let count = u32::try_from(record.actions.len()).unwrap_or(u32::MAX);
    let mut changes = Vec::new();
    for (seat, player) in record.players.iter() {
        for stand_in in &player.stand_ins {
            changes.push(Change {
                index: stand_in.from,
                seat,
                away: true,
            });
            if stand_in.to < count {
                changes.push(Change {
                    index: stand_in.to,
                    seat,
                    away: false,
                });
            }
        }
    }
    changes.sort_unstable();
    changes
}
