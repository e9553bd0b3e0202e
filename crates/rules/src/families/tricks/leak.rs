//! Leaks on purpose, so that `tests/leak` can show that the tests of secrecy notice them. This module, and every line that
//! names it, is only in builds with the feature `leak-on-purpose`, which no other feature turns on; and even there
//! nothing leaks unless `GIOG_TEST_LEAK` says what.

#[cfg(not(debug_assertions))]
compile_error!("the feature `leak-on-purpose` is for tests only");

use std::cell::Cell;
use std::sync::OnceLock;

use crate::families::tricks::game::Sign;
use crate::families::tricks::pieces::Pieces;

thread_local! {
    static LAID: Cell<Pieces> = const { Cell::new(Pieces::EMPTY) };
    static THROWN: Cell<Option<Sign>> = const { Cell::new(None) };
}

/// Whether this leak is the one that was asked for.
pub fn is_on(leak: &str) -> bool {
    static ASKED: OnceLock<Option<String>> = OnceLock::new();
    let asked = ASKED.get_or_init(|| std::env::var("GIOG_TEST_LEAK").ok());
    asked.as_deref() == Some(leak)
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
