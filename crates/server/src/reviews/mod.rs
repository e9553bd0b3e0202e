//! Reviews of finished matches: made one after another behind everything that plays, and kept in the database.
//!
//! Short and long ones wait in lanes of their own, of which each has half of one core. What is made is lost when the server stops, and begins again when somebody asks again. Of several servers each makes what it is asked
//! for; all make the same, so the first that is stored stays. Workers outside compute those of public matches, if there are some.

mod bounds;
mod checks;
mod jobs;
mod lanes;
mod mistakes;
mod outside;
mod puzzles;

use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use giog_protocol::rest::{ProblemCode, ReviewProgress};
use giog_review::{EFFORT, ENGINE, Effort, NotReviewed, Progress, Review, review};
use giog_rooms::{Clock, RandomSource};
use giog_rules::{MatchId, PlayerId, Record, Seat};
use giog_store::{
    Archive, MatchSummary, ReviewKey, ReviewerId, StoreError, StoredPuzzle, StoredRecord,
};

pub(crate) use self::bounds::Nominal;
pub(crate) use self::mistakes::told as mistakes_told;
pub(crate) use self::outside::keep_revoked_away;
pub(crate) use self::puzzles::day_of;

use self::checks::Checks;
use self::jobs::{Job, Jobs};
use self::lanes::{Lane, Lanes, Share};
use crate::cost::{AddressRate, Costs, PersonRate, Rate};
use crate::live::Live;
use crate::outage;
use crate::places::{LONG_REVIEWS, Place, Places, REVIEWS};
use crate::problem::RestError;
use crate::settings::ServerLimits;
use crate::workers::JobNotDone;

/// The reviews that are waited for, and what they need.
pub(crate) struct Reviews {
    places: Places,
    long_places: Places,
    own: PersonRate,
    of_others: AddressRate,
    work: Arc<Work>,
}

/// What a review needs while it is made.
struct Work {
    store: Arc<Archive>,
    clock: Arc<dyn Clock>,
    random: RandomSource,
    limits: Live<ServerLimits>,
    lanes: Lanes,
    checks: Checks,
    jobs: Mutex<Jobs>,
    counts: Counts,
}

#[derive(Debug, Default)]
struct Counts {
    made: AtomicU64,
    by_workers: AtomicU64,
    refused: AtomicU64,
    failed: AtomicU64,
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
            lanes: Lanes::start(),
            checks: Checks::default(),
            jobs: Mutex::default(),
            counts: Counts::default(),
        };
        Self {
            places: Places::new(REVIEWS, costs.addresses.clone()),
            long_places: Places::new(LONG_REVIEWS, costs.addresses.clone()),
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

    /// Does something else that takes seconds, among short reviews.
    pub async fn do_among<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, JobNotDone> {
        self.work.lanes.run(Lane::Short, move |_| work()).await
    }

    /// A review that is stored.
    pub async fn find(&self, key: ReviewKey) -> Result<Option<StoredRecord>, StoreError> {
        self.work.find(key).await
    }

    /// How far the review is that is being made, for somebody who knows what was found of so many decisions; none if it is not.
    pub fn progress(
        &self,
        key: ReviewKey,
        known: usize,
    ) -> Result<Option<ReviewProgress>, RestError> {
        let jobs = self.work.jobs();
        if jobs.has_failed(key) {
            return Err(ProblemCode::Internal.into());
        }
        Ok(jobs.progress(key, known))
    }

    /// How much a review does.
    pub fn effort(&self) -> Effort {
        self.work.effort()
    }

    /// Refuses a review where none of any length could begin, so that its record is not read for nothing.
    pub fn check(&self, address: IpAddr, who_sat: Option<PlayerId>) -> Result<(), RestError> {
        let place = self.places.check(address);
        place.or_else(|full| self.long_places.check(address).map_err(|_| full))?;
        let left = match who_sat {
            Some(player) => self.own.check(player),
            None => self.of_others.check(address),
        };
        left.map_err(RestError::too_much)
    }

    /// Begins a review that takes so long, if nobody has begun it: for somebody who sat at the table, or for anybody at an address. Workers outside may
    /// make that of a public match.
    pub fn begin(
        &self,
        (key, nominal): (ReviewKey, Nominal),
        known: usize,
        address: IpAddr,
        who_sat: Option<PlayerId>,
        is_public: bool,
    ) -> Result<ReviewProgress, RestError> {
        let mut jobs = self.work.jobs();
        if let Some(progress) = jobs.progress(key, known) {
            return Ok(progress);
        }
        let places = match nominal.lane() {
            Lane::Short => &self.places,
            Lane::Long => &self.long_places,
        };
        let place = places.take(address)?;
        let admitted = match who_sat {
            Some(player) => self.own.admit_as(player, nominal.times),
            None => self.of_others.admit_as(address, nominal.times),
        };
        admitted.map_err(RestError::too_much)?;
        let job = jobs.begin(key, nominal);
        let progress = jobs.progress(key, known).unwrap_or_default();
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
            let _turn = work.lanes.turn(Lane::Short).await;
            if let Err(error) = puzzles::settle(&work, id).await {
                tracing::error!(puzzle = %id.0, %error, "a reported puzzle was not evaluated");
            }
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
        } = &self.work.counts;
        ReviewCounts {
            waiting: self.work.jobs().count(),
            made: made.load(Ordering::Relaxed),
            by_workers: by_workers.load(Ordering::Relaxed),
            refused: refused.load(Ordering::Relaxed),
            failed: failed.load(Ordering::Relaxed),
            took_ms: self.work.lanes.took_ms(),
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
        self.work.jobs().end(self.key);
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
        let turn = work.lanes.turn(job.nominal.lane()).await;
        let made = work.make(key, job).await;
        drop(turn);
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
            work.jobs().fail(key);
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
        let lane = job.nominal.lane();
        let made = move |share: &mut Share| {
            made(record, key.seat, effort, |progress| {
                job.tell(progress);
                share.pause();
            })
        };
        let (review, text) = self.lanes.run(lane, made).await??;
        self.keep(key, &summary, (&review, text), None).await?;
        Ok(Some((summary, review)))
    }

    /// Stores a review and its text, with the worker that made it.
    async fn keep(
        &self,
        key: ReviewKey,
        summary: &MatchSummary,
        (review, made): (&Review, StoredRecord),
        reviewer: Option<ReviewerId>,
    ) -> Result<(), NotMade> {
        let own = mistakes::of(summary, review)?;
        let (now, most_bytes) = (self.clock.now().wall, self.limits.review_bytes);
        let kept = self
            .store
            .keep_review(key, &made, own.as_ref(), reviewer, now, most_bytes);
        Ok(kept.await?)
    }

    /// Makes the puzzles of a review, once the reviews that wait now are made: so there are never more to be made than the queue has places.
    async fn make_puzzles(&self, summary: &MatchSummary, review: Review) {
        let _turn = self.lanes.turn(Lane::Short).await;
        if let Err(error) = puzzles::make(self, summary, review, self.effort()).await {
            let match_id = summary.match_id;
            tracing::error!(%match_id, %error, "the puzzles of a review were not made");
        }
    }

    /// How much a review does.
    fn effort(&self) -> Effort {
        Effort {
            lines: self.limits.review_lines,
            ..EFFORT
        }
    }
}

/// The review of a record, and its text: on a thread for reviews.
fn made(
    record: StoredRecord,
    seat: u8,
    effort: Effort,
    progress: impl FnMut(Progress<'_>),
) -> Result<(Review, StoredRecord), NotMade> {
    let record: Record = serde_json::from_slice(&record.open()?)?;
    let review = review(&record, Seat::new(seat.into()), effort, progress)?;
    let text = written(&review)?;
    Ok((review, text))
}

/// A review as it is stored.
fn written(review: &Review) -> Result<StoredRecord, NotMade> {
    Ok(StoredRecord::new(serde_json::to_vec(review)?))
}

/// The key of a review by the engine of this server.
pub(crate) const fn key(match_id: MatchId, seat: u8) -> ReviewKey {
    ReviewKey {
        match_id,
        seat,
        engine: ENGINE,
    }
}
