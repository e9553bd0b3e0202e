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
use crate::postgres_useless::{LastReadOnly, Useless};

/// The time of the database's clock, in milliseconds since 1970.
pub(crate) const NOW_MS_SQL: &str = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";

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
    read_only: LastReadOnly,
}

impl PgPool {
    pub(crate) fn new(
        connect: PgConnectOptions,
        connections: u32,
        purpose: Purpose,
        read_only: &LastReadOnly,
    ) -> Self {
        let last = read_only.clone();
        let pool = PoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(ACQUIRE_TIMEOUT)
            // `before_acquire` pings connections instead, with a time limit.
            .test_before_acquire(false)
            .before_acquire(move |conn: &mut PgConnection, meta| {
                let is_old = last.is_after(meta.age);
                Box::pin(async move {
                    Ok(!is_old && in_time(PG_PING_TIMEOUT, conn.ping()).await.is_ok())
                })
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
            read_only: read_only.clone(),
        }
    }

    /// A connection, within [`ACQUIRE_TIMEOUT`].
    pub(crate) async fn acquire(&self) -> sqlx::Result<PgConn> {
        let conn = self.pool.acquire().await?;
        Ok(PgConn {
            session: Some(PgSession {
                conn,
                useless: None,
            }),
            read_only: self.read_only.clone(),
            is_in_transaction: false,
            give_back_timeout: self.purpose.give_back_timeout(),
        })
    }

    /// A connection in a transaction.
    pub(crate) async fn begin(&self) -> sqlx::Result<PgConn> {
        let mut lent = self.acquire().await?;
        lent.is_in_transaction = true;
        in_time(PG_ANSWER_TIMEOUT, (&mut *lent).execute("BEGIN")).await?;
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

/// A session of a pool, and whether an error said that it is useless.
#[derive(Debug)]
pub struct PgSession {
    conn: PoolConnection<Postgres>,
    useless: Option<Useless>,
}

impl PgSession {
    /// The connection, and where to note what its errors say of the session.
    pub(crate) fn parts(&mut self) -> (&mut PgConnection, &mut Option<Useless>) {
        (&mut self.conn, &mut self.useless)
    }
}

/// Notes what an error says of the session. The first such error stays: later ones may only follow from it.
pub(crate) fn note<T>(said: sqlx::Result<T>, useless: &mut Option<Useless>) -> sqlx::Result<T> {
    said.inspect_err(|error| note_error(error, useless))
}

fn note_error(error: &sqlx::Error, useless: &mut Option<Useless>) {
    *useless = useless.or_else(|| Useless::of(error));
}

impl<'s> Executor<'s> for &'s mut PgSession {
    type Database = Postgres;

    fn fetch_many<'e, 'q: 'e, E>(
        self,
        query: E,
    ) -> BoxStream<'e, sqlx::Result<Either<PgQueryResult, PgRow>>>
    where
        's: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        let (conn, useless) = self.parts();
        let rows = conn.fetch_many(query);
        Box::pin(rows.inspect_err(|error| note_error(error, useless)))
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, sqlx::Result<Option<PgRow>>>
    where
        's: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        let (conn, useless) = self.parts();
        let row = conn.fetch_optional(query);
        Box::pin(row.inspect_err(|error| note_error(error, useless)))
    }

    fn prepare_with<'e>(
        self,
        sql: SqlStr,
        parameters: &'e [PgTypeInfo],
    ) -> BoxFuture<'e, sqlx::Result<PgStatement>>
    where
        's: 'e,
    {
        let (conn, useless) = self.parts();
        let statement = conn.prepare_with(sql, parameters);
        Box::pin(statement.inspect_err(|error| note_error(error, useless)))
    }
}

/// A session of a pool, perhaps in a transaction. Dropping it gives the session back, or closes it if it is useless; a transaction that was
/// not committed is rolled back.
#[derive(Debug)]
pub struct PgConn {
    /// None only while it is being given back.
    session: Option<PgSession>,
    read_only: LastReadOnly,
    is_in_transaction: bool,
    give_back_timeout: Duration,
}

impl PgConn {
    pub(crate) async fn commit(mut self) -> sqlx::Result<()> {
        in_time(PG_ANSWER_TIMEOUT, (&mut *self).execute("COMMIT")).await?;
        self.is_in_transaction = false;
        Ok(())
    }
}

impl Drop for PgConn {
    fn drop(&mut self) {
        let Some(PgSession { mut conn, useless }) = self.session.take() else {
            return;
        };
        if useless == Some(Useless::ReadsOnly) {
            self.read_only.note();
        }
        let runtime = Handle::try_current();
        let (Ok(runtime), None) = (runtime, useless) else {
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
    type Target = PgSession;

    fn deref(&self) -> &PgSession {
        self.session.as_ref().expect("it is not given back yet")
    }
}

impl DerefMut for PgConn {
    fn deref_mut(&mut self) -> &mut PgSession {
        self.session.as_mut().expect("it is not given back yet")
    }
}
