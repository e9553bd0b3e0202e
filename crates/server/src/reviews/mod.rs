//! Reviews of finished matches: made one after another behind everything that plays, and kept in the database.
//!
//! What is made is lost when the server stops, and begins again when somebody asks again. Of several servers each makes what it is asked
//! for; all make the same, so the first that is stored stays. Workers outside compute those of public matches, if there are some.

mod mistakes;
mod outside;
mod puzzles;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use giog_protocol::rest::{ProblemCode, ReviewProgress};
use giog_review::{EFFORT, ENGINE, Effort, NotReviewed, Review, review};
use giog_rooms::{Clock, RandomSource};
use giog_rules::{MatchId, PlayerId, Record, Seat};
use giog_store::{
    Archive, MatchSummary, ReviewKey, ReviewerId, StoreError, StoredPuzzle, StoredRecord,
};
use tokio::sync::Semaphore;
use tokio::time::Instant;

pub(crate) use self::mistakes::told as mistakes_told;
pub(crate) use self::outside::keep_revoked_away;
pub(crate) use self::puzzles::day_of;

use crate::cost::{AddressRate, Costs, PersonRate, Rate};
use crate::live::Live;
use crate::outage;
use crate::places::{Place, Places, REVIEWS};
use crate::problem::RestError;
use crate::settings::ServerLimits;
use crate::workers::{JobNotDone, Workers};

/// The failed reviews that are remembered, so that none is begun again and again: each is a fault of the server, so there are hardly any.
const FAILED: usize = 256;

/// The reviews that are waited for, and what they need.
pub(crate) struct Reviews {
    places: Places,
    own: PersonRate,
    of_others: AddressRate,
    work: Arc<Work>,
}

/// Reviews of workers that wait until they are checked: with a second each, the last one waits less than its job is kept for it.
const MOST_CHECKS: usize = 64;

/// What a review needs while it is made.
struct Work {
    store: Arc<Archive>,
    clock: Arc<dyn Clock>,
    random: RandomSource,
    limits: Live<ServerLimits>,
    workers: Workers,
    /// One is made at a time.
    turn: Semaphore,
    /// Places for reviews of workers that wait until they are checked.
    checks: Arc<Semaphore>,
    jobs: Mutex<Jobs>,
    counts: Counts,
}

#[derive(Default)]
struct Jobs {
    by_key: HashMap<ReviewKey, Arc<Job>>,
    /// The number of the last one.
    last: u64,
    /// The latest last.
    failed: Vec<ReviewKey>,
}

/// A review that is made or waits for it.
#[derive(Debug, Default)]
struct Job {
    number: u64,
    done: AtomicU32,
    of: AtomicU32,
}

#[derive(Debug, Default)]
struct Counts {
    made: AtomicU64,
    by_workers: AtomicU64,
    refused: AtomicU64,
    failed: AtomicU64,
    took_ms: AtomicU64,
}

/// Counters of reviews.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ReviewCounts {
    /// Reviews that wait or are made.
    pub waiting: usize,
    /// Reviews that were made here.
    pub made: u64,
    /// Reviews that workers made, of those that were asked for here.
    pub by_workers: u64,
    /// Reviews of workers that were found to be false here.
    pub refused: u64,
    /// Reviews that were not, because of a fault.
    pub failed: u64,
    /// How long all of them took with their puzzles, in milliseconds.
    pub took_ms: u64,
}

/// Why a review was not made.
#[derive(Debug, thiserror::Error)]
enum NotMade {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Review(#[from] NotReviewed),
    #[error("it is no record: {0}")]
    NoRecord(#[from] serde_json::Error),
    #[error(transparent)]
    Job(#[from] JobNotDone),
}

impl Counts {
    /// Counts the time since then.
    fn took(&self, begun: Instant) {
        let took_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.took_ms.fetch_add(took_ms, Ordering::Relaxed);
    }
}

impl NotMade {
    /// Whether it would fail again. What is rejected may have lost its person meanwhile.
    const fn is_fault(&self) -> bool {
        !matches!(
            self,
            Self::Store(
                StoreError::Unavailable(_) | StoreError::Interrupted | StoreError::Rejected(_)
            )
        )
    }
}

impl Reviews {
    /// Reviews of the matches in this store.
    pub fn new(
        store: Arc<Archive>,
        (clock, random): (Arc<dyn Clock>, RandomSource),
        costs: &Costs,
        limits: Live<ServerLimits>,
    ) -> Self {
        let work = Work {
            store,
            clock,
            random,
            limits,
            workers: Workers::for_reviews(),
            turn: Semaphore::new(1),
            checks: Arc::new(Semaphore::new(MOST_CHECKS)),
            jobs: Mutex::default(),
            counts: Counts::default(),
        };
        Self {
            places: Places::new(REVIEWS, costs.addresses.clone()),
            own: PersonRate::of_each(costs, |limits| Rate::per_day(limits.reviews_per_day)),
            of_others: AddressRate::by_address(costs, |limits| {
                Rate::per_day(limits.reviews_of_others_per_day)
            }),
            work: Arc::new(work),
        }
    }

    /// Whether the server makes reviews.
    pub fn are_made(&self) -> bool {
        self.work.limits.review_bytes > 0
    }

    /// The thread for reviews, for other work that takes seconds and may wait for the review that is being made.
    pub fn thread(&self) -> &Workers {
        &self.work.workers
    }

    /// A review that is stored.
    pub async fn find(&self, key: ReviewKey) -> Result<Option<StoredRecord>, StoreError> {
        self.work.find(key).await
    }

    /// How far the review is that is being made. If it is not, it is begun: for somebody who sat at the table, or for anybody at an address.
    /// Workers outside may make that of a public match.
    pub fn ask(
        &self,
        key: ReviewKey,
        address: IpAddr,
        who_sat: Option<PlayerId>,
        is_public: bool,
    ) -> Result<ReviewProgress, RestError> {
        let mut jobs = self.work.jobs();
        if let Some(job) = jobs.by_key.get(&key) {
            return Ok(jobs.progress(job));
        }
        if jobs.failed.contains(&key) {
            return Err(ProblemCode::Internal.into());
        }
        let place = self.places.take(address)?;
        let admitted = match who_sat {
            Some(player) => self.own.admit(player),
            None => self.of_others.admit(address),
        };
        admitted.map_err(RestError::too_much)?;
        jobs.last += 1;
        let job = Arc::new(Job {
            number: jobs.last,
            ..Job::default()
        });
        jobs.by_key.insert(key, Arc::clone(&job));
        let progress = jobs.progress(&job);
        drop(jobs);
        let ends = Ends {
            work: Arc::clone(&self.work),
            key,
            is_public,
            _place: place,
        };
        tokio::spawn(ends.work(job));
        Ok(progress)
    }

    /// Evaluates a puzzle once more, in the queue of reviews.
    pub fn doubt(&self, puzzle: &StoredPuzzle, address: IpAddr) -> Result<(), RestError> {
        if puzzle.settled || !self.are_made() {
            return Ok(());
        }
        let place = self.places.take(address)?;
        self.of_others.admit(address).map_err(RestError::too_much)?;
        let (work, id) = (Arc::clone(&self.work), puzzle.id);
        tokio::spawn(async move {
            let _place = place;
            let _turn = work.turn.acquire().await;
            let begun = Instant::now();
            if let Err(error) = puzzles::settle(&work, id).await {
                tracing::error!(puzzle = %id.0, %error, "a reported puzzle was not evaluated");
            }
            work.counts.took(begun);
        });
        Ok(())
    }

    /// The counters now.
    pub fn counts(&self) -> ReviewCounts {
        let Counts {
            made,
            by_workers,
            refused,
            failed,
            took_ms,
        } = &self.work.counts;
        ReviewCounts {
            waiting: self.work.jobs().by_key.len(),
            made: made.load(Ordering::Relaxed),
            by_workers: by_workers.load(Ordering::Relaxed),
            refused: refused.load(Ordering::Relaxed),
            failed: failed.load(Ordering::Relaxed),
            took_ms: took_ms.load(Ordering::Relaxed),
        }
    }
}

impl Jobs {
    fn progress(&self, job: &Job) -> ReviewProgress {
        let all = self.by_key.values();
        let ahead = all.filter(|other| other.number < job.number).count();
        ReviewProgress {
            done: job.done.load(Ordering::Relaxed),
            of: job.of.load(Ordering::Relaxed),
            ahead: u32::try_from(ahead).unwrap_or(u32::MAX),
        }
    }
}

/// Ends a job, however it ends: then it may begin again.
struct Ends {
    work: Arc<Work>,
    key: ReviewKey,
    is_public: bool,
    _place: Place,
}

impl Drop for Ends {
    fn drop(&mut self) {
        self.work.jobs().by_key.remove(&self.key);
    }
}

impl Ends {
    async fn work(self, job: Arc<Job>) {
        let (work, key) = (Arc::clone(&self.work), self.key);
        if self.is_public {
            match work.by_worker(key, &job).await {
                Ok(true) => {
                    work.counts.by_workers.fetch_add(1, Ordering::Relaxed);
                    return;
                }
                Ok(false) => {}
                Err(error) => outage::note(&error),
            }
        }
        let turn = work.turn.acquire().await;
        let begun = Instant::now();
        let made = work.make(key, job).await;
        drop(turn);
        work.counts.took(begun);
        let error = match made {
            Ok(made) => {
                work.counts.made.fetch_add(1, Ordering::Relaxed);
                // Its place is free for the next one.
                drop(self);
                if let Some((summary, review)) = made {
                    work.make_puzzles(&summary, review).await;
                }
                return;
            }
            Err(error) => error,
        };
        let ReviewKey { match_id, seat, .. } = key;
        tracing::error!(%match_id, seat, %error, "a review was not made");
        work.counts.failed.fetch_add(1, Ordering::Relaxed);
        if error.is_fault() {
            let failed = &mut work.jobs().failed;
            failed.push(key);
            let too_many = failed.len().saturating_sub(FAILED);
            failed.drain(..too_many);
        }
    }
}

impl Work {
    fn jobs(&self) -> MutexGuard<'_, Jobs> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn find(&self, key: ReviewKey) -> Result<Option<StoredRecord>, StoreError> {
        self.store.review(key, self.clock.now().wall).await
    }

    /// Makes a review and stores it; does nothing if it was stored meanwhile, or if its match was deleted.
    async fn make(
        &self,
        key: ReviewKey,
        job: Arc<Job>,
    ) -> Result<Option<(MatchSummary, Review)>, NotMade> {
        if self.find(key).await?.is_some() {
            return Ok(None);
        }
        let (id, effort) = (key.match_id, self.effort());
        let (record, summary) = (
            self.store.record(id).await?,
            self.store.match_summary(id).await?,
        );
        let (Some(record), Some(summary)) = (record, summary) else {
            return Ok(None);
        };
        let made = move || made(record, key.seat, effort, &job);
        let review = self.workers.run(made).await??;
        self.keep(key, &summary, &review, None).await?;
        Ok(Some((summary, review)))
    }

    /// Stores a review, with the worker that made it.
    async fn keep(
        &self,
        key: ReviewKey,
        summary: &MatchSummary,
        review: &Review,
        reviewer: Option<ReviewerId>,
    ) -> Result<(), NotMade> {
        let made = StoredRecord::new(serde_json::to_vec(review)?);
        let own = mistakes::of(summary, review)?;
        let (now, most_bytes) = (self.clock.now().wall, self.limits.review_bytes);
        let kept = self
            .store
            .keep_review(key, &made, own.as_ref(), reviewer, now, most_bytes);
        Ok(kept.await?)
    }

    /// Makes the puzzles of a review, once the reviews that wait now are made: so there are never more to be made than the queue has places.
    async fn make_puzzles(&self, summary: &MatchSummary, review: Review) {
        let _turn = self.turn.acquire().await;
        let (begun, effort) = (Instant::now(), self.effort());
        if let Err(error) = puzzles::make(self, summary, review, effort).await {
            let match_id = summary.match_id;
            tracing::error!(%match_id, %error, "the puzzles of a review were not made");
        }
        self.counts.took(begun);
    }

    /// How much a review does.
    fn effort(&self) -> Effort {
        Effort {
            lines: self.limits.review_lines,
            ..EFFORT
        }
    }
}

/// The review of a record: on a thread for reviews.
fn made(record: StoredRecord, seat: u8, effort: Effort, job: &Job) -> Result<Review, NotMade> {
    let record: Record = serde_json::from_slice(&record.open()?)?;
    let seat = Seat::new(seat.into());
    let short = |number| u32::try_from(number).unwrap_or(u32::MAX);
    Ok(review(&record, seat, effort, |done, of| {
        job.of.store(short(of), Ordering::Relaxed);
        job.done.store(short(done), Ordering::Relaxed);
    })?)
}

/// The key of a review by the engine of this server.
pub(crate) const fn key(match_id: MatchId, seat: u8) -> ReviewKey {
    ReviewKey {
        match_id,
        seat,
        engine: ENGINE,
    }
}
