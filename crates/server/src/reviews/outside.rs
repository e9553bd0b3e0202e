//! Reviews that workers outside the server compute: how they get jobs, and what becomes of what they say.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use giog_protocol::rest::{ProblemCode, ReviewJob, ReviewJobProgress, ReviewLease};
use giog_review::{CHECKED, EFFORT, ENGINE, Effort, Review, Worker, checked};
use giog_rooms::random_uuid;
use giog_rules::{Record, Seat, Timestamp};
use giog_store::{
    JOB_TAKES, MatchSummary, ReviewKey, ReviewerId, StoreError, StoredRecord, Take, TakenJob,
};
use tokio::time::sleep;
use uuid::Uuid;

use super::bounds::{Nominal, check_ms};
use super::checks::CheckPlace;
use super::lanes::{Lane, Share};
use super::{Job, NotMade, Reviews, Work, made, written};
use crate::outage;
use crate::problem::RestError;

/// How long a lease lasts. A worker renews it three times as often.
const LEASE_MS: i64 = 30_000;
/// Workers that were seen so long ago are there.
const THERE_MS: i64 = 15_000;
/// How long an offered review waits until a worker takes it. Then the server computes it.
const WAIT_MS: u64 = 10_000;
/// How often it is looked at meanwhile.
const LOOK_EVERY: Duration = Duration::from_millis(250);
/// The pause between two steps of a deletion.
const DELETION_PAUSE: Duration = Duration::from_millis(50);
/// How long after a worker could not be revoked it is tried again.
const REVOKE_AGAIN: Duration = Duration::from_secs(1);
/// How often it is looked for what a server that has stopped meanwhile has not deleted.
const LOOK_FOR_REVOKED_EVERY: Duration = Duration::from_mins(10);
/// Why a worker is revoked.
const FALSE_REVIEW: &str = "a review of it was false";

/// What was found of a review that a worker computed.
enum Judged {
    /// It is this engine's, as far as some decisions tell, which it names now; with its text.
    Holds(Review, StoredRecord),
    /// It seems to be another one; what the server takes to compute it.
    Doubted(Review, Nominal),
}

/// Some time later.
fn after(at: Timestamp, ms: i64) -> Timestamp {
    Timestamp::from_unix_ms(at.unix_ms().saturating_add(ms))
}

fn lease() -> ReviewLease {
    ReviewLease {
        ends_in_ms: LEASE_MS.unsigned_abs(),
    }
}

impl Reviews {
    /// A worker takes a job.
    pub async fn take(&self, reviewer: ReviewerId) -> Result<Option<ReviewJob>, RestError> {
        if !self.are_made() {
            return Ok(None);
        }
        let work = &self.work;
        let lease_id = random_uuid(&mut *(work.random)());
        let times = work.until(LEASE_MS);
        let taken = work
            .store
            .take_review_job(reviewer, ENGINE, lease_id, times);
        match taken.await? {
            Take::Job(TakenJob { key, lines }) => Ok(Some(ReviewJob {
                lease: lease_id,
                match_id: key.match_id,
                seat: Seat::new(key.seat.into()),
                lines,
                ends_in_ms: lease().ends_in_ms,
            })),
            Take::Nothing => Ok(None),
            Take::TooMany => Err(ProblemCode::TooManyJobs.into()),
            Take::Revoked => Err(ProblemCode::ReviewerTokenWanted.into()),
        }
    }

    /// A worker says how far it is, and renews its lease.
    pub async fn renew(
        &self,
        reviewer: ReviewerId,
        lease_id: Uuid,
        ReviewJobProgress { done, of }: ReviewJobProgress,
    ) -> Result<ReviewLease, RestError> {
        let times = self.work.until(LEASE_MS);
        let store = &self.work.store;
        let renewed = store.renew_review_job(reviewer, lease_id, times, (done.min(of), of));
        if renewed.await? {
            Ok(lease())
        } else {
            Err(ProblemCode::NoSuchJob.into())
        }
    }

    /// A worker gives its job back.
    pub async fn give_back(&self, reviewer: ReviewerId, lease_id: Uuid) -> Result<(), RestError> {
        let (store, now) = (&self.work.store, self.work.clock.now().wall);
        if store.give_back_review_job(reviewer, lease_id, now).await? {
            Ok(())
        } else {
            Err(ProblemCode::NoSuchJob.into())
        }
    }

    /// A place for a review of so many bytes that a worker has computed; `busy` if there is none.
    pub fn place_to_check(&self, bytes: usize) -> Result<CheckPlace, RestError> {
        Ok(self.work.checks.take(bytes)?)
    }

    /// A worker has computed a review. It is checked behind everything else.
    pub async fn submit(
        &self,
        reviewer: ReviewerId,
        lease_id: Uuid,
        (review, place): (Review, CheckPlace),
    ) -> Result<(), RestError> {
        let work = Arc::clone(&self.work);
        let times = work.until(check_ms(work.limits.review_lines));
        let job = work.store.begin_checking(reviewer, lease_id, times).await?;
        let job = job.ok_or(ProblemCode::NoSuchJob)?;
        tokio::spawn(async move {
            work.check((reviewer, lease_id), job, review).await;
            drop(place);
        });
        Ok(())
    }

    /// Revokes a worker, and deletes its reviews; false if there is none, or it was revoked before.
    pub async fn revoke(&self, reviewer: ReviewerId, why: &str) -> Result<bool, StoreError> {
        self.work.revoke(reviewer, why).await
    }
}

impl Work {
    /// Now, and so much later.
    fn until(&self, ms: i64) -> (Timestamp, Timestamp) {
        let now = self.clock.now().wall;
        (now, after(now, ms))
    }

    /// Whether a worker computes a review: it is offered to them, and waited for. If not, it is offered no more.
    pub(super) async fn by_worker(&self, key: ReviewKey, job: &Job) -> Result<bool, StoreError> {
        let begun = self.clock.now();
        let (since, until) = (after(begun.wall, -THERE_MS), after(begun.wall, THERE_MS));
        let lines = self.limits.review_lines;
        if !self.store.reviewers_are_there(since, until).await?
            || !self.store.offer_review(key, lines, begun.wall).await?
        {
            return Ok(false);
        }
        let mut free_since = begun.mono_ms;
        loop {
            sleep(LOOK_EVERY).await;
            let Some(state) = self.store.review_job(key).await? else {
                return Ok(self.find(key).await?.is_some());
            };
            let (done, of) = state.progress;
            job.tell_counts(done, of);
            let now = self.clock.now();
            let is_taken = state.ends_at.is_some_and(|ends_at| ends_at > now.wall);
            if is_taken {
                free_since = now.mono_ms;
            }
            let waits_ms = |since: u64| now.mono_ms.saturating_sub(since);
            // What has come and waits until it is checked is not made again meanwhile.
            let is_over =
                waits_ms(begun.mono_ms) >= job.nominal.most_wait_ms() && !state.is_checking;
            let is_nobodys = waits_ms(free_since) >= WAIT_MS || state.taken >= JOB_TAKES;
            if (is_over || !is_taken && is_nobodys)
                && self.store.withdraw_review(key, now.wall, is_over).await?
            {
                job.tell_counts(0, 0);
                return Ok(false);
            }
        }
    }

    /// Checks a review that a worker computed, and stores it. If it is false, the worker is revoked, and what the server has found is stored.
    async fn check(&self, (reviewer, lease_id): (ReviewerId, Uuid), job: TakenJob, review: Review) {
        let turn = self.lanes.turn(Lane::Short).await;
        // It may have waited so long that another one has the job.
        let now = self.clock.now().wall;
        match self.store.is_checking(reviewer, lease_id, now).await {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => return outage::note(&error),
        }
        let judged = self.judge(job, review).await;
        drop(turn);
        let found = match judged {
            Ok(Some(judged)) => self.settle(reviewer, job, judged).await,
            Ok(None) => Ok(None),
            Err(error) => Err(error),
        };
        match found {
            Ok(Some((summary, review))) => self.make_puzzles(&summary, review).await,
            Ok(None) => {}
            Err(error) => {
                let ReviewKey { match_id, seat, .. } = job.key;
                tracing::error!(%match_id, seat, %error, "a worker's review was not checked");
                self.counts.failed.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    /// Checks a review; none if its match was deleted meanwhile.
    async fn judge(
        &self,
        TakenJob { key, lines }: TakenJob,
        claimed: Review,
    ) -> Result<Option<Judged>, NotMade> {
        let Some(record) = self.store.record(key.match_id).await? else {
            return Ok(None);
        };
        let effort = Effort { lines, ..EFFORT };
        let numbers = self.numbers();
        let judge = move |_: &mut Share| judged(record, key.seat, claimed, effort, numbers);
        Ok(Some(self.lanes.run(Lane::Short, judge).await??))
    }

    /// Stores a review that holds. One that is doubted the server computes by itself; returns what it has computed, if that is another one.
    async fn settle(
        &self,
        reviewer: ReviewerId,
        TakenJob { key, lines }: TakenJob,
        judged: Judged,
    ) -> Result<Option<(MatchSummary, Review)>, NotMade> {
        let id = key.match_id;
        let Some(summary) = self.store.match_summary(id).await? else {
            return Ok(None);
        };
        let (claimed, nominal) = match judged {
            Judged::Holds(review, text) => {
                let stored = self.keep(key, &summary, (&review, text), Some(reviewer));
                return stored.await.map(|()| None);
            }
            Judged::Doubted(claimed, nominal) => (claimed, nominal),
        };
        let turn = self.lanes.turn(nominal.lane()).await;
        let Some(record) = self.store.record(id).await? else {
            return Ok(None);
        };
        let effort = Effort { lines, ..EFFORT };
        let make = move |share: &mut Share| made(record, key.seat, effort, |_| share.pause());
        let (really, text) = self.lanes.run(nominal.lane(), make).await??;
        drop(turn);
        if really == claimed {
            // The fault is that of the check: nobody is revoked for it.
            tracing::error!(match_id = %id, seat = key.seat, "a review was taken for another one than it is");
        } else {
            self.counts.refused.fetch_add(1, Ordering::Relaxed);
            let (seat, reviewer_id) = (key.seat, reviewer.0);
            tracing::warn!(target: "audit", %reviewer_id, match_id = %id, seat, "a worker's review is false");
            while let Err(error) = self.revoke(reviewer, FALSE_REVIEW).await {
                outage::note(&error);
                sleep(REVOKE_AGAIN).await;
            }
        }
        self.keep(key, &summary, (&really, text), None).await?;
        Ok(Some((summary, really)))
    }

    /// Which decisions are looked at: nobody can know before the review has come.
    fn numbers(&self) -> [u64; CHECKED] {
        let mut random = (self.random)();
        [(); CHECKED].map(|()| {
            let mut bytes = [0; 8];
            random.fill(&mut bytes);
            u64::from_le_bytes(bytes)
        })
    }

    async fn revoke(&self, reviewer: ReviewerId, why: &str) -> Result<bool, StoreError> {
        let now = self.clock.now().wall;
        let is_revoked = self.store.revoke_reviewer(reviewer, why, now).await?;
        if is_revoked {
            let store = Arc::clone(&self.store);
            tokio::spawn(async move { delete_revoked(&store).await });
        }
        Ok(is_revoked)
    }
}

/// Checks a review: on a thread for reviews.
fn judged(
    record: StoredRecord,
    seat: u8,
    mut claimed: Review,
    effort: Effort,
    numbers: [u64; CHECKED],
) -> Result<Judged, NotMade> {
    let record: Record = serde_json::from_slice(&record.open()?)?;
    let seat = Seat::new(seat.into());
    if claimed.seat() == seat
        && let Some(checked) = checked(&record, &claimed, effort, numbers)?
    {
        claimed.set_worker(Worker { checked });
        let text = written(&claimed)?;
        return Ok(Judged::Holds(claimed, text));
    }
    let nominal = Nominal::of(&record, seat, effort);
    Ok(Judged::Doubted(claimed, nominal))
}

/// Deletes what is left of workers that were revoked, step by step.
async fn delete_revoked(store: &giog_store::Archive) {
    loop {
        match store.delete_revoked_reviews().await {
            Ok(0) => return,
            Ok(_) => sleep(DELETION_PAUSE).await,
            Err(error) => return outage::note(&error),
        }
    }
}

/// Goes on looking for what is left of workers that were revoked.
pub(crate) async fn keep_revoked_away(store: Arc<giog_store::Archive>) {
    loop {
        delete_revoked(&store).await;
        sleep(LOOK_FOR_REVOKED_EVERY).await;
    }
}
