//! Time limits, and settings of tests from the environment.

use std::future::Future;
use std::time::Duration;

use tokio::time::timeout;

/// The time limit for anything that should happen soon: long enough for a busy machine.
pub const PATIENCE: Duration = Duration::from_mins(1);

/// Waits for something that should happen soon.
///
/// # Panics
/// If it does not happen in time.
pub async fn patiently<T>(what: &str, future: impl Future<Output = T>) -> T {
    let Ok(done) = timeout(PATIENCE, future).await else {
        panic!("{what}: nothing within {} s", PATIENCE.as_secs())
    };
    done
}

/// A number from an environment variable, or the default.
///
/// # Panics
/// If the variable is not a number.
pub fn number_from_env(name: &str, usual: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text
            .parse()
            .unwrap_or_else(|_| panic!("{name} must be a number, and is `{text}`")),
        Err(_) => usual,
    }
}

/// The seed of everything that is random in a test. It is printed, so that a failure can be reproduced.
pub fn seed() -> u64 {
    let seed = number_from_env("GIOG_TEST_SEED", 1);
    println!("GIOG_TEST_SEED={seed}");
    seed
}
