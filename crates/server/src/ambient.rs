//! The only place where the server gets time and randomness from the operating system.

use std::sync::Arc;

use giog_rooms::{Clock, Now, Random, RandomSource};
use giog_rules::Timestamp;
use tokio::time::Instant;

/// The clocks of the machine.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock {
    started: Instant,
}

impl SystemClock {
    /// A clock whose monotonic milliseconds start now.
    pub fn start() -> Self {
        Self {
            started: Instant::now(),
        }
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Now {
        Now {
            mono_ms: self.mono_ms(),
            wall: wall_clock(),
        }
    }

    fn mono_ms(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

#[expect(clippy::disallowed_methods, reason = "this is the place")]
fn wall_clock() -> Timestamp {
    let now = std::time::SystemTime::now();
    let since = now
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap_or_default();
    Timestamp::from_unix_ms(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// The randomness of the operating system.
#[derive(Clone, Copy, Debug)]
pub struct OsRandom;

impl Random for OsRandom {
    #[expect(clippy::disallowed_methods, reason = "this is the place")]
    fn fill(&mut self, bytes: &mut [u8]) {
        getrandom::fill(bytes)
            .expect("without randomness from the operating system nothing can be kept secret");
    }
}

/// The operating system's randomness, for every room.
pub fn os_random() -> RandomSource {
    Arc::new(|| Box::new(OsRandom))
}
