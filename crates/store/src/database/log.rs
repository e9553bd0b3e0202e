//! The rooms' logs: open rooms, floors, and the deletion of closed rooms.

use std::collections::HashMap;

use giog_protocol::RoomId;
use giog_rules::Timestamp;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::conn::{Conn, Value};
use crate::limits::{LOG_PAGE_ROWS, RETENTION_PAGE_ROWS, ROOM_PAGE_ROWS};
use crate::{Floor, StoreError};

pub(super) const OPEN_ROOMS_SQL: &str =
    "SELECT room_id, (SELECT opened_at FROM rooms AS one WHERE one.room_id = rooms.room_id) AS opened_at
     FROM rooms WHERE closed_at IS NULL AND room_id > $1 ORDER BY room_id LIMIT $2";

pub(super) const CLOSED_ROOMS_SQL: &str = "SELECT room_id FROM rooms WHERE closed_at < $1
     AND NOT EXISTS (SELECT 1 FROM sleeping_rooms WHERE sleeping_rooms.room_id = rooms.room_id)
     ORDER BY closed_at, room_id LIMIT $2";

/// The index below which a room's rows do not count any more.
pub(super) const BELOW_SQL: &str = "SELECT below AS idx FROM room_floors WHERE room_id = $1";

const DELETE_CANCELLED_SQL: &str = "DELETE FROM cancelled_starts WHERE match_id IN
    (SELECT match_id FROM cancelled_starts WHERE room_id = $1
     ORDER BY cancelled_at DESC, match_id DESC LIMIT $2 OFFSET $3)";

row! {
    struct RoomRow {
        room_id: Uuid,
    }
}

row! {
    struct OpenRoomRow {
        room_id: Uuid,
        opened_at: i64,
    }
}

row! {
    struct LogRow {
        idx: i64,
        body: String,
    }
}

row! {
    struct IndexRow {
        idx: Option<i64>,
    }
}

row! {
    struct FloorRow {
        room_id: Uuid,
        below: i64,
        body: String,
    }
}

pub(super) async fn open_rooms(conn: &mut Conn<'_>) -> Result<Vec<RoomId>, StoreError> {
    let mut rooms = Vec::new();
    // No room has the nil UUID.
    let mut after = Uuid::nil();
    loop {
        let page: Vec<OpenRoomRow> = conn
            .all(
                OPEN_ROOMS_SQL,
                &[Value::Id(after), Value::Int(ROOM_PAGE_ROWS)],
            )
            .await?;
        let Some(last) = page.last() else {
            rooms.sort_unstable();
            return Ok(rooms.into_iter().map(|(_, room)| room).collect());
        };
        after = last.room_id;
        rooms.extend(page.iter().map(|row| (row.opened_at, RoomId(row.room_id))));
    }
}

/// The statement that reads a page of a room's rows from a table with an index by room.
pub(crate) fn rows_sql(table: &str) -> String {
    format!("SELECT idx, body FROM {table} WHERE room_id = $1 AND idx >= $2 ORDER BY idx LIMIT $3")
}

/// A room's rows from an index on, from a table with an index by room.
pub(crate) async fn indexed_rows(
    conn: &mut Conn<'_>,
    table: &str,
    room: RoomId,
    from: u64,
) -> Result<Vec<(u64, String)>, StoreError> {
    let mut rows = Vec::new();
    let mut next = index_i64(from);
    loop {
        let values = [
            Value::Id(room.0),
            Value::Int(next),
            Value::Int(LOG_PAGE_ROWS),
        ];
        let page: Vec<LogRow> = conn.all(AssertSqlSafe(rows_sql(table)), &values).await?;
        let last = page.last().map(|row| row.idx);
        for row in page {
            rows.push((index_u64(row.idx)?, row.body));
        }
        match last.and_then(|last| last.checked_add(1)) {
            Some(after) => next = after,
            None => return Ok(rows),
        }
    }
}

/// The statement that reads the floors of this number of rooms.
pub(super) fn floors_sql(rooms: usize) -> String {
    let places: Vec<_> = (1..=rooms).map(|place| format!("${place}")).collect();
    let places = places.join(", ");
    format!("SELECT room_id, below, body FROM room_floors WHERE room_id IN ({places})")
}

/// The floors of these rooms, for those that have one.
pub(super) async fn floors(
    conn: &mut Conn<'_>,
    rooms: &[RoomId],
) -> Result<HashMap<RoomId, Floor>, StoreError> {
    if rooms.is_empty() {
        return Ok(HashMap::new());
    }
    let values: Vec<_> = rooms.iter().map(|room| Value::Id(room.0)).collect();
    let sql = AssertSqlSafe(floors_sql(rooms.len()));
    let rows: Vec<FloorRow> = conn.all(sql, &values).await?;
    let floors = rows.into_iter().map(|row| {
        let below = index_u64(row.below)?;
        let body = row.body;
        Ok((RoomId(row.room_id), Floor { below, body }))
    });
    floors.collect()
}

/// The index that a query returns, if any.
pub(crate) async fn index(
    conn: &mut Conn<'_>,
    sql: &'static str,
    value: Value<'_>,
) -> Result<Option<u64>, StoreError> {
    let row: Option<IndexRow> = conn.first(sql, &[value]).await?;
    row.and_then(|row| row.idx).map(index_u64).transpose()
}

/// Stores a room's floor. An older one, from an append that is repeated, changes nothing.
pub(super) async fn set_floor(
    conn: &mut Conn<'_>,
    room: RoomId,
    floor: &Floor,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO room_floors (room_id, below, body) VALUES ($1, $2, $3)
               ON CONFLICT (room_id) DO UPDATE SET below = excluded.below, body = excluded.body
               WHERE room_floors.below <= excluded.below";
    let values = [
        Value::Id(room.0),
        Value::Int(index_i64(floor.below)),
        Value::Text(&floor.body),
    ];
    conn.execute(sql, &values).await.map(drop)
}

/// A checked index.
pub(crate) fn index_i64(index: u64) -> i64 {
    // `Append::check` refused all larger ones.
    i64::try_from(index).unwrap_or(i64::MAX)
}

/// A stored index.
pub(crate) fn index_u64(index: i64) -> Result<u64, StoreError> {
    u64::try_from(index).map_err(|_| StoreError::Corrupt("log row"))
}

/// The rooms that were closed before a time and do not sleep, so that they never open again.
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

/// Deletes a room's cancelled starts except for the newest, a limited number at a time; returns how many.
pub(super) async fn delete_cancelled(
    conn: &mut Conn<'_>,
    room: RoomId,
    keep: u32,
) -> Result<u64, StoreError> {
    let values = [
        Value::Id(room.0),
        Value::Int(RETENTION_PAGE_ROWS),
        Value::Int(keep.into()),
    ];
    conn.execute(DELETE_CANCELLED_SQL, &values).await
}

/// Deletes the first rows of a closed room, and with the last of them its cancelled starts, its floor and the room. Returns the number of
/// deleted rows, and whether that was all.
pub(super) async fn delete_some_of_room(
    conn: &mut Conn<'_>,
    closed_log: &str,
    room: RoomId,
) -> Result<(u64, bool), StoreError> {
    let sql = format!(
        "DELETE FROM {closed_log} WHERE room_id = $1 AND idx <= (SELECT MAX(idx) FROM
         (SELECT idx FROM {closed_log} WHERE room_id = $1 ORDER BY idx LIMIT $2) AS first_rows)"
    );
    let values = [Value::Id(room.0), Value::Int(RETENTION_PAGE_ROWS)];
    let rows = conn.execute(AssertSqlSafe(sql), &values).await?;
    let page = RETENTION_PAGE_ROWS.unsigned_abs();
    if rows == page || delete_cancelled(conn, room, 0).await? == page {
        return Ok((rows, false));
    }
    for sql in [
        "DELETE FROM room_floors WHERE room_id = $1",
        "DELETE FROM rooms WHERE room_id = $1 AND closed_at IS NOT NULL",
    ] {
        conn.execute(sql, &[Value::Id(room.0)]).await?;
    }
    Ok((rows, true))
}
