//! Ends queries whose callers were dropped, or that take too long.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::database::{Backend, Database};
use crate::limits::HISTORY_CONNECTIONS;
use crate::tests::fresh::Fresh;
use crate::tests::samples::{match_id, player, room};
use crate::{MatchFilter, OpenOptions, PgStore, SqliteStore, StoreError};

/// How often it is checked that people get answers beside long queries: if the machine stalls, these may end first.
const TRIES: usize = 10;

#[tokio::test]
async fn a_long_query_ends_and_keeps_nobody_out_on_sqlite() {
    let fresh = Fresh::sqlite();
    let store = SqliteStore::open(&fresh.url(), &OpenOptions::default()).await;
    let endless =
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n";
    check(store.expect("it opens"), endless).await;
}

#[tokio::test]
async fn a_long_query_ends_and_keeps_nobody_out_on_postgres() {
    let fresh = Fresh::postgres().await;
    let store = PgStore::open(&fresh.url(), &OpenOptions::default()).await;
    check(store.expect("it opens"), "SELECT pg_sleep(600)").await;
    fresh.remove().await;
}

/// How long a query is watched to see that it waits.
const A_MOMENT: Duration = Duration::from_millis(50);

#[tokio::test]
async fn what_is_asked_of_the_history_takes_no_connection_of_others_on_sqlite() {
    let fresh = Fresh::sqlite();
    let store = SqliteStore::open(&fresh.url(), &OpenOptions::default()).await;
    check_apart(store.expect("it opens")).await;
}

#[tokio::test]
async fn what_is_asked_of_the_history_takes_no_connection_of_others_on_postgres() {
    let fresh = Fresh::postgres().await;
    let store = PgStore::open(&fresh.url(), &OpenOptions::default()).await;
    check_apart(store.expect("it opens")).await;
    fresh.remove().await;
}

/// If there is no free history connection, all history queries wait, and nothing else does.
async fn check_apart<B: Backend>(store: Database<B>) {
    let mut held = Vec::new();
    for _ in 0..HISTORY_CONNECTIONS {
        held.push(store.backend.history_reader().await.expect("a connection"));
    }
    let filter = MatchFilter::default();
    assert!(waits(store.matches(&filter, None, 10)).await, "lists");
    assert!(waits(store.match_summary(match_id(1))).await, "a match");
    assert!(waits(store.record(match_id(1))).await, "a record");
    assert!(waits(store.cancelled_starts(room(1))).await, "starts");
    assert!(waits(store.names(&[player(1)])).await, "names");
    assert!(waits(store.reports(true, None, 10)).await, "reports");
    let guest = store.guest_by_token([7; 32]).await;
    assert_eq!(guest.expect("an answer"), None);
    drop(held);
    store.close().await;
}

/// Whether a query still waits for a connection that nobody gives back.
async fn waits<T>(asked: impl Future<Output = T>) -> bool {
    timeout(A_MOMENT, asked).await.is_err()
}

/// Whether other queries are answered while every history connection runs an endless query, which is interrupted in the end.
async fn is_answered_meanwhile<B: Backend>(
    store: &Arc<Database<B>>,
    endless: &'static str,
) -> bool {
    let (mut asked, begun) = (JoinSet::new(), Arc::new(Semaphore::new(0)));
    for _ in 0..HISTORY_CONNECTIONS {
        let (store, begun) = (Arc::clone(store), Arc::clone(&begun));
        asked.spawn(async move {
            let asked = store.history(async |conn| {
                begun.add_permits(1);
                conn.execute(endless, &[]).await
            });
            asked.await
        });
    }
    let guest = async {
        // From here on each of them has a connection.
        let all_begun = begun.acquire_many(HISTORY_CONNECTIONS).await;
        drop(all_begun.expect("it is never closed"));
        store.guest_by_token([7; 32]).await
    };
    let first = tokio::select! {
        biased;
        ended = asked.join_next() => ended,
        guest = guest => {
            assert_eq!(guest.expect("an answer"), None);
            None
        }
    };
    let is_answered = first.is_none();
    let mut answers: Vec<_> = first.into_iter().collect();
    while let Some(answer) = asked.join_next().await {
        answers.push(answer);
    }
    for answer in answers {
        let answer = answer.expect("no panic");
        assert!(matches!(answer, Err(StoreError::Interrupted)), "{answer:?}");
    }
    is_answered
}

async fn check<B: Backend>(store: Database<B>, endless: &'static str) {
    let store = Arc::new(store);
    let ask = |store: Arc<Database<B>>| async move {
        let asked = store.history(async |conn| conn.execute(endless, &[]).await);
        asked.await
    };
    // The callers of these queries stop waiting.
    let mut asked = JoinSet::new();
    for _ in 0..HISTORY_CONNECTIONS {
        asked.spawn(timeout(Duration::from_millis(200), ask(Arc::clone(&store))));
    }
    while let Some(given_up) = asked.join_next().await {
        let given_up = given_up.expect("no panic");
        // On a busy machine the query may end first.
        let is_over = matches!(given_up, Err(_) | Ok(Err(StoreError::Interrupted)));
        assert!(is_over, "it is endless: {given_up:?}");
    }
    // The callers of these wait until they get an error.
    let mut tries = 0..TRIES;
    while !is_answered_meanwhile(&store, endless).await {
        tries.next().expect("people do not wait for lists");
    }
    for _ in 0..=HISTORY_CONNECTIONS {
        let page = store.matches(&MatchFilter::default(), None, 10).await;
        assert_eq!(page.expect("a page").items, []);
    }
    store.close().await;
}
