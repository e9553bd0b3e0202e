//! People who had themselves forgotten: where they are named, and that they are not any more.

use std::collections::BTreeSet;

use giog_protocol::{NAMED, PlayerName, RoomId, without_names};
use giog_rules::{PlayerId, Timestamp};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::conn::{Conn, Value};
use super::{devices, log};
use crate::limits::RETENTION_PAGE_ROWS;
use crate::{SecretHash, StoreError};

pub(super) const ROOMS_SQL: &str =
    "SELECT room_id FROM rooms WHERE room_id > $1 ORDER BY room_id LIMIT $2";

pub(super) const FLOORS_SQL: &str = "SELECT room_id, below AS idx, body FROM room_floors
    WHERE room_id > $1 AND room_id <= $2 AND body LIKE $3";

pub(super) const REPORTS_SQL: &str =
    "SELECT report_id, reporter_id, reporter_name, reported_id, reported_name, chat FROM reports
    WHERE report_id > $1 ORDER BY report_id LIMIT $2";

row! {
    /// A text of a room's log in which somebody is named.
    #[derive(Debug)]
    pub struct NamedText {
        pub(crate) room_id: Uuid,
        pub(crate) idx: i64,
        pub(crate) body: String,
    }
}

/// A row of a log, or a floor, as it is and as it is to be.
pub(super) struct Rewritten {
    pub text: NamedText,
    pub is_floor: bool,
    pub after: String,
}

row! {
    /// A report, as far as it names people.
    pub(super) struct ReportRow {
        report_id: Uuid,
        reporter_id: Uuid,
        reporter_name: String,
        reported_id: Uuid,
        reported_name: String,
        chat: String,
    }
}

row! {
    struct IdRow {
        id: Uuid,
    }
}

row! {
    struct RoomRow {
        room_id: Uuid,
    }
}

/// What a text is like that names somebody.
pub(super) fn named() -> String {
    format!("%{NAMED}%")
}

/// The statement that finds the texts that name somebody, of rooms in a range, in a table with an index by room.
pub(super) fn rows_sql(table: &str) -> String {
    format!(
        "SELECT room_id, idx, body FROM {table} WHERE room_id > $1 AND room_id <= $2 AND body LIKE $3"
    )
}

/// Forgets a person's name, devices and recovery code, and notes that they are to be forgotten everywhere else; gives the
/// hashes of the tokens. With one that asks for it, it must not have ended.
pub(super) async fn forget(
    conn: &mut Conn<'_>,
    player: PlayerId,
    token: Option<SecretHash>,
    at: Timestamp,
) -> Result<Vec<SecretHash>, StoreError> {
    if let Some(token) = token {
        devices::lock_by_token(conn, token).await?;
    }
    let ended = devices::end_all(conn, player).await?;
    let sql = "DELETE FROM guests WHERE player_id = $1";
    conn.execute(sql, &[Value::Id(player.0)]).await?;
    let sql =
        "INSERT INTO forgotten (player_id, forgotten_at) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    let values = [Value::Id(player.0), Value::Int(at.unix_ms())];
    conn.execute(sql, &values).await?;
    Ok(ended)
}

/// Those who are still named somewhere, perhaps.
pub(super) async fn pending(conn: &mut Conn<'_>) -> Result<Vec<PlayerId>, StoreError> {
    let sql = "SELECT player_id AS id FROM forgotten ORDER BY player_id";
    let rows: Vec<IdRow> = conn.all(sql, &[]).await?;
    Ok(rows.into_iter().map(|row| PlayerId(row.id)).collect())
}

/// Nothing names these people any more.
pub(super) async fn done(
    conn: &mut Conn<'_>,
    players: &BTreeSet<PlayerId>,
) -> Result<(), StoreError> {
    for player in players {
        let sql = "DELETE FROM forgotten WHERE player_id = $1";
        conn.execute(sql, &[Value::Id(player.0)]).await?;
    }
    Ok(())
}

/// The next rooms, open or closed, so many at most.
pub(super) async fn rooms(
    conn: &mut Conn<'_>,
    after: Uuid,
    limit: i64,
) -> Result<Vec<RoomId>, StoreError> {
    let values = [Value::Id(after), Value::Int(limit)];
    let rows: Vec<RoomRow> = conn.all(ROOMS_SQL, &values).await?;
    Ok(rows.into_iter().map(|row| RoomId(row.room_id)).collect())
}

/// The texts that name somebody, of rooms after one and up to another.
pub(super) async fn texts(
    conn: &mut Conn<'_>,
    sql: String,
    (after, last): (Uuid, Uuid),
) -> Result<Vec<NamedText>, StoreError> {
    let like = named();
    let values = [Value::Id(after), Value::Id(last), Value::Text(&like)];
    conn.all(AssertSqlSafe(sql), &values).await
}

impl Rewritten {
    /// A text without the names of these people; nothing where they are not in it.
    pub fn of(text: NamedText, is_floor: bool, players: &BTreeSet<PlayerId>) -> Option<Self> {
        let after = without_names(&text.body, players)?;
        Some(Self {
            text,
            is_floor,
            after,
        })
    }

    /// Writes a floor as it is to be, unless there is another one meanwhile.
    pub async fn store_floor(&self, conn: &mut Conn<'_>) -> Result<(), StoreError> {
        let sql = "UPDATE room_floors SET body = $3 WHERE room_id = $1 AND body = $2";
        let values = [
            Value::Id(self.text.room_id),
            Value::Text(&self.text.body),
            Value::Text(&self.after),
        ];
        conn.execute(sql, &values).await.map(drop)
    }
}

/// Writes a row as it is to be, in a table with an index by room; false where it is not there.
pub(crate) async fn store_row(
    conn: &mut Conn<'_>,
    table: &str,
    text: &NamedText,
    after: &str,
) -> Result<bool, StoreError> {
    let sql = format!("UPDATE {table} SET body = $4 WHERE room_id = $1 AND idx = $2 AND body = $3");
    let values = [
        Value::Id(text.room_id),
        Value::Int(text.idx),
        Value::Text(&text.body),
        Value::Text(after),
    ];
    Ok(conn.execute(AssertSqlSafe(sql), &values).await? > 0)
}

/// The next reports.
pub(super) async fn reports(
    conn: &mut Conn<'_>,
    after: Uuid,
) -> Result<Vec<ReportRow>, StoreError> {
    let values = [Value::Id(after), Value::Int(RETENTION_PAGE_ROWS)];
    conn.all(REPORTS_SQL, &values).await
}

impl ReportRow {
    pub const fn id(&self) -> Uuid {
        self.report_id
    }

    /// Whether it names one of these people.
    pub fn names(&self, players: &BTreeSet<PlayerId>) -> bool {
        let forgotten = PlayerName::forgotten();
        let named = |id, name: &str| players.contains(&PlayerId(id)) && name != forgotten.as_str();
        named(self.reporter_id, &self.reporter_name)
            || named(self.reported_id, &self.reported_name)
            || without_names(&self.chat, players).is_some()
    }

    /// Writes it without the names of these people.
    pub async fn store_without(
        &self,
        conn: &mut Conn<'_>,
        players: &BTreeSet<PlayerId>,
    ) -> Result<(), StoreError> {
        let forgotten = PlayerName::forgotten();
        let chat = without_names(&self.chat, players);
        let name = |id| {
            let is_one = players.contains(&PlayerId(id));
            Value::MaybeText(is_one.then_some(forgotten.as_str()))
        };
        let sql = "UPDATE reports SET chat = $2, reporter_name = COALESCE($3, reporter_name),
                       reported_name = COALESCE($4, reported_name)
                   WHERE report_id = $1";
        let values = [
            Value::Id(self.report_id),
            Value::Text(chat.as_ref().unwrap_or(&self.chat)),
            name(self.reporter_id),
            name(self.reported_id),
        ];
        conn.execute(sql, &values).await.map(drop)
    }
}

impl NamedText {
    /// A row's index.
    pub(crate) fn index(&self) -> Result<u64, StoreError> {
        log::index_u64(self.idx)
    }
}
