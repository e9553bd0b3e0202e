//! Workers outside the server: their tokens, jobs and leases, and what a revocation leaves.

use giog_rules::Timestamp;
use uuid::Uuid;

use super::deleted::left_of;
use super::forgotten::meet;
use super::fresh::Fresh;
use super::on_both;
use super::reviews::{keep, key, read, with_matches};
use super::samples::{at, finished, lease, own_mistake, player};
use crate::limits::{
    JOB_KEPT_MS, JOB_TAKES, MAX_LEASES, MAX_REVIEW_JOBS, MAX_REVIEWERS, REVIEWER_SEEN_AGAIN_MS,
    REVIEWS_DELETED_AT_ONCE,
};
use crate::{
    Archive, MistakeFilter, Rejection, ReviewKey, ReviewerId, SecretHash, StoreError, StoredRecord,
    Take, TakenJob,
};

on_both!(
    a_token_is_known_until_it_is_revoked,
    there_are_few_workers_and_revoked_ones_make_place,
    a_job_is_one_workers_until_its_lease_ends,
    a_lease_does_nothing_for_another_worker_or_after_its_end,
    a_job_is_taken_so_often_and_a_worker_has_so_many,
    jobs_go_with_their_match_their_review_and_their_time,
    what_a_revoked_worker_computed_is_told_no_more_and_deleted_in_steps,
);

const LINES: u32 = 2_048;

fn id(number: u128) -> ReviewerId {
    ReviewerId(Uuid::from_u128(number))
}

fn hash(number: u8) -> SecretHash {
    [number; 32]
}

async fn add(store: &Archive, number: u8) -> Result<(), StoreError> {
    let name = format!("worker {number}");
    let made_at = at(i64::from(number));
    let added = store.add_reviewer(id(number.into()), &name, hash(number), made_at);
    added.await
}

/// A store with so many matches and two workers.
async fn with_workers(fresh: &Fresh, matches: u128) -> std::sync::Arc<Archive> {
    let store = with_matches(fresh, matches).await;
    for number in [1, 2] {
        add(&store, number).await.expect("stored");
    }
    store
}

async fn offer(store: &Archive, key: ReviewKey, now: Timestamp) -> bool {
    let offered = store.offer_review(key, LINES, now).await;
    offered.expect("an answer")
}

/// A worker takes a job for ten milliseconds, under a lease with this number.
async fn take(store: &Archive, worker: u128, lease: u128, now: i64) -> Take {
    let times = (at(now), at(now + 10));
    let lease = Uuid::from_u128(lease);
    let taken = store.take_review_job(id(worker), 2, lease, times).await;
    taken.expect("an answer")
}

fn job(key: ReviewKey) -> Take {
    Take::Job(TakenJob { key, lines: LINES })
}

async fn revoke(store: &Archive, worker: u128) -> bool {
    let revoked = store.revoke_reviewer(id(worker), "a lie", at(9)).await;
    revoked.expect("an answer")
}

async fn a_token_is_known_until_it_is_revoked(fresh: &Fresh) {
    let store = with_workers(fresh, 1).await;
    add(&store, 1).await.expect("the same again");
    let known = async |number| {
        let found = store.reviewer_by_token(hash(number)).await;
        found.expect("an answer")
    };
    assert_eq!(known(1).await, Some((id(1), "worker 1".to_owned())));
    assert_eq!(known(3).await, None);
    let there = async |now: i64| {
        let there = store.reviewers_are_there(at(now - 100), at(now + 100));
        there.await.expect("an answer")
    };
    assert!(!there(0).await);
    assert_eq!(take(&store, 1, 1, 5).await, Take::Nothing);
    assert!(there(0).await && there(105).await);
    assert!(!there(106).await && !there(-200).await);
    // Who asks often is noted from time to time.
    assert_eq!(take(&store, 1, 1, 6).await, Take::Nothing);
    let all = store.reviewers().await.expect("a list");
    assert_eq!(
        all.iter().map(|one| one.id).collect::<Vec<_>>(),
        [id(1), id(2)]
    );
    assert_eq!((all[0].made_at, all[0].seen_at), (at(1), Some(at(5))));
    assert_eq!(
        (all[1].seen_at, &all[1].revoked, all[1].reviews),
        (None, &None, 0)
    );
    let later = 5 + REVIEWER_SEEN_AGAIN_MS;
    assert_eq!(take(&store, 1, 1, later).await, Take::Nothing);
    let all = store.reviewers().await.expect("a list");
    assert_eq!(all[0].seen_at, Some(at(later)));
    assert!(revoke(&store, 1).await);
    assert!(!revoke(&store, 1).await && !revoke(&store, 7).await);
    assert_eq!(known(1).await, None);
    assert!(!there(later).await);
    assert_eq!(take(&store, 1, 1, later).await, Take::Revoked);
    let all = store.reviewers().await.expect("a list");
    assert_eq!(all[0].revoked, Some((at(9), "a lie".to_owned())));
}

async fn there_are_few_workers_and_revoked_ones_make_place(fresh: &Fresh) {
    let store = with_matches(fresh, 1).await;
    let most = u8::try_from(MAX_REVIEWERS).expect("few");
    for number in 1..=most {
        add(&store, number).await.expect("stored");
    }
    let refused = add(&store, most + 1).await;
    let too_many = matches!(
        refused,
        Err(StoreError::Rejected(Rejection::TooMany { limit, .. })) if limit == MAX_REVIEWERS
    );
    assert!(too_many, "{refused:?}");
    // Not before its reviews are deleted.
    let review = StoredRecord::new(b"a review".to_vec());
    let kept = store.keep_review(key(1, 0), &review, None, Some(id(5)), at(1), u64::MAX);
    kept.await.expect("stored");
    assert!(revoke(&store, 5).await);
    assert!(add(&store, most + 1).await.is_err());
    assert_eq!(store.delete_revoked_reviews().await.expect("deleted"), 1);
    add(&store, most + 1).await.expect("stored");
    let all = store.reviewers().await.expect("a list");
    assert_eq!(all.len(), usize::from(most));
    assert!(all.iter().all(|one| one.id != id(5)));
}

async fn a_job_is_one_workers_until_its_lease_ends(fresh: &Fresh) {
    let store = with_workers(fresh, 2).await;
    assert!(offer(&store, key(1, 3), at(1)).await);
    assert!(offer(&store, key(2, 0), at(2)).await);
    assert!(offer(&store, key(1, 3), at(3)).await, "the same again");
    // Of another engine.
    let times = (at(4), at(14));
    let other = store.take_review_job(id(1), 3, Uuid::from_u128(9), times);
    assert_eq!(other.await.expect("an answer"), Take::Nothing);
    assert_eq!(take(&store, 1, 1, 4).await, job(key(1, 3)));
    assert_eq!(take(&store, 2, 2, 4).await, job(key(2, 0)));
    assert_eq!(take(&store, 2, 3, 13).await, Take::Nothing);
    let state = store.review_job(key(1, 3)).await.expect("an answer");
    let state = state.expect("it is offered");
    assert_eq!(
        (state.offered_at, state.ends_at, state.taken),
        (at(1), Some(at(14)), 1)
    );
    // It is not withdrawn from who has it, but anyway.
    let withdraw = async |now, anyway| {
        let withdrawn = store.withdraw_review(key(2, 0), at(now), anyway).await;
        withdrawn.expect("an answer")
    };
    assert!(!withdraw(13, false).await);
    assert!(withdraw(13, true).await && !withdraw(13, true).await);
    assert_eq!(take(&store, 2, 4, 14).await, job(key(1, 3)));
    let renewed = async |lease, now, progress| {
        let times = (at(now), at(now + 50));
        let renewed = store.renew_review_job(id(2), Uuid::from_u128(lease), times, progress);
        renewed.await.expect("an answer")
    };
    assert!(renewed(4, 20, (3, 7)).await);
    let state = store.review_job(key(1, 3)).await.expect("an answer");
    let state = state.expect("it is offered");
    assert_eq!(
        (state.ends_at, state.taken, state.progress),
        (Some(at(70)), 2, (3, 7))
    );
    assert!(!renewed(4, 70, (4, 7)).await);
    assert_eq!(take(&store, 1, 5, 70).await, job(key(1, 3)));
    let state = store.review_job(key(1, 3)).await.expect("an answer");
    assert_eq!(state.expect("it is offered").progress, (0, 0));
}

async fn a_lease_does_nothing_for_another_worker_or_after_its_end(fresh: &Fresh) {
    let store = with_workers(fresh, 1).await;
    offer(&store, key(1, 0), at(1)).await;
    assert_eq!(take(&store, 1, 1, 1).await, job(key(1, 0)));
    let of = Uuid::from_u128;
    let tried = async |worker, lease, now: i64| {
        let times = (at(now), at(now + 10));
        let worker = id(worker);
        let renewed = store.renew_review_job(worker, of(lease), times, (1, 2));
        let renewed = renewed.await.expect("an answer");
        let checked = store.begin_checking(worker, of(lease), times).await;
        let back = store.give_back_review_job(worker, of(lease), at(now));
        let back = back.await.expect("an answer");
        (renewed, checked.expect("an answer").is_some(), back)
    };
    for (worker, lease, now) in [(2, 1, 2), (1, 2, 2), (1, 1, 11), (3, 1, 2)] {
        assert_eq!(tried(worker, lease, now).await, (false, false, false));
    }
    // Once its review has come, nothing else comes, and nobody takes it, until that takes too long.
    assert_eq!(tried(1, 1, 2).await, (true, true, false));
    let checking = async |worker, now| {
        let checking = store.is_checking(id(worker), of(1), at(now)).await;
        checking.expect("an answer")
    };
    assert!(checking(1, 11).await && !checking(1, 12).await && !checking(2, 11).await);
    assert_eq!(tried(1, 1, 3).await, (false, false, false));
    assert_eq!(take(&store, 2, 2, 11).await, Take::Nothing);
    assert_eq!(take(&store, 2, 2, 12).await, job(key(1, 0)));
    // What is given back is free at once.
    let back = store.give_back_review_job(id(2), of(2), at(13)).await;
    assert!(back.expect("an answer"));
    assert_eq!(take(&store, 1, 3, 13).await, job(key(1, 0)));
    // As is what a worker had that is revoked.
    assert!(revoke(&store, 1).await);
    assert_eq!(tried(1, 3, 14).await, (false, false, false));
    let state = store.review_job(key(1, 0)).await.expect("an answer");
    assert_eq!(state.expect("it is offered").ends_at, None);
}

async fn a_job_is_taken_so_often_and_a_worker_has_so_many(fresh: &Fresh) {
    let store = with_workers(fresh, 40).await;
    offer(&store, key(1, 0), at(1)).await;
    for time in 0..JOB_TAKES {
        let now = i64::from(time) * 100;
        assert_eq!(
            take(&store, 1, now.unsigned_abs().into(), now).await,
            job(key(1, 0))
        );
    }
    assert_eq!(take(&store, 2, 9, 1_000).await, Take::Nothing);
    for number in 2..=40 {
        offer(&store, key(number, 0), at(1)).await;
    }
    let mut had = 0;
    while let Take::Job(_) = take(&store, 2, 100 + u128::from(had), 1_000).await {
        had += 1;
    }
    assert_eq!(had, MAX_LEASES);
    assert_eq!(take(&store, 2, 99, 1_000).await, Take::TooMany);
    assert!(matches!(take(&store, 1, 98, 1_000).await, Take::Job(_)));
    assert!(matches!(take(&store, 2, 97, 1_011).await, Take::Job(_)));
}

async fn jobs_go_with_their_match_their_review_and_their_time(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let games = (1..=3).map(|number| crate::Fact::MatchFinished(finished(number)));
    super::samples::store_facts(&store, fence, 0, games.collect()).await;
    add(&store, 1).await.expect("stored");
    // Of no match.
    offer(&store, key(9, 0), at(1)).await;
    assert_eq!(take(&store, 1, 1, 1).await, Take::Nothing);
    offer(&store, key(1, 0), at(1)).await;
    offer(&store, key(2, 0), at(2)).await;
    let gone = store.delete_matches(fence, &[left_of(&finished(1))]).await;
    assert_eq!(gone.expect("deleted"), 1);
    keep(&store, key(2, 0), b"a review", at(2), u64::MAX).await;
    assert_eq!(take(&store, 1, 1, 2).await, Take::Nothing);
    // Nor is offered what is stored.
    offer(&store, key(2, 0), at(2)).await;
    assert_eq!(take(&store, 1, 1, 2).await, Take::Nothing);
    offer(&store, key(3, 0), at(3)).await;
    // Nobody waits for it any more, or the date was wrong.
    for now in [4 + JOB_KEPT_MS, -JOB_KEPT_MS] {
        offer(&store, key(3, 1), at(now)).await;
        let left = store.review_job(key(3, 0)).await.expect("an answer");
        assert_eq!(left, None);
        offer(&store, key(3, 0), at(now)).await;
    }
    // There is a bound.
    let sql = format!(
        "INSERT INTO review_jobs (match_id, seat, engine, lines, offered_at)
         SELECT match_id, 7, numbers.number, 16, {} FROM matches, ({}) AS numbers",
        at(5).unix_ms(),
        (0..MAX_REVIEW_JOBS)
            .map(|number| format!("SELECT {number} AS number"))
            .take(400)
            .collect::<Vec<_>>()
            .join(" UNION ALL ")
    );
    let more = format!("{}; {}", sql, sql.replace("7, numbers", "6, numbers"));
    fresh.execute(&more).await.expect("filled");
    assert!(!offer(&store, key(3, 2), at(5)).await);
}

async fn what_a_revoked_worker_computed_is_told_no_more_and_deleted_in_steps(fresh: &Fresh) {
    let step = u128::try_from(REVIEWS_DELETED_AT_ONCE).expect("few");
    let matches = step + 3;
    let store = with_workers(fresh, matches + 1).await;
    meet(&store).await;
    let review = StoredRecord::new(b"a review".to_vec());
    let own = own_mistake(1);
    let by = async |number, worker: Option<u128>| {
        let key = key(number, 0);
        let worker = worker.map(id);
        let kept = store.keep_review(key, &review, Some(&own), worker, at(1), u64::MAX);
        kept.await.expect("stored");
    };
    by(1, None).await;
    by(2, Some(2)).await;
    let before = store.review_bytes().await.expect("a number");
    for number in 3..=matches {
        by(number, Some(1)).await;
    }
    let told = async |number| read(&store, key(number, 0), at(1)).await.is_some();
    assert!(told(3).await);
    let mistakes = async || {
        let page = store.mistakes(player(1), &MistakeFilter::default()).await;
        page.expect("a page").items.len()
    };
    assert!(mistakes().await > 2);
    assert!(revoke(&store, 1).await);
    assert!(!told(3).await && !told(matches).await);
    assert_eq!(mistakes().await, 2, "of the server and of the other worker");
    assert!(told(1).await && told(2).await);
    // Nothing of it is stored any more, and what the server computes takes its place.
    by(matches + 1, Some(1)).await;
    assert!(!told(matches + 1).await);
    by(3, None).await;
    assert!(told(3).await);
    let left = u64::try_from(matches).expect("few") - 3;
    let deleted = async || store.delete_revoked_reviews().await.expect("deleted");
    assert_eq!(deleted().await, u64::try_from(step).expect("few"));
    assert_eq!(deleted().await, left - u64::try_from(step).expect("few"));
    assert_eq!(deleted().await, 0);
    assert_eq!(mistakes().await, 3);
    let bytes = store.review_bytes().await.expect("a number");
    assert_eq!(bytes, before / 2 * 3);
    let all = store.reviewers().await.expect("a list");
    assert_eq!(
        all.iter().map(|one| one.reviews).collect::<Vec<_>>(),
        [0, 1]
    );
}
