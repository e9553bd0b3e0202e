//! Guests, and the server's keys.

use std::collections::HashSet;

use giog_protocol::{DeclaredBot, DeviceId, PlayerTag};
use giog_rules::{PlayerId, Timestamp};
use serde::Deserialize;
use uuid::Uuid;
use uuid::fmt::Simple;

use super::conn::{Conn, ListedRow, Value};
use super::devices;
use crate::guest::declared;
use crate::limits::RETENTION_PAGE_ROWS;
use crate::{Guest, Named, NewDevice, SecretHash, StoreError};

row! {
    pub(super) struct GuestRow {
        player_id: Uuid,
        name: String,
        created_at: i64,
        seen_at: i64,
        recovery_hash: Option<Vec<u8>>,
        bot_engine: Option<String>,
        bot_version: Option<String>,
    }
}

row! {
    #[derive(Deserialize)]
    pub(super) struct NameRow {
        player_id: Uuid,
        name: String,
        bot_engine: Option<String>,
        bot_version: Option<String>,
    }
}

impl ListedRow for NameRow {
    const JSON: &str = "json_array(player, name, bot_engine, bot_version)";
}

row! {
    struct IdleRow {
        player_id: Uuid,
        seen_at: i64,
    }
}

row! {
    struct KeyRow {
        public_key: Vec<u8>,
        first_used_at: i64,
    }
}

pub(super) const GUEST_SQL: &str =
    "SELECT player_id, name, created_at, seen_at, recovery_hash, bot_engine, bot_version
    FROM guests WHERE player_id = $1";

pub(super) const IDLE_SQL: &str = "SELECT player_id, seen_at FROM guests
    WHERE seen_at < $1 AND (seen_at, player_id) > ($2, $3)
        AND (SELECT 1 FROM ratings WHERE ratings.player_id = guests.player_id LIMIT 1) IS NULL
    ORDER BY seen_at, player_id LIMIT $4";

/// The people are one parameter, however many they are, so that the statement is prepared once. Each database has its own form of a list.
/// The columns of SQLite's form have the names of the row's fields.
pub(super) const NAMES_SQLITE_SQL: &str = "SELECT value AS player, name, bot_engine, bot_version
    FROM json_each($1) CROSS JOIN guests WHERE player_id = unhex(value)";
pub(super) const NAMES_POSTGRES_SQL: &str =
    "SELECT player_id, name, bot_engine, bot_version FROM guests
    WHERE player_id = ANY (CAST(CAST($1 AS TEXT) AS UUID[]))";

pub(super) async fn create(
    conn: &mut Conn<'_>,
    player: PlayerId,
    name: &str,
    device: NewDevice<'_>,
    at: Timestamp,
) -> Result<(), StoreError> {
    let sql =
        "INSERT INTO guests (player_id, name, created_at, seen_at, tag) VALUES ($1, $2, $3, $3, $4)
               ON CONFLICT DO NOTHING";
    let tag = PlayerTag::of(player);
    let values = [
        Value::Id(player.0),
        Value::Text(name),
        Value::Int(at.unix_ms()),
        Value::Text(tag.as_str()),
    ];
    if conn.execute(sql, &values).await? == 1 {
        return devices::insert(conn, player, device, at).await;
    }
    if devices::is_stored(conn, player, device).await? {
        return Ok(());
    }
    Err(StoreError::Conflict("guest"))
}

pub(super) async fn by_id(
    conn: &mut Conn<'_>,
    player: PlayerId,
) -> Result<Option<Guest>, StoreError> {
    let row: Option<GuestRow> = conn.first(GUEST_SQL, &[Value::Id(player.0)]).await?;
    Ok(row.map(Guest::from))
}

pub(super) async fn rename(
    conn: &mut Conn<'_>,
    token: SecretHash,
    name: &str,
) -> Result<(), StoreError> {
    let (player, _) = devices::lock_by_token(conn, token).await?;
    let sql = "UPDATE guests SET name = $2 WHERE player_id = $1";
    conn.execute(sql, &[Value::Id(player.0), Value::Text(name)])
        .await
        .map(drop)
}

/// Notes what a person declares as a bot; false, without any effect, if they are no bot yet and have played a match.
pub(super) async fn declare_bot(
    conn: &mut Conn<'_>,
    token: SecretHash,
    bot: &DeclaredBot,
) -> Result<bool, StoreError> {
    let (player, _) = devices::lock_by_token(conn, token).await?;
    let sql = "UPDATE guests SET bot_engine = $2, bot_version = $3
        WHERE player_id = $1 AND (bot_engine IS NOT NULL
            OR NOT EXISTS (SELECT 1 FROM player_matches WHERE player_id = $1))";
    let values = [
        Value::Id(player.0),
        Value::Text(bot.engine.as_str()),
        Value::Text(bot.version.as_str()),
    ];
    Ok(conn.execute(sql, &values).await? == 1)
}

pub(super) async fn touch(
    conn: &mut Conn<'_>,
    player: PlayerId,
    device: DeviceId,
    at: Timestamp,
) -> Result<(), StoreError> {
    let at = Value::Int(at.unix_ms());
    let sql = "UPDATE guests SET seen_at = $2 WHERE player_id = $1 AND seen_at < $2";
    conn.execute(sql, &[Value::Id(player.0), at]).await?;
    let sql = "UPDATE devices SET seen_at = $2 WHERE device_id = $1 AND seen_at < $2";
    conn.execute(sql, &[Value::Id(device.0), at])
        .await
        .map(drop)
}

pub(super) async fn names(
    conn: &mut Conn<'_>,
    players: &[PlayerId],
) -> Result<Vec<Named>, StoreError> {
    let asked: HashSet<PlayerId> = players.iter().copied().collect();
    let (sql, [opening, quote, closing]) = match conn {
        Conn::Sqlite(_) => (NAMES_SQLITE_SQL, ["[", "\"", "]"]),
        Conn::Postgres { .. } => (NAMES_POSTGRES_SQL, ["{", "", "}"]),
    };
    let mut list = String::with_capacity(asked.len() * (Simple::LENGTH + 3) + 2);
    list.push_str(opening);
    for (place, id) in asked.iter().enumerate() {
        let comma = if place == 0 { "" } else { "," };
        let mut digits = Uuid::encode_buffer();
        let id: &str = id.0.simple().encode_lower(&mut digits);
        for part in [comma, quote, id, quote] {
            list.push_str(part);
        }
    }
    list.push_str(closing);
    let rows: Vec<NameRow> = conn.list(sql, &[Value::Text(&list)]).await?;
    Ok(rows.into_iter().map(Named::from).collect())
}

impl From<NameRow> for Named {
    fn from(row: NameRow) -> Self {
        Self {
            player: PlayerId(row.player_id),
            declared_bot: declared(row.bot_engine.as_deref(), row.bot_version.as_deref()),
            name: row.name,
        }
    }
}

/// A page of people who were not seen since `at`, and where the next page begins.
pub(super) async fn idle_since(
    conn: &mut Conn<'_>,
    at: Timestamp,
    after: (i64, Uuid),
) -> Result<Vec<(i64, PlayerId)>, StoreError> {
    let values = [
        Value::Int(at.unix_ms()),
        Value::Int(after.0),
        Value::Id(after.1),
        Value::Int(RETENTION_PAGE_ROWS),
    ];
    let rows: Vec<IdleRow> = conn.all(IDLE_SQL, &values).await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.seen_at, PlayerId(row.player_id)))
        .collect())
}

/// Deletes a person, unless they came back meanwhile.
pub(super) async fn delete_idle(
    conn: &mut Conn<'_>,
    player: PlayerId,
    at: Timestamp,
) -> Result<u64, StoreError> {
    let sql = "DELETE FROM guests WHERE player_id = $1 AND seen_at < $2
        AND NOT EXISTS (SELECT 1 FROM ratings WHERE ratings.player_id = guests.player_id)";
    conn.execute(sql, &[Value::Id(player.0), Value::Int(at.unix_ms())])
        .await
}

pub(super) async fn remember_key(
    conn: &mut Conn<'_>,
    key: [u8; 32],
    at: Timestamp,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO server_keys (public_key, first_used_at) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    conn.execute(sql, &[Value::Bytes(&key), Value::Int(at.unix_ms())])
        .await
        .map(drop)
}

pub(crate) async fn keys(conn: &mut Conn<'_>) -> Result<Vec<([u8; 32], Timestamp)>, StoreError> {
    let sql =
        "SELECT public_key, first_used_at FROM server_keys ORDER BY first_used_at, public_key";
    let rows: Vec<KeyRow> = conn.all(sql, &[]).await?;
    let key = |row: KeyRow| {
        let key = row
            .public_key
            .try_into()
            .map_err(|_| StoreError::Corrupt("public key"))?;
        Ok((key, Timestamp::from_unix_ms(row.first_used_at)))
    };
    rows.into_iter().map(key).collect()
}

impl From<GuestRow> for Guest {
    fn from(row: GuestRow) -> Self {
        Self {
            player: PlayerId(row.player_id),
            declared_bot: declared(row.bot_engine.as_deref(), row.bot_version.as_deref()),
            name: row.name,
            created_at: Timestamp::from_unix_ms(row.created_at),
            seen_at: Timestamp::from_unix_ms(row.seen_at),
            is_recoverable: row.recovery_hash.is_some(),
        }
    }
}
