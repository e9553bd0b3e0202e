//! All parsers of foreign data get invalid input: texts and values of `tests/corpus` with a few changes. Nothing may panic, hang or grow;
//! accepted input must mean the same when it is written and parsed again.
//!
//! Here each parser gets a few hundred cases. `tests/fuzz TARGET MINUTES` runs as long as wanted. Failing input is minimized by
//! `proptest`, stored in `tests/tests/proptest-regressions`, and tried first from then on.

mod archives;
mod damage;
mod names;
mod records;
mod requests;
mod rest;
mod rooms;
mod settings;
mod sockets;

use std::fs;
use std::path::Path;

/// The lines of a file of the corpus.
fn corpus(file: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("corpus")
        .join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
    text.lines().map(ToOwned::to_owned).collect()
}

/// The number of cases of a test, multiplied as `tests/fuzz` requests.
fn cases(usual: u32) -> proptest::test_runner::Config {
    let times = std::env::var("GIOG_FUZZ_TIMES").ok();
    let times = times.and_then(|times| times.parse().ok()).unwrap_or(1);
    proptest::test_runner::Config {
        max_shrink_iters: 2_000,
        ..proptest::test_runner::Config::with_cases(usual.saturating_mul(times))
    }
}
