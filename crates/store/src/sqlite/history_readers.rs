//! Connections that read the history. A query is interrupted when its caller stops waiting.
//!
//! This is not a sqlx pool, because such a pool pings each connection that is given back, and setting an interrupt requires locking the
//! connection's handle. Each of them is a message to SQLite's thread and back, which costs more than most queries. Here, a connection is
//! pinged only if its last query was abandoned.

use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout};

use crate::limits::{
    ACQUIRE_TIMEOUT, HISTORY_READER_IDLE_TIME, HISTORY_TIME, SQLITE_STEPS_PER_LOOK,
};

/// Connections that read the history, opened when needed.
#[derive(Debug)]
pub(super) struct HistoryReaders {
    connect: SqliteConnectOptions,
    connections: u32,
    pool: Mutex<Arc<Pool>>,
}

#[derive(Debug)]
struct Pool {
    connect: SqliteConnectOptions,
    /// One permit for each connection that may be open.
    places: Arc<Semaphore>,
    connections: u32,
    idle: Mutex<Idle>,
}

/// The open connections that are not in use.
#[derive(Debug, Default)]
struct Idle {
    /// The connections, the most recently used one last.
    opened: Vec<Opened>,
    is_closed: bool,
}

#[derive(Debug)]
struct Opened {
    conn: SqliteConnection,
    /// True while an abandoned query is still running on the connection; the query is then interrupted.
    given_up: Arc<AtomicBool>,
    used_at: Instant,
}

/// A connection in use.
#[derive(Debug)]
pub struct HistoryReader {
    /// None after it was given back.
    opened: Option<Opened>,
    pool: Arc<Pool>,
    place: Option<OwnedSemaphorePermit>,
}

impl HistoryReaders {
    pub(super) fn new(connect: SqliteConnectOptions, connections: u32) -> Self {
        let pool = Mutex::new(Pool::new(&connect, connections));
        Self {
            connect,
            connections,
            pool,
        }
    }

    pub(super) async fn acquire(&self) -> sqlx::Result<HistoryReader> {
        let pool = self.pool();
        let place = Arc::clone(&pool.places).acquire_owned();
        let place = timeout(ACQUIRE_TIMEOUT, place).await;
        let place = place.map_err(|_| sqlx::Error::PoolTimedOut)?;
        let place = place.map_err(|_| sqlx::Error::PoolClosed)?;
        let opened = match pool.take()? {
            Some(opened) => opened,
            None => Opened::open(&pool.connect).await?,
        };
        Ok(HistoryReader {
            opened: Some(opened),
            pool,
            place: Some(place),
        })
    }

    /// Closes all connections; later calls open new ones. All connections of a process share what the first one learned about the file, for
    /// example that it is read-only.
    pub(super) async fn reopen(&self) {
        let new = Pool::new(&self.connect, self.connections);
        let old = std::mem::replace(&mut *self.lock(), new);
        // Connections in use are closed when their query ends.
        let _ = timeout(HISTORY_TIME, old.close()).await;
    }

    pub(super) async fn close(&self) {
        self.pool().close().await;
    }

    fn pool(&self) -> Arc<Pool> {
        Arc::clone(&self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, Arc<Pool>> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pool {
    fn new(connect: &SqliteConnectOptions, connections: u32) -> Arc<Self> {
        Arc::new(Self {
            connect: connect.clone(),
            places: Arc::new(Semaphore::new(connections as usize)),
            connections,
            idle: Mutex::default(),
        })
    }

    /// Takes an open connection that is not in use; none if there is none.
    fn take(&self) -> sqlx::Result<Option<Opened>> {
        let mut idle = self.idle();
        if idle.is_closed {
            return Err(sqlx::Error::PoolClosed);
        }
        Ok(idle.opened.pop())
    }

    /// Keeps a connection for the next query, or closes it if the pool is closed. Also closes a connection that was unused for long.
    fn give_back(&self, mut opened: Opened) {
        let now = Instant::now();
        opened.used_at = now;
        let mut idle = self.idle();
        if idle.is_closed {
            return;
        }
        idle.opened.push(opened);
        let oldest = &idle.opened[0];
        if now - oldest.used_at >= HISTORY_READER_IDLE_TIME {
            drop(idle.opened.remove(0));
        }
    }

    /// Returns when all connections are closed.
    async fn close(&self) {
        let opened = {
            let mut idle = self.idle();
            idle.is_closed = true;
            std::mem::take(&mut idle.opened)
        };
        for Opened { conn, .. } in opened {
            // It does not matter if closing fails.
            let _ = conn.close().await;
        }
        // Connections in use are dropped when they are given back.
        let _ = self.places.acquire_many(self.connections).await;
        self.places.close();
    }

    fn idle(&self) -> MutexGuard<'_, Idle> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Opened {
    async fn open(connect: &SqliteConnectOptions) -> sqlx::Result<Self> {
        let mut conn = connect.connect().await?;
        let given_up = Arc::new(AtomicBool::new(false));
        let watched = Arc::clone(&given_up);
        conn.lock_handle()
            .await?
            .set_progress_handler(SQLITE_STEPS_PER_LOOK, move || {
                !watched.load(Ordering::Relaxed)
            });
        Ok(Self {
            conn,
            given_up,
            used_at: Instant::now(),
        })
    }

    /// Waits until the abandoned query has ended; none if the connection does not answer any more.
    async fn idle_again(mut self) -> Option<Self> {
        self.conn.ping().await.ok()?;
        self.given_up.store(false, Ordering::Relaxed);
        Some(self)
    }
}

impl HistoryReader {
    /// Gives the connection back after its queries were answered completely.
    pub(super) fn answered(mut self) {
        if let Some(opened) = self.opened.take() {
            self.pool.give_back(opened);
        }
    }
}

impl Drop for HistoryReader {
    /// The query was abandoned: interrupts it, and then gives the connection back.
    fn drop(&mut self) {
        // Outside a runtime, the connection closes itself when it is dropped.
        if let Some(opened) = self.opened.take()
            && let Ok(runtime) = Handle::try_current()
        {
            let (pool, place) = (Arc::clone(&self.pool), self.place.take());
            opened.given_up.store(true, Ordering::Relaxed);
            runtime.spawn(async move {
                if let Some(opened) = opened.idle_again().await {
                    pool.give_back(opened);
                }
                drop(place);
            });
        }
    }
}

impl Deref for HistoryReader {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        let opened = self.opened.as_ref();
        &opened.expect("whoever has it has not given it back").conn
    }
}

impl DerefMut for HistoryReader {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        let opened = self.opened.as_mut();
        &mut opened.expect("whoever has it has not given it back").conn
    }
}

#[cfg(test)]
mod tests {
    use std::str::FromStr as _;

    use super::*;
    use crate::tests::fresh::Fresh;

    async fn history_readers(fresh: &Fresh, connections: u32) -> HistoryReaders {
        fresh.open().await.close().await;
        let connect = SqliteConnectOptions::from_str(&fresh.url()).expect("an address");
        HistoryReaders::new(connect, connections)
    }

    async fn ask(history_reader: &mut HistoryReader, sql: &'static str) -> sqlx::Result<i64> {
        sqlx::query_scalar(sql)
            .fetch_one(&mut **history_reader)
            .await
    }

    /// Sets something that a connection opened anew does not have.
    async fn mark(history_reader: &mut HistoryReader) {
        let marked = sqlx::query("PRAGMA cache_size = -7777");
        let marked = marked.execute(&mut **history_reader).await;
        marked.expect("set");
    }

    const ENDLESS: &str =
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n";

    #[tokio::test]
    async fn a_connection_is_used_again_whether_its_last_question_was_answered_or_not() {
        let fresh = Fresh::sqlite();
        let history_readers = history_readers(&fresh, 1).await;
        let mut history_reader = history_readers.acquire().await.expect("a connection");
        mark(&mut history_reader).await;
        history_reader.answered();
        for _ in 0..3 {
            // It is the only connection: the next caller waits until it is interrupted.
            let mut history_reader = history_readers.acquire().await.expect("a connection");
            let short = std::time::Duration::from_millis(20);
            let asked = timeout(short, ask(&mut history_reader, ENDLESS)).await;
            assert!(asked.is_err(), "it is endless");
            drop(history_reader);
            let mut history_reader = history_readers.acquire().await.expect("a connection");
            let size = ask(&mut history_reader, "PRAGMA cache_size").await;
            assert_eq!(size.expect("an answer"), -7777, "it was opened anew");
            history_reader.answered();
        }
        history_readers.close().await;
    }

    #[tokio::test]
    async fn after_reopening_no_connection_is_as_old() {
        let fresh = Fresh::sqlite();
        let history_readers = history_readers(&fresh, 2).await;
        let mut one = history_readers.acquire().await.expect("a connection");
        let mut other = history_readers.acquire().await.expect("a connection");
        for history_reader in [&mut one, &mut other] {
            mark(history_reader).await;
        }
        one.answered();
        let reopen = history_readers.reopen();
        let ((), ()) = tokio::join!(reopen, async { other.answered() });
        for _ in 0..2 {
            let mut history_reader = history_readers.acquire().await.expect("a connection");
            let size = ask(&mut history_reader, "PRAGMA cache_size").await;
            assert_ne!(size.expect("an answer"), -7777);
            history_reader.answered();
        }
        history_readers.close().await;
        assert!(matches!(
            history_readers.acquire().await,
            Err(sqlx::Error::PoolClosed)
        ));
    }
}
