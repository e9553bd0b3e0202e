//! What leaks on purpose (see [`crate::table::leak`]) of trick games: what was laid and thrown last.

use std::cell::Cell;

use crate::families::tricks::game::Sign;
use crate::families::tricks::pieces::Pieces;
pub use crate::table::leak::is_on;

thread_local! {
    static LAID: Cell<Pieces> = const { Cell::new(Pieces::EMPTY) };
    static THROWN: Cell<Option<Sign>> = const { Cell::new(None) };
}

/// Remembers what was laid last.
pub(crate) fn note_laid(pieces: Pieces) {
    LAID.set(pieces);
}

/// What was laid last on this thread.
pub fn laid() -> Pieces {
    LAID.get()
}

/// Remembers what was thrown last.
pub(crate) fn note_thrown(sign: Sign) {
    THROWN.set(Some(sign));
}

/// What was thrown last on this thread.
pub fn thrown() -> Option<Sign> {
    THROWN.get()
}
