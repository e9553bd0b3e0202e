//! Deliberate leaks, with which `tests/leak` shows that the tests of secrecy detect leaks. This module, and every line that uses it, is
//! only in builds with the feature `leak-on-purpose`, which no other feature enables. Even then nothing leaks unless `GIOG_TEST_LEAK`
//! names a leak.

#[cfg(not(debug_assertions))]
compile_error!("the feature `leak-on-purpose` is for tests only");

use std::sync::OnceLock;

/// Whether this leak is enabled.
pub fn is_on(leak: &str) -> bool {
    static ASKED: OnceLock<Option<String>> = OnceLock::new();
    let asked = ASKED.get_or_init(|| std::env::var("GIOG_TEST_LEAK").ok());
    asked.as_deref() == Some(leak)
}
