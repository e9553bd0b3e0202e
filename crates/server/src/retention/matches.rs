//! Old matches, where the operator does not keep them for ever: deleted a few at a time, behind everything that is played.
//!
//! Which ones follows from their class and age alone, and never from what was played or by whom. What is left of one proves
//! a copy of its record: when it ended, the record's SHA-256, and whose signature it has.

use std::num::NonZeroU32;
use std::time::Duration;

use giog_rules::Timestamp;
use giog_rules::fairness::PublicKey;
use giog_store::{AgedMatch, DeletedMatch, Fence, LeaseError, MatchClass, StoreError};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use tokio::time::{MissedTickBehavior, interval, sleep};

use super::days_before;
use crate::settings::Retention;
use crate::state::App;
use crate::workers::NotDone;

/// How often it is looked for old matches: with the bound of a pass some 60,000 an hour, many times what a server plays.
const EVERY: Duration = Duration::from_mins(10);
/// Matches deleted in a pass. The others wait for the next one, so that somebody who begins to keep matches for a shorter time
/// sees no night in which the disk does nothing else.
const MATCHES_PER_PASS: u64 = 10_000;
/// Between two transactions, in which rooms get the disk: these take a few milliseconds.
const PAUSE: Duration = Duration::from_millis(50);

/// Why a pass ended before its end.
#[derive(Debug, thiserror::Error)]
enum Ended {
    /// Another server owns the rooms now.
    #[error("the lease is lost")]
    Fenced,
    /// The store does not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is too much to do.
    #[error(transparent)]
    NotDone(#[from] NotDone),
}

/// Deletes old matches for as long as the server owns the rooms.
pub(crate) async fn keep(app: App, fence: Fence, retention: Retention) {
    if CLASSES
        .iter()
        .all(|&class| retention.days_of(class).is_none())
    {
        return;
    }
    // Plays first.
    app.hub.recovered().await;
    let mut ticks = interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let mut pass = Pass {
            app: &app,
            fence,
            deleted: 0,
            unreadable: 0,
        };
        let ended = pass.run(&retention).await;
        pass.tell();
        match ended {
            Ok(()) => {}
            Err(Ended::Fenced) => return,
            Err(error) => {
                tracing::warn!(%error, "cannot delete old matches; retrying later");
            }
        }
    }
}

/// The classes, in the order in which they are looked through.
const CLASSES: [MatchClass; 3] = [
    MatchClass::Listed,
    MatchClass::Unlisted,
    MatchClass::WithBots,
];

/// Once through the old matches.
struct Pass<'a> {
    app: &'a App,
    fence: Fence,
    deleted: u64,
    unreadable: usize,
}

impl Pass<'_> {
    async fn run(&mut self, retention: &Retention) -> Result<(), Ended> {
        let now = self.app.clock.now().wall;
        for class in CLASSES {
            let days = retention.days_of(class).map_or(0, NonZeroU32::get);
            if let Some(before) = days_before(now, days) {
                self.delete(class, before, now).await?;
            }
        }
        Ok(())
    }

    /// Deletes the matches of a class that ended before a moment.
    async fn delete(
        &mut self,
        class: MatchClass,
        before: Timestamp,
        now: Timestamp,
    ) -> Result<(), Ended> {
        let store = &self.app.store;
        let mut after = None;
        while self.deleted < MATCHES_PER_PASS {
            let page = store.aged_matches(class, before, after).await?;
            let old = page.items.len();
            let mut left = Vec::new();
            // One by one: what waits for the same threads waits for one record at most.
            for old in page.items {
                left.extend(self.app.workers.run(move || left_of(old, now)).await?);
            }
            self.unreadable += old - left.len();
            if !left.is_empty() {
                let deleted = store.delete_matches(self.fence, &left).await;
                let deleted = deleted.map_err(Ended::from)?;
                self.app.metrics.matches_deleted(deleted);
                self.deleted += deleted;
            }
            after = page.next;
            if after.is_none() {
                break;
            }
            sleep(PAUSE).await;
        }
        Ok(())
    }

    fn tell(&self) {
        if self.deleted > 0 {
            tracing::info!(matches = self.deleted, "old matches deleted");
        }
        if self.unreadable > 0 {
            tracing::error!(
                matches = self.unreadable,
                "old matches not deleted: cannot read their records"
            );
        }
    }
}

/// The part of a record that is kept.
#[derive(Deserialize)]
struct Signed {
    fairness: Signature,
}

#[derive(Deserialize)]
struct Signature {
    signer: PublicKey,
}

/// What is to be left of a match; nothing where its record cannot be read.
fn left_of(old: AgedMatch, now: Timestamp) -> Option<DeletedMatch> {
    let record = old.record.open().ok()?;
    let signed: Signed = serde_json::from_slice(&record).ok()?;
    Some(DeletedMatch {
        match_id: old.match_id,
        ended_at: old.ended_at,
        deleted_at: now,
        record_sha256: Sha256::digest(&record).into(),
        signer: signed.fairness.signer.0,
    })
}

impl From<LeaseError> for Ended {
    fn from(error: LeaseError) -> Self {
        match error {
            LeaseError::Lost => Self::Fenced,
            LeaseError::Store(error) => Self::Store(error),
        }
    }
}
