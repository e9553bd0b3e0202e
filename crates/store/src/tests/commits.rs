//! The committer: groups, retries, isolation of bad rows, the end.

use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::join_all;
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::faulty::{Fault, Faulty};
use super::fresh::Fresh;
use super::on_both;
use super::samples::{TTL_MS, at, device, lease, player, room, row};
use crate::limits::PG_WRITER_CONNECTIONS;
use crate::{
    Append, Archive, CommitError, CommitHandle, CommitLimits, CommitObserver, Committed, Committer,
    Health, Log as _, Rejection, StoreLost, SubmitError,
};

on_both!(
    appends_of_many_rooms_share_transactions,
    groups_keep_to_their_limits,
    a_turn_comes_when_the_group_before_it_is_stored,
    after_a_group_of_several_rooms_the_next_one_gathers_for_a_moment,
    an_unknown_outcome_is_tried_again_until_it_is_known,
    health_tells_since_when_the_database_is_away,
    a_bad_row_hurts_its_room_alone,
    a_row_that_only_the_database_refuses_hurts_its_room_alone,
    a_conflict_hurts_its_room_alone,
    nothing_follows_a_failed_row_until_the_room_begins_anew,
    after_a_conflict_a_room_goes_on_from_what_is_stored,
    a_lost_lease_ends_everything,
    a_full_queue_is_busy_at_once,
    closing_drains_what_was_taken,
    dropping_every_handle_drains_what_was_taken,
    cut_connections_lose_and_repeat_nothing,
    many_who_come_at_once_do_not_stand_before_a_room,
);

fn quick() -> CommitLimits {
    CommitLimits {
        retry_first: Duration::from_millis(1),
        ..CommitLimits::default()
    }
}

fn submit(
    handle: &CommitHandle,
    number: u128,
    index: u64,
    body: &str,
) -> oneshot::Receiver<Committed> {
    handle
        .try_submit(row(room(number), index, body))
        .expect("the queue is not full")
}

/// The rows of each transaction, and how long it took.
#[derive(Default)]
struct Groups(Mutex<Vec<(usize, Duration)>>);

impl CommitObserver for Groups {
    fn committed(&self, rows: &[Append], took: Duration) {
        let mut groups = self.0.lock().expect("nobody panics");
        groups.push((rows.len(), took));
    }
}

async fn rows(store: &Archive, number: u128) -> usize {
    store.log(room(number)).await.expect("a log").rows.len()
}

async fn appends_of_many_rooms_share_transactions(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let (handle, task) = Committer::start(Arc::clone(&store) as _, fence, quick());
    let groups = Arc::new(Groups::default());
    handle.observe(Arc::clone(&groups) as _);
    let mut replies = Vec::new();
    for index in 0..3 {
        for number in 0..100 {
            replies.push(submit(&handle, number, index, "body"));
        }
    }
    for reply in replies {
        assert_eq!(reply.await, Ok(Ok(())));
    }
    for number in 0..100 {
        assert_eq!(rows(&store, number).await, 3);
    }
    let groups = std::mem::take(&mut *groups.0.lock().expect("nobody panics"));
    let rows = groups.iter().map(|&(rows, _)| rows);
    assert_eq!(rows.clone().sum::<usize>(), 300);
    assert_eq!(handle.counters().commits(), groups.len() as u64);
    assert!(groups.len() < 30 && rows.max() > Some(30), "{groups:?}");
    assert!(groups.iter().all(|(_, took)| !took.is_zero()), "{groups:?}");
    assert_eq!(handle.waiting(), (0, 0));
    drop(handle);
    task.await.expect("it ends");
}

async fn groups_keep_to_their_limits(fresh: &Fresh) {
    let inner = fresh.open().await;
    let fence = lease(&*inner).await;
    let store = Faulty::gated(inner);
    let limits = CommitLimits {
        group_appends: 5,
        group_bytes: 100,
        ..quick()
    };
    let (handle, task) = Committer::start(store.clone(), fence, limits);
    let first = submit(&handle, 0, 0, "wait");
    store.came(1).await;
    // Twelve small rows, two that do not fit into one group, and one larger than any group.
    let mut replies: Vec<_> = (1..=12)
        .map(|number| submit(&handle, number, 0, "x"))
        .collect();
    let large = |number, len| submit(&handle, number, 0, &"x".repeat(len));
    replies.extend([large(20, 60), large(21, 60), large(22, 200)]);
    store.open_gate();
    assert_eq!(first.await, Ok(Ok(())));
    for reply in replies {
        assert_eq!(reply.await, Ok(Ok(())));
    }
    assert_eq!(store.sizes(), [1, 5, 5, 3, 1, 1]);
    drop(handle);
    task.await.expect("it ends");
}

async fn a_turn_comes_when_the_group_before_it_is_stored(fresh: &Fresh) {
    let inner = fresh.open().await;
    let fence = lease(&*inner).await;
    let store = Faulty::gated(inner);
    let (handle, task) = Committer::start(store.clone(), fence, quick());
    handle.until_idle().await;
    let first = submit(&handle, 1, 0, "row");
    store.came(1).await;
    let mut turn = pin!(handle.until_idle());
    assert_eq!(
        turn.as_mut().now_or_never(),
        None,
        "a group is being stored"
    );
    store.let_through();
    assert_eq!(first.await, Ok(Ok(())));
    turn.await;
    // Nor does `until_idle` wait for a committer that has ended in the middle of a group.
    drop(submit(&handle, 1, 1, "row"));
    store.came(2).await;
    task.abort();
    handle.until_idle().await;
}

async fn after_a_group_of_several_rooms_the_next_one_gathers_for_a_moment(fresh: &Fresh) {
    let inner = fresh.open().await;
    let fence = lease(&*inner).await;
    for (rooms, gathers) in [(3, false), (4, true)] {
        let store = Faulty::gated(Arc::clone(&inner));
        let limits = CommitLimits {
            gather_from_rooms: 4,
            // The pause does not end while the test runs.
            gather: Duration::from_hours(1),
            ..quick()
        };
        let (handle, task) = Committer::start(store.clone(), fence, limits);
        let first = submit(&handle, 10 * rooms, 0, "row");
        store.came(1).await;
        let group: Vec<_> = (1..=rooms)
            .map(|room| submit(&handle, 10 * rooms + room, 0, "row"))
            .collect();
        store.open_gate();
        assert_eq!(first.await, Ok(Ok(())));
        for reply in group {
            assert_eq!(reply.await, Ok(Ok(())));
        }
        assert_eq!(store.sizes().last().map(|&size| size as u128), Some(rooms));
        let next = submit(&handle, 10 * rooms, 1, "row");
        if gathers {
            let turn = timeout(Duration::from_millis(50), handle.until_idle()).await;
            assert!(turn.is_err(), "what is gathered shares the next group");
            assert_eq!(store.sizes(), [1, 4]);
        } else {
            assert_eq!(next.await, Ok(Ok(())), "a few rooms wait for nothing");
        }
        task.abort();
    }
}

async fn an_unknown_outcome_is_tried_again_until_it_is_known(fresh: &Fresh) {
    let inner = fresh.open().await;
    let fence = lease(&*inner).await;
    let faults = [Fault::Before, Fault::After, Fault::After, Fault::Before];
    let store = Faulty::new(Arc::clone(&inner), &faults);
    let (handle, task) = Committer::start(store, fence, quick());
    assert_eq!(submit(&handle, 1, 0, "once").await, Ok(Ok(())));
    assert_eq!(submit(&handle, 1, 1, "twice").await, Ok(Ok(())));
    assert_eq!(
        inner.log(room(1)).await.expect("a log").rows,
        [(0, "once".to_owned()), (1, "twice".to_owned())]
    );
    assert_eq!(
        (handle.counters().retries(), handle.counters().commits()),
        (4, 2)
    );
    drop(handle);
    task.await.expect("it ends");
}

async fn health_tells_since_when_the_database_is_away(fresh: &Fresh) {
    let inner = fresh.open().await;
    let fence = lease(&*inner).await;
    let store = Faulty::gated_with(inner, &[Fault::Before; 5]);
    let (handle, task) = Committer::start(store.clone(), fence, quick());
    let mut health = handle.health();
    assert_eq!(*health.borrow_and_update(), Health::Ok);
    let reply = submit(&handle, 1, 0, "late");
    store.let_through();
    health.changed().await.expect("it runs");
    let Health::Away { since } = *health.borrow_and_update() else {
        panic!("the first try failed")
    };
    store.open_gate();
    health.changed().await.expect("it runs");
    assert_eq!(
        *health.borrow_and_update(),
        Health::Ok,
        "one change there, one back"
    );
    assert!(
        since.elapsed() >= Duration::from_millis(1 + 2 + 4 + 8 + 16),
        "it waits longer each time"
    );
    assert_eq!(reply.await, Ok(Ok(())));
    drop(handle);
    task.await.expect("it ends");
}

/// Submits rows of ten rooms as one group, room 5's second one being `bad`.
async fn with_a_bad_row(store: Arc<Archive>, bad: &str, index: u64) -> Vec<Committed> {
    let fence = lease(&*store).await;
    let gated = Faulty::gated(store);
    let (handle, task) = Committer::start(gated.clone(), fence, quick());
    let mut replies: Vec<_> = (0..10)
        .map(|number| submit(&handle, number, 0, "good"))
        .collect();
    replies.push(submit(&handle, 5, index, bad));
    replies.push(submit(&handle, 5, 2, "after the bad one"));
    replies.push(submit(&handle, 6, 1, "good"));
    gated.open_gate();
    let mut committed = Vec::new();
    for reply in replies {
        committed.push(reply.await.expect("an answer"));
    }
    drop(handle);
    task.await.expect("it ends");
    committed
}

async fn a_bad_row_hurts_its_room_alone(fresh: &Fresh) {
    let store = fresh.open().await;
    let committed = with_a_bad_row(Arc::clone(&store), "b\0d", 1).await;
    assert_eq!(committed[..10], [Ok(()); 10]);
    assert!(matches!(
        committed[10],
        Err(CommitError::Rejected(Rejection::Nul { .. }))
    ));
    assert_eq!(committed[11..], [Err(CommitError::AfterFailed), Ok(())]);
    assert_eq!((rows(&store, 5).await, rows(&store, 6).await), (1, 2));
}

async fn a_row_that_only_the_database_refuses_hurts_its_room_alone(fresh: &Fresh) {
    let store = fresh.open().await;
    fresh.refuse_bodies("bad").await;
    let committed = with_a_bad_row(Arc::clone(&store), "bad", 1).await;
    assert_eq!(committed[..10], [Ok(()); 10]);
    assert_eq!(
        committed[10],
        Err(CommitError::Rejected(Rejection::Refused))
    );
    assert_eq!(committed[11..], [Err(CommitError::AfterFailed), Ok(())]);
    assert_eq!((rows(&store, 5).await, rows(&store, 6).await), (1, 2));
}

async fn a_conflict_hurts_its_room_alone(fresh: &Fresh) {
    let store = fresh.open().await;
    let committed = with_a_bad_row(Arc::clone(&store), "another first row", 0).await;
    assert_eq!(committed[..10], [Ok(()); 10]);
    assert_eq!(
        committed[10..],
        [
            Err(CommitError::Conflict),
            Err(CommitError::AfterFailed),
            Ok(())
        ]
    );
    assert_eq!((rows(&store, 5).await, rows(&store, 6).await), (1, 2));
}

async fn nothing_follows_a_failed_row_until_the_room_begins_anew(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let (handle, task) = Committer::start(Arc::clone(&store) as _, fence, quick());
    assert!(matches!(
        submit(&handle, 1, 0, "b\0d").await,
        Ok(Err(CommitError::Rejected(_)))
    ));
    // In another group than the failed one.
    assert_eq!(
        submit(&handle, 1, 1, "after").await,
        Ok(Err(CommitError::AfterFailed))
    );
    assert_eq!(submit(&handle, 2, 0, "elsewhere").await, Ok(Ok(())));
    handle.clear_failure(room(1));
    assert_eq!(submit(&handle, 1, 0, "good").await, Ok(Ok(())));
    assert_eq!(submit(&handle, 1, 1, "after").await, Ok(Ok(())));
    assert_eq!(
        (rows(&store, 1).await, handle.counters().failed_rows()),
        (2, 2)
    );
    drop(handle);
    task.await.expect("it ends");
}

async fn after_a_conflict_a_room_goes_on_from_what_is_stored(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let (handle, task) = Committer::start(Arc::clone(&store) as _, fence, quick());
    assert_eq!(submit(&handle, 1, 0, "own").await, Ok(Ok(())));
    let others = store.append(fence, &[row(room(1), 1, "another's")]).await;
    others.expect("stored");
    assert_eq!(
        submit(&handle, 1, 1, "own").await,
        Ok(Err(CommitError::Conflict))
    );
    // It was submitted before the failure of the previous row is known.
    assert_eq!(
        submit(&handle, 1, 2, "own").await,
        Ok(Err(CommitError::AfterFailed))
    );
    handle.clear_failure(room(1));
    assert_eq!(submit(&handle, 1, 2, "after another's").await, Ok(Ok(())));
    let log = store.log(room(1)).await.expect("a log");
    let bodies: Vec<_> = log.rows.iter().map(|(_, body)| body.as_str()).collect();
    assert_eq!(bodies, ["own", "another's", "after another's"]);
    drop(handle);
    task.await.expect("it ends");
}

async fn a_lost_lease_ends_everything(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let gated = Faulty::gated(Arc::clone(&store));
    let limits = CommitLimits {
        group_appends: 3,
        ..quick()
    };
    let (handle, task) = Committer::start(gated.clone(), fence, limits);
    let replies: Vec<_> = (0..10)
        .map(|number| submit(&handle, number, 0, "late"))
        .collect();
    store
        .try_lease("test", TTL_MS)
        .await
        .expect("an answer")
        .expect("its own lease");
    gated.open_gate();
    for reply in replies {
        assert_eq!(reply.await, Ok(Err(StoreLost::Fenced.into())));
    }
    task.await.expect("it ends");
    assert!(matches!(
        handle.try_submit(row(room(1), 0, "later")),
        Err(SubmitError::Closed(_))
    ));
    assert_eq!(rows(&store, 1).await, 0);
}

async fn a_full_queue_is_busy_at_once(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let gated = Faulty::gated(Arc::clone(&store));
    let limits = CommitLimits {
        queue_appends: 3,
        queue_bytes: 1000,
        ..quick()
    };
    let (handle, task) = Committer::start(gated.clone(), fence, limits);
    // The task takes this row and waits at the gate with it; its bytes still count.
    let mut replies = vec![submit(&handle, 1, 0, &"x".repeat(500))];
    gated.came(1).await;
    let large = row(room(2), 0, &"x".repeat(501));
    assert!(
        matches!(handle.try_submit(large), Err(SubmitError::Busy(back)) if back.room == room(2))
    );
    replies.extend((2..5).map(|number| submit(&handle, number, 0, "x")));
    assert!(matches!(
        handle.try_submit(row(room(5), 0, "x")),
        Err(SubmitError::Busy(_))
    ));
    assert_eq!(handle.counters().busy(), 2);
    gated.open_gate();
    for reply in replies {
        assert_eq!(reply.await, Ok(Ok(())));
    }
    // There is space again, also for one larger than the limit.
    assert_eq!(submit(&handle, 6, 0, &"x".repeat(2000)).await, Ok(Ok(())));
    drop(handle);
    task.await.expect("it ends");
}

async fn closing_drains_what_was_taken(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let gated = Faulty::gated(Arc::clone(&store));
    let (handle, task) = Committer::start(gated.clone(), fence, quick());
    let replies: Vec<_> = (0..20)
        .map(|number| submit(&handle, number, 0, "taken"))
        .collect();
    let other = handle.clone();
    handle.close();
    assert!(matches!(
        other.try_submit(row(room(1), 1, "late")),
        Err(SubmitError::Closed(_))
    ));
    gated.open_gate();
    for reply in replies {
        assert_eq!(reply.await, Ok(Ok(())));
    }
    task.await.expect("it ends though handles are left");
}

async fn dropping_every_handle_drains_what_was_taken(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let (handle, task) = Committer::start(Arc::clone(&store) as _, fence, quick());
    // Nobody waits for the answers.
    for number in 0..20 {
        drop(submit(&handle, number, 0, "taken"));
    }
    drop(handle);
    task.await.expect("it ends");
    for number in 0..20 {
        assert_eq!(rows(&store, number).await, 1);
    }
}

async fn cut_connections_lose_and_repeat_nothing(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let (handle, task) = Committer::start(Arc::clone(&store) as _, fence, quick());
    let writer = {
        let handle = handle.clone();
        tokio::spawn(async move {
            for index in 0..400 {
                let replies: Vec<_> = (0..4)
                    .map(|number| submit(&handle, number, index, "body"))
                    .collect();
                for reply in replies {
                    assert_eq!(reply.await, Ok(Ok(())));
                }
            }
        })
    };
    for _ in 0..5 {
        tokio::time::sleep(Duration::from_millis(30)).await;
        fresh.cut_connections().await;
    }
    writer.await.expect("every append is durable in the end");
    for number in 0..4 {
        assert_eq!(rows(&store, number).await, 400);
    }
    drop(handle);
    task.await.expect("it ends");
}

/// Each guest is a separate transaction. All of them are stored before the row, which waits only for those that are already writing.
async fn many_who_come_at_once_do_not_stand_before_a_room(fresh: &Fresh) {
    const GUESTS: u8 = 100;
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    // No connection has to be opened: all writing ones are open.
    let opening = (0..PG_WRITER_CONNECTIONS).map(async |number| {
        let rows = [row(room(2 + u128::from(number)), 0, "row")];
        store.append(fence, &rows).await.expect("stored");
    });
    join_all(opening).await;
    let made = AtomicUsize::new(0);
    let guests = join_all((0..GUESTS).map(async |number| {
        let guest = player(number.into());
        let created = store.create_guest(guest, "somebody", device(number), at(0));
        created.await.expect("created");
        made.fetch_add(1, Ordering::Relaxed);
    }));
    let append = async {
        let rows = [row(room(1), 0, "row")];
        store.append(fence, &rows).await.expect("stored");
        made.load(Ordering::Relaxed)
    };
    let (_, before) = tokio::join!(guests, append);
    assert!(
        before < usize::from(GUESTS / 2),
        "{before} were made before"
    );
}
