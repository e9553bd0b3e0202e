//! Recovery codes, with which people come back who have lost all their devices.

use giog_rules::Timestamp;

use super::conn::{Conn, Value};
use super::devices;
use super::guests::GuestRow;
use crate::guest::UNUSED_MS;
use crate::{Guest, NewDevice, SecretHash, StoreError};

pub(super) const BY_RECOVERY_SQL: &str =
    "SELECT player_id, name, created_at, seen_at, recovery_hash, bot_engine, bot_version
    FROM guests WHERE recovery_hash = $1";

pub(super) async fn set(
    conn: &mut Conn<'_>,
    token: SecretHash,
    former: Option<SecretHash>,
    recovery: SecretHash,
) -> Result<bool, StoreError> {
    let (player, _) = devices::lock_by_token(conn, token).await?;
    let (id, recovery) = (Value::Id(player.0), Value::Bytes(&recovery));
    let changed = match &former {
        None => {
            let sql = "UPDATE guests SET recovery_hash = $2
                       WHERE player_id = $1 AND (recovery_hash IS NULL OR recovery_hash = $2)";
            conn.execute(sql, &[id, recovery]).await?
        }
        Some(former) => {
            let sql = "UPDATE guests SET recovery_hash = $2
                       WHERE player_id = $1 AND recovery_hash IN ($2, $3)";
            conn.execute(sql, &[id, recovery, Value::Bytes(former)])
                .await?
        }
    };
    Ok(changed == 1)
}

pub(super) async fn guest(
    conn: &mut Conn<'_>,
    recovery: SecretHash,
) -> Result<Option<Guest>, StoreError> {
    let guest: Option<GuestRow> = conn
        .first(BY_RECOVERY_SQL, &[Value::Bytes(&recovery)])
        .await?;
    Ok(guest.map(Guest::from))
}

pub(super) async fn recover(
    conn: &mut Conn<'_>,
    former: SecretHash,
    recovery: SecretHash,
    device: NewDevice<'_>,
    at: Timestamp,
) -> Result<Option<(Guest, Vec<SecretHash>)>, StoreError> {
    let sql = "UPDATE guests SET recovery_hash = $2 WHERE recovery_hash = $1";
    let hashes = [Value::Bytes(&former), Value::Bytes(&recovery)];
    let is_first = conn.execute(sql, &hashes).await? == 1;
    let Some(guest) = guest(conn, recovery).await? else {
        return Ok(None);
    };
    devices::lock(conn, guest.player).await?;
    if !is_first {
        let devices = devices::of(conn, guest.player).await?;
        // A device whose token was never used did not receive the answer of the first call.
        if !matches!(&devices[..], [device] if device.is_unused()) {
            return Ok(None);
        }
    }
    let ended = devices::end_others(conn, guest.player, device.device).await?;
    let seen_ms = at.unix_ms() - UNUSED_MS;
    devices::insert_seen(conn, guest.player, device, at, seen_ms).await?;
    Ok(Some((guest, ended)))
}
