//! People's devices with their tokens, and recovery codes.

use giog_protocol::DeviceId;
use giog_rules::{PlayerId, Timestamp};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::conn::{Conn, Value};
use crate::bounds::check_text;
use crate::guest::declared;
use crate::limits::{MAX_TEXT_BYTES, RETENTION_PAGE_ROWS};
use crate::news::{NEWS_MS, send_news_sql};
use crate::{Device, Guest, MAX_DEVICES, NewDevice, News, Rejection, SecretHash, StoreError};

row! {
    struct DeviceRow {
        device_id: Uuid,
        name: String,
        created_at: i64,
        seen_at: i64,
    }
}

row! {
    struct OwnedRow {
        device_id: Uuid,
        player_id: Uuid,
    }
}

row! {
    /// A device with its person.
    struct TokenRow {
        player_id: Uuid,
        name: String,
        created_at: i64,
        seen_at: i64,
        recovery_hash: Option<Vec<u8>>,
        bot_engine: Option<String>,
        bot_version: Option<String>,
        device_id: Uuid,
        device_name: String,
        device_created_at: i64,
        device_seen_at: i64,
    }
}

row! {
    struct HashRow {
        token_hash: Vec<u8>,
    }
}

row! {
    struct IdleRow {
        device_id: Uuid,
        player_id: Uuid,
        seen_at: i64,
    }
}

/// A device that was not seen for a long time.
pub(super) struct Idle {
    pub device: DeviceId,
    pub player: PlayerId,
    pub seen_at: i64,
}

pub(super) const BY_TOKEN_SQL: &str =
    "SELECT g.player_id, g.name, g.created_at, g.seen_at, g.recovery_hash, g.bot_engine, g.bot_version,
        d.device_id, d.name AS device_name, d.created_at AS device_created_at, d.seen_at AS device_seen_at
    FROM devices d JOIN guests g ON g.player_id = d.player_id WHERE d.token_hash = $1";

pub(super) const DEVICES_SQL: &str = "SELECT device_id, name, created_at, seen_at FROM devices
    WHERE player_id = $1 ORDER BY created_at, device_id";

const OWNED_SQL: &str = "SELECT device_id, player_id FROM devices WHERE token_hash = $1";

pub(super) const IDLE_DEVICES_SQL: &str = "SELECT device_id, player_id, seen_at FROM devices
    WHERE seen_at < $1 AND (seen_at, device_id) > ($2, $3)
        AND (SELECT 1 FROM ratings WHERE ratings.player_id = devices.player_id LIMIT 1) IS NULL
    ORDER BY seen_at, device_id LIMIT $4";

pub(super) async fn by_token(
    conn: &mut Conn<'_>,
    token_hash: SecretHash,
) -> Result<Option<(Guest, Device)>, StoreError> {
    let row: Option<TokenRow> = conn
        .first(BY_TOKEN_SQL, &[Value::Bytes(&token_hash)])
        .await?;
    Ok(row.map(TokenRow::read))
}

pub(super) async fn of(conn: &mut Conn<'_>, player: PlayerId) -> Result<Vec<Device>, StoreError> {
    let rows: Vec<DeviceRow> = conn.all(DEVICES_SQL, &[Value::Id(player.0)]).await?;
    Ok(rows.into_iter().map(Device::from).collect())
}

/// Stores a device of this person; the same call again is success.
pub(super) async fn insert(
    conn: &mut Conn<'_>,
    player: PlayerId,
    device: NewDevice<'_>,
    at: Timestamp,
) -> Result<(), StoreError> {
    insert_seen(conn, player, device, at, at.unix_ms()).await
}

pub(super) async fn insert_seen(
    conn: &mut Conn<'_>,
    player: PlayerId,
    device: NewDevice<'_>,
    at: Timestamp,
    seen_ms: i64,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO devices (device_id, player_id, name, token_hash, created_at, seen_at)
               VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING";
    let values = [
        Value::Id(device.device.0),
        Value::Id(player.0),
        Value::Text(device.name),
        Value::Bytes(&device.token_hash),
        Value::Int(at.unix_ms()),
        Value::Int(seen_ms),
    ];
    if conn.execute(sql, &values).await? == 1 || is_stored(conn, player, device).await? {
        return Ok(());
    }
    Err(StoreError::Conflict("device"))
}

/// Whether this person has this device with this token.
pub(super) async fn is_stored(
    conn: &mut Conn<'_>,
    player: PlayerId,
    device: NewDevice<'_>,
) -> Result<bool, StoreError> {
    let stored: Option<OwnedRow> = conn
        .first(OWNED_SQL, &[Value::Bytes(&device.token_hash)])
        .await?;
    Ok(stored.is_some_and(|row| row.device_id == device.device.0 && row.player_id == player.0))
}

pub(super) async fn add(
    conn: &mut Conn<'_>,
    token: SecretHash,
    device: NewDevice<'_>,
    at: Timestamp,
) -> Result<(), StoreError> {
    let (player, _) = lock_by_token(conn, token).await?;
    let others = of(conn, player).await?;
    let others = others.iter().filter(|one| one.device != device.device);
    if others.count() >= MAX_DEVICES as usize {
        let (what, limit) = ("devices", MAX_DEVICES);
        return Err(Rejection::TooMany { what, limit }.into());
    }
    insert(conn, player, device, at).await
}

/// Does [`lock`] for the person with this token, if it has not ended; returns the person and the device.
pub(super) async fn lock_by_token(
    conn: &mut Conn<'_>,
    token: SecretHash,
) -> Result<(PlayerId, DeviceId), StoreError> {
    let token = [Value::Bytes(&token)];
    let found: Option<OwnedRow> = conn.first(OWNED_SQL, &token).await?;
    let player = PlayerId(found.ok_or(StoreError::TokenEnded)?.player_id);
    lock(conn, player).await?;
    let still: Option<OwnedRow> = conn.first(OWNED_SQL, &token).await?;
    let device = DeviceId(still.ok_or(StoreError::TokenEnded)?.device_id);
    Ok((player, device))
}

/// Locks a person's devices until the transaction ends, so that none is added while others are removed.
pub(super) async fn lock(conn: &mut Conn<'_>, player: PlayerId) -> Result<(), StoreError> {
    let sql = "UPDATE guests SET seen_at = seen_at WHERE player_id = $1";
    conn.execute(sql, &[Value::Id(player.0)]).await.map(drop)
}

pub(super) async fn end(
    conn: &mut Conn<'_>,
    token: SecretHash,
    device: DeviceId,
) -> Result<Option<SecretHash>, StoreError> {
    let (player, _) = lock_by_token(conn, token).await?;
    let sql = "DELETE FROM devices WHERE player_id = $1 AND device_id = $2 RETURNING token_hash";
    let row: Option<HashRow> = conn
        .first(sql, &[Value::Id(player.0), Value::Id(device.0)])
        .await?;
    let ended = row.map(SecretHash::try_from).transpose()?;
    announce_ended(conn, player, ended.as_slice()).await?;
    Ok(ended)
}

/// Ends the tokens of all devices of a person; returns their hashes.
pub(super) async fn end_all(
    conn: &mut Conn<'_>,
    player: PlayerId,
) -> Result<Vec<SecretHash>, StoreError> {
    lock(conn, player).await?;
    let sql = "DELETE FROM devices WHERE player_id = $1 RETURNING token_hash";
    let rows: Vec<HashRow> = conn.all(sql, &[Value::Id(player.0)]).await?;
    ended(conn, player, rows).await
}

/// Ends the tokens of all devices except the one with this token; returns their hashes.
pub(super) async fn end_others_of(
    conn: &mut Conn<'_>,
    token: SecretHash,
) -> Result<Vec<SecretHash>, StoreError> {
    let (player, keep) = lock_by_token(conn, token).await?;
    end_others(conn, player, keep).await
}

pub(super) async fn end_others(
    conn: &mut Conn<'_>,
    player: PlayerId,
    keep: DeviceId,
) -> Result<Vec<SecretHash>, StoreError> {
    let sql = "DELETE FROM devices WHERE player_id = $1 AND device_id <> $2 RETURNING token_hash";
    let rows: Vec<HashRow> = conn
        .all(sql, &[Value::Id(player.0), Value::Id(keep.0)])
        .await?;
    ended(conn, player, rows).await
}

/// The hashes of the tokens that end.
async fn ended(
    conn: &mut Conn<'_>,
    player: PlayerId,
    rows: Vec<HashRow>,
) -> Result<Vec<SecretHash>, StoreError> {
    let ended = rows.into_iter().map(SecretHash::try_from);
    let ended: Vec<SecretHash> = ended.collect::<Result<_, _>>()?;
    announce_ended(conn, player, &ended).await?;
    Ok(ended)
}

/// Tells all servers that share the rooms which tokens have ended, in the same transaction, so that no token ends without their knowing.
async fn announce_ended(
    conn: &mut Conn<'_>,
    player: PlayerId,
    ended: &[SecretHash],
) -> Result<(), StoreError> {
    // A SQLite file has only one server.
    if ended.is_empty() || matches!(conn, Conn::Sqlite(_)) {
        return Ok(());
    }
    let tokens = ended.to_vec();
    let news = News::Ended { player, tokens }.text();
    let values = [
        // The nil id: the message is for all servers.
        Value::Id(Uuid::nil()),
        Value::Text(&news),
        Value::Bool(false),
        Value::Int(NEWS_MS),
    ];
    let told = conn.execute(AssertSqlSafe(send_news_sql()), &values);
    told.await.map(drop)
}

/// A page of devices that were not seen since `at`.
pub(super) async fn idle_since(
    conn: &mut Conn<'_>,
    at: Timestamp,
    after: (i64, Uuid),
) -> Result<Vec<Idle>, StoreError> {
    let values = [
        Value::Int(at.unix_ms()),
        Value::Int(after.0),
        Value::Id(after.1),
        Value::Int(RETENTION_PAGE_ROWS),
    ];
    let rows: Vec<IdleRow> = conn.all(IDLE_DEVICES_SQL, &values).await?;
    let idle = |row: IdleRow| Idle {
        device: DeviceId(row.device_id),
        player: PlayerId(row.player_id),
        seen_at: row.seen_at,
    };
    Ok(rows.into_iter().map(idle).collect())
}

/// Deletes a device, unless it was used meanwhile.
pub(super) async fn delete_idle(
    conn: &mut Conn<'_>,
    device: DeviceId,
    at: Timestamp,
) -> Result<(), StoreError> {
    let sql = "DELETE FROM devices WHERE device_id = $1 AND seen_at < $2";
    conn.execute(sql, &[Value::Id(device.0), Value::Int(at.unix_ms())])
        .await
        .map(drop)
}

impl NewDevice<'_> {
    /// Refuses values that one of the databases cannot store.
    pub(super) fn check(&self) -> Result<(), Rejection> {
        check_text("a device's name", self.name, MAX_TEXT_BYTES)
    }
}

impl TokenRow {
    fn read(self) -> (Guest, Device) {
        let guest = Guest {
            player: PlayerId(self.player_id),
            name: self.name,
            created_at: Timestamp::from_unix_ms(self.created_at),
            seen_at: Timestamp::from_unix_ms(self.seen_at),
            is_recoverable: self.recovery_hash.is_some(),
            declared_bot: declared(self.bot_engine.as_deref(), self.bot_version.as_deref()),
        };
        let device = Device {
            device: DeviceId(self.device_id),
            name: self.device_name,
            created_at: Timestamp::from_unix_ms(self.device_created_at),
            seen_at: Timestamp::from_unix_ms(self.device_seen_at),
        };
        (guest, device)
    }
}

impl From<DeviceRow> for Device {
    fn from(row: DeviceRow) -> Self {
        Self {
            device: DeviceId(row.device_id),
            name: row.name,
            created_at: Timestamp::from_unix_ms(row.created_at),
            seen_at: Timestamp::from_unix_ms(row.seen_at),
        }
    }
}

impl TryFrom<HashRow> for SecretHash {
    type Error = StoreError;

    fn try_from(row: HashRow) -> Result<Self, StoreError> {
        row.token_hash
            .try_into()
            .map_err(|_| StoreError::Corrupt("token"))
    }
}
