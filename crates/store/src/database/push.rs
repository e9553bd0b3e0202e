//! Web Push subscriptions of people's devices.

use giog_protocol::DeviceId;
use giog_rules::{PlayerId, Timestamp};
use uuid::Uuid;

use super::conn::{Conn, Value};
use super::devices;
use crate::bounds::check_text;
use crate::limits::MAX_ENDPOINT_BYTES;
use crate::{DevicePush, PushSubscription, Rejection, StoreError};

row! {
    struct PushRow {
        device_id: Uuid,
        endpoint: String,
        p256dh: Vec<u8>,
        auth: Vec<u8>,
    }
}

pub(super) const PUSH_SQL: &str = "SELECT p.device_id, p.endpoint, p.p256dh, p.auth
    FROM devices d JOIN push_subscriptions p ON p.device_id = d.device_id
    WHERE d.player_id = $1 ORDER BY d.created_at, d.device_id";

pub(super) const END_ENDPOINT_SQL: &str = "DELETE FROM push_subscriptions WHERE endpoint = $1";

pub(super) async fn of(
    conn: &mut Conn<'_>,
    player: PlayerId,
) -> Result<Vec<DevicePush>, StoreError> {
    let rows: Vec<PushRow> = conn.all(PUSH_SQL, &[Value::Id(player.0)]).await?;
    rows.into_iter().map(DevicePush::try_from).collect()
}

/// An address belongs to one device: people who used the same browser before are not notified there any more.
pub(super) async fn set(
    conn: &mut Conn<'_>,
    player: PlayerId,
    device: DeviceId,
    subscription: &PushSubscription,
    at: Timestamp,
) -> Result<bool, StoreError> {
    devices::lock(conn, player).await?;
    let sql = "DELETE FROM push_subscriptions WHERE endpoint = $1 AND device_id <> $2";
    let values = [Value::Text(&subscription.endpoint), Value::Id(device.0)];
    conn.execute(sql, &values).await?;
    let sql = "INSERT INTO push_subscriptions (device_id, endpoint, p256dh, auth, created_at)
               SELECT device_id, $3, $4, $5, $6 FROM devices WHERE device_id = $1 AND player_id = $2
               ON CONFLICT (device_id) DO UPDATE SET endpoint = excluded.endpoint, p256dh = excluded.p256dh,
                   auth = excluded.auth, created_at = excluded.created_at";
    let values = [
        Value::Id(device.0),
        Value::Id(player.0),
        Value::Text(&subscription.endpoint),
        Value::Bytes(&subscription.p256dh),
        Value::Bytes(&subscription.auth),
        Value::Int(at.unix_ms()),
    ];
    Ok(conn.execute(sql, &values).await? == 1)
}

pub(super) async fn end(conn: &mut Conn<'_>, device: DeviceId) -> Result<bool, StoreError> {
    let sql = "DELETE FROM push_subscriptions WHERE device_id = $1";
    Ok(conn.execute(sql, &[Value::Id(device.0)]).await? == 1)
}

pub(super) async fn end_endpoint(conn: &mut Conn<'_>, endpoint: &str) -> Result<bool, StoreError> {
    let values = [Value::Text(endpoint)];
    Ok(conn.execute(END_ENDPOINT_SQL, &values).await? == 1)
}

impl PushSubscription {
    /// Refuses values that one of the databases cannot store.
    pub(super) fn check(&self) -> Result<(), Rejection> {
        check_text("an endpoint", &self.endpoint, MAX_ENDPOINT_BYTES)
    }
}

impl TryFrom<PushRow> for DevicePush {
    type Error = StoreError;

    fn try_from(row: PushRow) -> Result<Self, StoreError> {
        let corrupt = |_| StoreError::Corrupt("push subscription");
        Ok(Self {
            device: DeviceId(row.device_id),
            subscription: PushSubscription {
                endpoint: row.endpoint,
                p256dh: row.p256dh.try_into().map_err(corrupt)?,
                auth: row.auth.try_into().map_err(corrupt)?,
            },
        })
    }
}
