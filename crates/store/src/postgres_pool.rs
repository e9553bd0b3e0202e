//! A pool of Postgres connections with time limits for everything.
//!
//! In a network that drops packets, such as the one to a machine that vanished, a connection fails only after a quarter of an hour. sqlx
//! waits that long for every answer, also when a connection is given back, which occupies its place in the pool meanwhile. So here every
//! statement has a time limit, and a connection that is given back has one, after which it is closed.

use std::io;
use std::ops::{Deref, DerefMut};
use std::time::Duration;

use futures_util::future::BoxFuture;
use futures_util::stream::{self, BoxStream};
use futures_util::{TryFutureExt as _, TryStreamExt as _};
use sqlx::pool::{PoolConnection, PoolOptions};
use sqlx::postgres::{PgConnectOptions, PgQueryResult, PgRow, PgStatement, PgTypeInfo};
use sqlx::{
    AssertSqlSafe, Connection as _, Either, Execute, Executor, PgConnection, Pool, Postgres, SqlStr,
};
use tokio::runtime::Handle;
use tokio::time::timeout;

use crate::limits::{
    ACQUIRE_TIMEOUT, HISTORY_TIME, PG_ANSWER_TIMEOUT, PG_GIVE_BACK_TIMEOUT, PG_PING_TIMEOUT,
    PG_STATEMENT_TIME,
};

/// Makes commits survive power loss, if the settings of the database or the user say otherwise.
pub(crate) const DURABLE_SQL: &str = "SELECT set_config('synchronous_commit', 'on', false)
     WHERE current_setting('synchronous_commit') = 'off'";

/// The result of a statement, or an error if it is not known within the time limit.
pub(crate) async fn in_time<T>(
    longest: Duration,
    said: impl Future<Output = sqlx::Result<T>>,
) -> sqlx::Result<T> {
    let done = timeout(longest, said).await;
    done.unwrap_or_else(|elapsed| Err(io::Error::from(elapsed).into()))
}

/// What the connections of a pool are used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Reading, and writes that must survive power loss.
    Rooms,
    /// Reading the history. Postgres ends slow queries itself, because otherwise they would continue there after their caller has gone.
    History,
    /// Messages that servers which share the rooms send each other through the database.
    Cluster,
    /// Their heartbeats, which need not survive a crash of the database, and must not wait for its standby.
    Heartbeats,
}

impl Purpose {
    /// The first statement on each connection. It sets time limits: a server that vanished in the middle of a transaction must not lock
    /// the lease's row for longer than a lease lasts; the outcome of a statement that hangs becomes unknown, and it is tried again.
    fn session_sql(self) -> String {
        let (longest, commits) = match self {
            Self::Rooms | Self::Cluster => (PG_STATEMENT_TIME, DURABLE_SQL),
            Self::History => (HISTORY_TIME, DURABLE_SQL),
            Self::Heartbeats => (PG_STATEMENT_TIME, "SET synchronous_commit = off"),
        };
        format!(
            "SET idle_in_transaction_session_timeout = '10s'; SET statement_timeout = {}; {commits}",
            longest.as_millis()
        )
    }

    /// How long a connection that is given back may take to finish its statement; then it is closed.
    const fn give_back_timeout(self) -> Duration {
        match self {
            Self::Rooms | Self::History | Self::Heartbeats => PG_GIVE_BACK_TIMEOUT,
            // Longer than Postgres's statement timeout, so that an abandoned statement on the only connection ends before the next one
            // begins.
            Self::Cluster => PG_ANSWER_TIMEOUT,
        }
    }
}

/// A pool of connections, opened when needed. A statement on the pool itself is executed on any of them.
#[derive(Clone, Debug)]
pub(crate) struct PgPool {
    pool: Pool<Postgres>,
    purpose: Purpose,
}

impl PgPool {
    pub(crate) fn new(connect: PgConnectOptions, connections: u32, purpose: Purpose) -> Self {
        let pool = PoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(ACQUIRE_TIMEOUT)
            // `before_acquire` pings connections instead, with a time limit.
            .test_before_acquire(false)
            .before_acquire(|conn: &mut PgConnection, _| {
                Box::pin(async move { Ok(in_time(PG_PING_TIMEOUT, conn.ping()).await.is_ok()) })
            })
            .after_connect(move |conn: &mut PgConnection, _| {
                Box::pin(async move {
                    let session = AssertSqlSafe(purpose.session_sql());
                    conn.execute(session).await.map(drop)
                })
            });
        Self {
            pool: pool.connect_lazy_with(connect),
            purpose,
        }
    }

    /// A connection, within [`ACQUIRE_TIMEOUT`].
    pub(crate) async fn acquire(&self) -> sqlx::Result<PgConn> {
        let conn = self.pool.acquire().await?;
        Ok(PgConn {
            conn: Some(conn),
            is_in_transaction: false,
            give_back_timeout: self.purpose.give_back_timeout(),
        })
    }

    /// A connection in a transaction.
    pub(crate) async fn begin(&self) -> sqlx::Result<PgConn> {
        let mut lent = self.acquire().await?;
        lent.is_in_transaction = true;
        in_time(PG_ANSWER_TIMEOUT, lent.execute("BEGIN")).await?;
        Ok(lent)
    }

    pub(crate) async fn close(&self) {
        self.pool.close().await;
    }
}

impl<'p> Executor<'p> for &PgPool {
    type Database = Postgres;

    /// The connection is given back before the first row is returned.
    fn fetch_many<'e, 'q: 'e, E>(
        self,
        query: E,
    ) -> BoxStream<'e, sqlx::Result<Either<PgQueryResult, PgRow>>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        let pool = self.clone();
        let rows = async move {
            let mut conn = pool.acquire().await?;
            let rows: Vec<_> = conn.fetch_many(query).try_collect().await?;
            Ok::<_, sqlx::Error>(stream::iter(rows.into_iter().map(Ok)))
        };
        Box::pin(rows.try_flatten_stream())
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, sqlx::Result<Option<PgRow>>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        let pool = self.clone();
        Box::pin(async move { pool.acquire().await?.fetch_optional(query).await })
    }

    fn prepare_with<'e>(
        self,
        sql: SqlStr,
        parameters: &'e [PgTypeInfo],
    ) -> BoxFuture<'e, sqlx::Result<PgStatement>>
    where
        'p: 'e,
    {
        let pool = self.clone();
        Box::pin(async move { pool.acquire().await?.prepare_with(sql, parameters).await })
    }
}

/// A connection of a pool, perhaps in a transaction. Dropping it gives it back; a transaction that was not committed is rolled back.
#[derive(Debug)]
pub struct PgConn {
    /// None only while it is being given back.
    conn: Option<PoolConnection<Postgres>>,
    is_in_transaction: bool,
    give_back_timeout: Duration,
}

impl PgConn {
    pub(crate) async fn commit(mut self) -> sqlx::Result<()> {
        in_time(PG_ANSWER_TIMEOUT, self.execute("COMMIT")).await?;
        self.is_in_transaction = false;
        Ok(())
    }
}

impl Drop for PgConn {
    fn drop(&mut self) {
        let Some(mut conn) = self.conn.take() else {
            return;
        };
        let Ok(runtime) = Handle::try_current() else {
            close_at_once(&mut conn);
            return;
        };
        let (is_in_transaction, longest) = (self.is_in_transaction, self.give_back_timeout);
        runtime.spawn(async move {
            let give_back = give_back(&mut conn, is_in_transaction);
            if in_time(longest, give_back).await.is_err() {
                close_at_once(&mut conn);
            }
        });
    }
}

/// Waits until a connection has finished its statement, and gives it back to its pool.
async fn give_back(
    conn: &mut PoolConnection<Postgres>,
    is_in_transaction: bool,
) -> sqlx::Result<()> {
    if is_in_transaction {
        conn.execute("ROLLBACK").await?;
    }
    conn.return_to_pool().await;
    Ok(())
}

/// Closes a connection without telling Postgres, which may not be reachable, and frees its place in the pool.
fn close_at_once(conn: &mut PoolConnection<Postgres>) {
    // Returns the connection without the part that would give it back to the pool, and drops it.
    drop(conn.return_to_pool());
}

impl Deref for PgConn {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        self.conn.as_ref().expect("it is not given back yet")
    }
}

impl DerefMut for PgConn {
    fn deref_mut(&mut self) -> &mut PgConnection {
        self.conn.as_mut().expect("it is not given back yet")
    }
}
