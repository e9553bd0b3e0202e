//! The deliberate leaks of trick games (see [`crate::table::leak`]): the last play and the last throw.

use std::cell::Cell;

use crate::families::tricks::game::Sign;
use crate::families::tricks::pieces::Pieces;
pub use crate::table::leak::is_on;

thread_local! {
    static LAID: Cell<Pieces> = const { Cell::new(Pieces::EMPTY) };
    static THROWN: Cell<Option<Sign>> = const { Cell::new(None) };
}

/// Stores the last play.
pub(crate) fn note_laid(pieces: Pieces) {
    LAID.set(pieces);
}

/// The last play on this thread.
pub fn laid() -> Pieces {
    LAID.get()
}

/// Stores the last throw.
pub(crate) fn note_thrown(sign: Sign) {
    THROWN.set(Some(sign));
}

/// The last throw on this thread.
pub fn thrown() -> Option<Sign> {
    THROWN.get()
}
