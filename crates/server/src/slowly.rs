//! Work on records behind everything else: steps, with pauses that are many times as long between them.

use std::time::Duration;

use giog_rules::{MatchId, Record};
use giog_store::{Archive, StoreError};
use tokio::time::{Instant, sleep};

use crate::outage;
use crate::workers::{JobNotDone, Workers};

/// Matches of one step.
pub(crate) const STEP: u32 = 20;
/// A pause between two steps is so many times as long as the step took: at most 5 % of a core.
const PAUSES: u32 = 19;
/// The shortest pause.
const LEAST_PAUSE: Duration = Duration::from_millis(20);
/// How long after nothing was left it is looked again: matches end, and other servers of the database may be of an earlier version.
const AGAIN_AFTER: Duration = Duration::from_mins(10);

/// Waits after a step that began then, and that says whether it has done anything.
pub(crate) async fn pause(begun: Instant, done: Result<bool, StoreError>) {
    let pause = match done {
        Ok(true) => (begun.elapsed() * PAUSES).max(LEAST_PAUSE),
        Ok(false) => AGAIN_AFTER,
        Err(error) => {
            outage::note(&error);
            AGAIN_AFTER
        }
    };
    sleep(pause).await;
}

/// Reads something from the record of a match, on a thread for it; none if that cannot be done now. Of a record that cannot be read at all it is
/// nothing.
pub(crate) async fn of_record<T: Default + Send + 'static>(
    store: &Archive,
    workers: &Workers,
    id: MatchId,
    read: impl FnOnce(&Record) -> T + Send + 'static,
) -> Option<T> {
    let record = match store.record(id).await {
        Ok(Some(record)) => record,
        Ok(None) | Err(StoreError::Damaged(_)) => return Some(T::default()),
        Err(error) => {
            outage::note(&error);
            return None;
        }
    };
    let job = workers.run(move || {
        let bytes = record.open().ok()?;
        let record: Record = serde_json::from_slice(&bytes).ok()?;
        Some(read(&record))
    });
    match job.await {
        Ok(found) => Some(found.unwrap_or_default()),
        Err(JobNotDone::Busy) => None,
        Err(JobNotDone::Failed) => Some(T::default()),
    }
}
