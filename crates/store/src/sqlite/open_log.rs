//! Rows of open rooms: they have no index by room, and are found by their keys ([`LogKeys`]).

use std::collections::HashMap;
use std::sync::{LazyLock, MutexGuard, PoisonError};

use giog_protocol::{NAMED, RoomId};
use sqlx::{AssertSqlSafe, SqliteConnection};
use uuid::Uuid;

use super::SqliteBackend;
use crate::database::{Backend as _, Conn, HELD_SQL, NamedText, Value, naming_sql};
use crate::limits::KEY_PAGE_ROWS;
use crate::log_keys::LogKeys;
use crate::{Append, Fence, StoreError};

// At a start, the log is read as one result row, because each result row is sent from SQLite's thread to the caller's thread, which costs
// several times as much as reading it.

const NEW_KEYS_SQL: &str = "SELECT json_group_array(json_array(row_id, hex(room_id), idx)) FROM
     (SELECT row_id, room_id, idx FROM room_log WHERE row_id > $1 ORDER BY row_id LIMIT $2)";

/// The keys are one parameter, a JSON array, so that the statement is prepared once. Each row consists of its room, its index, the length
/// of its body in bytes, and the body as it is (see [`next_row`]): in a JSON array it would have to be escaped and parsed. A body that a
/// damaged disk turned into a BLOB is read like a text, and a row without a body is damaged.
pub(crate) const ROWS_SQL: &str = "SELECT CAST(group_concat(
         ifnull(hex(room_id) || ' ' || idx || ' ' || octet_length(body) || ' ' || body, '?'), '') AS BLOB)
     FROM room_log WHERE row_id IN (SELECT value FROM json_each($1))";

pub(crate) const DELETE_SQL: &str =
    "DELETE FROM room_log WHERE row_id IN (SELECT value FROM json_each($1)) AND room_id = $2";

/// Deletes rows of several rooms if the lease is held. The rows' keys with their rooms are one parameter ([`rows_of_json`]).
pub(crate) static PRUNE_SQL: LazyLock<String> = LazyLock::new(|| {
    let rows = rows_of_json("$2");
    format!(
        "DELETE FROM room_log WHERE row_id IN (SELECT row.row_id FROM {rows}) AND EXISTS ({HELD_SQL})"
    )
});

/// Reads no bodies.
pub(crate) const LAST_INDEX_SQL: &str = "SELECT MAX(idx) AS idx FROM room_log
     WHERE row_id IN (SELECT value FROM json_each($1))";

pub(crate) static NAMING_SQL: LazyLock<String> = LazyLock::new(|| {
    let (columns, names) = naming_sql::<SqliteBackend>("idx", "$2");
    format!(
        "SELECT {columns} FROM room_log
         WHERE row_id IN (SELECT value FROM json_each($1)) AND {names}"
    )
});

/// The body is cast because a damaged disk may have turned it into a BLOB, which the table of closed rooms does not accept as text.
pub(super) const MOVE_SQL: &str = "INSERT INTO closed_log (room_id, idx, body)
     SELECT room_id, idx, CAST(body AS TEXT) FROM room_log
     WHERE row_id IN (SELECT value FROM json_each($1)) AND room_id = $2
     ON CONFLICT DO NOTHING";

/// Moves the rows of closed rooms to their table, after a restore has inserted the rows of all rooms.
pub(crate) const SORT_LOG_SQL: &str = "
    INSERT INTO closed_log (room_id, idx, body)
        SELECT room_id, idx, body FROM room_log
        WHERE room_id IN (SELECT room_id FROM rooms WHERE closed_at IS NOT NULL);
    DELETE FROM room_log WHERE room_id IN (SELECT room_id FROM rooms WHERE closed_at IS NOT NULL);
";

impl SqliteBackend {
    pub(super) fn keys(&self) -> MutexGuard<'_, LogKeys> {
        self.keys.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the keys of rows that were written since the last call, by any server.
    pub(super) async fn read_keys(&self, raw: &mut SqliteConnection) -> Result<(), StoreError> {
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

    /// These rows with their keys; rows without one get the next keys.
    pub(super) async fn with_keys<'b>(
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

    /// The rows with these keys, in no particular order.
    pub(super) async fn open_rows(
        raw: &mut SqliteConnection,
        keys: &[i64],
    ) -> Result<HashMap<RoomId, Vec<(u64, String)>>, StoreError> {
        let query = sqlx::query_scalar(ROWS_SQL).bind(json_of(keys));
        let read: Option<Vec<u8>> = query.fetch_one(raw).await.map_err(StoreError::from_sqlx)?;
        let read = read.unwrap_or_default();
        let mut open: HashMap<RoomId, Vec<(u64, String)>> = HashMap::new();
        let mut rest = &*read;
        while !rest.is_empty() {
            let row = next_row(rest).ok_or(StoreError::Corrupt("log row"))?;
            let ((room, index, body), after) = row;
            open.entry(room).or_default().push((index, body));
            rest = after;
        }
        Ok(open)
    }

    /// Deletes these rows, if the lease is held; returns how many there were.
    pub(super) async fn delete_rows(
        &self,
        fence: Fence,
        rows: &[(i64, RoomId)],
    ) -> Result<u64, StoreError> {
        let mut tx = self.writer.ready().await.map_err(StoreError::from_sqlx)?;
        let query = sqlx::query(PRUNE_SQL.as_str())
            .bind(fence.number())
            .bind(json_of_rows(rows.iter().copied()));
        let deleted = query.execute(&mut *tx).await;
        self.writer.ended(tx, &deleted);
        let deleted = deleted.map_err(StoreError::from_sqlx)?;
        Ok(deleted.rows_affected())
    }

    /// Finds out which rows of a room cannot be read: they stay unchanged in their table.
    pub(super) async fn find_unreadable(
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

    /// If a statement failed because rows of a room are damaged, finds out which: this transaction is lost, and the next one leaves these
    /// rows out.
    pub(super) async fn note_unreadable_rows(
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

    /// The rows with these keys that contain anybody's name.
    pub(super) async fn rows_naming(
        raw: &mut SqliteConnection,
        keys: &[i64],
    ) -> Result<Vec<NamedText>, StoreError> {
        let keys = json_of(keys);
        let values = [Value::Text(&keys), Value::Bytes(NAMED.as_bytes())];
        let sql = AssertSqlSafe(NAMING_SQL.as_str());
        Conn::Sqlite(raw).all(sql, &values).await
    }
}

/// A row's room, its index and its body.
type ReadRow = (RoomId, u64, String);

/// The first of the rows in the result of [`ROWS_SQL`], and the remaining bytes.
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

/// SQL for the rows whose keys and rooms are in a parameter, as [`json_of_rows`] writes it.
pub(super) fn rows_of_json(parameter: &str) -> String {
    format!(
        "json_each({parameter}) AS listed CROSS JOIN room_log AS row
         WHERE row.row_id = CAST(listed.key AS INTEGER) AND row.room_id = unhex(listed.value)"
    )
}

/// The keys of rows with their rooms, as a JSON object.
pub(super) fn json_of_rows(rows: impl IntoIterator<Item = (i64, RoomId)>) -> String {
    let rows = rows.into_iter();
    let rows: Vec<String> = rows
        .map(|(key, room)| format!("\"{key}\":\"{}\"", room.0.simple()))
        .collect();
    format!("{{{}}}", rows.join(","))
}

pub(super) fn json_of(keys: &[i64]) -> String {
    let keys: Vec<String> = keys.iter().map(i64::to_string).collect();
    format!("[{}]", keys.join(","))
}
