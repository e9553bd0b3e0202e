//! The statements of the lease. They read the database's clock, never the server's; the SQL for that is the backend's.
//!
//! Transactions of the owner keep the lease's row (`FOR KEY SHARE`). A renewal changes a column that is not a key, so that the two never
//! wait for each other. A change of the owner locks the row first, and so waits for everything that the former owner has begun to write;
//! an update alone would not.

use sqlx::AssertSqlSafe;

use super::backend::Claim;
use super::conn::{Conn, Value};
use crate::{Fence, LeaseError, StoreError};

row! {
    struct FenceRow {
        fence: i64,
    }
}

/// Takes the lease if it is free, has expired, is this holder's own, or if its holder is gone.
pub(super) async fn take(
    conn: &mut Conn<'_>,
    (now_ms_sql, lock_sql): (&'static str, &'static str),
    holder: &str,
    ttl_ms: u32,
    claim: Claim,
) -> Result<Option<Fence>, StoreError> {
    // A lease that is not free is not locked, so that servers that wait for it delay nobody.
    let sql = format!(
        "SELECT fence FROM lease
         WHERE only_row = 1
           AND ($2 OR fence = $3 OR holder IS NULL OR holder = $1 OR expires_at <= {now_ms_sql}) {lock_sql}"
    );
    let gone = match claim {
        Claim::OwnerGone(fence) => Some(fence.number),
        Claim::OthersGone | Claim::OthersThere | Claim::Unknown => None,
    };
    let values = [
        Value::Text(holder),
        Value::Bool(claim == Claim::OthersGone),
        Value::MaybeInt(gone),
    ];
    let free: Option<FenceRow> = conn.first(AssertSqlSafe(sql), &values).await?;
    if free.is_none() {
        return Ok(None);
    }
    let sql = format!(
        "UPDATE lease SET fence = fence + 1, holder = $1, expires_at = {now_ms_sql} + $2 WHERE only_row = 1
         RETURNING fence"
    );
    let values = [Value::Text(holder), Value::Int(ttl_ms.into())];
    let row: Option<FenceRow> = conn.first(AssertSqlSafe(sql), &values).await?;
    Ok(row.map(|row| Fence::alone(row.fence)))
}

pub(super) async fn renew(
    conn: &mut Conn<'_>,
    now_ms_sql: &'static str,
    fence: Fence,
    ttl_ms: u32,
) -> Result<(), LeaseError> {
    let sql = format!(
        "UPDATE lease SET expires_at = {now_ms_sql} + $2 WHERE only_row = 1 AND fence = $1 AND holder IS NOT NULL"
    );
    held(
        conn.execute(
            AssertSqlSafe(sql),
            &[Value::Int(fence.number), Value::Int(ttl_ms.into())],
        )
        .await?,
    )
}

pub(super) async fn release(
    conn: &mut Conn<'_>,
    lock_sql: &'static str,
    fence: Fence,
) -> Result<(), LeaseError> {
    if !holds(conn, lock_sql, fence).await? {
        return Err(LeaseError::Lost);
    }
    let sql = "UPDATE lease SET holder = NULL, expires_at = 0 WHERE only_row = 1 AND fence = $1 AND holder IS NOT NULL";
    held(conn.execute(sql, &[Value::Int(fence.number)]).await?)
}

fn held(rows: u64) -> Result<(), LeaseError> {
    if rows == 1 {
        Ok(())
    } else {
        Err(LeaseError::Lost)
    }
}

/// The lease's row, if it is held with fence `$1`. A lease that has expired but that nobody took is still held.
pub(crate) const HELD_SQL: &str =
    "SELECT fence FROM lease WHERE only_row = 1 AND fence = $1 AND holder IS NOT NULL";

/// Whether the lease is held. It then stays held until the transaction ends: `row_sql` keeps or locks the row, unless the transaction
/// keeps every other writer out anyway.
pub(crate) async fn holds(
    conn: &mut Conn<'_>,
    row_sql: &'static str,
    fence: Fence,
) -> Result<bool, StoreError> {
    let sql = format!("{HELD_SQL} {row_sql}");
    let row: Option<FenceRow> = conn
        .first(AssertSqlSafe(sql), &[Value::Int(fence.number)])
        .await?;
    let (Some(row), Some(node)) = (&row, fence.node) else {
        return Ok(row.is_some());
    };
    let sql = format!(
        "SELECT CAST($2 AS BIGINT) AS fence FROM nodes WHERE node = $1 AND state <> 'fenced' {row_sql}"
    );
    let values = [Value::Id(node), Value::Int(row.fence)];
    let alive: Option<FenceRow> = conn.first(AssertSqlSafe(sql), &values).await?;
    Ok(alive.is_some())
}
