//! Connections to Postgres of which none is waited for without end.
//!
//! A network that swallows packets, as the one to a machine that vanished, breaks no connection for a quarter of an hour, and sqlx
//! waits for every answer as long as that: also when a connection is given back, which keeps its place in the pool meanwhile. So
//! what is said here has a time limit, and a connection that is given back has one, after which it is closed.

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

/// Makes commits survive power loss, where the database's or the user's settings say otherwise.
pub(crate) const DURABLE_SQL: &str = "SELECT set_config('synchronous_commit', 'on', false)
     WHERE current_setting('synchronous_commit') = 'off'";

/// What comes of something that a database is told, if that is known in time.
pub(crate) async fn in_time<T>(
    longest: Duration,
    said: impl Future<Output = sqlx::Result<T>>,
) -> sqlx::Result<T> {
    let done = timeout(longest, said).await;
    done.unwrap_or_else(|elapsed| Err(io::Error::from(elapsed).into()))
}

/// What the connections of a pool are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Reading, and writing what survives power loss.
    Rooms,
    /// Reading the history. Postgres itself ends its questions: a statement goes on there when nobody reads its answer.
    History,
    /// What servers that share the rooms say to each other through the database.
    Cluster,
    /// Their heartbeats, which need not survive a crash of the database, and must not wait for its standby.
    Heartbeats,
}

impl Purpose {
    /// What each connection begins with. A server that vanished in the middle of a transaction must not hold the lease's row for
    /// longer than a lease lasts; a statement that hangs becomes an unknown outcome, and is tried again.
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

    /// How long a connection that is given back may take to end what it was asked until it is closed.
    const fn give_back_timeout(self) -> Duration {
        match self {
            Self::Rooms | Self::History | Self::Heartbeats => PG_GIVE_BACK_TIMEOUT,
            // Longer than Postgres lets a statement take: with one connection, one of which nobody waits for the outcome any more
            // still comes before the next.
            Self::Cluster => PG_ANSWER_TIMEOUT,
        }
    }
}

/// Some connections, opened as they are needed. A statement that is said to the pool itself is said on any of them.
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
            // It is asked below, with a limit of its own.
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

    /// The connection is given back before the first row is there.
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

/// A connection of a pool, perhaps in a transaction, until it is given back by dropping it. A transaction that was not committed
/// is undone.
#[derive(Debug)]
pub struct PgConn {
    /// There until it is given back.
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

/// Waits until a connection has ended what it was asked, and gives it back to its pool.
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

/// Closes a connection, and makes room for another one in its pool, without telling Postgres: it may not be heard.
fn close_at_once(conn: &mut PoolConnection<Postgres>) {
    // The connection is in what would give it back.
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
