//! The lease's statements. They read the database's clock, never the server's; that part of the text is the backend's.

use sqlx::AssertSqlSafe;

use super::conn::{Conn, Value};
use crate::{Fence, LeaseError, StoreError};

#[derive(sqlx::FromRow)]
struct FenceRow {
    fence: i64,
}

/// Takes the lease if it is free, ran out, is this holder's own, or if `others_gone`.
pub(super) async fn take(
    conn: &mut Conn<'_>,
    now_ms_sql: &'static str,
    holder: &str,
    ttl_ms: u32,
    others_gone: bool,
) -> Result<Option<Fence>, StoreError> {
    let sql = format!(
        "UPDATE lease SET fence = fence + 1, holder = $1, expires_at = {now_ms_sql} + $2
         WHERE only_row = 1 AND ($3 OR holder IS NULL OR holder = $1 OR expires_at <= {now_ms_sql})
         RETURNING fence"
    );
    let values = [
        Value::Text(holder),
        Value::Int(ttl_ms.into()),
        Value::Bool(others_gone),
    ];
    let row: Option<FenceRow> = conn.first(AssertSqlSafe(sql), &values).await?;
    Ok(row.map(|row| Fence(row.fence)))
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
            &[Value::Int(fence.0), Value::Int(ttl_ms.into())],
        )
        .await?,
    )
}

pub(super) async fn release(conn: &mut Conn<'_>, fence: Fence) -> Result<(), LeaseError> {
    let sql = "UPDATE lease SET holder = NULL, expires_at = 0 WHERE only_row = 1 AND fence = $1 AND holder IS NOT NULL";
    held(conn.execute(sql, &[Value::Int(fence.0)]).await?)
}

fn held(rows: u64) -> Result<(), LeaseError> {
    if rows == 1 {
        Ok(())
    } else {
        Err(LeaseError::Lost)
    }
}

/// Whether the lease is held, and stays so until the transaction ends: `lock_sql` keeps the row from changing where the
/// transaction does not already keep every other writer out. A lease that ran out and that nobody took is held.
pub(super) async fn holds(
    conn: &mut Conn<'_>,
    lock_sql: &'static str,
    fence: Fence,
) -> Result<bool, StoreError> {
    let sql = format!(
        "SELECT fence FROM lease WHERE only_row = 1 AND fence = $1 AND holder IS NOT NULL {lock_sql}"
    );
    let row: Option<FenceRow> = conn
        .first(AssertSqlSafe(sql), &[Value::Int(fence.0)])
        .await?;
    Ok(row.is_some())
}
