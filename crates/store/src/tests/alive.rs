//! On Postgres, the end of a server's process is noticed through its session; a living server opens a new session whenever it breaks.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

use super::fresh::{Fresh, Raw};
use super::samples::{TTL_MS, lease, room, row};
use super::silent::SilencedProxy;
use crate::{Archive, Fence, Log as _, OpenOptions, open};

/// The interval of checks, and their greatest number.
const LOOK_EVERY: Duration = Duration::from_millis(50);
const LOOKS: usize = 1_000;

const LOCKER_SQL: &str = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";

row! {
    struct Locker {
        pid: i32,
    }
}

/// Waits until a session that is none of these holds the lock; returns it.
async fn next_session(fresh: &Fresh, before: Option<i32>) -> i32 {
    let mut looking: Raw = fresh.connect().await;
    for _ in 0..LOOKS {
        let locker: Option<Locker> = looking
            .conn()
            .first(LOCKER_SQL, &[])
            .await
            .expect("an answer");
        if let Some(Locker { pid }) = locker
            && before != Some(pid)
        {
            return pid;
        }
        tokio::time::sleep(LOOK_EVERY).await;
    }
    panic!("nobody holds the lock");
}

/// A server that waits for the lease until another one has it.
async fn wait_for_it(
    store: Arc<Archive>,
    holder: String,
    had: watch::Sender<bool>,
) -> Option<Fence> {
    for _ in 0..LOOKS {
        let taken = store.try_lease(&holder, TTL_MS).await.expect("an answer");
        if taken.is_some() {
            had.send_replace(true);
            return taken;
        }
        if *had.borrow() {
            return None;
        }
        tokio::time::sleep(LOOK_EVERY).await;
    }
    panic!("nobody gets it");
}

#[tokio::test]
async fn one_of_those_who_wait_takes_over_from_a_process_that_is_gone_long_before_its_lease_ends() {
    let fresh = Fresh::postgres().await;
    let owner = fresh.open().await;
    let first = lease(&*owner).await;
    next_session(&fresh, None).await;
    let had = watch::Sender::new(false);
    let mut waiting = Vec::new();
    for number in 0..3 {
        let store = fresh.open().await;
        // It has seen the owner alive.
        let holder = format!("waiting {number}");
        assert_eq!(
            store.try_lease(&holder, TTL_MS).await.expect("an answer"),
            None
        );
        waiting.push(tokio::spawn(wait_for_it(store, holder, had.clone())));
    }
    drop(owner);
    let mut taken = Vec::new();
    for waiting in waiting {
        taken.extend(waiting.await.expect("no panic"));
    }
    assert!(matches!(taken[..], [second] if second > first), "{taken:?}");
    fresh.remove().await;
}

#[tokio::test]
async fn a_server_whose_session_broke_has_one_again_and_is_the_owner() {
    let fresh = Fresh::postgres().await;
    let owner = fresh.open().await;
    let fence = lease(&*owner).await;
    let mut session = next_session(&fresh, None).await;
    for index in 0..3 {
        fresh.cut_connections().await;
        session = next_session(&fresh, Some(session)).await;
        // A broken connection is noticed when it is used.
        let batch = [row(room(1), index, "row")];
        while owner.append(fence, &batch).await.is_err() {}
    }
    assert_eq!(owner.log(room(1)).await.expect("a log").rows.len(), 3);
    owner.close().await;
    fresh.remove().await;
}

#[tokio::test]
async fn a_server_whose_session_fell_silent_has_another_one() {
    let fresh = Fresh::postgres().await;
    let proxy = SilencedProxy::to(&fresh).await;
    let owner = open(&proxy.url, OpenOptions::default()).await;
    let owner = owner.expect("it opens");
    lease(&*owner).await;
    let session = next_session(&fresh, None).await;
    proxy.fall_silent();
    next_session(&fresh, Some(session)).await;
    owner.close().await;
    fresh.remove().await;
}

#[tokio::test]
async fn a_lease_that_was_given_back_leaves_no_session() {
    let fresh = Fresh::postgres().await;
    let (one, two) = (fresh.open().await, fresh.open().await);
    let fence = lease(&*one).await;
    let session = next_session(&fresh, None).await;
    one.release(fence).await.expect("held");
    let taken = two.try_lease("two", TTL_MS).await.expect("an answer");
    assert!(taken.is_some());
    // The session of the second server, because that of the first one is gone.
    next_session(&fresh, Some(session)).await;
    fresh.remove().await;
}
