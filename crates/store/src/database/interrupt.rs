//! Questions end when nobody waits for the answer any more.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::{Backend, Database};
use crate::limits::HISTORY_CONNECTIONS;
use crate::tests::fresh::Fresh;
use crate::{MatchFilter, OpenOptions, PgStore, SqliteStore, Store as _, StoreError};

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

async fn check<B: Backend>(store: Database<B>, endless: &'static str) {
    let store = Arc::new(store);
    let ask = |store: Arc<Database<B>>| async move {
        let asked = store.history(async |conn| conn.execute(endless, &[]).await);
        asked.await
    };
    // Nobody waits for these any more.
    let mut asked = JoinSet::new();
    for _ in 0..HISTORY_CONNECTIONS {
        asked.spawn(timeout(Duration::from_millis(200), ask(Arc::clone(&store))));
    }
    while let Some(given_up) = asked.join_next().await {
        assert!(given_up.expect("no panic").is_err(), "it is endless");
    }
    // And for these nobody gets an answer.
    let (mut asked, begun) = (JoinSet::new(), Arc::new(Semaphore::new(0)));
    for _ in 0..HISTORY_CONNECTIONS {
        let (store, begun) = (Arc::clone(&store), Arc::clone(&begun));
        asked.spawn(async move {
            let asked = store.history(async |conn| {
                begun.add_permits(1);
                conn.execute(endless, &[]).await
            });
            asked.await
        });
    }
    // From here on each of them has a connection.
    let all_begun = begun.acquire_many(HISTORY_CONNECTIONS).await;
    drop(all_begun.expect("it is never closed"));
    tokio::select! {
        guest = store.guest_by_token([7; 32]) => assert_eq!(guest.expect("an answer"), None),
        _ = asked.join_next() => panic!("people wait for lists"),
    }
    while let Some(answer) = asked.join_next().await {
        let answer = answer.expect("no panic");
        assert!(matches!(answer, Err(StoreError::Interrupted)), "{answer:?}");
    }
    for _ in 0..=HISTORY_CONNECTIONS {
        let page = store.matches(&MatchFilter::default(), None, 10).await;
        assert_eq!(page.expect("a page").items, []);
    }
    store.close().await;
}
