//! The lease on the rooms.

use std::time::Duration;

use super::fresh::Fresh;
use super::on_both;
use super::samples::{TTL_MS, room, row};
use crate::{AppendError, LeaseError, Log as _};

on_both!(
    one_of_many_gets_the_lease,
    fence_grows_with_every_take_over,
    others_wait_until_the_lease_is_released,
    a_released_lease_appends_and_renews_nothing,
    a_holder_takes_over_from_itself_and_its_old_fence_is_dead,
    a_lease_that_ran_out_but_nobody_took_is_still_held,
    an_append_after_a_take_over_stores_nothing,
    no_append_lands_after_a_take_over_however_they_race,
    a_lease_is_free_once_its_server_is_gone,
);

async fn one_of_many_gets_the_lease(fresh: &Fresh) {
    let mut servers = Vec::new();
    for number in 0..6 {
        let store = fresh.open().await;
        servers.push(tokio::spawn(async move {
            let fence = store
                .try_lease(&format!("server {number}"), TTL_MS)
                .await
                .expect("an answer");
            (store, fence)
        }));
    }
    let mut fences = Vec::new();
    let mut stores = Vec::new();
    for server in servers {
        let (store, fence) = server.await.expect("no panic");
        stores.push(store);
        fences.extend(fence);
    }
    assert_eq!(fences.len(), 1, "{fences:?}");
}

async fn fence_grows_with_every_take_over(fresh: &Fresh) {
    let (one, two) = (fresh.open().await, fresh.open().await);
    let mut last = None;
    for round in 0..4 {
        let (store, holder) = if round % 2 == 0 {
            (&one, "one")
        } else {
            (&two, "two")
        };
        let fence = store
            .try_lease(holder, TTL_MS)
            .await
            .expect("an answer")
            .expect("a free lease");
        assert!(Some(fence) > last);
        last = Some(fence);
        store.release(fence).await.expect("the lease is held");
    }
    assert_eq!(last.map(crate::Fence::number), Some(4));
}

async fn others_wait_until_the_lease_is_released(fresh: &Fresh) {
    let (one, two) = (fresh.open().await, fresh.open().await);
    let fence = one
        .try_lease("one", TTL_MS)
        .await
        .expect("an answer")
        .expect("a free lease");
    assert_eq!(two.try_lease("two", TTL_MS).await.expect("an answer"), None);
    one.renew(fence, TTL_MS).await.expect("still held");
    assert_eq!(two.try_lease("two", TTL_MS).await.expect("an answer"), None);
    one.release(fence).await.expect("still held");
    assert!(
        two.try_lease("two", TTL_MS)
            .await
            .expect("an answer")
            .is_some()
    );
    assert_eq!(one.try_lease("one", TTL_MS).await.expect("an answer"), None);
}

async fn a_released_lease_appends_and_renews_nothing(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = store
        .try_lease("one", TTL_MS)
        .await
        .expect("an answer")
        .expect("a free lease");
    store.release(fence).await.expect("held");
    assert!(matches!(
        store.renew(fence, TTL_MS).await,
        Err(LeaseError::Lost)
    ));
    assert!(matches!(store.release(fence).await, Err(LeaseError::Lost)));
    let appended = store.append(fence, &[row(room(1), 0, "late")]).await;
    assert!(
        matches!(appended, Err(AppendError::LeaseLost)),
        "{appended:?}"
    );
}

async fn a_holder_takes_over_from_itself_and_its_old_fence_is_dead(fresh: &Fresh) {
    let store = fresh.open().await;
    let old = store
        .try_lease("one", TTL_MS)
        .await
        .expect("an answer")
        .expect("a free lease");
    let new = store
        .try_lease("one", TTL_MS)
        .await
        .expect("an answer")
        .expect("its own lease");
    assert!(new > old);
    assert!(matches!(
        store.renew(old, TTL_MS).await,
        Err(LeaseError::Lost)
    ));
    assert!(matches!(store.release(old).await, Err(LeaseError::Lost)));
    store.renew(new, TTL_MS).await.expect("the new one is held");
}

async fn a_lease_that_ran_out_but_nobody_took_is_still_held(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = store
        .try_lease("one", 1)
        .await
        .expect("an answer")
        .expect("a free lease");
    tokio::time::sleep(Duration::from_millis(50)).await;
    store
        .append(fence, &[row(room(1), 0, "in time")])
        .await
        .expect("nobody took the lease");
    store
        .renew(fence, TTL_MS)
        .await
        .expect("nobody took the lease");
    // From now on it is not free again.
    assert_eq!(
        store.try_lease("two", TTL_MS).await.expect("an answer"),
        None
    );
    store.renew(fence, 1).await.expect("held");
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert!(
        store
            .try_lease("two", TTL_MS)
            .await
            .expect("an answer")
            .is_some(),
        "it ran out by the database's clock"
    );
    assert!(matches!(
        store.renew(fence, TTL_MS).await,
        Err(LeaseError::Lost)
    ));
}

async fn an_append_after_a_take_over_stores_nothing(fresh: &Fresh) {
    let store = fresh.open().await;
    let old = store
        .try_lease("one", TTL_MS)
        .await
        .expect("an answer")
        .expect("a free lease");
    store
        .append(old, &[row(room(1), 0, "mine")])
        .await
        .expect("held");
    let new = store
        .try_lease("one", TTL_MS)
        .await
        .expect("an answer")
        .expect("its own lease");
    let appended = store.append(old, &[row(room(1), 1, "late")]).await;
    assert!(
        matches!(appended, Err(AppendError::LeaseLost)),
        "{appended:?}"
    );
    // Not even an existing row: it could be the other server's.
    let repeated = store.append(old, &[row(room(1), 0, "mine")]).await;
    assert!(
        matches!(repeated, Err(AppendError::LeaseLost)),
        "{repeated:?}"
    );
    store
        .append(new, &[row(room(1), 1, "new")])
        .await
        .expect("held");
    assert_eq!(
        store.log(room(1)).await.expect("a log").rows,
        [(0, "mine".to_owned()), (1, "new".to_owned())]
    );
}

async fn no_append_lands_after_a_take_over_however_they_race(fresh: &Fresh) {
    let store = fresh.open().await;
    for round in 0..10 {
        let fence = store
            .try_lease("one", TTL_MS)
            .await
            .expect("an answer")
            .expect("its own lease");
        let writer = {
            let store = store.clone();
            tokio::spawn(async move {
                for index in 0.. {
                    match store
                        .append(fence, &[row(room(round), index, "body")])
                        .await
                    {
                        Ok(()) => {}
                        Err(AppendError::LeaseLost) => return index,
                        Err(error) => panic!("{error:?}"),
                    }
                }
                unreachable!("the lease is lost at some time")
            })
        };
        let renewer = {
            let store = store.clone();
            tokio::spawn(async move {
                loop {
                    match store.renew(fence, TTL_MS).await {
                        Ok(()) => {}
                        Err(LeaseError::Lost) => return,
                        Err(error) => panic!("{error:?}"),
                    }
                }
            })
        };
        tokio::time::sleep(Duration::from_millis(
            3 * u64::try_from(round).expect("a small number"),
        ))
        .await;
        store
            .try_lease("one", TTL_MS)
            .await
            .expect("an answer")
            .expect("its own lease");
        renewer.await.expect("no panic");
        let rows = store.log(room(round)).await.expect("a log").rows.len();
        let written = writer.await.expect("no panic");
        assert_eq!(
            store.log(room(round)).await.expect("a log").rows.len(),
            rows,
            "a row landed after the take-over"
        );
        assert_eq!(
            u64::try_from(rows).expect("a small number"),
            written,
            "an acknowledged row is missing"
        );
    }
}

/// A lease that expires while a test waits for it, and not before the first check.
const SHORT_TTL_MS: u32 = 10_000;
/// The interval of checks for that, and their greatest number.
const TRY_EVERY: Duration = Duration::from_millis(50);
const MAX_TRIES: usize = 1_000;

/// On SQLite at once, because the operating system unlocks the file; on Postgres when the lease has expired.
async fn a_lease_is_free_once_its_server_is_gone(fresh: &Fresh) {
    let (one, two) = (fresh.open().await, fresh.open().await);
    let ttl_ms = if fresh.is_sqlite() {
        TTL_MS
    } else {
        SHORT_TTL_MS
    };
    let first = one
        .try_lease("one", ttl_ms)
        .await
        .expect("an answer")
        .expect("a free lease");
    assert_eq!(two.try_lease("two", TTL_MS).await.expect("an answer"), None);
    drop(one);
    let tries = if fresh.is_sqlite() { 1 } else { MAX_TRIES };
    for _ in 0..tries {
        let second = two.try_lease("two", TTL_MS).await.expect("an answer");
        if let Some(second) = second {
            assert!(second > first);
            return;
        }
        tokio::time::sleep(TRY_EVERY).await;
    }
    panic!("its server is gone");
}
