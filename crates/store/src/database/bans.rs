//! Bans.

use giog_rules::{PlayerId, Timestamp};
use uuid::Uuid;

use super::conn::{Conn, Value};
use crate::limits::{BAN_PAGE_ROWS, MAX_BANS, RETENTION_PAGE_ROWS};
use crate::{Ban, BanId, BanTarget, Rejection, StoreError};

pub(super) const BANS_SQL: &str = "SELECT ban_id, player_id, addresses, reason, made_at, ends_at FROM bans
    WHERE (made_at, ban_id) > ($1, $2) AND (ends_at IS NULL OR ends_at > $3) ORDER BY made_at, ban_id LIMIT $4";

pub(super) const BAN_SQL: &str =
    "SELECT ban_id, player_id, addresses, reason, made_at, ends_at FROM bans WHERE ban_id = $1";

pub(super) const DELETE_BANS_SQL: &str = "DELETE FROM bans WHERE ban_id IN
    (SELECT ban_id FROM bans WHERE ends_at <= $1 ORDER BY ends_at LIMIT $2)";

row! {
    pub(super) struct BanRow {
        ban_id: Uuid,
        player_id: Option<Uuid>,
        addresses: Option<String>,
        reason: String,
        made_at: i64,
        ends_at: Option<i64>,
    }
}

pub(super) async fn add(conn: &mut Conn<'_>, ban: &Ban) -> Result<(), StoreError> {
    let sql = "INSERT INTO bans (ban_id, player_id, addresses, reason, made_at, ends_at)
               VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING";
    let (player, addresses) = match ban.target {
        BanTarget::Player(player) => (Some(player.0), None),
        BanTarget::Addresses(addresses) => (None, Some(addresses.to_string())),
    };
    let values = [
        Value::Id(ban.ban_id.0),
        Value::MaybeId(player),
        Value::MaybeText(addresses.as_deref()),
        Value::Text(&ban.reason),
        Value::Int(ban.made_at.unix_ms()),
        Value::MaybeInt(ban.ends_at.map(Timestamp::unix_ms)),
    ];
    if conn.execute(sql, &values).await? == 0 {
        let stored: Option<BanRow> = conn.first(BAN_SQL, &[Value::Id(ban.ban_id.0)]).await?;
        let stored = stored.map(Ban::try_from).transpose()?;
        return if stored.as_ref() == Some(ban) {
            Ok(())
        } else {
            Err(StoreError::Conflict("ban"))
        };
    }
    let sql = "SELECT COUNT(*) AS count FROM bans";
    if conn.count(sql, &[]).await? > i64::from(MAX_BANS) {
        return Err(StoreError::Rejected(Rejection::TooMany {
            what: "bans",
            limit: MAX_BANS,
        }));
    }
    Ok(())
}

pub(super) async fn lift(conn: &mut Conn<'_>, id: BanId) -> Result<bool, StoreError> {
    let sql = "DELETE FROM bans WHERE ban_id = $1";
    Ok(conn.execute(sql, &[Value::Id(id.0)]).await? == 1)
}

pub(super) async fn in_force(conn: &mut Conn<'_>, at: Timestamp) -> Result<Vec<Ban>, StoreError> {
    let mut bans: Vec<Ban> = Vec::new();
    let mut after = (i64::MIN, Uuid::nil());
    loop {
        let values = [
            Value::Int(after.0),
            Value::Id(after.1),
            Value::Int(at.unix_ms()),
            Value::Int(BAN_PAGE_ROWS),
        ];
        let page: Vec<BanRow> = conn.all(BANS_SQL, &values).await?;
        let Some(last) = page.last() else {
            return Ok(bans);
        };
        after = (last.made_at, last.ban_id);
        for row in page {
            bans.push(row.try_into()?);
        }
    }
}

/// Deletes some of the bans that ended at `at` or before. Returns their number, 0 if there were none.
pub(super) async fn delete_ended(conn: &mut Conn<'_>, at: Timestamp) -> Result<u64, StoreError> {
    conn.execute(
        DELETE_BANS_SQL,
        &[Value::Int(at.unix_ms()), Value::Int(RETENTION_PAGE_ROWS)],
    )
    .await
}

impl TryFrom<BanRow> for Ban {
    type Error = StoreError;

    fn try_from(row: BanRow) -> Result<Self, StoreError> {
        let corrupt = || StoreError::Corrupt("ban");
        let target = match (row.player_id, row.addresses) {
            (Some(player), None) => BanTarget::Player(PlayerId(player)),
            (None, Some(text)) => BanTarget::Addresses(text.parse().map_err(|_| corrupt())?),
            _ => return Err(corrupt()),
        };
        Ok(Self {
            ban_id: BanId(row.ban_id),
            target,
            reason: row.reason,
            made_at: Timestamp::from_unix_ms(row.made_at),
            ends_at: row.ends_at.map(Timestamp::from_unix_ms),
        })
    }
}
