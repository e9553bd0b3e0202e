//! The extent of the tests.

use std::str::FromStr;

/// The default number of matches for a test: of every game with every number of players.
const MATCHES: u64 = 4;
/// The default number of prefixes of each match, if the number of matches is not set either.
const PREFIXES: usize = 5;
/// The default number of other deals for each.
const DEALS: usize = 3;

/// The extent of one test.
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
    /// Whether it is enough that everything that can be hidden must occur.
    pub const fn is_usual(&self) -> bool {
        self.matches >= MATCHES && self.deals >= DEALS
    }

    /// From the environment; by default an extent that takes a few seconds.
    pub fn from_env() -> Self {
        let matches = variable("GIOG_TEST_SECRECY_MATCHES");
        let prefixes = variable("GIOG_TEST_SECRECY_PREFIXES");
        Self {
            seed: variable("GIOG_TEST_SECRECY_SEED").unwrap_or(1),
            matches: matches.unwrap_or(MATCHES),
            prefixes: prefixes.or(if matches.is_some() {
                None
            } else {
                Some(PREFIXES)
            }),
            deals: variable("GIOG_TEST_SECRECY_DEALS").unwrap_or(DEALS),
        }
    }
}

fn variable<T: FromStr>(name: &str) -> Option<T> {
    let text = std::env::var(name).ok()?;
    let number = text.parse().ok();
    assert!(number.is_some(), "{name} must be a number");
    number
}
