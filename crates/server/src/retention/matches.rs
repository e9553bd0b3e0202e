//! Deletes old matches, if the operator limits how long they are kept: a few at a time, with lower priority than playing.
//!
//! Which ones depends only on their class and age, never on what was played or by whom. What is left of a deleted match proves the
//! authenticity of a copy of its record: when it ended, the record's SHA-256, and the id of the key that signed it.

use std::num::NonZeroU32;
use std::sync::Arc;
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
use crate::workers::{JobNotDone, Workers};

/// The interval of passes: with the limit of a pass some 60,000 matches an hour, many times what a server plays.
const EVERY: Duration = Duration::from_mins(10);
/// Matches deleted in a pass. The rest waits for the next pass, so that the disk is not busy for hours after the operator has shortened
/// the retention time.
const MATCHES_PER_PASS: u64 = 10_000;
/// The pause between two transactions, in which rooms can use the disk. A transaction takes a few milliseconds.
const PAUSE: Duration = Duration::from_millis(50);
/// The pause before a record is read again after the worker threads were busy: they do some hundred jobs in this time.
const BUSY_PAUSE: Duration = Duration::from_secs(1);
/// The most such pauses for one record: a queue that is full for longer is kept full by clients.
const BUSY_PAUSES: u32 = 30;

/// Why a pass was ended early.
#[derive(Debug, thiserror::Error)]
enum Ended {
    /// Another server owns the rooms now.
    #[error("the lease is lost")]
    Fenced,
    /// The database does not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The worker threads are busy.
    #[error(transparent)]
    JobNotDone(#[from] JobNotDone),
}

/// Deletes old matches as long as the server owns the rooms.
pub(crate) async fn keep(app: App, fence: Fence, retention: Retention) {
    if CLASSES
        .iter()
        .all(|&class| retention.days_of(class).is_none())
    {
        return;
    }
    // Rooms are restored first.
    app.hub.recovered().await;
    let mut ticks = interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let Some(now) = app.believed_date().await else {
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

/// The classes, in the order in which they are processed.
const CLASSES: [MatchClass; 3] = [
    MatchClass::Listed,
    MatchClass::Unlisted,
    MatchClass::WithBots,
];

/// One pass over the old matches.
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

    /// Deletes the matches of a class whose places in lists are before a moment.
    async fn delete(
        &mut self,
        class: MatchClass,
        before: Timestamp,
        now: Timestamp,
    ) -> Result<(), Ended> {
        let store = &self.app.store;
        let mut after = None;
        while self.deleted < MATCHES_PER_PASS && self.app.believed_date().await.is_some() {
            let page = store.aged_matches(class, before, after).await?;
            let mut left = Vec::new();
            let mut all_read = Ok(());
            // One by one: other jobs on the worker threads wait for one record at most.
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
            // The matches that were read are deleted, even if others failed.
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

/// Like [`left_of`], on a worker thread; waits while these are busy.
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

/// What is left of a match after its deletion; none if its record cannot be read.
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
    use std::cmp::Reverse;
    use std::pin::pin;
    use std::sync::{Mutex, mpsc};

    use futures_util::FutureExt as _;
    use giog_protocol::RoomId;
    use giog_rules::{MatchId, PlayerId};
    use giog_store::{
        Append, Fact, FinishedMatch, Log as _, MatchPlayer, MatchStatus, StoredRecord,
    };
    use tokio::sync::mpsc::unbounded_channel;
    use tokio::task::JoinSet;
    use tokio::time::Instant;
    use uuid::Uuid;

    use super::*;
    use crate::retention::DAY_MS;
    use crate::settings::{Overrides, Settings};
    use crate::state::tests::TestApp;
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

    /// Busy worker threads with a full queue, as long as the sender lives, and the results of their jobs.
    async fn busy() -> (Workers, mpsc::Sender<()>, JoinSet<Result<(), JobNotDone>>) {
        let workers = Workers::start();
        let (go_on, wait) = mpsc::channel::<()>();
        let wait = Arc::new(Mutex::new(wait));
        let (begins, mut has_begun) = unbounded_channel();
        let job = || {
            let (workers, wait, begins) = (workers.clone(), Arc::clone(&wait), begins.clone());
            Box::pin(async move {
                let work = move || {
                    // Nobody receives the start of the jobs in the queue.
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

    /// Whether lists show a match, and how many of its two players are people.
    const KINDS: [(bool, u8); 4] = [(true, 2), (false, 2), (true, 1), (false, 1)];

    /// Matches of each kind, each with the place of its kind and its age in milliseconds, the oldest first. Of one kind, which differs from
    /// case to case, they are exactly so many days old, or a millisecond more; of the others, a few milliseconds less or more, as no two
    /// have the same place in lists.
    fn aged(case: usize) -> Vec<(usize, i64, FinishedMatch)> {
        let mut games = Vec::new();
        for (kind, (listed, people)) in KINDS.into_iter().enumerate() {
            let off_ms = i64::try_from((kind + case) % KINDS.len()).expect("small");
            for days in [10, 30, 40] {
                for age_ms in [days * DAY_MS - off_ms, days * DAY_MS + 1 + off_ms] {
                    let mut game = finished(listed, people);
                    game.match_id = MatchId(Uuid::from_u128(games.len() as u128));
                    game.ended_at = Timestamp::from_unix_ms(now().unix_ms() - age_ms);
                    games.push((kind, age_ms, game));
                }
            }
        }
        games.sort_by_key(|&(_, age_ms, _)| Reverse(age_ms));
        games
    }

    fn finished(listed: bool, people: u8) -> FinishedMatch {
        let seat = |seat: u8| MatchPlayer {
            seat,
            player: (seat < people).then(|| PlayerId(Uuid::from_u128(seat.into()))),
            bot: (seat >= people).then(|| "careful".to_owned()),
            won: false,
            score: None,
        };
        FinishedMatch {
            match_id: old().match_id,
            room: RoomId(Uuid::from_u128(1)),
            variant: "giog".to_owned(),
            seats: 2,
            status: MatchStatus::Over,
            end: None,
            clock: None,
            listed,
            started_at: now(),
            ended_at: now(),
            players: vec![seat(0), seat(1)],
            openings: Vec::new(),
            record: old().record,
        }
    }

    /// The settings from a file with these times.
    fn settings([all, unlisted, bots]: [u32; 3]) -> Settings {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("giog.toml");
        let text = format!(
            "[retention]\nmatches_days = {all}\nmatches_unlisted_days = {unlisted}\n\
             matches_bots_days = {bots}\n"
        );
        std::fs::write(&path, text).expect("written");
        Settings::load(Some(&path), [], Overrides::default()).expect("good settings")
    }

    #[tokio::test]
    async fn a_match_is_deleted_after_the_time_that_the_file_sets_for_its_class() {
        // The times in the file, and after how many days a match of each kind is deleted.
        let cases = [
            ([40, 30, 10], [Some(40), Some(30), Some(10), Some(10)]),
            ([40, 10, 30], [Some(40), Some(10), Some(30), Some(10)]),
            ([40, 0, 10], [Some(40), Some(40), Some(10), Some(10)]),
            ([40, 10, 0], [Some(40), Some(10), Some(40), Some(10)]),
            ([0, 30, 10], [None, Some(30), Some(10), Some(10)]),
            ([0, 10, 30], [None, Some(10), Some(30), Some(10)]),
        ];
        for (case, (times, expected)) in cases.into_iter().enumerate() {
            let settings = settings(times);
            let TestApp { app, fence, .. } = &TestApp::new(&settings).await;
            let told = &app.about.limits;
            let told = [
                told.matches_days,
                told.matches_unlisted_days,
                told.matches_bots_days,
            ];
            assert_eq!(told, expected[..3], "{times:?}");
            let games = aged(case);
            let facts = games.iter().map(|(.., game)| game.clone());
            let row = Append {
                room: RoomId(Uuid::from_u128(1)),
                index: 0,
                body: String::new(),
                facts: facts.map(Fact::MatchFinished).collect(),
                floor: None,
            };
            app.store.append(*fence, &[row]).await.expect("stored");
            let mut pass = Pass {
                app,
                fence: *fence,
                deleted: 0,
                unreadable: 0,
            };
            let ended = pass.run(&settings.retention, now()).await;
            ended.expect("all are looked at");
            for (kind, age_ms, game) in games {
                let found = app.store.match_summary(game.match_id).await;
                let is_kept = found.expect("an answer").is_some();
                let days: Option<u32> = expected[kind];
                let expected = days.is_none_or(|days| age_ms <= i64::from(days) * DAY_MS);
                let kind = KINDS[kind];
                assert_eq!(is_kept, expected, "{times:?}: {kind:?} after {age_ms} ms");
            }
        }
    }
}
