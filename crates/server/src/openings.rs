//! Reads from records what is stored beside newer matches: how each seat opened the match ([`Record::openings`]). Slowly, and the latest matches
//! first, until it is known of all. Also computes the tags of guests from whom none was stored.
//!
//! What was stored stays, so it goes on after a restart. Several servers of a database may do the same at the same time.

use std::sync::Arc;
use std::time::Duration;

use giog_rules::{MatchId, Record, Variant};
use giog_store::{Archive, MAX_OPENING_BYTES, StoreError};
use tokio::time::{Instant, sleep};

use crate::outage;
use crate::workers::{JobNotDone, Workers};

/// Matches of one transaction.
const STEP: u32 = 20;
/// A pause between two steps is so many times as long as the step took: at most 5 % of a core.
const PAUSES: u32 = 19;
/// The shortest pause.
const LEAST_PAUSE: Duration = Duration::from_millis(20);
/// How long after nothing was left it is looked again: other servers of the database may be of an earlier version.
const AGAIN_AFTER: Duration = Duration::from_mins(10);

/// Fills in what is missing, and goes on looking for it.
pub(crate) async fn keep(store: Arc<Archive>, workers: Workers) {
    loop {
        let begun = Instant::now();
        let pause = match step(&store, &workers).await {
            Ok(true) => (begun.elapsed() * PAUSES).max(LEAST_PAUSE),
            Ok(false) => AGAIN_AFTER,
            Err(error) => {
                outage::note(&error);
                AGAIN_AFTER
            }
        };
        sleep(pause).await;
    }
}

/// Fills in the next ones; false if there was nothing to do.
async fn step(store: &Archive, workers: &Workers) -> Result<bool, StoreError> {
    if store.store_tags().await? > 0 {
        return Ok(true);
    }
    let matches = store.matches_without_openings(STEP).await?;
    if matches.is_empty() {
        return Ok(false);
    }
    let mut found = Vec::new();
    for (id, variant) in matches {
        if let Some(openings) = openings(store, workers, id, &variant).await {
            found.push((id, openings));
        }
    }
    // What is left has time.
    if found.is_empty() {
        return Ok(false);
    }
    store.set_openings(&found).await?;
    Ok(true)
}

/// The openings of a match; none if they cannot be read now. A match without any, or whose record cannot be read at all, has an empty list.
async fn openings(
    store: &Archive,
    workers: &Workers,
    id: MatchId,
    variant: &str,
) -> Option<Vec<Option<String>>> {
    let known = variant.parse::<Variant>().ok();
    // Records of games of tiles and dice are long, and have no openings.
    if known.is_none_or(|variant| !variant.has_openings()) {
        return Some(Vec::new());
    }
    let record = match store.record(id).await {
        Ok(Some(record)) => record,
        Ok(None) | Err(StoreError::Damaged(_)) => return Some(Vec::new()),
        Err(error) => {
            outage::note(&error);
            return None;
        }
    };
    let read = workers.run(move || {
        let bytes = record.open().ok()?;
        let record: Record = serde_json::from_slice(&bytes).ok()?;
        Some(record.openings())
    });
    match read.await {
        Ok(openings) => Some(fitting(openings.unwrap_or_default())),
        Err(JobNotDone::Busy) => None,
        Err(JobNotDone::Failed) => Some(Vec::new()),
    }
}

/// None that is too long: nobody signed such a record here.
fn fitting(openings: Vec<Option<String>>) -> Vec<Option<String>> {
    let fits = |opening: &String| opening.len() <= MAX_OPENING_BYTES;
    let fitting = openings.into_iter().map(|opening| opening.filter(fits));
    fitting.collect()
}
