//! The only place where the server gets time and randomness from the operating system.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use giog_rooms::{Clock, Now, Random, RandomSource};
use giog_rules::Timestamp;
use tokio::time::Instant;

/// How far the date may differ from that of the database that is followed, in milliseconds: as long as its answer may be on its way.
const FOLLOWED_WITHIN_MS: u64 = 1_000;

/// The clocks of the machine.
#[derive(Debug)]
pub struct SystemClock {
    started: Instant,
    /// The date at monotonic time 0 according to the database that is followed.
    began: Mutex<Option<i64>>,
}

impl SystemClock {
    /// A clock whose monotonic milliseconds start now.
    pub fn start() -> Self {
        Self {
            started: Instant::now(),
            began: Mutex::default(),
        }
    }

    fn began(&self) -> MutexGuard<'_, Option<i64>> {
        self.began.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Now {
        let mono_ms = self.mono_ms();
        let wall = match *self.began() {
            Some(began_ms) => Timestamp::from_unix_ms(began_ms.saturating_add_unsigned(mono_ms)),
            None => wall_clock(),
        };
        Now { mono_ms, wall }
    }

    fn follow(&self, date: Timestamp) {
        let began_ms = date.unix_ms().saturating_sub_unsigned(self.mono_ms());
        let mut began = self.began();
        if began.is_none_or(|before_ms| before_ms.abs_diff(began_ms) > FOLLOWED_WITHIN_MS) {
            *began = Some(began_ms);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_clock_that_follows_a_database_has_its_date_whatever_the_machine_says() {
        let clock = SystemClock::start();
        let wall_ms = || clock.now().wall.unix_ms();
        clock.follow(Timestamp::from_unix_ms(5_000_000));
        assert_eq!(wall_ms(), 5_000_000);
        tokio::time::advance(std::time::Duration::from_mins(1)).await;
        assert_eq!(wall_ms(), 5_060_000);
        clock.follow(Timestamp::from_unix_ms(5_059_500));
        assert_eq!(wall_ms(), 5_060_000, "its answer was on its way");
        clock.follow(Timestamp::from_unix_ms(4_000_000));
        assert_eq!(wall_ms(), 4_000_000);
    }
}
