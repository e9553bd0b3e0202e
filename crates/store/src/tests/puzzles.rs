//! Puzzles: the same all day, bounded, and gone with their matches.

use giog_protocol::PuzzleId;
use uuid::Uuid;

use super::deleted::left_of;
use super::forgotten::meet;
use super::fresh::Fresh;
use super::on_both;
use super::reviews::with_matches;
use super::samples::{at, finished, lease, match_id, player, store_facts};
use crate::{Archive, Fact, StoredPuzzle, StoredRecord};

on_both!(
    the_puzzle_of_a_day_stays_and_every_puzzle_has_its_day,
    a_puzzle_goes_with_its_match_and_another_one_takes_its_day,
    a_puzzle_goes_with_who_decided,
    a_reported_puzzle_stays_or_goes,
);

fn puzzle(number: u128) -> StoredPuzzle {
    StoredPuzzle {
        id: PuzzleId(Uuid::from_u128(number << 64)),
        match_id: match_id(number),
        seat: 1,
        action: 7,
        player: None,
        content: StoredRecord::new(b"what is asked".to_vec()),
        made_at: at(i64::try_from(number).expect("small")),
        settled: false,
    }
}

async fn keep(store: &Archive, number: u128, day: i64) {
    store.keep_puzzle(&puzzle(number), day).await.expect("kept");
}

/// The number of the puzzle of a day.
async fn of_day(store: &Archive, day: i64) -> Option<u128> {
    let found = store.puzzle_of_day(day).await.expect("an answer");
    found.map(|found| found.id.0.as_u128() >> 64)
}

/// How many of those with small numbers there are.
async fn count(store: &Archive) -> usize {
    let mut count = 0;
    for number in 1..10 {
        let found = store.puzzle(puzzle(number).id).await.expect("an answer");
        count += usize::from(found.is_some());
    }
    count
}

async fn the_puzzle_of_a_day_stays_and_every_puzzle_has_its_day(fresh: &Fresh) {
    let store = with_matches(fresh, 4).await;
    assert_eq!(of_day(&store, 10).await, None);
    keep(&store, 2, 10).await;
    assert_eq!(of_day(&store, 10).await, Some(2));
    // An older one does not take its place, nor another one of the same decision.
    keep(&store, 1, 10).await;
    let again = StoredPuzzle {
        id: PuzzleId(Uuid::from_u128(99)),
        ..puzzle(2)
    };
    store
        .keep_puzzle(&again, 10)
        .await
        .expect("nothing is done");
    assert_eq!(store.puzzle(again.id).await.expect("an answer"), None);
    for _ in 0..2 {
        assert_eq!(of_day(&store, 10).await, Some(2));
    }
    let found = store.puzzle(puzzle(2).id).await.expect("an answer");
    let found = found.expect("it is there");
    assert_eq!(
        (found.match_id, found.seat, found.action),
        (match_id(2), 1, 7)
    );
    assert_eq!(found.content.open().expect("whole"), b"what is asked");
    keep(&store, 3, 11).await;
    // The oldest first; when all have had a day, they come again.
    for (day, expected) in [(11, 1), (12, 3), (13, 2), (14, 1), (13, 2)] {
        assert_eq!(of_day(&store, day).await, Some(expected), "{day}");
    }
    // A match that is not there has none.
    keep(&store, 9, 14).await;
    assert_eq!(count(&store).await, 3);
}

async fn a_puzzle_goes_with_its_match_and_another_one_takes_its_day(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let games = [1, 2].map(|number| Fact::MatchFinished(finished(number)));
    store_facts(&store, fence, 0, games.to_vec()).await;
    keep(&store, 1, 5).await;
    keep(&store, 2, 5).await;
    assert_eq!(of_day(&store, 5).await, Some(1));
    let gone = store.delete_matches(fence, &[left_of(&finished(1))]).await;
    assert_eq!(gone.expect("deleted"), 1);
    assert_eq!(store.puzzle(puzzle(1).id).await.expect("an answer"), None);
    assert_eq!(of_day(&store, 5).await, Some(2));
    assert_eq!(count(&store).await, 1);
    // One that was made while its match was deleted is not stored.
    keep(&store, 1, 5).await;
    assert_eq!(count(&store).await, 1);
}

async fn a_puzzle_goes_with_who_decided(fresh: &Fresh) {
    let store = with_matches(fresh, 3).await;
    meet(&store).await;
    let of = |number, who| StoredPuzzle {
        player: Some(player(who)),
        ..puzzle(number)
    };
    for number in [1, 2] {
        store
            .keep_puzzle(&of(number, number), 5)
            .await
            .expect("kept");
    }
    assert_eq!(of_day(&store, 5).await, Some(1));
    let forgotten = store.forget_guest(player(1), None, at(5)).await;
    forgotten.expect("forgotten");
    assert_eq!(store.puzzle(puzzle(1).id).await.expect("an answer"), None);
    let left = store.puzzle(puzzle(2).id).await.expect("an answer");
    assert_eq!(left.and_then(|left| left.player), Some(player(2)));
    assert_eq!(of_day(&store, 5).await, Some(2));
    // One that was made meanwhile is not stored.
    store
        .keep_puzzle(&of(3, 1), 5)
        .await
        .expect("nothing is done");
    assert_eq!(count(&store).await, 1);
}

async fn a_reported_puzzle_stays_or_goes(fresh: &Fresh) {
    let store = with_matches(fresh, 2).await;
    for (number, stays) in [(1, true), (2, false)] {
        keep(&store, number, 5).await;
        let id = puzzle(number).id;
        store.settle_puzzle(id, stays).await.expect("settled");
        let found = store.puzzle(id).await.expect("an answer");
        assert_eq!(found.map(|found| found.settled), stays.then_some(true));
    }
    // The same decision does not become a puzzle again, nor that of a day.
    keep(&store, 2, 5).await;
    assert_eq!(count(&store).await, 1);
    for day in 6..9 {
        assert_eq!(of_day(&store, day).await, Some(1));
    }
}
