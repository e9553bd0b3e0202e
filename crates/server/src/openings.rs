//! Reads from records what is stored beside newer matches: how each seat opened the match ([`Record::openings`]). Slowly, and the latest matches
//! first, until it is known of all. Also computes the tags of guests from whom none was stored.
//!
//! What was stored stays, so it goes on after a restart. Several servers of a database may do the same at the same time.

use std::sync::Arc;

use giog_rules::{MatchId, Record, Variant};
use giog_store::{Archive, MAX_OPENING_BYTES, StoreError};
use tokio::time::Instant;

use crate::slowly::{STEP, of_record, pause};
use crate::workers::Workers;

/// Fills in what is missing, and goes on looking for it.
pub(crate) async fn keep(store: Arc<Archive>, workers: Workers) {
    loop {
        let begun = Instant::now();
        pause(begun, step(&store, &workers).await).await;
    }
}

/// Fills in the next ones; false if there was nothing to do.
async fn step(store: &Archive, workers: &Workers) -> Result<bool, StoreError> {
    if store.store_tags().await? > 0 {
        return Ok(true);
    }
    let matches = store.matches_without_openings(STEP).await?;
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
    let read = of_record(store, workers, id, Record::openings).await;
    read.map(fitting)
}

/// None that is too long: nobody signed such a record here.
fn fitting(openings: Vec<Option<String>>) -> Vec<Option<String>> {
    let fits = |opening: &String| opening.len() <= MAX_OPENING_BYTES;
    let fitting = openings.into_iter().map(|opening| opening.filter(fits));
    fitting.collect()
}
