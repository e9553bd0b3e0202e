//! What differs between SQLite and Postgres.

use std::time::Duration;

use async_trait::async_trait;
use sqlx::Transaction;
use sqlx::pool::PoolConnection;

use super::Conn;
use crate::{Append, StoreError};

/// What differs between SQLite and Postgres.
#[async_trait]
pub trait Backend: Send + Sync + 'static {
    /// The sqlx driver.
    type Driver: sqlx::Database;

    /// The database's clock, as SQL: milliseconds since 1970.
    const NOW_MS_SQL: &'static str;

    /// What keeps a selected row from changing until the transaction ends.
    const LOCK_ROW_SQL: &'static str;

    /// How long an append may take until its outcome counts as unknown; `None` where no network can swallow it.
    const APPEND_TIMEOUT: Option<Duration>;

    /// A connection for reading.
    async fn reader(&self) -> sqlx::Result<PoolConnection<Self::Driver>>;

    /// A transaction for writing.
    async fn begin(&self) -> sqlx::Result<Transaction<'static, Self::Driver>>;

    /// The common door to a connection.
    fn conn(raw: &mut Connection<Self>) -> Conn<'_>;

    /// Inserts those rows whose keys are free; gives their number.
    async fn insert_rows(raw: &mut Connection<Self>, batch: &[Append]) -> Result<u64, StoreError>;

    /// Claims the database for this process, where the operating system can tell.
    fn claim(&self) -> Result<Claim, StoreError>;

    /// Gives the claim back.
    fn unclaim(&self);

    /// Closes all connections.
    async fn close(&self);
}

/// A backend's raw connection.
pub(super) type Connection<B> = <<B as Backend>::Driver as sqlx::Database>::Connection;

/// What the operating system says about other processes that could hold the lease.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// There is another one.
    OthersThere,
    /// There was perhaps one, but it is gone.
    OthersGone,
    /// Nothing: the lease's row decides.
    Unknown,
}
