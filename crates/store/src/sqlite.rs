//! SQLite: one writing connection, some reading ones, and a file lock that says whose the file is.

mod file;
mod historians;
mod insert;
mod readers;
mod rooms;
mod writer;

use std::collections::HashMap;
use std::fs::File;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use giog_protocol::{NAMED, RoomId};
use sqlx::pool::PoolConnection;
use sqlx::{AssertSqlSafe, Connection as _, Sqlite, SqliteConnection};
use tokio::sync::Mutex as AsyncMutex;
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use file::{connect_options, lock, lock_path, make_private_file, overwriting};
pub(crate) use file::{connect_to_read, connect_to_restore, file};
pub use historians::Historian;
use historians::Historians;
use insert::{INSERT_NEW_SQL, INSERT_NEW_WITH_ROOMS_SQL, INSERT_SQL, ROWS_A_STATEMENT};
use readers::Readers;
pub(crate) use rooms::RoomChanges;
pub use writer::SqliteTransaction;
use writer::{Doubt, Writer};

use crate::database::{
    AtOnce, Backend, Claim, Conn, Database, Inserted, NamedText, Value, holds, index, index_i64,
    indexed_rows, naming_sql, store_row,
};
use crate::limits::{
    EMPTY_LOG_PAUSE, EMPTY_LOG_TRIES, KEY_PAGE_ROWS, SQLITE_BUSY_PAUSE, SQLITE_BUSY_TIMEOUT,
    SQLITE_REWRITTEN_BYTES,
};
use crate::log_keys::LogKeys;
use crate::{Append, Fence, OpenOptions, StoreError, migrations};

/// A store in a SQLite file.
///
/// Commits survive power loss (`synchronous=FULL`). Whoever holds the lease holds an exclusive lock on `<file>.lock`,
/// which the operating system gives back when the process ends however it ends: a second server waits, and the next one
/// starts at once.
pub type SqliteStore = Database<SqliteBackend>;

/// What is particular to SQLite.
#[derive(Debug)]
pub struct SqliteBackend {
    writer: Arc<Writer>,
    readers: Readers,
    historians: Historians,
    lock_path: PathBuf,
    lock: Mutex<Option<File>>,
    /// Which rows of the log are whose.
    keys: Mutex<LogKeys>,
    /// Held by whoever reads them: several who need them at once, as at a start, would all read the same.
    reading_keys: AsyncMutex<()>,
}

impl SqliteStore {
    /// Opens or creates the file named by `sqlite:<file>`, and brings its schema up to date.
    pub async fn open(url: &str, options: &OpenOptions) -> Result<Self, StoreError> {
        let connect = connect_options(url)?;
        make_private_file(url, connect.get_filename())?;
        let lock_path = lock_path(&connect);
        // So that no statement of a commit makes a temporary file.
        let writer = overwriting(connect.clone()).pragma("temp_store", "MEMORY");
        let writer = Arc::new(Writer::new(writer));
        migrate(&writer).await?;
        // Opened as they are needed.
        let connect = connect.pragma("query_only", "1");
        let readers = Readers::new(connect.clone(), options.reader_connections);
        let historians = Historians::new(connect, options.history_connections);
        let lock = Mutex::new(None);
        Ok(Self::new(SqliteBackend {
            writer,
            readers,
            historians,
            lock_path,
            lock,
            keys: Mutex::default(),
            reading_keys: AsyncMutex::default(),
        }))
    }
}

impl SqliteBackend {
    fn keys(&self) -> MutexGuard<'_, LogKeys> {
        self.keys.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Learns which rows were written since this was asked last, by whomever.
    async fn read_keys(&self, raw: &mut SqliteConnection) -> Result<(), StoreError> {
        let _reading = self.reading_keys.lock().await;
        let mut known = self.keys().known();
        loop {
            let query = sqlx::query_scalar(NEW_KEYS_SQL)
                .bind(known.last)
                .bind(KEY_PAGE_ROWS);
            let list: String = query
                .fetch_one(&mut *raw)
                .await
                .map_err(StoreError::from_sqlx)?;
            let rows: Vec<(i64, RoomId, u64)> =
                serde_json::from_str(&list).map_err(|_| StoreError::Corrupt("log key"))?;
            let is_last = rows.is_empty();
            known = self.keys().learn(known, rows);
            if is_last {
                return Ok(());
            }
        }
    }

    /// These rows with their keys, which are theirs from now on.
    async fn with_keys<'b>(
        &self,
        raw: &mut SqliteConnection,
        batch: &'b [Append],
    ) -> Result<Vec<(i64, &'b Append)>, StoreError> {
        if self.keys().stale {
            self.read_keys(raw).await?;
        }
        let mut keys = self.keys();
        keys.stale = false;
        let rows = batch.iter();
        Ok(rows
            .map(|append| (keys.choose(append.room, append.index), append))
            .collect())
    }
}

impl SqliteBackend {
    /// Learns which rows of a room cannot be read: they stay as they are and where they are.
    async fn find_unreadable(
        &self,
        raw: &mut SqliteConnection,
        room: RoomId,
    ) -> Result<(), StoreError> {
        let keys = self.keys().readable(room);
        for key in keys {
            let sql = "SELECT length(CAST(body AS BLOB)) FROM room_log WHERE row_id = $1";
            let read = sqlx::query(sql).bind(key).fetch_optional(&mut *raw);
            match read.await.map_err(StoreError::from_sqlx) {
                Ok(_) => {}
                Err(error) if error.is_unread() => {
                    tracing::error!(%room, ?error, "a row of a log cannot be read");
                    self.keys().note_unreadable(key);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Where damage kept a statement from changing rows of a room, learns which of them it is: SQLite changes nothing more in
    /// this transaction, and the next one leaves them out.
    async fn leave_out_next_time(
        &self,
        changed: Result<u64, StoreError>,
        room: RoomId,
    ) -> Result<(), StoreError> {
        if let Err(StoreError::Damaged(_)) = changed {
            let mut reader = self.reader().await.map_err(StoreError::from_sqlx)?;
            self.find_unreadable(&mut reader, room).await?;
        }
        changed.map(drop)
    }

    /// The rows with these keys that name somebody.
    async fn rows_naming(
        raw: &mut SqliteConnection,
        keys: &[i64],
    ) -> Result<Vec<NamedText>, StoreError> {
        let keys = json_of(keys);
        let values = [Value::Text(&keys), Value::Bytes(NAMED.as_bytes())];
        let sql = AssertSqlSafe(NAMING_SQL.as_str());
        Conn::Sqlite(raw).all(sql, &values).await
    }

    /// Empties the write-ahead log.
    async fn empty_log(&self) -> Result<(), StoreError> {
        for _ in 0..EMPTY_LOG_TRIES {
            let emptied = self.writer.empty_log().await;
            if emptied.map_err(StoreError::from_sqlx)? {
                return Ok(());
            }
            sleep(EMPTY_LOG_PAUSE).await;
        }
        // Somebody reads for long, such as a backup.
        Err(StoreError::Interrupted)
    }

    /// Opens the reading connections anew where a write found the file to be for reading alone: they share with the writer what
    /// was found out about it.
    async fn reopen_after<T>(&self, written: &sqlx::Result<T>) {
        if let Err(error) = written
            && writer::is_read_only(error)
        {
            self.readers.reopen().await;
            self.historians.reopen().await;
        }
    }
}

// What a start reads of the log comes in one row: each row of a result crosses from SQLite's thread to the one that asked,
// which costs several times as much as reading it.

const NEW_KEYS_SQL: &str = "SELECT json_group_array(json_array(row_id, hex(room_id), idx)) FROM
     (SELECT row_id, room_id, idx FROM room_log WHERE row_id > $1 ORDER BY row_id LIMIT $2)";

/// A list of keys is one parameter, a JSON array, so that its statements are prepared once. Each row is its room, its index,
/// the bytes of its body, and the body as it is (see [`next_row`]): in a JSON array it would be escaped by SQLite, and read
/// once more to undo it. A body that a damaged disk turned into a BLOB is read like a text, and a row without one is damaged.
pub(crate) const ROWS_SQL: &str = "SELECT CAST(group_concat(
         ifnull(hex(room_id) || ' ' || idx || ' ' || octet_length(body) || ' ' || body, '?'), '') AS BLOB)
     FROM room_log WHERE row_id IN (SELECT value FROM json_each($1))";

pub(crate) const DELETE_SQL: &str =
    "DELETE FROM room_log WHERE row_id IN (SELECT value FROM json_each($1)) AND room_id = $2";

/// No body is read for it.
pub(crate) const LAST_INDEX_SQL: &str = "SELECT MAX(idx) AS idx FROM room_log
     WHERE row_id IN (SELECT value FROM json_each($1))";

pub(crate) static NAMING_SQL: LazyLock<String> = LazyLock::new(|| {
    let (columns, names) = naming_sql::<SqliteBackend>("idx", "$2");
    format!(
        "SELECT {columns} FROM room_log
         WHERE row_id IN (SELECT value FROM json_each($1)) AND {names}"
    )
});

/// With the same cast: where there are texts, there can be no BLOB.
const MOVE_SQL: &str = "INSERT INTO closed_log (room_id, idx, body)
     SELECT room_id, idx, CAST(body AS TEXT) FROM room_log
     WHERE row_id IN (SELECT value FROM json_each($1)) AND room_id = $2
     ON CONFLICT DO NOTHING";

/// Puts the rows of closed rooms where they belong, after rows of all rooms were restored.
pub(crate) const SORT_LOG_SQL: &str = "
    INSERT INTO closed_log (room_id, idx, body)
        SELECT room_id, idx, body FROM room_log
        WHERE room_id IN (SELECT room_id FROM rooms WHERE closed_at IS NOT NULL);
    DELETE FROM room_log WHERE room_id IN (SELECT room_id FROM rooms WHERE closed_at IS NOT NULL);
";

/// Whose row, its index and its body.
type ReadRow = (RoomId, u64, String);

/// The first of the rows that [`ROWS_SQL`] gives, and those after it.
fn next_row(rows: &[u8]) -> Option<(ReadRow, &[u8])> {
    let mut parts = rows.splitn(4, |&byte| byte == b' ');
    let mut word = || str::from_utf8(parts.next()?).ok();
    let room = RoomId(Uuid::try_parse(word()?).ok()?);
    let index = word()?.parse().ok()?;
    let len = word()?.parse().ok()?;
    let (body, rest) = parts.next()?.split_at_checked(len)?;
    let body = str::from_utf8(body).ok()?.to_owned();
    Some(((room, index, body), rest))
}

fn json_of(keys: &[i64]) -> String {
    let keys: Vec<String> = keys.iter().map(i64::to_string).collect();
    format!("[{}]", keys.join(","))
}

/// In one transaction, so that a second process starting at the same moment waits and then finds all done.
async fn migrate(writer: &Writer) -> Result<(), StoreError> {
    // Whoever connects first switches the new file to write-ahead logging. Where several do so at once, SQLite does not wait.
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
    type Driver = Sqlite;

    type Tx = SqliteTransaction;

    type Reader = PoolConnection<Sqlite>;

    type Historian = Historian;

    const NOW_MS_SQL: &'static str = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

    /// `BEGIN IMMEDIATE` keeps every other writer out.
    const KEEP_ROW_SQL: &'static str = "";

    const LOCK_ROW_SQL: &'static str = "";

    const APPEND_TIMEOUT: Option<Duration> = None;

    const RENEWAL_TIMEOUT: Option<Duration> = None;

    /// They share the one connection with it.
    const OTHER_WRITERS: usize = 1;

    async fn reader(&self) -> sqlx::Result<PoolConnection<Sqlite>> {
        self.readers.pool().acquire().await
    }

    async fn historian(&self) -> sqlx::Result<Historian> {
        self.historians.acquire().await
    }

    fn answered(historian: Historian) {
        historian.answered();
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
        let only_rooms_follow = batch.iter().all(Append::only_opens_and_closes);
        if batch.is_empty() || batch.len() > ROWS_A_STATEMENT || !only_rooms_follow {
            return Ok(AtOnce::NeedsTransaction);
        }
        let ready = self.writer.ready().await;
        self.reopen_after(&ready).await;
        let mut tx = ready.map_err(StoreError::from_sqlx)?;
        let rows = self.with_keys(&mut tx, batch).await?;
        let inserted = if batch.iter().all(Append::is_a_row_alone) {
            INSERT_NEW_SQL.execute(&mut tx, fence, &rows).await
        } else {
            let changes = RoomChanges::of(batch, &self.keys());
            let sql = &*INSERT_NEW_WITH_ROOMS_SQL;
            sql.execute_with(&mut tx, fence, &rows, &changes).await
        };
        self.writer.ended(tx, &inserted);
        self.reopen_after(&inserted).await;
        match inserted {
            Ok(0) => Ok(AtOnce::LeaseLost),
            Ok(_) => Ok(AtOnce::Stored),
            // Tried before, with an outcome that nobody heard of.
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
                Ok(AtOnce::NeedsTransaction)
            }
            Err(error) => match StoreError::from_sqlx(error) {
                // It may be a row of a room that is closed: the transaction finds out.
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
        // Some may be there already, or the lease is another's.
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

    async fn delete_below(
        &self,
        raw: &mut SqliteConnection,
        room: RoomId,
        below: u64,
    ) -> Result<(), StoreError> {
        let keys = json_of(&self.keys().readable_below(room, below));
        let values = [Value::Text(&keys), Value::Id(room.0)];
        let deleted = Conn::Sqlite(raw).execute(DELETE_SQL, &values).await;
        self.leave_out_next_time(deleted, room).await
    }

    async fn close_log(&self, raw: &mut SqliteConnection, room: RoomId) -> Result<(), StoreError> {
        let keys = json_of(&self.keys().readable(room));
        let values = [Value::Text(&keys), Value::Id(room.0)];
        let moved = Conn::Sqlite(raw).execute(MOVE_SQL, &values).await;
        self.leave_out_next_time(moved, room).await?;
        Conn::Sqlite(raw)
            .execute(DELETE_SQL, &values)
            .await
            .map(drop)
    }

    async fn read_rows(
        &self,
        raw: &mut SqliteConnection,
        rooms: &[(RoomId, u64)],
    ) -> Result<Vec<Vec<(u64, String)>>, StoreError> {
        self.read_keys(raw).await?;
        let keys: Vec<Vec<i64>> = {
            let keys = self.keys();
            let of_room = |&(room, from)| keys.within(room, from, u64::MAX);
            rooms.iter().map(of_room).collect()
        };
        let mut open: HashMap<RoomId, Vec<(u64, String)>> = HashMap::new();
        let query = sqlx::query_scalar(ROWS_SQL).bind(json_of(&keys.concat()));
        let read: Option<Vec<u8>> = query
            .fetch_one(&mut *raw)
            .await
            .map_err(StoreError::from_sqlx)?;
        let read = read.unwrap_or_default();
        let mut rest = &*read;
        while !rest.is_empty() {
            let row = next_row(rest).ok_or(StoreError::Corrupt("log row"))?;
            let ((room, index, body), after) = row;
            open.entry(room).or_default().push((index, body));
            rest = after;
        }
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

    async fn last_index(
        &self,
        raw: &mut SqliteConnection,
        room: RoomId,
    ) -> Result<Option<u64>, StoreError> {
        self.read_keys(raw).await?;
        let keys = json_of(&self.keys().within(room, 0, u64::MAX));
        index(&mut Conn::Sqlite(raw), LAST_INDEX_SQL, Value::Text(&keys)).await
    }

    fn bytes_sql(text: &str) -> String {
        format!("CAST({text} AS BLOB)")
    }

    /// `LIKE` would look no further than to a U+0000, of which a damaged text may have some.
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
        // Rewriting puts the whole file into the log: not while somebody reads for long, and the log only grows.
        self.empty_log().await?;
        let rewritten = self.writer.rewrite(SQLITE_REWRITTEN_BYTES).await;
        match rewritten.map_err(StoreError::from_sqlx) {
            Ok(true) => self.empty_log().await,
            Ok(false) => {
                tracing::info!("the database is too large to be rewritten while the server runs");
                Ok(())
            }
            // It would be tried without end, and nothing else is stored meanwhile.
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
                keys.forget_below(append.room, floor.below);
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
            // Who had it before may have died of its disk.
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

    async fn broken(&self) {
        self.writer.broken().await;
    }

    async fn close(&self) {
        self.readers.pool().close().await;
        self.historians.close().await;
        self.writer.close().await;
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::str::FromStr as _;

    use sqlx::ConnectOptions as _;
    use sqlx::sqlite::SqliteConnectOptions;

    use super::*;
    use crate::tests::fresh::Fresh;
    use crate::tests::samples::{at, lease, room, row, row_with, started};
    use crate::{AppendError, Fact, Store as _};

    /// SQLite rolls a transaction back by itself when the disk is full; nothing of that may stick.
    #[tokio::test]
    async fn a_full_disk_is_unavailable_until_there_is_space_again() {
        let fresh = Fresh::sqlite();
        let store = SqliteStore::open(&fresh.url(), &OpenOptions::default())
            .await
            .expect("it opens");
        let fence = lease(&store).await;
        let pages = async |limit: &'static str| {
            let mut writer = store.backend.writer.connection().await?;
            sqlx::query(limit).execute(&mut *writer).await
        };
        let body = "x".repeat(1 << 20);
        pages("PRAGMA max_page_count = 60")
            .await
            .expect("a small disk");
        let appended = store
            .append(fence, &[row(room(1), 0, "small"), row(room(1), 1, &body)])
            .await;
        assert!(
            matches!(appended, Err(AppendError::Unavailable(_))),
            "{appended:?}"
        );
        assert_eq!(store.log(room(1)).await.expect("a log").rows, []);
        pages("PRAGMA max_page_count = 1000000")
            .await
            .expect("a large disk");
        store
            .append(fence, &[row(room(1), 0, "small"), row(room(1), 1, &body)])
            .await
            .expect("stored");
    }

    #[tokio::test]
    async fn rows_alone_are_one_statement_until_one_of_them_is_there() {
        let fresh = Fresh::sqlite();
        let store = SqliteStore::open(&fresh.url(), &OpenOptions::default())
            .await
            .expect("it opens");
        let fence = lease(&store).await;
        let rows = |range: std::ops::Range<u64>| -> Vec<Append> {
            range.map(|index| row(room(1), index, "row")).collect()
        };
        let at_once = async |rows: Vec<Append>| store.backend.append_at_once(fence, &rows).await;
        let most = ROWS_A_STATEMENT as u64;
        for (range, outcome) in [
            (0..2, AtOnce::Stored),
            (1..4, AtOnce::NeedsTransaction),
            (2..5, AtOnce::Stored),
            (5..5 + most, AtOnce::Stored),
            (500..501 + most, AtOnce::NeedsTransaction),
        ] {
            let stored = store.log(room(1)).await.expect("a log").rows.len() as u64;
            let done = at_once(rows(range.clone())).await.expect("an answer");
            assert_eq!(done, outcome, "{range:?}");
            let new = if done == AtOnce::Stored {
                range.end - range.start
            } else {
                0
            };
            let now = store.log(room(1)).await.expect("a log").rows.len() as u64;
            assert_eq!(now - stored, new, "all of {range:?} or nothing");
        }
        store.append(fence, &rows(4..6)).await.expect("found again");
        store.release(fence).await.expect("held");
        let done = at_once(rows(900..901)).await.expect("an answer");
        assert_eq!(done, AtOnce::LeaseLost);
        assert!(store.append(fence, &rows(900..901)).await.is_err());
    }

    /// What a room leaves in the database: rows of the open log, rows of closed rooms, whether it is there, whether it is closed.
    async fn traces(store: &SqliteStore, number: u128) -> [i64; 4] {
        let sql = "SELECT (SELECT COUNT(*) FROM room_log WHERE room_id = $1),
                       (SELECT COUNT(*) FROM closed_log WHERE room_id = $1),
                       (SELECT COUNT(*) FROM rooms WHERE room_id = $1),
                       (SELECT COUNT(closed_at) FROM rooms WHERE room_id = $1)";
        let mut reader = store.backend.reader().await.expect("a reader");
        let query = sqlx::query_as(sql).bind(room(number).0);
        let (open, closed, rooms, is_closed): (i64, i64, i64, i64) =
            query.fetch_one(&mut *reader).await.expect("counts");
        [open, closed, rooms, is_closed]
    }

    #[tokio::test]
    async fn rooms_are_opened_and_closed_by_one_message() {
        let fresh = Fresh::sqlite();
        let store = SqliteStore::open(&fresh.url(), &OpenOptions::default())
            .await
            .expect("it opens");
        let fence = lease(&store).await;
        let opened = |number| {
            let (room, at) = (room(number), at(1));
            row_with(room, 0, vec![Fact::RoomOpened { room, at }])
        };
        let closed = |number, index| {
            let (room, at) = (room(number), at(2));
            row_with(room, index, vec![Fact::RoomClosed { room, at }])
        };
        let at_once = async |rows: &[Append]| {
            let done = store.backend.append_at_once(fence, rows).await;
            let done = done.expect("an answer");
            if done == AtOnce::Stored {
                store.backend.committed(rows);
            }
            done
        };
        // Some of several rooms, one of which is over with the same group.
        let group = [opened(1), row(room(1), 1, "row"), opened(2), closed(2, 1)];
        assert_eq!(at_once(&group).await, AtOnce::Stored);
        assert_eq!(traces(&store, 1).await, [2, 0, 1, 0]);
        assert_eq!(traces(&store, 2).await, [0, 2, 1, 1]);
        let group = [opened(3), closed(1, 2)];
        assert_eq!(at_once(&group).await, AtOnce::Stored);
        assert_eq!(traces(&store, 1).await, [0, 3, 1, 1]);
        assert_eq!(traces(&store, 3).await, [1, 0, 1, 0]);
        // All of a group or nothing.
        let again = [opened(4), opened(3), closed(3, 1)];
        assert_eq!(at_once(&again).await, AtOnce::NeedsTransaction);
        assert_eq!(traces(&store, 4).await, [0, 0, 0, 0]);
        assert_eq!(traces(&store, 3).await, [1, 0, 1, 0]);
        // What else follows is not made by it.
        let started = row_with(room(4), 0, vec![Fact::MatchStarted(started(4))]);
        assert_eq!(at_once(&[started]).await, AtOnce::NeedsTransaction);
        store.release(fence).await.expect("held");
        let late = [opened(5), closed(3, 1)];
        assert_eq!(at_once(&late).await, AtOnce::LeaseLost);
        assert_eq!(traces(&store, 5).await, [0, 0, 0, 0]);
        assert_eq!(traces(&store, 3).await, [1, 0, 1, 0]);
    }

    /// What is written into a file without a name is gone with the process.
    #[cfg(unix)]
    #[tokio::test]
    async fn nothing_is_stored_while_the_file_is_removed_or_replaced() {
        let fresh = Fresh::sqlite();
        let store = SqliteStore::open(&fresh.url(), &OpenOptions::default())
            .await
            .expect("it opens");
        let fence = lease(&store).await;
        let append = async |index| store.append(fence, &[row(room(1), index, "row")]).await;
        append(0).await.expect("stored");
        let url = fresh.url();
        let path = Path::new(url.strip_prefix("sqlite:").expect("a file"));
        let aside = path.with_added_extension("aside");
        std::fs::rename(path, &aside).expect("removed");
        for other in [None, Some("another file")] {
            if let Some(text) = other {
                std::fs::write(path, text).expect("replaced");
            }
            for _ in 0..2 {
                let refused = append(1).await;
                assert!(
                    matches!(refused, Err(AppendError::Unavailable(_))),
                    "{refused:?}"
                );
            }
            let there = std::fs::read_to_string(path).ok();
            assert_eq!(there.as_deref(), other, "nothing was made or changed");
        }
        std::fs::rename(&aside, path).expect("it is back");
        append(1).await.expect("stored");
    }

    /// What was stored before is not lost with it, and nothing more is stored.
    #[cfg(unix)]
    #[tokio::test]
    async fn nothing_is_stored_while_the_write_ahead_log_is_removed_and_nothing_is_lost() {
        let fresh = Fresh::sqlite();
        let store = SqliteStore::open(&fresh.url(), &OpenOptions::default())
            .await
            .expect("it opens");
        let fence = lease(&store).await;
        let append = async |index| store.append(fence, &[row(room(1), index, "row")]).await;
        append(0).await.expect("stored");
        let url = fresh.url();
        let log = format!("{}-wal", url.strip_prefix("sqlite:").expect("a file"));
        std::fs::remove_file(&log).expect("removed");
        for _ in 0..2 {
            let refused = append(1).await;
            assert!(
                matches!(refused, Err(AppendError::Unavailable(_))),
                "{refused:?}"
            );
        }
        store.close().await;
        drop(store);
        let store = fresh.open().await;
        let rows = store.log(room(1)).await.expect("a log").rows;
        assert_eq!(rows, [(0, "row".to_owned())]);
    }

    /// A flipped bit of a row's header is enough to make a BLOB of its text.
    #[tokio::test]
    async fn a_row_that_a_damaged_disk_made_a_blob_keeps_no_room_from_its_log() {
        let fresh = Fresh::sqlite();
        let store = fresh.open().await;
        let fence = lease(&*store).await;
        let batch = [row(room(1), 0, "damaged"), row(room(2), 0, "whole")];
        store.append(fence, &batch).await.expect("stored");
        store.close().await;
        drop(store);
        let options = SqliteConnectOptions::from_str(&fresh.url()).expect("an address");
        for damage in [
            "PRAGMA writable_schema = ON;
             UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '') WHERE name = 'room_log'",
            "UPDATE room_log SET body = CAST(body AS BLOB) WHERE body = 'damaged'",
            "PRAGMA writable_schema = ON;
             UPDATE sqlite_schema SET sql = sql || ' STRICT' WHERE name = 'room_log'",
        ] {
            let mut raw = options.connect().await.expect("a connection");
            sqlx::raw_sql(damage)
                .execute(&mut raw)
                .await
                .expect("damaged");
            raw.close().await.expect("closed");
        }
        let store = fresh.open().await;
        let logs = store.logs(&[room(1), room(2)]).await.expect("logs");
        let bodies: Vec<_> = logs.iter().map(|log| log.rows[0].1.as_str()).collect();
        assert_eq!(bodies, ["damaged", "whole"]);
        let (room, at) = (room(1), at(1));
        let closed = row_with(room, 1, vec![Fact::RoomClosed { room, at }]);
        let fence = lease(&*store).await;
        store.append(fence, &[closed]).await.expect("closed");
        assert_eq!(store.log(room).await.expect("a log").rows.len(), 2);
    }

    #[tokio::test]
    async fn commits_survive_power_loss_by_settings() {
        let fresh = Fresh::sqlite();
        let store = SqliteStore::open(&fresh.url(), &OpenOptions::default())
            .await
            .expect("it opens");
        let mut writer = store.backend.writer.connection().await.expect("the writer");
        let journal: String = sqlx::query_scalar("PRAGMA journal_mode")
            .fetch_one(&mut *writer)
            .await
            .expect("a mode");
        let synchronous: i64 = sqlx::query_scalar("PRAGMA synchronous")
            .fetch_one(&mut *writer)
            .await
            .expect("a level");
        assert_eq!((journal.as_str(), synchronous), ("wal", 2));
    }
}
