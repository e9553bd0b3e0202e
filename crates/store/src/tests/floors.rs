//! Floors: the rows below a floor do not count once the row with the floor is stored.

use std::sync::Arc;

use super::faulty::{Fault, Faulty};
use super::fresh::Fresh;
use super::on_both;
use super::samples::{TTL_MS, at, lease, room, row, row_with};
use crate::{
    Append, AppendError, CommitError, CommitLimits, Committer, Fact, Floor, Log as _,
    MAX_FLOOR_BYTES, Rejection, RoomLog,
};

on_both!(
    a_floor_takes_the_rows_below_it_away_and_no_others,
    a_floor_whose_row_is_not_stored_changes_nothing,
    an_append_of_unknown_outcome_with_a_floor_is_tried_again,
    an_older_floor_does_not_come_back,
    a_floor_without_the_lease_deletes_nothing,
    rows_and_floor_are_there_for_the_next_server,
    a_bad_row_of_one_room_keeps_no_other_from_its_floor,
    a_closed_room_has_its_log_until_it_is_deleted,
    logs_that_are_read_together_are_those_of_each_room,
    what_no_database_keeps_is_no_floor,
    the_next_row_comes_after_the_last_one_and_the_floor,
);

fn floor(below: u64) -> Floor {
    Floor {
        below,
        body: format!("the room at {below}"),
    }
}

fn with_floor(number: u128, index: u64, below: u64) -> Append {
    Append {
        floor: Some(floor(below)),
        ..row(room(number), index, "row")
    }
}

fn rows(log: &RoomLog) -> Vec<u64> {
    log.rows.iter().map(|&(index, _)| index).collect()
}

async fn a_floor_takes_the_rows_below_it_away_and_no_others(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    // Interleaved rows of two rooms.
    for index in 0..10 {
        let batch = [row(room(1), index, "row"), row(room(2), index, "row")];
        store.append(fence, &batch).await.expect("stored");
    }
    store
        .append(fence, &[with_floor(1, 10, 7)])
        .await
        .expect("stored");
    let log = store.log(room(1)).await.expect("a log");
    assert_eq!(rows(&log), [7, 8, 9, 10]);
    assert_eq!(log.floor, Some(floor(7)));
    let other = store.log(room(2)).await.expect("a log");
    assert_eq!((other.floor, other.rows.len()), (None, 10));
    // Two floors in one transaction, the second of which removes a row of the same transaction.
    let batch = [with_floor(1, 11, 9), with_floor(1, 12, 11)];
    store.append(fence, &batch).await.expect("stored");
    let log = store.log(room(1)).await.expect("a log");
    assert_eq!((rows(&log), log.floor), (vec![11, 12], Some(floor(11))));
}

async fn the_next_row_comes_after_the_last_one_and_the_floor(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let batch = [
        row(room(1), 0, "row"),
        row(room(1), 1, "row"),
        row(room(2), 0, "row"),
        with_floor(2, 1, 1),
    ];
    store.append(fence, &batch).await.expect("stored");
    for (number, next) in [(1, 2), (2, 2), (3, 0)] {
        let answer = store.next_index(room(number)).await;
        assert_eq!(answer.expect("an index"), next, "of room {number}");
    }
    store.release(fence).await.expect("held");
    fresh
        .execute("DELETE FROM room_log")
        .await
        .expect("they are lost");
    let store = fresh.open().await;
    for (number, next) in [(1, 0), (2, 1)] {
        let answer = store.next_index(room(number)).await;
        assert_eq!(answer.expect("an index"), next, "of room {number}");
    }
}

async fn a_floor_whose_row_is_not_stored_changes_nothing(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let batch = [
        row(room(1), 0, "a"),
        row(room(1), 1, "b"),
        row(room(2), 0, "x"),
    ];
    store.append(fence, &batch).await.expect("stored");
    let batch = [with_floor(1, 2, 1), row(room(2), 0, "y")];
    let appended = store.append(fence, &batch).await;
    assert!(
        matches!(appended, Err(AppendError::Conflict { .. })),
        "{appended:?}"
    );
    let log = store.log(room(1)).await.expect("a log");
    assert_eq!((rows(&log), log.floor), (vec![0, 1], None));
    store
        .append(fence, &[with_floor(1, 2, 1)])
        .await
        .expect("stored");
    assert_eq!(rows(&store.log(room(1)).await.expect("a log")), [1, 2]);
}

async fn an_append_of_unknown_outcome_with_a_floor_is_tried_again(fresh: &Fresh) {
    let inner = fresh.open().await;
    let fence = lease(&*inner).await;
    let faults = [Fault::None, Fault::After, Fault::Before, Fault::After];
    let store = Faulty::new(Arc::clone(&inner), &faults);
    let (commit, committer) = Committer::start(store, fence, CommitLimits::default());
    let mut answers = Vec::new();
    for index in 0..40 {
        let append = if index % 5 == 4 {
            with_floor(1, index, index - 3)
        } else {
            row(room(1), index, "row")
        };
        answers.push(commit.try_submit(append).expect("a place"));
        if index % 7 == 0 {
            let last = answers.pop().expect("one");
            assert_eq!(last.await.expect("an answer"), Ok(()));
        }
    }
    for answer in answers {
        assert_eq!(answer.await.expect("an answer"), Ok(()));
    }
    let log = inner.log(room(1)).await.expect("a log");
    assert_eq!(
        (rows(&log), log.floor),
        (vec![36, 37, 38, 39], Some(floor(36)))
    );
    // The same again, as if its answer had been lost.
    let again = with_floor(1, 39, 36);
    inner.append(fence, &[again]).await.expect("stored already");
    assert_eq!(
        rows(&inner.log(room(1)).await.expect("a log")),
        [36, 37, 38, 39]
    );
    let mut other = with_floor(1, 39, 36);
    other.body.push('!');
    let appended = inner.append(fence, &[other]).await;
    assert!(
        matches!(appended, Err(AppendError::Conflict { index: 39, .. })),
        "{appended:?}"
    );
    commit.close();
    committer.await.expect("no panic");
}

async fn an_older_floor_does_not_come_back(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let batch: Vec<Append> = (0..6).map(|index| row(room(1), index, "row")).collect();
    store.append(fence, &batch).await.expect("stored");
    let older = with_floor(1, 6, 3);
    let newer = with_floor(1, 7, 5);
    store
        .append(fence, &[older.clone(), newer])
        .await
        .expect("stored");
    store.append(fence, &[older]).await.expect("stored already");
    let log = store.log(room(1)).await.expect("a log");
    assert_eq!((rows(&log), log.floor), (vec![5, 6, 7], Some(floor(5))));
}

async fn a_floor_without_the_lease_deletes_nothing(fresh: &Fresh) {
    let store = fresh.open().await;
    let old = lease(&*store).await;
    let batch: Vec<Append> = (0..4).map(|index| row(room(1), index, "row")).collect();
    store.append(old, &batch).await.expect("stored");
    store.release(old).await.expect("held");
    let other = fresh.open().await;
    let fence = lease(&*other).await;
    let appended = store.append(old, &[with_floor(1, 4, 3)]).await;
    assert!(
        matches!(appended, Err(AppendError::LeaseLost)),
        "{appended:?}"
    );
    let log = other.log(room(1)).await.expect("a log");
    assert_eq!((rows(&log), log.floor), (vec![0, 1, 2, 3], None));
    // The new owner never wrote these rows, and removes them.
    other
        .append(fence, &[with_floor(1, 4, 3)])
        .await
        .expect("stored");
    assert_eq!(rows(&other.log(room(1)).await.expect("a log")), [3, 4]);
}

async fn rows_and_floor_are_there_for_the_next_server(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    for index in 0..20 {
        let batch = [row(room(1), index, "row"), row(room(2), index, "row")];
        store.append(fence, &batch).await.expect("stored");
    }
    store
        .append(fence, &[with_floor(1, 20, 15)])
        .await
        .expect("stored");
    store.release(fence).await.expect("held");
    store.close().await;
    let store = fresh.open().await;
    let fence = store.try_lease("next", TTL_MS).await.expect("an answer");
    let fence = fence.expect("free");
    let log = store.log(room(1)).await.expect("a log");
    assert_eq!(rows(&log), [15, 16, 17, 18, 19, 20]);
    // Existing rows are known, whether the log was read or not.
    let appended = store.append(fence, &[row(room(2), 19, "other")]).await;
    assert!(
        matches!(appended, Err(AppendError::Conflict { index: 19, .. })),
        "{appended:?}"
    );
    let batch = [
        row(room(2), 19, "row"),
        row(room(2), 20, "row"),
        with_floor(1, 21, 18),
    ];
    store.append(fence, &batch).await.expect("stored");
    assert_eq!(
        rows(&store.log(room(1)).await.expect("a log")),
        [18, 19, 20, 21]
    );
    assert_eq!(store.log(room(2)).await.expect("a log").rows.len(), 21);
}

async fn a_bad_row_of_one_room_keeps_no_other_from_its_floor(fresh: &Fresh) {
    let inner = fresh.open().await;
    let fence = lease(&*inner).await;
    fresh.refuse_bodies("bad").await;
    let batch: Vec<Append> = (0..4).map(|index| row(room(1), index, "row")).collect();
    inner.append(fence, &batch).await.expect("stored");
    let store = Faulty::gated(Arc::clone(&inner));
    let (commit, committer) =
        Committer::start(Arc::clone(&store) as _, fence, CommitLimits::default());
    // The first one occupies the committer; the others form one group behind it.
    let first = commit
        .try_submit(row(room(3), 0, "first"))
        .expect("a place");
    let bad = commit.try_submit(row(room(2), 0, "bad")).expect("a place");
    let after = commit.try_submit(row(room(2), 1, "good")).expect("a place");
    let good = commit.try_submit(with_floor(1, 4, 2)).expect("a place");
    store.open_gate();
    assert_eq!(first.await.expect("an answer"), Ok(()));
    assert_eq!(
        bad.await.expect("an answer"),
        Err(CommitError::Rejected(Rejection::Refused))
    );
    assert_eq!(
        after.await.expect("an answer"),
        Err(CommitError::AfterFailed)
    );
    assert_eq!(good.await.expect("an answer"), Ok(()));
    let log = inner.log(room(1)).await.expect("a log");
    assert_eq!((rows(&log), log.floor), (vec![2, 3, 4], Some(floor(2))));
    assert_eq!(inner.log(room(2)).await.expect("a log"), RoomLog::default());
    commit.close();
    committer.await.expect("no panic");
}

/// Open rooms with and without a floor, a closed one, and one without any rows.
async fn logs_that_are_read_together_are_those_of_each_room(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let body = |number: u128, index: u64| format!("{{\"爵\": \"{number}\\n{index}\"}}");
    let opened = (1..=3).map(|number| {
        let at = at(0);
        let room = room(number);
        row_with(room, 0, vec![Fact::RoomOpened { room, at }])
    });
    let opened: Vec<_> = opened.collect();
    store.append(fence, &opened).await.expect("stored");
    for index in 1..10 {
        let batch: Vec<_> = (1..=3)
            .map(|number| row(room(number), index, &body(number, index)))
            .collect();
        store.append(fence, &batch).await.expect("stored");
    }
    let closed = Fact::RoomClosed {
        room: room(3),
        at: at(5),
    };
    let batch = [with_floor(1, 10, 7), row_with(room(3), 10, vec![closed])];
    store.append(fence, &batch).await.expect("stored");
    let asked = [room(3), room(4), room(1), room(2)];
    let logs = store.logs(&asked).await.expect("logs");
    let indices: Vec<_> = logs.iter().map(rows).collect();
    let all = Vec::from_iter;
    assert_eq!(indices, [all(0..11), all(0..0), all(7..11), all(0..10)]);
    let floors: Vec<_> = logs.iter().map(|log| log.floor.clone()).collect();
    assert_eq!(floors, [None, None, Some(floor(7)), None]);
    for (number, log) in [(3, &logs[0]), (1, &logs[2]), (2, &logs[3])] {
        let found = log.rows.iter().find(|&&(index, _)| index == 8);
        assert_eq!(found, Some(&(8, body(number, 8))), "room {number}");
    }
    assert_eq!(store.logs(&[]).await.expect("none"), []);
}

async fn a_closed_room_has_its_log_until_it_is_deleted(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let opened = Fact::RoomOpened {
        room: room(1),
        at: at(0),
    };
    let closed = Fact::RoomClosed {
        room: room(1),
        at: at(5),
    };
    let batch = [
        row_with(room(1), 0, vec![opened]),
        row(room(1), 1, "row"),
        row(room(1), 2, "row"),
        row(room(2), 0, "another room's"),
    ];
    store.append(fence, &batch).await.expect("stored");
    let last = Append {
        floor: Some(floor(1)),
        ..row_with(room(1), 3, vec![closed])
    };
    for _ in 0..2 {
        store
            .append(fence, std::slice::from_ref(&last))
            .await
            .expect("stored");
        let log = store.log(room(1)).await.expect("a log");
        assert_eq!((rows(&log), log.floor), (vec![1, 2, 3], Some(floor(1))));
    }
    let deleted = store.delete_logs_closed_before(at(6)).await;
    assert_eq!(deleted.expect("an answer"), 3);
    assert_eq!(store.log(room(1)).await.expect("a log"), RoomLog::default());
    assert_eq!(store.log(room(2)).await.expect("a log").rows.len(), 1);
}

async fn what_no_database_keeps_is_no_floor(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    for body in ["a\0b".to_owned(), "x".repeat(MAX_FLOOR_BYTES + 1)] {
        let bad = Append {
            floor: Some(Floor { below: 0, body }),
            ..row(room(1), 0, "row")
        };
        let appended = store.append(fence, &[bad]).await;
        assert!(
            matches!(appended, Err(AppendError::Rejected { .. })),
            "{appended:?}"
        );
    }
    assert_eq!(store.log(room(1)).await.expect("a log"), RoomLog::default());
}
