//! Postgres: three small pools, and locks on rows.

use std::str::FromStr;
use std::time::Duration;

use async_trait::async_trait;
use giog_protocol::RoomId;
use sqlx::migrate::MigrateError;
use sqlx::pool::{PoolConnection, PoolOptions};
use sqlx::postgres::PgConnectOptions;
use sqlx::{
    AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _, PgConnection, Pool,
    Postgres, Transaction,
};

use crate::database::{
    Backend, Claim, Conn, Database, GivenUp, Interruptible, Value, index_i64, indexed_rows,
};
use crate::limits::{ACQUIRE_TIMEOUT, HISTORY_TIME, PG_APPEND_TIMEOUT, PG_WRITER_CONNECTIONS};
use crate::{Append, OpenOptions, StoreError, migrations};

/// A store in a Postgres database.
///
/// Commits survive power loss: where the database's or the user's settings turn `synchronous_commit` off, this turns it
/// on for its own connections. TLS as the address asks (`sslmode=…`), with the system's certificates.
pub type PgStore = Database<PgBackend>;

/// What is particular to Postgres.
#[derive(Debug)]
pub struct PgBackend {
    writers: Pool<Postgres>,
    readers: Pool<Postgres>,
    historians: Pool<Postgres>,
}

/// Of each connection. A server that vanished in the middle of a transaction must not hold the lease's row for longer
/// than a lease lasts; a statement that hangs becomes an unknown outcome, and is tried again.
const SESSION_SQL: &str = "
    SET idle_in_transaction_session_timeout = '10s';
    SET statement_timeout = '20s';
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';
";

impl PgStore {
    /// Connects to the database named by `postgres://…`, and brings its schema up to date.
    pub async fn open(url: &str, options: &OpenOptions) -> Result<Self, StoreError> {
        let connect = connect_options(url)?;
        let mut conn = connect.connect().await.map_err(StoreError::from_sqlx)?;
        // The migrator holds an advisory lock: a second server starting at the same moment waits.
        migrations::postgres()
            .run_direct(None, &mut conn, false)
            .await
            .map_err(migration_error)?;
        conn.close().await.map_err(StoreError::from_sqlx)?;
        let writers = pool(PG_WRITER_CONNECTIONS).connect_lazy_with(connect.clone());
        let readers = pool(options.reader_connections).connect_lazy_with(connect.clone());
        let historians = historians(options.history_connections).connect_lazy_with(connect);
        Ok(Self {
            backend: PgBackend {
                writers,
                readers,
                historians,
            },
        })
    }
}

fn connect_options(url: &str) -> Result<PgConnectOptions, StoreError> {
    // The address may hold a password: it is in no error.
    let connect =
        PgConnectOptions::from_str(url).map_err(|_| StoreError::BadUrl("postgres:…".to_owned()))?;
    Ok(connect.application_name("giog"))
}

/// A connection for one transaction that takes as long as it takes.
pub(crate) async fn connect(url: &str) -> Result<PgConnection, StoreError> {
    let conn = connect_options(url)?.connect().await;
    let mut conn = conn.map_err(StoreError::from_sqlx)?;
    let set = conn.execute(PATIENT_SQL).await;
    set.map_err(StoreError::from_sqlx)?;
    Ok(conn)
}

/// Whatever the database's or the user's settings say.
const PATIENT_SQL: &str = "
    SET idle_in_transaction_session_timeout = 0;
    SET statement_timeout = 0;
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';
";

fn migration_error(error: MigrateError) -> StoreError {
    match error {
        MigrateError::Execute(error) => match StoreError::from_sqlx(error) {
            error @ StoreError::Unavailable(_) => error,
            error => StoreError::Migration(Box::new(error)),
        },
        error => StoreError::Migration(Box::new(error)),
    }
}

fn pool(connections: u32) -> PoolOptions<Postgres> {
    PoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .after_connect(|conn: &mut PgConnection, _| {
            Box::pin(async move {
                conn.execute(SESSION_SQL).await?;
                Ok(())
            })
        })
}

/// Like [`pool`], of connections whose questions Postgres itself ends: a statement goes on there when nobody reads its
/// answer.
fn historians(connections: u32) -> PoolOptions<Postgres> {
    pool(connections).after_connect(|conn: &mut PgConnection, _| {
        Box::pin(async move {
            conn.execute(SESSION_SQL).await?;
            let set = format!("SET statement_timeout = {}", HISTORY_TIME.as_millis());
            conn.execute(AssertSqlSafe(set)).await?;
            Ok(())
        })
    })
}

#[async_trait]
impl Backend for PgBackend {
    type Driver = Postgres;

    type Tx = Transaction<'static, Postgres>;

    const NOW_MS_SQL: &'static str = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";

    const LOCK_ROW_SQL: &'static str = "FOR SHARE";

    const APPEND_TIMEOUT: Option<Duration> = Some(PG_APPEND_TIMEOUT);

    async fn reader(&self) -> sqlx::Result<PoolConnection<Postgres>> {
        self.readers.acquire().await
    }

    async fn historian(&self) -> sqlx::Result<Interruptible<Postgres>> {
        let conn = self.historians.acquire().await?;
        Ok(Interruptible::new(conn, GivenUp::default()))
    }

    async fn begin(&self) -> sqlx::Result<Self::Tx> {
        self.writers.begin().await
    }

    async fn commit(&self, tx: Self::Tx) -> sqlx::Result<()> {
        tx.commit().await
    }

    fn conn(raw: &mut PgConnection) -> Conn<'_> {
        Conn::Postgres(raw)
    }

    const CLOSED_LOG: &'static str = "room_log";

    async fn insert_rows(
        &self,
        raw: &mut PgConnection,
        batch: &[Append],
    ) -> Result<u64, StoreError> {
        // One statement, so one round trip, whatever the number of rows.
        let sql = "INSERT INTO room_log (room_id, idx, body)
                   SELECT * FROM UNNEST($1::UUID[], $2::BIGINT[], $3::TEXT[]) ON CONFLICT DO NOTHING";
        let rooms: Vec<uuid::Uuid> = batch.iter().map(|append| append.room.0).collect();
        let indices: Vec<i64> = batch.iter().map(|append| index_i64(append.index)).collect();
        let bodies: Vec<&str> = batch.iter().map(|append| append.body.as_str()).collect();
        let query = sqlx::query(sql).bind(rooms).bind(indices).bind(bodies);
        Ok(query
            .execute(raw)
            .await
            .map_err(StoreError::from_sqlx)?
            .rows_affected())
    }

    async fn stored_body(
        &self,
        raw: &mut PgConnection,
        append: &Append,
    ) -> Result<Option<String>, StoreError> {
        let sql = "SELECT body FROM room_log WHERE room_id = $1 AND idx = $2";
        let query = sqlx::query_scalar(sql)
            .bind(append.room.0)
            .bind(index_i64(append.index));
        let body = query.fetch_optional(raw).await;
        body.map_err(StoreError::from_sqlx)
    }

    async fn delete_below(
        &self,
        raw: &mut PgConnection,
        room: RoomId,
        below: u64,
    ) -> Result<(), StoreError> {
        let sql = "DELETE FROM room_log WHERE room_id = $1 AND idx < $2";
        let values = [Value::Id(room.0), Value::Int(index_i64(below))];
        Conn::Postgres(raw).execute(sql, &values).await.map(drop)
    }

    /// They are found by room as they are.
    async fn close_log(&self, _: &mut PgConnection, _: RoomId) -> Result<(), StoreError> {
        Ok(())
    }

    async fn read_rows(
        &self,
        raw: &mut PgConnection,
        room: RoomId,
        from: u64,
    ) -> Result<Vec<(u64, String)>, StoreError> {
        indexed_rows(&mut Conn::Postgres(raw), Self::CLOSED_LOG, room, from).await
    }

    fn committed(&self, _: &[Append]) {}

    fn lease_taken(&self) {}

    fn claim(&self) -> Result<Claim, StoreError> {
        Ok(Claim::Unknown)
    }

    fn unclaim(&self) {}

    async fn close(&self) {
        self.readers.close().await;
        self.historians.close().await;
        self.writers.close().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::fresh::Fresh;

    #[tokio::test]
    async fn commits_survive_power_loss_even_where_the_database_is_set_otherwise() {
        let fresh = Fresh::postgres().await;
        let Fresh::Postgres { name, .. } = &fresh else {
            unreachable!()
        };
        fresh
            .execute(&format!(
                "ALTER DATABASE {name} SET synchronous_commit = off"
            ))
            .await
            .expect("set");
        let store = PgStore::open(&fresh.url(), &OpenOptions::default())
            .await
            .expect("it opens");
        let shown = sqlx::query_scalar("SHOW synchronous_commit")
            .fetch_one(&store.backend.writers)
            .await;
        assert_eq!(
            shown.map_err(|error| error.to_string()),
            Ok("on".to_owned())
        );
        store.backend.close().await;
        fresh.remove().await;
    }
}
