//! At which hours people play: counted once an hour, for those who find nobody.

use std::sync::{Mutex, MutexGuard, PoisonError};

use giog_rooms::Now;
use giog_rules::Timestamp;
use giog_store::Archive;

/// How long ago the matches ended that are counted: four weeks, so that each weekday counts as often.
const SPAN_MS: i64 = 28 * 24 * 3_600_000;
/// How long they are not counted again.
const AGAIN_MS: u64 = 3_600_000;

/// How many matches began in each hour of the day, as far as is known.
#[derive(Debug, Default)]
pub(crate) struct Hours(Mutex<Counted>);

#[derive(Debug, Default)]
struct Counted {
    /// When they are counted again, on the monotonic clock.
    due_ms: u64,
    hours: Option<[u32; 24]>,
}

impl Hours {
    /// How many public matches among people began in each hour of the day (UTC); none if there were none. Whoever asks first after an hour
    /// waits until they are counted; others get the numbers of before meanwhile, as does everybody if the database does not answer.
    pub(crate) async fn get(&self, store: &Archive, now: Now) -> Option<[u32; 24]> {
        let is_due = {
            let mut counted = self.lock();
            let is_due = counted.due_ms <= now.mono_ms;
            if is_due {
                counted.due_ms = now.mono_ms.saturating_add(AGAIN_MS);
            }
            is_due
        };
        if is_due {
            let since = now.wall.unix_ms().saturating_sub(SPAN_MS);
            match store.hours(Timestamp::from_unix_ms(since)).await {
                Ok(hours) => {
                    let any = hours.iter().any(|&count| count > 0);
                    self.lock().hours = any.then_some(hours);
                }
                Err(error) => tracing::warn!(%error, "cannot count at which hours people play"),
            }
        }
        self.lock().hours
    }

    fn lock(&self) -> MutexGuard<'_, Counted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
