//! Deleted people: finds and removes their names, and keeps the list of those whose names may still be stored.

use std::collections::BTreeSet;

use giog_protocol::{NAMED, PlayerName, without_names};
use giog_rules::{PlayerId, Timestamp};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::backend::{Backend, Connection};
use super::conn::{Conn, IdRow, Value};
use super::devices;
use super::named_text::NamedText;
use super::{ratings, sleeping};
use crate::limits::{FORGETTING_PAGE_ROOMS, RETENTION_PAGE_ROWS};
use crate::{SecretHash, StoreError};

/// What names people, and is looked through in the order of its ids.
#[derive(Clone, Copy, Debug)]
pub(super) enum Naming {
    /// The logs and floors of rooms, open or closed.
    Rooms,
    /// Reports.
    Reports,
}

impl Naming {
    /// The statement that finds the next ids. It reads nothing else, because that may be damaged.
    pub const fn ids_sql(self) -> &'static str {
        match self {
            Self::Rooms => {
                "SELECT room_id AS id FROM rooms WHERE room_id > $1 ORDER BY room_id LIMIT $2"
            }
            Self::Reports => {
                "SELECT report_id AS id FROM reports WHERE report_id > $1 ORDER BY report_id LIMIT $2"
            }
        }
    }

    /// How many are looked through at once.
    pub const fn page(self) -> i64 {
        match self {
            Self::Rooms => FORGETTING_PAGE_ROOMS,
            Self::Reports => RETENTION_PAGE_ROWS,
        }
    }
}

/// A row of a log or a floor, before and after the change.
pub(super) struct Rewritten {
    pub text: NamedText,
    pub is_floor: bool,
    pub after: Vec<u8>,
}

row! {
    /// The parts of a report that name people.
    pub(super) struct ReportRow {
        report_id: Uuid,
        reporter_id: Uuid,
        reporter_name: Vec<u8>,
        reported_id: Uuid,
        reported_name: Vec<u8>,
        chat: Vec<u8>,
    }
}

/// The columns of a text of a log, and the condition that it contains anybody's name: the bytes in a parameter.
pub(crate) fn naming_sql<B: Backend>(idx: &str, part: &str) -> (String, String) {
    let body = B::bytes_sql("body");
    let columns = format!("room_id, {idx} AS idx, {body} AS body");
    (columns, B::has_sql("body", part))
}

/// The statement that finds the texts that contain anybody's name, of rooms in a range, in a table with an index by room.
fn naming_in_sql<B: Backend>(table: &str, idx: &str) -> String {
    let (columns, names) = naming_sql::<B>(idx, "$3");
    format!("SELECT {columns} FROM {table} WHERE room_id > $1 AND room_id <= $2 AND {names}")
}

/// The same for rows.
pub(super) fn rows_sql<B: Backend>() -> String {
    naming_in_sql::<B>(B::CLOSED_LOG, "idx")
}

/// The same for floors.
pub(super) fn floors_sql<B: Backend>() -> String {
    naming_in_sql::<B>("room_floors", "below")
}

pub(super) fn reports_sql<B: Backend>() -> String {
    let bytes = |text| format!("{} AS {text}", B::bytes_sql(text));
    let texts = ["reporter_name", "reported_name", "chat"]
        .map(bytes)
        .join(", ");
    format!(
        "SELECT report_id, reporter_id, reported_id, {texts} FROM reports
         WHERE report_id > $1 AND report_id <= $2"
    )
}

/// Deletes a person's name, devices, recovery code and ratings, and adds them to the list of those whose names are to be removed everywhere else.
/// Returns the hashes of the tokens. If a token is given, it must not have ended.
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
    sleeping::forget_owner(conn, player).await?;
    ratings::delete(conn, player).await?;
    let sql =
        "INSERT INTO forgotten (player_id, forgotten_at) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    let values = [Value::Id(player.0), Value::Int(at.unix_ms())];
    conn.execute(sql, &values).await?;
    Ok(ended)
}

/// Deleted people whose names may still be stored somewhere.
pub(super) async fn pending(conn: &mut Conn<'_>) -> Result<Vec<PlayerId>, StoreError> {
    let sql = "SELECT player_id AS id FROM forgotten ORDER BY player_id";
    let rows: Vec<IdRow> = conn.all(sql, &[]).await?;
    Ok(rows.into_iter().map(|row| PlayerId(row.id)).collect())
}

/// Removes these people from the list: their names are not stored any more.
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

/// The next ids, up to a limit.
pub(super) async fn ids(
    conn: &mut Conn<'_>,
    naming: Naming,
    (after, limit): (Uuid, i64),
) -> Result<Vec<Uuid>, StoreError> {
    let values = [Value::Id(after), Value::Int(limit)];
    let rows: Vec<IdRow> = conn.all(naming.ids_sql(), &values).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

/// The texts that contain anybody's name, of rooms after one and up to another one.
pub(super) async fn texts(
    conn: &mut Conn<'_>,
    sql: String,
    (after, last): (Uuid, Uuid),
) -> Result<Vec<NamedText>, StoreError> {
    let named = Value::Bytes(NAMED.as_bytes());
    let values = [Value::Id(after), Value::Id(last), named];
    conn.all(AssertSqlSafe(sql), &values).await
}

impl Rewritten {
    /// The text without the names of these people; `None` if they are not in it.
    pub fn of<B: Backend>(
        text: NamedText,
        is_floor: bool,
        players: &BTreeSet<PlayerId>,
    ) -> Option<Self> {
        let after = B::of_text(without_names(&text.body, players)?);
        Some(Self {
            text,
            is_floor,
            after,
        })
    }

    /// Overwrites a floor, unless there is a newer one.
    pub async fn store_floor<B: Backend>(&self, raw: &mut Connection<B>) -> Result<(), StoreError> {
        let (body, after) = (B::bytes_sql("body"), B::text_sql("$3"));
        let sql =
            format!("UPDATE room_floors SET body = {after} WHERE room_id = $1 AND {body} = $2");
        let values = [
            Value::Id(self.text.room_id),
            Value::Bytes(&self.text.body),
            Value::Bytes(&self.after),
        ];
        let mut conn = B::conn(raw);
        conn.execute(AssertSqlSafe(sql), &values).await.map(drop)
    }
}

/// The reports after one and up to another one.
pub(super) async fn reports<B: Backend>(
    conn: &mut Conn<'_>,
    (after, last): (Uuid, Uuid),
) -> Result<Vec<ReportRow>, StoreError> {
    let values = [Value::Id(after), Value::Id(last)];
    conn.all(AssertSqlSafe(reports_sql::<B>()), &values).await
}

impl ReportRow {
    /// Whether it names one of these people.
    pub fn names(&self, players: &BTreeSet<PlayerId>) -> bool {
        let forgotten = PlayerName::forgotten();
        let forgotten = forgotten.as_str().as_bytes();
        let named = |id, name: &[u8]| players.contains(&PlayerId(id)) && name != forgotten;
        named(self.reporter_id, &self.reporter_name)
            || named(self.reported_id, &self.reported_name)
            || without_names(&self.chat, players).is_some()
    }

    /// Overwrites the report without the names of these people.
    pub async fn store_without<B: Backend>(
        &self,
        raw: &mut Connection<B>,
        players: &BTreeSet<PlayerId>,
    ) -> Result<(), StoreError> {
        let forgotten = PlayerName::forgotten();
        let chat = without_names(&self.chat, players).map(B::of_text);
        let name = |id| {
            let is_one = players.contains(&PlayerId(id));
            Value::MaybeText(is_one.then_some(forgotten.as_str()))
        };
        let chat_sql = B::text_sql("$2");
        let sql = format!(
            "UPDATE reports SET chat = COALESCE({chat_sql}, chat),
                 reporter_name = COALESCE($3, reporter_name), reported_name = COALESCE($4, reported_name)
             WHERE report_id = $1"
        );
        let values = [
            Value::Id(self.report_id),
            Value::MaybeBytes(chat.as_deref()),
            name(self.reporter_id),
            name(self.reported_id),
        ];
        let mut conn = B::conn(raw);
        conn.execute(AssertSqlSafe(sql), &values).await.map(drop)
    }
}
