//! Old matches, where the operator does not keep them for ever: deleted a few at a time, behind everything that is played.
//!
//! Which ones follows from their class and age alone, and never from what was played or by whom. What is left of one proves
//! a copy of its record: when it ended, the record's SHA-256, and whose signature it has.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use giog_rules::Timestamp;
use giog_rules::fairness::PublicKey;
use giog_store::{AgedMatch, DeletedMatch, Fence, LeaseError, MatchClass, StoreError};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use tokio::time::{MissedTickBehavior, interval, sleep};

use super::{Date, days_before};
use crate::settings::Retention;
use crate::state::App;
use crate::workers::{JobNotDone, Workers};

/// How often it is looked for old matches: with the bound of a pass some 60,000 an hour, many times what a server plays.
const EVERY: Duration = Duration::from_mins(10);
/// Matches deleted in a pass. The others wait for the next one, so that somebody who begins to keep matches for a shorter time
/// sees no night in which the disk does nothing else.
const MATCHES_PER_PASS: u64 = 10_000;
/// Between two transactions, in which rooms get the disk: these take a few milliseconds.
const PAUSE: Duration = Duration::from_millis(50);
/// Before a record is read again where too much other work waited: in this time some hundred jobs are done.
const BUSY_PAUSE: Duration = Duration::from_secs(1);
/// How often that is waited for one record: a queue that is full for longer is full for as long as somebody wants it to be.
const BUSY_PAUSES: u32 = 30;

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
    JobNotDone(#[from] JobNotDone),
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
    let mut date = Date::new(app.clock.now());
    let mut ticks = interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let Some(now) = date.settled(app.clock.now()) else {
            continue;
        };
        let mut pass = Pass {
            app: &app,
            fence,
            deleted: 0,
            unreadable: 0,
        };
        let ended = pass.run(&retention, now).await;
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
    async fn run(&mut self, retention: &Retention, now: Timestamp) -> Result<(), Ended> {
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
            let mut left = Vec::new();
            let mut all_read = Ok(());
            // One by one: what waits for the same threads waits for one record at most.
            for old in page.items {
                match left_of_when_idle(&self.app.workers, old, now).await {
                    Ok(Some(one)) => left.push(one),
                    Ok(None) => self.unreadable += 1,
                    Err(error) => {
                        all_read = Err(error);
                        break;
                    }
                }
            }
            // What was read is deleted, whatever became of the others.
            if !left.is_empty() {
                let deleted = store.delete_matches(self.fence, &left).await;
                let deleted = deleted.map_err(Ended::from)?;
                self.app.metrics.matches_deleted(deleted);
                self.deleted += deleted;
            }
            all_read?;
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

/// Like [`left_of`], on a thread for long work, when it is not busy with other work any more.
async fn left_of_when_idle(
    workers: &Workers,
    old: AgedMatch,
    now: Timestamp,
) -> Result<Option<DeletedMatch>, JobNotDone> {
    let old = Arc::new(old);
    for _ in 0..BUSY_PAUSES {
        let old = Arc::clone(&old);
        match workers.run(move || left_of(&old, now)).await {
            Err(JobNotDone::Busy) => sleep(BUSY_PAUSE).await,
            done => return done,
        }
    }
    Err(JobNotDone::Busy)
}

/// What is to be left of a match; nothing where its record cannot be read.
fn left_of(old: &AgedMatch, now: Timestamp) -> Option<DeletedMatch> {
    let record = old.record.clone().open().ok()?;
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

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::sync::{Mutex, mpsc};

    use futures_util::FutureExt as _;
    use giog_rules::MatchId;
    use giog_store::StoredRecord;
    use tokio::sync::mpsc::unbounded_channel;
    use tokio::task::JoinSet;
    use tokio::time::Instant;
    use uuid::Uuid;

    use super::*;
    use crate::workers::THREADS;

    fn now() -> Timestamp {
        Timestamp::from_unix_ms(1_800_000_000_000)
    }

    fn old() -> AgedMatch {
        let signer = "07".repeat(32);
        let record = format!(r#"{{"fairness":{{"signer":"{signer}"}}}}"#);
        AgedMatch {
            match_id: MatchId(Uuid::from_u128(1)),
            ended_at: now(),
            record: StoredRecord::new(record.into_bytes()),
        }
    }

    /// Threads that are all busy, with a full queue, for as long as the sender lives; and what they do until then.
    async fn busy() -> (Workers, mpsc::Sender<()>, JoinSet<Result<(), JobNotDone>>) {
        let workers = Workers::start();
        let (go_on, wait) = mpsc::channel::<()>();
        let wait = Arc::new(Mutex::new(wait));
        let (begins, mut has_begun) = unbounded_channel();
        let job = || {
            let (workers, wait, begins) = (workers.clone(), Arc::clone(&wait), begins.clone());
            Box::pin(async move {
                let work = move || {
                    // Nobody waits for those in the queue to begin.
                    let _ = begins.send(());
                    // It ends when the sender is dropped.
                    let _ = wait.lock().expect("nobody panics").recv();
                };
                workers.run(work).await
            })
        };
        let mut jobs = JoinSet::new();
        for _ in 0..THREADS {
            jobs.spawn(job());
            has_begun.recv().await.expect("a thread takes it");
        }
        loop {
            let mut next = job();
            match (&mut next).now_or_never() {
                None => drop(jobs.spawn(next)),
                Some(done) => break assert_eq!(done, Err(JobNotDone::Busy)),
            }
        }
        (workers, go_on, jobs)
    }

    #[tokio::test]
    async fn a_record_that_cannot_be_read_now_is_read_later() {
        let (workers, go_on, mut jobs) = busy().await;
        let mut left = pin!(left_of_when_idle(&workers, old(), now()));
        assert!((&mut left).now_or_never().is_none(), "it waits");
        drop(go_on);
        while jobs.join_next().await.is_some() {}
        let left = left.await.expect("it is done").expect("it is readable");
        assert_eq!(left.match_id, old().match_id);
        assert_eq!(left.signer, [7; 32]);
    }

    #[tokio::test(start_paused = true)]
    async fn threads_that_are_always_busy_are_not_waited_for_without_end() {
        let (workers, _go_on, _jobs) = busy().await;
        let begin = Instant::now();
        let left = left_of_when_idle(&workers, old(), now()).await;
        assert_eq!(left, Err(JobNotDone::Busy));
        assert_eq!(begin.elapsed(), BUSY_PAUSE * BUSY_PAUSES);
    }
}
