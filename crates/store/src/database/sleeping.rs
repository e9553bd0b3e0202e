//! Sleeping rooms: closed ones whose link opens them again. What such a room was is its floor.

use giog_protocol::RoomId;
use giog_rules::{PlayerId, Timestamp};
use uuid::Uuid;

use super::conn::{Conn, Value};
use crate::{Sleeping, SleepingRoom, StoreError};

pub(super) const SLEEPING_SQL: &str =
    "SELECT owner_id, left_at FROM sleeping_rooms WHERE room_id = $1";

/// Forgets the rooms of a creator that were left first, except for so many.
pub(super) const DELETE_OF_CREATOR_SQL: &str =
    "DELETE FROM sleeping_rooms WHERE creator_id = $1 AND (left_at, room_id) <=
    (SELECT left_at, room_id FROM sleeping_rooms WHERE creator_id = $1
     ORDER BY left_at DESC, room_id DESC LIMIT 1 OFFSET $2)";

/// The same for all rooms.
pub(super) const DELETE_OF_ALL_SQL: &str = "DELETE FROM sleeping_rooms WHERE (left_at, room_id) <=
    (SELECT left_at, room_id FROM sleeping_rooms ORDER BY left_at DESC, room_id DESC LIMIT 1 OFFSET $1)";

pub(super) const DELETE_SLEEPING_SQL: &str = "DELETE FROM sleeping_rooms WHERE room_id IN
    (SELECT room_id FROM sleeping_rooms WHERE left_at < $1 ORDER BY left_at, room_id LIMIT $2)";

pub(super) const FORGET_OWNER_SQL: &str =
    "UPDATE sleeping_rooms SET owner_id = NULL WHERE owner_id = $1";

row! {
    struct SleepingRow {
        owner_id: Option<Uuid>,
        left_at: i64,
    }
}

/// The room sleeps from now on. If too many do, those that were left first are forgotten.
pub(super) async fn store(conn: &mut Conn<'_>, slept: &SleepingRoom) -> Result<(), StoreError> {
    let sql = "INSERT INTO sleeping_rooms (room_id, creator_id, owner_id, left_at) VALUES ($1, $2, $3, $4)
               ON CONFLICT DO NOTHING";
    let creator = Value::Id(slept.creator.0);
    let values = [
        Value::Id(slept.room.0),
        creator,
        Value::MaybeId(slept.owner.map(|owner| owner.0)),
        Value::Int(slept.left_at.unix_ms()),
    ];
    conn.execute(sql, &values).await?;
    let most_of_creator = Value::Int(slept.most_of_creator.into());
    conn.execute(DELETE_OF_CREATOR_SQL, &[creator, most_of_creator])
        .await?;
    conn.execute(DELETE_OF_ALL_SQL, &[Value::Int(slept.most.into())])
        .await
        .map(drop)
}

/// The room is open again.
pub(super) async fn wake(
    conn: &mut Conn<'_>,
    room: RoomId,
    at: Timestamp,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO rooms (room_id, opened_at) VALUES ($1, $2)
               ON CONFLICT (room_id) DO UPDATE SET closed_at = NULL";
    conn.execute(sql, &[Value::Id(room.0), Value::Int(at.unix_ms())])
        .await?;
    let sql = "DELETE FROM sleeping_rooms WHERE room_id = $1";
    conn.execute(sql, &[Value::Id(room.0)]).await.map(drop)
}

pub(super) async fn of(conn: &mut Conn<'_>, room: RoomId) -> Result<Option<Sleeping>, StoreError> {
    let row: Option<SleepingRow> = conn.first(SLEEPING_SQL, &[Value::Id(room.0)]).await?;
    Ok(row.map(|row| Sleeping {
        owner: row.owner_id.map(PlayerId),
        left_at: Timestamp::from_unix_ms(row.left_at),
    }))
}

/// Nobody waits for this person to own a room again.
pub(super) async fn forget_owner(conn: &mut Conn<'_>, player: PlayerId) -> Result<(), StoreError> {
    conn.execute(FORGET_OWNER_SQL, &[Value::Id(player.0)])
        .await
        .map(drop)
}
