//! The state of a room without its match, updated by events.

use giog_protocol::server::RoomEvent;
use giog_protocol::{Called, Phase, RoomState, SeatState};
use giog_rules::Seat;

/// Applies an event to a room's state.
pub(super) fn follow(state: &mut RoomState, event: &RoomEvent) {
    match event {
        RoomEvent::Configured { settings } => {
            state
                .seats
                .resize_with(settings.seats.into(), || free_seat(0));
            for (number, seat) in state.seats.iter_mut().enumerate() {
                (seat.seat, seat.ready, seat.suggests) = (Seat::new(number), false, None);
            }
            state.settings = settings.clone();
        }
        RoomEvent::Owner { owner } => state.owner = *owner,
        RoomEvent::Series(series) => state.series = series.clone(),
        RoomEvent::Next(next) => (state.next, state.phase) = (Some(*next), Phase::Gathering),
        RoomEvent::Committed { .. } => state.phase = Phase::Opening,
        RoomEvent::Cancelled { .. } => nobody_is_ready(state),
        RoomEvent::Start(_) => {
            (state.phase, state.next) = (Phase::Playing, None);
            nobody_is_ready(state);
            state.seats.iter_mut().for_each(|seat| seat.suggests = None);
        }
        RoomEvent::Renamed(person) => {
            let seated = state.seats.iter_mut().flat_map(|seat| &mut seat.occupant);
            seated.for_each(|occupant| occupant.rename(person));
            state.series.rename(person);
        }
        RoomEvent::Paused => {
            state.paused = true;
            nobody_agrees(state);
        }
        RoomEvent::Continued { .. } => state.paused = false,
        RoomEvent::Finished { .. } | RoomEvent::Abandoned { .. } => {
            state.seats.iter_mut().for_each(|seat| seat.ending = false);
            state.paused = false;
            nobody_agrees(state);
        }
        RoomEvent::Silenced { silenced } => state.silenced = *silenced,
        RoomEvent::Closed { .. } => state.phase = Phase::Closed,
        _ => take_seat(state, event),
    }
}

fn nobody_is_ready(state: &mut RoomState) {
    for seat in &mut state.seats {
        seat.ready = false;
    }
}

fn nobody_agrees(state: &mut RoomState) {
    for seat in &mut state.seats {
        seat.agrees = false;
    }
}

/// Applies an event to one seat.
fn take_seat(state: &mut RoomState, event: &RoomEvent) {
    let (RoomEvent::Sat { seat, .. }
    | RoomEvent::Stood { seat, .. }
    | RoomEvent::Suggested { seat, .. }
    | RoomEvent::Ready { seat }
    | RoomEvent::Unready { seat }
    | RoomEvent::Agrees { seat, .. }
    | RoomEvent::Away { seat }
    | RoomEvent::Back { seat }
    | RoomEvent::Ending { seat, .. }) = event
    else {
        return;
    };
    let Some(at) = state.seats.get_mut(seat.index()) else {
        return;
    };
    match event {
        RoomEvent::Sat { occupant, .. } => {
            *at = SeatState {
                occupant: Some(occupant.clone()),
                ..free_seat(seat.index())
            };
        }
        RoomEvent::Stood { .. } => *at = free_seat(seat.index()),
        RoomEvent::Suggested { variant, .. } => at.suggests = *variant,
        RoomEvent::Ready { .. } => at.ready = true,
        RoomEvent::Unready { .. } => at.ready = false,
        RoomEvent::Agrees { agrees, .. } => at.agrees = *agrees,
        RoomEvent::Away { .. } => (at.away, at.ending) = (true, false),
        RoomEvent::Ending { agrees, .. } => at.ending = *agrees,
        _ => at.away = false,
    }
}

/// The names of the players by seat.
pub(super) fn called(state: &RoomState) -> Vec<String> {
    let seats = state.seats.iter().map(|seat| seat.occupant.as_ref());
    let called: Vec<Called<'_>> = seats
        .map(|occupant| occupant.map_or(Called::Nobody, Called::from))
        .collect();
    Called::at_table(&called)
}

/// A free seat.
pub(super) fn free_seat(number: usize) -> SeatState {
    SeatState {
        seat: Seat::new(number),
        occupant: None,
        ready: false,
        away: false,
        suggests: None,
        agrees: false,
        ending: false,
    }
}
