//! Reading the rooms' logs, and comparing with what is there already.

use giog_protocol::RoomId;
use giog_rules::Timestamp;
use uuid::Uuid;

use super::conn::{Conn, Value};
use crate::limits::{LOG_PAGE_ROWS, RETENTION_PAGE_ROWS, ROOM_PAGE_ROWS};
use crate::{Append, StoreError};

pub(super) const OPEN_ROOMS_SQL: &str =
    "SELECT room_id FROM rooms WHERE closed_at IS NULL AND room_id > $1 ORDER BY room_id LIMIT $2";

pub(super) const LOG_SQL: &str =
    "SELECT idx, body FROM room_log WHERE room_id = $1 AND idx > $2 ORDER BY idx LIMIT $3";

pub(super) const CLOSED_ROOMS_SQL: &str =
    "SELECT room_id FROM rooms WHERE closed_at < $1 ORDER BY closed_at, room_id LIMIT $2";

#[derive(sqlx::FromRow)]
struct RoomRow {
    room_id: Uuid,
}

#[derive(sqlx::FromRow)]
struct LogRow {
    idx: i64,
    body: String,
}

#[derive(sqlx::FromRow)]
struct BodyRow {
    body: String,
}

pub(super) async fn open_rooms(conn: &mut Conn<'_>) -> Result<Vec<RoomId>, StoreError> {
    let mut rooms = Vec::new();
    // The nil UUID is nobody's.
    let mut after = Uuid::nil();
    loop {
        let page: Vec<RoomRow> = conn
            .all(
                OPEN_ROOMS_SQL,
                &[Value::Id(after), Value::Int(ROOM_PAGE_ROWS)],
            )
            .await?;
        let Some(last) = page.last() else {
            return Ok(rooms);
        };
        after = last.room_id;
        rooms.extend(page.iter().map(|row| RoomId(row.room_id)));
    }
}

pub(super) async fn read(
    conn: &mut Conn<'_>,
    room: RoomId,
) -> Result<Vec<(u64, String)>, StoreError> {
    let mut rows = Vec::new();
    let mut after = -1;
    loop {
        let page: Vec<LogRow> = conn
            .all(
                LOG_SQL,
                &[
                    Value::Id(room.0),
                    Value::Int(after),
                    Value::Int(LOG_PAGE_ROWS),
                ],
            )
            .await?;
        let Some(last) = page.last() else {
            return Ok(rows);
        };
        after = last.idx;
        for row in page {
            let index = u64::try_from(row.idx).map_err(|_| StoreError::Corrupt("log row"))?;
            rows.push((index, row.body));
        }
    }
}

/// The first of these rows under whose key something else is stored.
pub(super) async fn first_different<'b>(
    conn: &mut Conn<'_>,
    batch: &'b [Append],
) -> Result<Option<&'b Append>, StoreError> {
    let sql = "SELECT body FROM room_log WHERE room_id = $1 AND idx = $2";
    for append in batch {
        let stored: Option<BodyRow> = conn
            .first(sql, &[Value::Id(append.room.0), index_value(append)])
            .await?;
        if stored.is_none_or(|row| row.body != append.body) {
            return Ok(Some(append));
        }
    }
    Ok(None)
}

/// A checked append's index.
pub(crate) fn index_value(append: &Append) -> Value<'static> {
    Value::Int(index_i64(append))
}

/// A checked append's index.
pub(crate) fn index_i64(append: &Append) -> i64 {
    // `Append::check` refused all larger ones.
    i64::try_from(append.index).unwrap_or(i64::MAX)
}

pub(super) async fn rooms_closed_before(
    conn: &mut Conn<'_>,
    at: Timestamp,
) -> Result<Vec<RoomId>, StoreError> {
    let rows: Vec<RoomRow> = conn
        .all(
            CLOSED_ROOMS_SQL,
            &[Value::Int(at.unix_ms()), Value::Int(RETENTION_PAGE_ROWS)],
        )
        .await?;
    Ok(rows.into_iter().map(|row| RoomId(row.room_id)).collect())
}

/// Forgets a closed room and its rows; gives the number of rows.
pub(super) async fn delete_room(conn: &mut Conn<'_>, room: RoomId) -> Result<u64, StoreError> {
    let rows = conn
        .execute(
            "DELETE FROM room_log WHERE room_id = $1",
            &[Value::Id(room.0)],
        )
        .await?;
    conn.execute(
        "DELETE FROM rooms WHERE room_id = $1 AND closed_at IS NOT NULL",
        &[Value::Id(room.0)],
    )
    .await?;
    Ok(rows)
}
