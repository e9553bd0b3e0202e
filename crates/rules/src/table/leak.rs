//! Leaks on purpose, so that `tests/leak` can show that the tests of secrecy notice them. This module, and every line that
//! names it, is only in builds with the feature `leak-on-purpose`, which no other feature turns on; and even there
//! nothing leaks unless `GIOG_TEST_LEAK` says what.

#[cfg(not(debug_assertions))]
compile_error!("the feature `leak-on-purpose` is for tests only");

use std::sync::OnceLock;

/// Whether this leak is the one that was asked for.
pub fn is_on(leak: &str) -> bool {
    static ASKED: OnceLock<Option<String>> = OnceLock::new();
    let asked = ASKED.get_or_init(|| std::env::var("GIOG_TEST_LEAK").ok());
    asked.as_deref() == Some(leak)
}
