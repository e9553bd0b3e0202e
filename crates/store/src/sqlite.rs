//! SQLite: one writing connection, some reading ones, and a file lock that shows which process owns the file.

mod file;
mod history_readers;
mod insert;
mod matches;
mod open_log;
mod readers;
mod rooms;
mod sweep;
#[cfg(test)]
mod tests;
mod writer;

use std::fs::File;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use giog_protocol::RoomId;
use sqlx::pool::PoolConnection;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Sqlite, SqliteConnection};
use tokio::sync::Mutex as AsyncMutex;
use tokio::time::{Instant, sleep};

use file::{connect_options, lock, lock_path, make_private_file, overwriting};
pub(crate) use file::{connect_to_read, connect_to_restore, file};
pub use history_readers::HistoryReader;
use history_readers::HistoryReaders;
use insert::{Changes, INSERT_NEW_SQL, INSERT_SQL, InsertSql, ROWS_A_STATEMENT};
use matches::MatchChanges;
pub(crate) use open_log::{DELETE_SQL, LAST_INDEX_SQL, SORT_LOG_SQL};
use open_log::{MOVE_SQL, json_of};
#[cfg(test)]
pub(crate) use open_log::{NAMING_SQL, PRUNE_SQL, ROWS_SQL};
use readers::Readers;
pub(crate) use rooms::RoomChanges;
#[cfg(test)]
pub(crate) use sweep::slice;
pub use writer::SqliteTransaction;
use writer::{Doubt, Writer};

use crate::database::{
    AtOnce, Backend, Claim, Conn, Database, Inserted, NamedText, Value, holds, index, index_i64,
    indexed_rows, store_row,
};
use crate::limits::{
    EMPTY_LOG_PAUSE, EMPTY_LOG_TRIES, SQLITE_BUSY_PAUSE, SQLITE_BUSY_TIMEOUT,
    SQLITE_REWRITTEN_BYTES,
};
use crate::log_keys::LogKeys;
use crate::{Append, Fence, OpenOptions, Slice, StoreError, Sweep, migrations};

/// A store in a SQLite file.
///
/// Commits survive power loss (`synchronous=FULL`). The holder of the lease has an exclusive lock on `<file>.lock`, which the operating
/// system releases when the process ends, whatever the reason: a second server waits for it, and then starts at once.
pub type SqliteStore = Database<SqliteBackend>;

/// The parts of the store that are specific to SQLite.
#[derive(Debug)]
pub struct SqliteBackend {
    writer: Arc<Writer>,
    readers: Readers,
    history_readers: HistoryReaders,
    /// One connection for sweeps, so that nobody waits for one.
    sweepers: HistoryReaders,
    lock_path: PathBuf,
    lock: Mutex<Option<File>>,
    /// The keys of each room's rows in the log.
    keys: Mutex<LogKeys>,
    /// Held while the keys are read, so that concurrent callers, as at a start, do not all read the same rows.
    reading_keys: AsyncMutex<()>,
}

impl SqliteStore {
    /// Opens or creates the file named by `sqlite:<file>`, and brings its schema up to date.
    pub async fn open(url: &str, options: &OpenOptions) -> Result<Self, StoreError> {
        let connect = connect_options(url)?;
        make_private_file(url, connect.get_filename())?;
        let lock_path = lock_path(&connect);
        // Keeps temporary files in memory, so that no statement of a commit creates one.
        let writer = overwriting(connect.clone()).pragma("temp_store", "MEMORY");
        let writer = Arc::new(Writer::new(writer));
        migrate(&writer).await?;
        // These connections are opened when they are needed.
        let connect = connect.pragma("query_only", "1");
        let readers = Readers::new(connect.clone(), options.reader_connections);
        let history_readers = HistoryReaders::new(connect.clone(), options.history_connections);
        // A slice ends soon after it is long enough: no further rows are read ahead. Its statements contain keys, some of which are secret,
        // and are never logged, also when they are slow.
        let connect = connect.row_buffer_size(1).disable_statement_logging();
        let sweepers = HistoryReaders::new(connect, 1);
        let lock = Mutex::new(None);
        Ok(Self::new(SqliteBackend {
            writer,
            readers,
            history_readers,
            sweepers,
            lock_path,
            lock,
            keys: Mutex::default(),
            reading_keys: AsyncMutex::default(),
        }))
    }
}

impl SqliteBackend {
    /// Empties the write-ahead log.
    async fn empty_log(&self) -> Result<(), StoreError> {
        for _ in 0..EMPTY_LOG_TRIES {
            let emptied = self.writer.empty_log().await;
            if emptied.map_err(StoreError::from_sqlx)? {
                return Ok(());
            }
            sleep(EMPTY_LOG_PAUSE).await;
        }
        // A long read, such as a backup, is still running.
        Err(StoreError::Interrupted)
    }

    /// What these rows, which already have keys, change beside the log.
    fn changes_of(&self, batch: &[Append]) -> Result<Changes, StoreError> {
        let mut changes = Changes::default();
        if batch.iter().any(Append::opens_or_closes) {
            changes.rooms = Some(RoomChanges::of(batch, &self.keys()));
        }
        if batch.iter().any(Append::changes_matches) {
            changes.matches = Some(MatchChanges::of(batch)?);
        }
        Ok(changes)
    }

    /// Reopens the reading connections if a write found the file to be read-only: they share what SQLite found out about the file with
    /// the writer.
    async fn reopen_after<T>(&self, written: &sqlx::Result<T>) {
        if let Err(error) = written
            && writer::is_read_only(error)
        {
            self.readers.reopen().await;
            self.history_readers.reopen().await;
            self.sweepers.reopen().await;
        }
    }
}

/// In one transaction, so that a second process that starts at the same moment waits and then finds everything done.
async fn migrate(writer: &Writer) -> Result<(), StoreError> {
    // The first connection switches a new file to write-ahead logging. If several do so at once, SQLite fails without waiting.
    let until = Instant::now() + SQLITE_BUSY_TIMEOUT;
    let mut slot = loop {
        match writer.connection().await {
            Err(error) if writer::is_busy(&error) && Instant::now() < until => {
                sleep(SQLITE_BUSY_PAUSE).await;
            }
            connected => break connected.map_err(StoreError::from_sqlx)?,
        }
    };
    let tx = slot.begin_with("BEGIN IMMEDIATE").await;
    let mut tx = tx.map_err(StoreError::from_sqlx)?;
    let migrated = migrations::sqlite().run_direct(None, &mut *tx, false).await;
    migrated.map_err(|error| StoreError::Migration(Box::new(error)))?;
    tx.commit().await.map_err(StoreError::from_sqlx)
}

#[async_trait]
impl Backend for SqliteBackend {
    type Connection = SqliteConnection;

    type Tx = SqliteTransaction;

    type Reader = PoolConnection<Sqlite>;

    type HistoryReader = HistoryReader;

    const NOW_MS_SQL: &'static str = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

    /// Empty, because `BEGIN IMMEDIATE` keeps every other writer out.
    const KEEP_ROW_SQL: &'static str = "";

    const LOCK_ROW_SQL: &'static str = "";

    const APPEND_TIMEOUT: Option<Duration> = None;

    const RENEWAL_TIMEOUT: Option<Duration> = None;

    /// All writers share one connection.
    const OTHER_WRITERS: usize = 1;

    async fn reader(&self) -> sqlx::Result<PoolConnection<Sqlite>> {
        self.readers.pool().acquire().await
    }

    async fn history_reader(&self) -> sqlx::Result<HistoryReader> {
        self.history_readers.acquire().await
    }

    fn answered(history_reader: HistoryReader) {
        history_reader.answered();
    }

    async fn begin(&self) -> sqlx::Result<Self::Tx> {
        let begun = self.writer.begin().await;
        self.reopen_after(&begun).await;
        begun
    }

    async fn commit(&self, tx: Self::Tx) -> sqlx::Result<()> {
        self.writer.commit(tx).await
    }

    fn conn(raw: &mut SqliteConnection) -> Conn<'_> {
        Conn::Sqlite(raw)
    }

    const CLOSED_LOG: &'static str = "closed_log";

    async fn append_at_once(&self, fence: Fence, batch: &[Append]) -> Result<AtOnce, StoreError> {
        let fits = batch.iter().all(Append::fits_one_message);
        if batch.is_empty() || batch.len() > ROWS_A_STATEMENT || !fits {
            return Ok(AtOnce::NeedsTransaction);
        }
        let ready = self.writer.ready().await;
        self.reopen_after(&ready).await;
        let mut tx = ready.map_err(StoreError::from_sqlx)?;
        let rows = self.with_keys(&mut tx, batch).await?;
        let inserted = if batch.iter().all(Append::is_a_row_alone) {
            INSERT_NEW_SQL.execute(&mut tx, fence, &rows).await
        } else {
            let changes = self.changes_of(batch)?;
            InsertSql::execute_with(&mut tx, fence, &rows, changes).await
        };
        self.writer.ended(tx, &inserted);
        self.reopen_after(&inserted).await;
        match inserted {
            Ok(0) => Ok(AtOnce::LeaseLost),
            Ok(_) => Ok(AtOnce::Stored),
            // This append was tried before, with an unknown outcome; the transaction finds out which rows are stored.
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
                Ok(AtOnce::NeedsTransaction)
            }
            Err(error) => match StoreError::from_sqlx(error) {
                // The damage may be where something of one room or match belongs; the transaction finds out.
                StoreError::Damaged(_) => Ok(AtOnce::NeedsTransaction),
                error => Err(error),
            },
        }
    }

    async fn insert_rows(
        &self,
        raw: &mut SqliteConnection,
        fence: Fence,
        batch: &[Append],
    ) -> Result<Inserted, StoreError> {
        let rows = self.with_keys(raw, batch).await?;
        let mut inserted = 0;
        for rows in rows.chunks(ROWS_A_STATEMENT) {
            let executed = INSERT_SQL.execute(raw, fence, rows).await;
            inserted += executed.map_err(StoreError::from_sqlx)?;
        }
        // Some rows may be stored already, or the lease may have been lost.
        if (inserted == 0 || inserted < batch.len() as u64)
            && !holds(&mut Conn::Sqlite(raw), Self::KEEP_ROW_SQL, fence).await?
        {
            return Ok(Inserted::LeaseLost);
        }
        Ok(Inserted::Rows(inserted))
    }

    async fn stored_body(
        &self,
        raw: &mut SqliteConnection,
        append: &Append,
    ) -> Result<Option<String>, StoreError> {
        let key = self.keys().of(append.room, append.index);
        let sql = "SELECT body FROM room_log WHERE row_id = $1 AND room_id = $2 AND idx = $3";
        let query = sqlx::query_scalar(sql)
            .bind(key)
            .bind(append.room.0)
            .bind(index_i64(append.index));
        let body = query.fetch_optional(raw).await;
        body.map_err(StoreError::from_sqlx)
    }

    /// Left to [`Self::prune_log`].
    async fn delete_below(
        &self,
        _: &mut SqliteConnection,
        _: RoomId,
        _: u64,
    ) -> Result<(), StoreError> {
        Ok(())
    }

    async fn prune_log(&self, fence: Fence) -> Result<(), StoreError> {
        let Some(old) = self.keys().to_prune() else {
            return Ok(());
        };
        match self.delete_rows(fence, &old).await {
            // Nothing without the lease.
            Ok(0) => self.keys().not_pruned(),
            Ok(_) => self.keys().pruned(&old),
            // They are not searched one by one, as everybody would wait for that.
            Err(error) if error.is_unread() => {
                tracing::error!(
                    rows = old.len(),
                    ?error,
                    "rows below floors stay: the database is damaged where they are"
                );
                self.keys().keep(&old);
            }
            Err(error) => {
                self.keys().not_pruned();
                return Err(error);
            }
        }
        Ok(())
    }

    async fn close_log(
        &self,
        raw: &mut SqliteConnection,
        room: RoomId,
        from: u64,
    ) -> Result<(), StoreError> {
        let (moved, deleted) = {
            let keys = self.keys();
            let moved = keys.current(room, from);
            (json_of(&moved), json_of(&keys.deletable(room)))
        };
        let values = [Value::Text(&moved), Value::Id(room.0)];
        let moved = Conn::Sqlite(raw).execute(MOVE_SQL, &values).await;
        self.note_unreadable_rows(moved, room).await?;
        let values = [Value::Text(&deleted), Value::Id(room.0)];
        let deleted = Conn::Sqlite(raw).execute(DELETE_SQL, &values).await;
        self.note_unreadable_rows(deleted, room).await
    }

    async fn read_rows(
        &self,
        raw: &mut SqliteConnection,
        rooms: &[(RoomId, u64)],
    ) -> Result<Vec<Vec<(u64, String)>>, StoreError> {
        self.read_keys(raw).await?;
        let keys: Vec<Vec<i64>> = {
            let mut keys = self.keys();
            let of_room = |&(room, from)| {
                // The server before this one may not have deleted them.
                keys.note_floor(room, from);
                keys.within(room, from, u64::MAX)
            };
            rooms.iter().map(of_room).collect()
        };
        let mut open = Self::open_rows(raw, &keys.concat()).await?;
        let mut read = Vec::with_capacity(rooms.len());
        for (&(room, from), keys) in rooms.iter().zip(&keys) {
            let mut rows = if keys.is_empty() {
                indexed_rows(&mut Conn::Sqlite(raw), Self::CLOSED_LOG, room, from).await?
            } else {
                open.remove(&room).unwrap_or_default()
            };
            rows.sort_unstable_by_key(|&(index, _)| index);
            read.push(rows);
        }
        Ok(read)
    }

    async fn rooms_in_log(
        &self,
        raw: &mut SqliteConnection,
        damage: StoreError,
    ) -> Result<Vec<RoomId>, StoreError> {
        tracing::error!(
            error = ?damage,
            "the list of rooms is damaged: those that have a log are taken for open"
        );
        self.read_keys(raw).await?;
        let rooms = self.keys().rooms();
        let mut open = Vec::with_capacity(rooms.len());
        for room in rooms {
            // Rows of closed rooms stay in the log where they cannot be read.
            let sql = "SELECT 1 FROM rooms WHERE room_id = $1 AND closed_at IS NULL";
            let query = sqlx::query(sql).bind(room.0).fetch_optional(&mut *raw);
            match query.await.map_err(StoreError::from_sqlx) {
                Ok(None) => {}
                Ok(Some(_)) | Err(StoreError::Damaged(_)) => open.push(room),
                Err(error) => return Err(error),
            }
        }
        Ok(open)
    }

    async fn last_index(
        &self,
        raw: &mut SqliteConnection,
        room: RoomId,
        from: u64,
    ) -> Result<Option<u64>, StoreError> {
        self.read_keys(raw).await?;
        let keys = json_of(&self.keys().within(room, from, u64::MAX));
        index(&mut Conn::Sqlite(raw), LAST_INDEX_SQL, Value::Text(&keys)).await
    }

    fn bytes_sql(text: &str) -> String {
        format!("CAST({text} AS BLOB)")
    }

    /// `instr`, because `LIKE` stops at U+0000, of which a damaged text may contain some.
    fn has_sql(text: &str, bytes: &str) -> String {
        format!("instr(CAST({text} AS BLOB), {bytes}) > 0")
    }

    fn text_sql(bytes: &str) -> String {
        format!("CAST({bytes} AS TEXT)")
    }

    async fn open_rows_naming(
        &self,
        raw: &mut SqliteConnection,
        rooms: &[RoomId],
    ) -> Result<Vec<NamedText>, StoreError> {
        self.read_keys(raw).await?;
        let readable = || -> Vec<i64> {
            let keys = self.keys();
            rooms.iter().flat_map(|&room| keys.readable(room)).collect()
        };
        let keys = readable();
        let named = Self::rows_naming(raw, &keys).await;
        if !named.as_ref().is_err_and(StoreError::is_unread) {
            return named;
        }
        for &room in rooms {
            self.find_unreadable(raw, room).await?;
        }
        let keys = readable();
        Self::rows_naming(raw, &keys).await
    }

    async fn rewrite_row(
        &self,
        raw: &mut SqliteConnection,
        text: &NamedText,
        after: &[u8],
    ) -> Result<(), StoreError> {
        let (room, index) = (RoomId(text.room_id), text.index()?);
        let key = self.keys().of(room, index);
        if let Some(key) = key {
            let (body, new) = (Self::bytes_sql("body"), Self::text_sql("$5"));
            let sql = format!(
                "UPDATE room_log SET body = {new}
                 WHERE row_id = $1 AND room_id = $2 AND idx = $3 AND {body} = $4"
            );
            let values = [
                Value::Int(key),
                Value::Id(text.room_id),
                Value::Int(text.idx),
                Value::Bytes(&text.body),
                Value::Bytes(after),
            ];
            let sql = AssertSqlSafe(sql);
            if Conn::Sqlite(raw).execute(sql, &values).await? > 0 {
                return Ok(());
            }
        }
        store_row::<Self>(raw, text, after).await.map(drop)
    }

    async fn clean(&self) -> Result<(), StoreError> {
        // Rewriting puts the whole file into the log. It must not start while a long read is running, because the log would only grow.
        self.empty_log().await?;
        let rewritten = self.writer.rewrite(SQLITE_REWRITTEN_BYTES).await;
        match rewritten.map_err(StoreError::from_sqlx) {
            Ok(true) => self.empty_log().await,
            Ok(false) => {
                tracing::info!("the database is too large to be rewritten while the server runs");
                Ok(())
            }
            // Otherwise it would be tried again without end, and nothing else could be stored meanwhile.
            Err(error) if error.is_unread() => {
                tracing::error!(
                    ?error,
                    "a damaged database cannot be rewritten: names of forgotten people may stay in its free space"
                );
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    fn committed(&self, batch: &[Append]) {
        let mut keys = self.keys();
        for append in batch {
            if let Some(floor) = &append.floor {
                keys.note_floor(append.room, floor.below);
            }
            if append.closes() {
                keys.forget_room(append.room);
            }
        }
    }

    fn lease_taken(&self) {
        self.keys().forget();
    }

    async fn claim(&self, _: &str) -> Result<Claim, StoreError> {
        let mut held = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        if held.is_some() {
            return Ok(Claim::Unknown);
        }
        *held = lock(&self.lock_path)?;
        if held.is_some() {
            // The former holder may have ended because of a disk failure, so its write-ahead log is not trusted.
            self.writer.doubt(Doubt::OfServerBefore);
        }
        Ok(if held.is_some() {
            Claim::OthersGone
        } else {
            Claim::OthersThere
        })
    }

    fn unclaim(&self) {
        // Closing the file unlocks it.
        self.lock
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
    }

    async fn sweep(&self, sweep: &mut Sweep) -> Result<Slice, StoreError> {
        let sweeper = self.sweepers.acquire().await;
        let mut sweeper = sweeper.map_err(StoreError::from_sqlx)?;
        let slice = sweep::slice(&mut sweeper, sweep).await?;
        sweeper.answered();
        if slice.is_last {
            // The next one may be days away.
            self.sweepers.reopen().await;
        }
        Ok(slice)
    }

    async fn broken(&self) {
        self.writer.broken().await;
    }

    async fn close(&self) {
        self.readers.pool().close().await;
        self.history_readers.close().await;
        self.sweepers.close().await;
        self.writer.close().await;
    }
}
