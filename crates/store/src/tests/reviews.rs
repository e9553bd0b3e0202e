//! Reviews: found by match, seat and engine, and bounded.

use giog_rules::Timestamp;

use super::fresh::Fresh;
use super::on_both;
use super::samples::{at, finished, lease, match_id, store_facts};
use crate::limits::REVIEW_READ_AGAIN_MS;
use crate::{Archive, Fact, ReviewKey, StoredRecord};

on_both!(
    a_review_is_found_by_its_match_seat_and_engine,
    of_too_many_bytes_what_was_not_read_for_the_longest_time_goes,
    a_review_that_is_there_stays_as_it_is,
);

pub(super) fn key(number: u128, seat: u8) -> ReviewKey {
    ReviewKey {
        match_id: match_id(number),
        seat,
        engine: 2,
    }
}

pub(super) async fn keep(
    store: &Archive,
    key: ReviewKey,
    review: &[u8],
    now: Timestamp,
    most_bytes: u64,
) {
    let review = StoredRecord::new(review.to_vec());
    let kept = store
        .keep_review(key, &review, None, None, now, most_bytes)
        .await;
    kept.expect("stored");
}

pub(super) async fn read(store: &Archive, key: ReviewKey, now: Timestamp) -> Option<Vec<u8>> {
    let found = store.review(key, now).await.expect("an answer");
    found.map(|review| review.open().expect("it is whole"))
}

/// A store with so many finished matches.
pub(super) async fn with_matches(fresh: &Fresh, count: u128) -> std::sync::Arc<Archive> {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let games = (1..=count).map(|number| Fact::MatchFinished(finished(number)));
    store_facts(&store, fence, 0, games.collect()).await;
    store
}

async fn a_review_is_found_by_its_match_seat_and_engine(fresh: &Fresh) {
    let store = with_matches(fresh, 1).await;
    let long = "laid ".repeat(1_000).into_bytes();
    keep(&store, key(1, 0), &long, at(1), u64::MAX).await;
    assert_eq!(read(&store, key(1, 0), at(1)).await, Some(long.clone()));
    let bytes = store.review_bytes().await.expect("a number");
    assert!(bytes > 0 && bytes < 1_000, "compressed: {bytes}");
    let later = ReviewKey {
        engine: 3,
        ..key(1, 0)
    };
    for other in [key(1, 1), key(2, 0), later] {
        assert_eq!(read(&store, other, at(1)).await, None, "{other:?}");
    }
    // A later engine takes its place.
    keep(&store, later, &long, at(2), u64::MAX).await;
    assert_eq!(read(&store, later, at(2)).await, Some(long.clone()));
    assert_eq!(read(&store, key(1, 0), at(2)).await, None);
    assert_eq!(store.review_bytes().await.expect("a number"), bytes);
    // An earlier one, of a server that was not updated yet, stands beside it.
    keep(&store, key(1, 0), &long, at(3), u64::MAX).await;
    assert!(read(&store, later, at(3)).await.is_some());
    assert_eq!(store.review_bytes().await.expect("a number"), bytes * 2);
}

async fn of_too_many_bytes_what_was_not_read_for_the_longest_time_goes(fresh: &Fresh) {
    let store = with_matches(fresh, 5).await;
    for number in 1..=4 {
        let now = at(i64::try_from(number).expect("small"));
        keep(&store, key(number, 0), b"a review", now, u64::MAX).await;
    }
    let all = store.review_bytes().await.expect("a number");
    let next_day = at(REVIEW_READ_AGAIN_MS + 1);
    assert!(read(&store, key(1, 0), next_day).await.is_some());
    // There is space for four.
    keep(&store, key(5, 0), b"a review", next_day, all).await;
    let left = async |numbers: [u128; 5]| {
        let mut left = Vec::new();
        for number in numbers {
            if read(&store, key(number, 0), next_day).await.is_some() {
                left.push(number);
            }
        }
        left
    };
    assert_eq!(left([1, 2, 3, 4, 5]).await, [1, 3, 4, 5]);
    assert_eq!(store.review_bytes().await.expect("a number"), all);
    // Of less space than one takes, one is left: the last.
    keep(&store, key(1, 1), b"a review", next_day, 1).await;
    assert_eq!(left([1, 2, 3, 4, 5]).await, []);
    assert!(read(&store, key(1, 1), next_day).await.is_some());
    assert_eq!(store.review_bytes().await.expect("a number"), all / 4);
}

async fn a_review_that_is_there_stays_as_it_is(fresh: &Fresh) {
    let store = with_matches(fresh, 1).await;
    keep(&store, key(1, 0), b"the first", at(1), u64::MAX).await;
    let bytes = store.review_bytes().await.expect("a number");
    keep(&store, key(1, 0), b"another one", at(2), u64::MAX).await;
    let found = read(&store, key(1, 0), at(2)).await;
    assert_eq!(found.as_deref(), Some(&b"the first"[..]));
    assert_eq!(store.review_bytes().await.expect("a number"), bytes);
}
