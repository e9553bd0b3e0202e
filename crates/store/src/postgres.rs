//! Postgres: small connection pools, and row locks.

use std::str::FromStr;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use giog_protocol::RoomId;
use sqlx::migrate::MigrateError;
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _, PgConnection};
use tokio::time::Instant;

use crate::database::{
    AtOnce, Backend, Claim, Conn, Database, HELD_SQL, Inserted, Value, index, index_i64,
    indexed_rows, page_checks,
};
use crate::limits::{
    PG_ANSWER_TIMEOUT, PG_APPEND_TIMEOUT, PG_RENEWAL_TIMEOUT, PG_WRITER_CONNECTIONS,
};
use crate::postgres_pool::{DURABLE_SQL, NOW_MS_SQL, PgConn, PgPool, PgSession, Purpose, in_time};
use crate::postgres_session::{Lock, Session, Watch};
use crate::postgres_useless::{LastReadOnly, Useless};
use crate::{Append, Fence, OpenOptions, Slice, StoreError, Sweep, migrations};

/// A store in a Postgres database.
///
/// Commits survive power loss: if the settings of the database or the user turn `synchronous_commit` off, this store turns it on for its
/// own connections. TLS is used as the address says (`sslmode=…`), with the system's certificates.
pub type PgStore = Database<PgBackend>;

/// The parts of the store that are specific to Postgres.
#[derive(Debug)]
pub struct PgBackend {
    writers: PgPool,
    readers: PgPool,
    history_readers: PgPool,
    connect: PgConnectOptions,
    /// While this process has the lease: the session that shows others that the process is alive.
    session: Mutex<Option<Session>>,
    /// While this process waits for the lease: what it has seen of the holder.
    watch: Mutex<Watch>,
}

impl PgStore {
    /// Connects to the database with the address `postgres://…`, and brings its schema up to date. Refuses a database whose encoding is
    /// not UTF-8.
    pub async fn open(url: &str, options: &OpenOptions) -> Result<Self, StoreError> {
        let mut conn = connect(url).await?;
        check_encoding(&mut conn).await?;
        // The migrator holds an advisory lock: a second server starting at the same moment waits.
        migrations::postgres()
            .run_direct(None, &mut conn, false)
            .await
            .map_err(migration_error)?;
        conn.close().await.map_err(StoreError::from_sqlx)?;
        let connect = connect_options(url)?;
        let read_only = LastReadOnly::default();
        let pool =
            |connections, purpose| PgPool::new(connect.clone(), connections, purpose, &read_only);
        Ok(Self::new(PgBackend {
            writers: pool(PG_WRITER_CONNECTIONS, Purpose::Rooms),
            readers: pool(options.reader_connections, Purpose::Rooms),
            history_readers: pool(options.history_connections, Purpose::History),
            connect,
            session: Mutex::default(),
            watch: Mutex::default(),
        }))
    }
}

pub(crate) fn connect_options(url: &str) -> Result<PgConnectOptions, StoreError> {
    // The address may contain a password, so no error includes it.
    let connect =
        PgConnectOptions::from_str(url).map_err(|_| StoreError::BadUrl("postgres:…".to_owned()))?;
    Ok(connect.application_name("giog"))
}

/// A connection without time limits, for migrations, backups and restores.
pub(crate) async fn connect(url: &str) -> Result<PgConnection, StoreError> {
    let conn = connect_options(url)?.connect().await;
    let mut conn = conn.map_err(StoreError::from_sqlx)?;
    // Overrides the settings of the database and the user.
    let patient = format!(
        "SET idle_in_transaction_session_timeout = 0; SET statement_timeout = 0; SET lock_timeout = 0; {DURABLE_SQL}"
    );
    let set = conn.execute(AssertSqlSafe(patient)).await;
    set.map_err(StoreError::from_sqlx)?;
    Ok(conn)
}

/// Refuses a database that cannot store all texts because of its encoding.
pub(crate) async fn check_encoding(conn: &mut PgConnection) -> Result<(), StoreError> {
    let encoding = sqlx::query_scalar("SHOW server_encoding").fetch_one(conn);
    let encoding: String = encoding.await.map_err(StoreError::from_sqlx)?;
    if encoding == "UTF8" {
        Ok(())
    } else {
        Err(StoreError::Encoding { encoding })
    }
}

fn migration_error(error: MigrateError) -> StoreError {
    match error {
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _)
            if is_lost(&error) =>
        {
            StoreError::Unavailable(Box::new(error))
        }
        error => StoreError::Migration(Box::new(error)),
    }
}

/// Whether the connection is lost, or Postgres is closing it, or it is one to a standby.
fn is_lost(error: &sqlx::Error) -> bool {
    matches!(error, sqlx::Error::Io(_))
        || matches!(
            Useless::of(error),
            Some(Useless::Ended | Useless::ReadsOnly)
        )
}

/// Checks the fence, locks the lease's row, and inserts rows: one round trip, whatever their number. The lease's row is locked before any
/// row is inserted, because its existence is checked only once. Its only key column is `only_row`, so that a renewal and an append never
/// wait for each other. The lock is written to the log of the database, so that every append has a commit of its own, which waits for a
/// synchronous standby even if all rows were stored before.
fn append_sql(on_conflict: &str) -> String {
    format!(
        "WITH held AS MATERIALIZED ({HELD_SQL} {keep}), inserted AS (
             INSERT INTO room_log (room_id, idx, body)
             SELECT * FROM UNNEST($2::UUID[], $3::BIGINT[], $4::TEXT[]) WHERE EXISTS (SELECT FROM held)
             {on_conflict} RETURNING 1
         )
         SELECT (SELECT TRUE FROM held), (SELECT COUNT(*) FROM inserted)",
        keep = PgBackend::KEEP_ROW_SQL,
    )
}

/// The same for a node that shares the rooms: it also locks the node's own row, and inserts nothing if one of the rooms is not of its
/// shards. The node's shards are read as of the start of the statement. That is safe: only the node itself gives its shards away, while
/// it is writing nothing of them, except if it was fenced.
fn append_shared_sql(on_conflict: &str) -> String {
    format!(
        "WITH held AS MATERIALIZED ({HELD_SQL} {keep}),
         alive AS MATERIALIZED (SELECT node FROM nodes WHERE node = $5 AND state <> 'fenced' {keep}),
         owner AS MATERIALIZED (
             SELECT NOT EXISTS (
                 SELECT FROM UNNEST($2::UUID[]) AS wanted (room_id) WHERE NOT EXISTS (
                     SELECT FROM shards WHERE shard = get_byte(uuid_send(wanted.room_id), 0) AND shards.node = $5
                 )
             ) AS is_of_all
             FROM held, alive
         ),
         inserted AS (
             INSERT INTO room_log (room_id, idx, body)
             SELECT * FROM UNNEST($2::UUID[], $3::BIGINT[], $4::TEXT[]) WHERE EXISTS (SELECT FROM owner WHERE is_of_all)
             {on_conflict} RETURNING 1
         )
         SELECT (SELECT is_of_all FROM owner), (SELECT COUNT(*) FROM inserted)",
        keep = PgBackend::KEEP_ROW_SQL,
    )
}

pub(crate) const LAST_INDEX_SQL: &str = "SELECT MAX(idx) AS idx FROM room_log WHERE room_id = $1";

/// Who has the lease, whether its row lets `$1` take it, and whether a session shows that the holder is alive.
static LOOK_SQL: LazyLock<String> = LazyLock::new(|| {
    let now_ms_sql = PgBackend::NOW_MS_SQL;
    let is_locked_sql = Lock::OWNER.is_locked_sql();
    format!(
        "SELECT fence, holder IS NULL OR holder = $1 OR expires_at <= {now_ms_sql}, {is_locked_sql}
         FROM lease WHERE only_row = 1"
    )
});

/// A poisoned lock is used as it is: its contents are valid at every moment.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Fails if one of the rows exists.
static APPEND_NEW_SQL: LazyLock<String> = LazyLock::new(|| append_sql(""));

/// Skips rows that exist.
static APPEND_SQL: LazyLock<String> = LazyLock::new(|| append_sql("ON CONFLICT DO NOTHING"));

/// The same for a node that shares the rooms.
static APPEND_NEW_SHARED_SQL: LazyLock<String> = LazyLock::new(|| append_shared_sql(""));
static APPEND_SHARED_SQL: LazyLock<String> =
    LazyLock::new(|| append_shared_sql("ON CONFLICT DO NOTHING"));

/// The number of inserted rows. A node that shares the rooms uses the second statement, a server with all rooms the first.
async fn append(
    raw: &mut PgSession,
    (alone_sql, shared_sql): (&'static str, &'static str),
    fence: Fence,
    batch: &[Append],
) -> sqlx::Result<Inserted> {
    let rooms: Vec<uuid::Uuid> = batch.iter().map(|append| append.room.0).collect();
    let indices: Vec<i64> = batch.iter().map(|append| index_i64(append.index)).collect();
    let bodies: Vec<&str> = batch.iter().map(|append| append.body.as_str()).collect();
    let sql = if fence.node.is_some() {
        shared_sql
    } else {
        alone_sql
    };
    let query = sqlx::query_as(sql).bind(fence.number);
    let query = query.bind(rooms).bind(indices).bind(bodies);
    // This returns when Postgres is ready for the next statement, that is after the commit if the statement is a transaction of its own.
    let (is_of_all, inserted): (Option<bool>, i64) = match fence.node {
        Some(node) => query.bind(node).fetch_one(raw).await?,
        None => query.fetch_one(raw).await?,
    };
    Ok(match is_of_all {
        Some(true) => Inserted::Rows(inserted.unsigned_abs()),
        Some(false) => Inserted::Elsewhere,
        None => Inserted::LeaseLost,
    })
}

#[async_trait]
impl Backend for PgBackend {
    type Connection = PgSession;

    type Tx = PgConn;

    type Reader = PgConn;

    type HistoryReader = PgConn;

    const NOW_MS_SQL: &'static str = NOW_MS_SQL;

    const KEEP_ROW_SQL: &'static str = "FOR KEY SHARE";

    const LOCK_ROW_SQL: &'static str = "FOR UPDATE";

    const APPEND_TIMEOUT: Option<Duration> = Some(PG_APPEND_TIMEOUT);

    const RENEWAL_TIMEOUT: Option<Duration> = Some(PG_RENEWAL_TIMEOUT);

    const OTHER_WRITERS: usize = PG_WRITER_CONNECTIONS as usize - 1;

    async fn reader(&self) -> sqlx::Result<PgConn> {
        self.readers.acquire().await
    }

    async fn history_reader(&self) -> sqlx::Result<PgConn> {
        self.history_readers.acquire().await
    }

    async fn begin(&self) -> sqlx::Result<Self::Tx> {
        self.writers.begin().await
    }

    async fn commit(&self, tx: Self::Tx) -> sqlx::Result<()> {
        tx.commit().await
    }

    fn conn(raw: &mut PgSession) -> Conn<'_> {
        let (conn, useless) = raw.parts();
        Conn::Postgres {
            conn,
            useless: Some(useless),
            longest: PG_ANSWER_TIMEOUT,
        }
    }

    const CLOSED_LOG: &'static str = "room_log";

    async fn append_at_once(&self, fence: Fence, batch: &[Append]) -> Result<AtOnce, StoreError> {
        if !batch.iter().all(Append::is_a_row_alone) {
            return Ok(AtOnce::NeedsTransaction);
        }
        let mut conn = self
            .writers
            .acquire()
            .await
            .map_err(StoreError::from_sqlx)?;
        let sql = (&**APPEND_NEW_SQL, &**APPEND_NEW_SHARED_SQL);
        match append(&mut conn, sql, fence, batch).await {
            Ok(Inserted::Rows(_)) => Ok(AtOnce::Stored),
            Ok(Inserted::LeaseLost) => Ok(AtOnce::LeaseLost),
            Ok(Inserted::Elsewhere) => Ok(AtOnce::Elsewhere),
            // It was tried before, with an unknown outcome.
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
                Ok(AtOnce::NeedsTransaction)
            }
            Err(error) => Err(StoreError::from_sqlx(error)),
        }
    }

    async fn insert_rows(
        &self,
        raw: &mut PgSession,
        fence: Fence,
        batch: &[Append],
    ) -> Result<Inserted, StoreError> {
        let sql = (&**APPEND_SQL, &**APPEND_SHARED_SQL);
        let inserted = append(raw, sql, fence, batch).await;
        inserted.map_err(StoreError::from_sqlx)
    }

    async fn stored_body(
        &self,
        raw: &mut PgSession,
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
        raw: &mut PgSession,
        room: RoomId,
        below: u64,
    ) -> Result<(), StoreError> {
        let sql = "DELETE FROM room_log WHERE room_id = $1 AND idx < $2";
        let values = [Value::Id(room.0), Value::Int(index_i64(below))];
        Self::conn(raw).execute(sql, &values).await.map(drop)
    }

    /// Nothing to do: rows are found by room.
    async fn close_log(&self, _: &mut PgSession, _: RoomId, _: u64) -> Result<(), StoreError> {
        Ok(())
    }

    async fn read_rows(
        &self,
        raw: &mut PgSession,
        rooms: &[(RoomId, u64)],
    ) -> Result<Vec<Vec<(u64, String)>>, StoreError> {
        let mut read = Vec::with_capacity(rooms.len());
        for &(room, from) in rooms {
            let conn = &mut Self::conn(raw);
            read.push(indexed_rows(conn, Self::CLOSED_LOG, room, from).await?);
        }
        Ok(read)
    }

    async fn last_index(
        &self,
        raw: &mut PgSession,
        room: RoomId,
        _: u64,
    ) -> Result<Option<u64>, StoreError> {
        index(&mut Self::conn(raw), LAST_INDEX_SQL, Value::Id(room.0)).await
    }

    /// Postgres does not check the text that it sends.
    fn bytes_sql(text: &str) -> String {
        format!("textsend({text})")
    }

    fn has_sql(text: &str, bytes: &str) -> String {
        format!("position({bytes} IN textsend({text})) > 0")
    }

    fn text_sql(bytes: &str) -> String {
        format!("convert_from({bytes}, 'UTF8')")
    }

    /// Postgres accepts only UTF-8, even if the stored text is not.
    fn of_text(bytes: Vec<u8>) -> Vec<u8> {
        String::from_utf8_lossy(&bytes).into_owned().into_bytes()
    }

    fn committed(&self, _: &[Append]) {}

    fn lease_taken(&self) {
        *lock(&self.session) = Some(Session::hold(self.connect.clone(), Lock::OWNER));
    }

    async fn claim(&self, holder: &str) -> Result<Claim, StoreError> {
        let began = Instant::now();
        let look = sqlx::query_as(&**LOOK_SQL).bind(holder);
        let look = in_time(PG_ANSWER_TIMEOUT, async {
            look.fetch_one(&mut *self.readers.acquire().await?).await
        });
        let look = look.await;
        let mut watch = lock(&self.watch);
        let (fence, is_free, is_locked) = look.map_err(|error| {
            watch.note_away();
            StoreError::from_sqlx(error)
        })?;
        let owner = Fence::alone(fence);
        let is_gone = watch.note(owner, is_locked, (began, Instant::now()));
        Ok(if is_free {
            Claim::Unknown
        } else if is_gone {
            Claim::OwnerGone(owner)
        } else {
            Claim::OthersThere
        })
    }

    fn unclaim(&self) {
        *lock(&self.session) = None;
    }

    async fn sweep(&self, _: &mut Sweep) -> Result<Slice, StoreError> {
        let mut reader = self.reader().await.map_err(StoreError::from_sqlx)?;
        let checks = page_checks(&mut Self::conn(&mut reader)).await?;
        Ok(Slice {
            damage: checks.damage().into_iter().collect(),
            is_last: true,
            ..Slice::default()
        })
    }

    async fn close(&self) {
        self.readers.close().await;
        self.history_readers.close().await;
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
        let mut writer = store.backend.begin().await.expect("a writer");
        let shown = sqlx::query_scalar("SHOW synchronous_commit").fetch_one(&mut *writer);
        let shown: String = shown.await.expect("a setting");
        assert_eq!(shown, "on");
        drop(writer);
        store.backend.close().await;
        fresh.remove().await;
    }
}
