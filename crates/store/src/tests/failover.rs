//! Sessions of Postgres that still answer, but only with errors that nothing else would end.

use sqlx::AssertSqlSafe;

use super::fresh::Fresh;
use super::samples::{at, device, lease, player, room, row};
use crate::database::Backend as _;
use crate::postgres::PgBackend;
use crate::postgres_pool::{PgPool, Purpose};
use crate::postgres_useless::LastReadOnly;
use crate::{AppendError, Log as _};

/// The number of attempts, if each session may refuse once: more than there are sessions.
const TRIES: usize = 20;

fn pool(fresh: &Fresh) -> PgPool {
    let connect = crate::postgres::connect_options(&fresh.url()).expect("an address");
    PgPool::new(connect, 1, Purpose::Rooms, &LastReadOnly::default())
}

async fn pid(pool: &PgPool) -> i32 {
    let pid = sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(pool);
    pid.await.expect("a session")
}

async fn read_only(fresh: &Fresh, reads_only: bool) {
    let Fresh::Postgres { name, .. } = fresh else {
        unreachable!()
    };
    let mut other = fresh.connect().await;
    for sql in [
        "SET default_transaction_read_only = off".to_owned(),
        format!("ALTER DATABASE {name} SET default_transaction_read_only = {reads_only}"),
    ] {
        let set = other.conn().execute(AssertSqlSafe(sql), &[]).await;
        set.expect("set");
    }
}

#[tokio::test]
async fn sessions_that_read_only_after_a_failover_are_given_up_by_whoever_reads_and_writes() {
    let fresh = Fresh::postgres().await;
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    // All sessions are connected to a server that has become a standby.
    read_only(&fresh, true).await;
    fresh.cut_connections().await;
    let mut refused = 0;
    for _ in 0..TRIES {
        let appended = store.append(fence, &[row(room(1), 0, "row 0")]).await;
        assert!(
            matches!(appended, Err(AppendError::Unavailable(_))),
            "{appended:?}"
        );
        let guest = store.create_guest(player(1), "Lin", device(1), at(0)).await;
        refused += usize::from(guest.is_err());
        store.guest(player(1)).await.ok();
    }
    assert_eq!(refused, TRIES);
    // The address leads to the new primary; the old sessions still answer as before.
    read_only(&fresh, false).await;
    let mut tries = 0;
    while let Err(error) = store.append(fence, &[row(room(1), 0, "row 0")]).await {
        assert!(matches!(error, AppendError::Unavailable(_)), "{error:?}");
        tries += 1;
        assert!(tries < TRIES, "the session is never given up: {error:?}");
    }
    let made = store.create_guest(player(1), "Lin", device(1), at(0));
    made.await.expect("made");
    assert!(store.guest(player(1)).await.expect("read").is_some());
    store.close().await;
    fresh.remove().await;
}

#[tokio::test]
async fn an_error_that_says_that_a_session_is_useless_closes_it_and_others_do_not() {
    let fresh = Fresh::postgres().await;
    let pool = pool(&fresh);
    let useless = "08006 08P01 25006 25001 25P01 25P03 26000 34000 28000 3D000 0A000 40003 42P05 57P01 57P03 58000 XX000";
    let useful =
        "22003 23505 25P02 40001 40P01 42P01 53100 53200 54000 55P03 57014 58030 P0001 XX001";
    for (codes, is_useless) in [(useless, true), (useful, false)] {
        for code in codes.split(' ') {
            let sql =
                format!("DO $$ BEGIN RAISE EXCEPTION 'as said' USING ERRCODE = '{code}'; END $$");
            let sql = || AssertSqlSafe(sql.clone());
            // As a single statement, in a transaction, and through the code that both databases share.
            let before = pid(&pool).await;
            sqlx::query(sql()).execute(&pool).await.expect_err(code);
            let alone = pid(&pool).await;
            let mut tx = pool.begin().await.expect("a transaction");
            sqlx::query(sql()).execute(&mut *tx).await.expect_err(code);
            drop(tx);
            let after_tx = pid(&pool).await;
            let mut lent = pool.acquire().await.expect("a session");
            let said = PgBackend::conn(&mut lent).execute(sql(), &[]).await;
            said.expect_err(code);
            drop(lent);
            let last = pid(&pool).await;
            let closed = [before != alone, alone != after_tx, after_tx != last];
            assert_eq!(closed, [is_useless; 3], "{code}");
        }
    }
    pool.close().await;
    fresh.remove().await;
}

#[tokio::test]
async fn where_one_session_reads_only_no_older_one_is_read_from() {
    let fresh = Fresh::postgres().await;
    let connect = crate::postgres::connect_options(&fresh.url()).expect("an address");
    let last = LastReadOnly::default();
    let [readers, writers] = [0, 1].map(|_| PgPool::new(connect.clone(), 1, Purpose::Rooms, &last));
    let before = pid(&readers).await;
    assert_eq!(pid(&readers).await, before);
    let read_only = "DO $$ BEGIN RAISE EXCEPTION 'as said' USING ERRCODE = '25006'; END $$";
    let refused = sqlx::query(read_only).execute(&writers).await;
    refused.expect_err("it is refused");
    let after = pid(&readers).await;
    assert_ne!(after, before);
    assert_eq!(pid(&readers).await, after, "newer ones stay");
    for pool in [readers, writers] {
        pool.close().await;
    }
    fresh.remove().await;
}
