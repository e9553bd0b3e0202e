//! Connections that read single rows; all can be reopened at once.

use std::sync::{Mutex, MutexGuard, PoisonError};

use sqlx::pool::PoolOptions;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Pool, Sqlite};
use tokio::time::timeout;

use crate::limits::{ACQUIRE_TIMEOUT, HISTORY_TIME};

/// Connections for reading, opened when they are needed.
#[derive(Debug)]
pub(super) struct Readers {
    connect: SqliteConnectOptions,
    connections: u32,
    pool: Mutex<Pool<Sqlite>>,
}

impl Readers {
    pub(super) fn new(connect: SqliteConnectOptions, connections: u32) -> Self {
        let pool = Mutex::new(pool(&connect, connections));
        Self {
            connect,
            connections,
            pool,
        }
    }

    pub(super) fn pool(&self) -> Pool<Sqlite> {
        self.lock().clone()
    }

    /// Closes all connections; later calls open new ones. All connections of a process share what the first one learned about the file, for
    /// example that it is read-only.
    pub(super) async fn reopen(&self) {
        let new = pool(&self.connect, self.connections);
        let old = std::mem::replace(&mut *self.lock(), new);
        // Connections in use are closed when their query ends.
        let _ = timeout(HISTORY_TIME, old.close()).await;
    }

    fn lock(&self) -> MutexGuard<'_, Pool<Sqlite>> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn pool(connect: &SqliteConnectOptions, connections: u32) -> Pool<Sqlite> {
    PoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        // There is no network connection that could break, and the test would take as long as many queries.
        .test_before_acquire(false)
        .connect_lazy_with(connect.clone())
}
