//! How much is tried.

use std::str::FromStr;

/// How much one test tries.
#[derive(Clone, Copy, Debug)]
pub struct Amount {
    /// The seed of the first match; those after it have the next ones.
    pub seed: u64,
    pub matches: u64,
    /// Prefixes of each match, those of new kinds first; all if left out.
    pub prefixes: Option<usize>,
    /// Other deals for each prefix and observer.
    pub deals: usize,
}

impl Amount {
    /// What the environment says, or what takes a few seconds.
    pub fn from_env() -> Self {
        let matches = variable("GIOG_TEST_SECRECY_MATCHES");
        let prefixes = variable("GIOG_TEST_SECRECY_PREFIXES");
        Self {
            seed: variable("GIOG_TEST_SECRECY_SEED").unwrap_or(1),
            matches: matches.unwrap_or(6),
            prefixes: prefixes.or(if matches.is_some() { None } else { Some(3) }),
            deals: variable("GIOG_TEST_SECRECY_DEALS").unwrap_or(24),
        }
    }
}

fn variable<T: FromStr>(name: &str) -> Option<T> {
    let text = std::env::var(name).ok()?;
    let number = text.parse().ok();
    assert!(number.is_some(), "{name} must be a number");
    number
}
