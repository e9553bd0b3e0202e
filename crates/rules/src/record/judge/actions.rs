//! Helpers for reading records of all families: actions, seats and the status.

use super::json::{Malformed, Object};
use crate::families::tricks::VerdictStatus;
use crate::table::Seat;

/// An action that was read. It may still be illegal.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct LineAction<A> {
    /// None if the table has no such seat.
    pub seat: Option<Seat>,
    /// None if no game of the family has such an action.
    pub action: Option<A>,
}

/// An action that cannot be read: its index, and the reason.
#[derive(Debug, thiserror::Error)]
#[error("action {0}: {1}")]
pub(super) struct BadAction(usize, Malformed);

/// Reads the `actions` of a record, one by one.
pub(super) fn read_actions<A, E>(
    record: &Object<'_>,
    read: impl Fn(&Object<'_>) -> Result<LineAction<A>, Malformed>,
) -> Result<Vec<LineAction<A>>, E>
where
    E: From<Malformed> + From<BadAction>,
{
    let mut actions = Vec::new();
    for (index, raw) in record.list("actions")?.into_iter().enumerate() {
        let action = Object::nested(raw, "actions").and_then(|object| read(&object));
        actions.push(action.map_err(|bad| BadAction(index, bad))?);
    }
    Ok(actions)
}

/// The seat of an action; none if the table has no such seat.
pub(super) fn seat_of(object: &Object<'_>, seats: usize) -> Result<Option<Seat>, Malformed> {
    let seat = usize::try_from(object.integer("seat")?).ok();
    Ok(seat.filter(|&seat| seat < seats).map(Seat::new))
}

/// The status of a verdict.
pub(super) const fn status(is_refused: bool, is_over: bool) -> VerdictStatus {
    match (is_refused, is_over) {
        (true, _) => VerdictStatus::Refused,
        (false, true) => VerdictStatus::Over,
        (false, false) => VerdictStatus::Playing,
    }
}
