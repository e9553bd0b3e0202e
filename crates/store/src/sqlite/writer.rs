//! The connection that writes, and what happens when a write fails.
//!
//! A connection whose transaction was not committed is closed, whatever the reason. A new connection sees the current file with its
//! current permissions.
//!
//! After a failed write or sync (`SQLITE_IOERR` at a commit) the operating system may have dropped pages that it could not write, and may
//! report success for the next sync. What SQLite then finds in the write-ahead log is perhaps only in memory. So before anything else is
//! written, the whole log is written again, into the database itself, and that is synced: a checkpoint that ends with an empty log. If
//! this fails too, and not because the server lacks permission to write, the disk cannot be trusted, and the server must stop:
//! [`Writer::broken`].

use std::fs::File;
use std::io;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex as Lock, OnceLock, PoisonError};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _, SqliteConnection};
use tokio::runtime::Handle;
use tokio::sync::{Mutex, OwnedMutexGuard, watch};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::limits::{ACQUIRE_TIMEOUT, SQLITE_BUSY_TIMEOUT};

/// The only connection that writes; opened when it is needed.
#[derive(Debug)]
pub(super) struct Writer {
    connect: SqliteConnectOptions,
    conn: Slot,
    /// The file that was opened first; another file with its name is never used.
    file: OnceLock<FileId>,
    doubt: Lock<Doubt>,
    broken: watch::Sender<bool>,
    closed: AtomicBool,
}

type Slot = Arc<Mutex<Opened>>;

/// The writing connection, if it is open.
#[derive(Debug, Default)]
struct Opened {
    conn: Option<SqliteConnection>,
    /// The identity of its write-ahead log, set after the first commit.
    log_file: Option<FileId>,
    /// The previous connection, while it is being closed.
    closing: Option<JoinHandle<()>>,
}

impl Opened {
    /// Closes a connection whose transaction was not committed, immediately, so that no other process waits for its locks.
    fn throw_away(&mut self) {
        // Outside a runtime, the connection closes itself when it is dropped.
        if let Some(conn) = self.conn.take()
            && let Ok(runtime) = Handle::try_current()
        {
            // It does not matter if closing fails.
            self.closing = Some(runtime.spawn(async move { drop(conn.close().await) }));
        }
    }

    /// Waits until the previous connection is closed; the next one would share what that one found out about the file.
    async fn closed(&mut self) {
        if let Some(closing) = &mut self.closing {
            let _ = closing.await;
            self.closing = None;
        }
    }
}

/// Whether parts of the write-ahead log may exist only in memory, not on the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Doubt {
    None,
    /// The server before this one may have ended because of a disk failure.
    OfServerBefore,
    /// A write of this server failed.
    OfFailure,
}

/// Exclusive use of the writing connection.
#[derive(Debug)]
pub(super) struct Held(OwnedMutexGuard<Opened>);

/// A transaction. If it is dropped without a commit, it is rolled back, and its connection is closed.
#[derive(Debug)]
pub struct SqliteTransaction {
    held: Held,
    committed: bool,
}

/// The disk does not keep what is written to it.
#[derive(Debug, thiserror::Error)]
#[error("writes or syncs to the disk fail")]
struct Broken;

/// The file was removed or replaced.
#[derive(Debug, thiserror::Error)]
#[error("the database's file, or its write-ahead log, was removed or replaced while it was open")]
struct NotThere;

/// The identity of a file, independent of its name: its device and inode on Unix.
type FileId = (u64, u64);

/// The identity of the file with this name, if the system can tell.
fn file_id(path: &Path) -> io::Result<Option<FileId>> {
    let file = std::fs::metadata(path)?;
    #[cfg(unix)]
    let id = {
        use std::os::unix::fs::MetadataExt as _;
        Some((file.dev(), file.ino()))
    };
    #[cfg(not(unix))]
    let id = { None.filter(|_| file.is_file()) };
    Ok(id)
}

/// The write-ahead log of the database with this path.
fn log_path(path: &Path) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push("-wal");
    path.into()
}

/// Fails if the file was removed or replaced: what is written to it would be lost with the process. Another file is never opened in its
/// place.
fn must_be(path: &Path, file: FileId) -> io::Result<()> {
    match file_id(path) {
        Ok(Some(now)) if now == file => Ok(()),
        Ok(Some(_)) => Err(io::Error::other(NotThere)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(io::Error::other(NotThere)),
        // The identity is unknown. If the file is wrong, an error follows later.
        Ok(None) | Err(_) => Ok(()),
    }
}

impl Writer {
    pub(super) fn new(connect: SqliteConnectOptions) -> Self {
        Self {
            connect,
            conn: Slot::default(),
            file: OnceLock::new(),
            doubt: Lock::new(Doubt::None),
            broken: watch::Sender::new(false),
            closed: AtomicBool::new(false),
        }
    }

    /// The connection, once nobody else uses it; opened if needed.
    pub(super) async fn connection(&self) -> sqlx::Result<Held> {
        if self.closed.load(Ordering::Relaxed) {
            return Err(sqlx::Error::PoolClosed);
        }
        if *self.broken.borrow() {
            return Err(sqlx::Error::Io(io::Error::other(Broken)));
        }
        let free = timeout(ACQUIRE_TIMEOUT, Arc::clone(&self.conn).lock_owned()).await;
        let mut opened = free.map_err(|_| sqlx::Error::PoolTimedOut)?;
        opened.closed().await;
        let path = self.connect.get_filename();
        if let Some(file) = self.file.get() {
            must_be(path, *file)?;
        }
        let Opened { conn, log_file, .. } = &mut *opened;
        if let (Some(conn), Some(file)) = (&mut *conn, *log_file)
            && let Err(gone) = must_be(&log_path(path), file)
        {
            // This connection can read what is in the log. If it is not written into the database, it is lost with the connection.
            let saved = empty_log(conn).await;
            tracing::error!(?saved, "the write-ahead log was removed or replaced");
            return Err(gone.into());
        }
        if conn.is_none() {
            (*conn, *log_file) = (Some(self.connect.connect().await?), None);
            if let Some(file) = file_id(path)? {
                self.file.get_or_init(|| file);
            }
        }
        Ok(Held(opened))
    }

    pub(super) async fn begin(&self) -> sqlx::Result<SqliteTransaction> {
        let mut tx = self.ready().await?;
        tx.execute("BEGIN IMMEDIATE").await?;
        Ok(tx)
    }

    /// The connection without a transaction: for a statement that is a transaction of its own, whose result must be passed to
    /// [`Writer::ended`].
    pub(super) async fn ready(&self) -> sqlx::Result<SqliteTransaction> {
        let mut tx = SqliteTransaction {
            held: self.connection().await?,
            committed: false,
        };
        let doubt = *self.lock_doubt();
        if doubt != Doubt::None {
            self.write_anew(&mut tx, doubt).await?;
        }
        Ok(tx)
    }

    /// Commits. The commit continues even if the caller stops waiting, because SQLite does not stop it, and a disk failure must be
    /// noticed.
    pub(super) async fn commit(self: &Arc<Self>, mut tx: SqliteTransaction) -> sqlx::Result<()> {
        let writer = Arc::clone(self);
        let committing = tokio::spawn(async move {
            let committed = tx.execute("COMMIT").await;
            writer.ended(tx, &committed);
            committed.map(drop)
        });
        let ended = committing.await;
        ended.unwrap_or(Err(sqlx::Error::WorkerCrashed))
    }

    /// Notes the result of a commit.
    pub(super) fn ended<T>(&self, mut tx: SqliteTransaction, committed: &sqlx::Result<T>) {
        if let Err(error) = committed {
            if is_failed_io(error) {
                tracing::error!(%error, "a write to the disk failed; rewriting the write-ahead log first");
                self.doubt(Doubt::OfFailure);
            }
            return;
        }
        tx.committed = true;
        let log_file = &mut tx.held.0.log_file;
        if log_file.is_none() {
            *log_file = file_id(&log_path(self.connect.get_filename())).unwrap_or_default();
        }
    }

    /// Rewrites the database so that the file contains nothing but stored data: when rows are moved, SQLite leaves copies in the free
    /// space of pages. False if the file is larger than the limit.
    pub(super) async fn rewrite(&self, limit_bytes: i64) -> sqlx::Result<bool> {
        let mut tx = self.ready().await?;
        let rewritten = rewrite(&mut tx, limit_bytes).await;
        self.ended(tx, &rewritten);
        rewritten
    }

    /// Writes the whole write-ahead log into the database and empties it; returns false while another connection reads data in it. Does
    /// not wait for readers.
    pub(super) async fn empty_log(&self) -> sqlx::Result<bool> {
        let mut tx = self.ready().await?;
        let emptied = empty_log(&mut tx).await;
        self.ended(tx, &emptied);
        emptied
    }

    /// Sets whether the write-ahead log must be rewritten before the next write.
    pub(super) fn doubt(&self, doubt: Doubt) {
        *self.lock_doubt() = doubt;
    }

    fn lock_doubt(&self) -> std::sync::MutexGuard<'_, Doubt> {
        self.doubt.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns when the disk cannot be trusted any more.
    pub(super) async fn broken(&self) {
        let mut broken = self.broken.subscribe();
        // It fails only if the sender is dropped, but this value owns it.
        let _ = broken.wait_for(|broken| *broken).await;
    }

    pub(super) async fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        let mut opened = self.conn.lock().await;
        opened.closed().await;
        if let Some(conn) = opened.conn.take()
            && let Err(error) = conn.close().await
        {
            tracing::warn!(%error, "cannot close the database cleanly; the next start recovers from its write-ahead log");
        }
    }

    /// Writes the whole write-ahead log into the database, and syncs the database.
    async fn write_anew(&self, conn: &mut SqliteConnection, doubt: Doubt) -> sqlx::Result<()> {
        let written: sqlx::Result<(i64, i64, i64)> =
            sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)")
                .fetch_one(conn)
                .await;
        match written {
            Ok((0, _, _)) => {}
            // Another process reads for a long time, such as a backup. A start does not wait for that: usually the log of the previous
            // server is intact.
            Ok(_) if doubt == Doubt::OfServerBefore => {
                tracing::warn!(
                    "cannot rewrite the write-ahead log of the previous server: another process reads the database"
                );
            }
            Ok(_) => return Err(sqlx::Error::PoolTimedOut),
            Err(error) => {
                if is_failed_io(&error) && self.may_write() {
                    tracing::error!(%error, "cannot rewrite the write-ahead log: writes or syncs fail");
                    self.broken.send_replace(true);
                }
                return Err(error);
            }
        }
        self.doubt(Doubt::None);
        Ok(())
    }

    /// Whether this process has the permission to write to the files, regardless of disk failures.
    fn may_write(&self) -> bool {
        let database = self.connect.get_filename();
        let beside = |suffix: &str| {
            let mut path = database.as_os_str().to_owned();
            path.push(suffix);
            PathBuf::from(path)
        };
        let may_write = |path: &Path| match File::options().write(true).open(path) {
            Ok(_) => true,
            Err(error) => !matches!(
                error.kind(),
                io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem
            ),
        };
        may_write(database) && may_write(&beside("-wal")) && may_write(&beside("-shm"))
    }
}

async fn rewrite(conn: &mut SqliteConnection, limit_bytes: i64) -> sqlx::Result<bool> {
    let sql = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
    let bytes: i64 = sqlx::query_scalar(sql).fetch_one(&mut *conn).await?;
    if bytes > limit_bytes {
        return Ok(false);
    }
    conn.execute("VACUUM").await?;
    Ok(true)
}

async fn empty_log(conn: &mut SqliteConnection) -> sqlx::Result<bool> {
    let patience = |ms| AssertSqlSafe(format!("PRAGMA busy_timeout = {ms}"));
    conn.execute(patience(0)).await?;
    let (busy, _, _): (i64, i64, i64) = sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)")
        .fetch_one(&mut *conn)
        .await?;
    conn.execute(patience(SQLITE_BUSY_TIMEOUT.as_millis()))
        .await?;
    Ok(busy == 0)
}

/// Whether the file was found to be read-only.
pub(super) fn is_read_only(error: &sqlx::Error) -> bool {
    primary_code(error) == Some(SQLITE_READONLY)
}

/// Whether another connection holds a lock that this one needs.
pub(super) fn is_busy(error: &sqlx::Error) -> bool {
    primary_code(error) == Some(SQLITE_BUSY)
}

/// Whether a write or a sync failed for another reason than a full disk or missing permissions, as far as SQLite can tell.
fn is_failed_io(error: &sqlx::Error) -> bool {
    primary_code(error) == Some(SQLITE_IOERR)
}

const SQLITE_BUSY: i32 = 5;
const SQLITE_READONLY: i32 = 8;
const SQLITE_IOERR: i32 = 10;

/// The low byte of SQLite's error code: the kind of the error.
fn primary_code(error: &sqlx::Error) -> Option<i32> {
    let sqlx::Error::Database(refusal) = error else {
        return None;
    };
    let code = refusal.code()?.parse::<i32>().ok()?;
    Some(code & 0xff)
}

impl Drop for SqliteTransaction {
    fn drop(&mut self) {
        if !self.committed {
            self.held.0.throw_away();
        }
    }
}

impl Deref for Held {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        self.0.conn.as_ref().expect("whoever has it has it open")
    }
}

impl DerefMut for Held {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        self.0.conn.as_mut().expect("whoever has it has it open")
    }
}

impl Deref for SqliteTransaction {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.held
    }
}

impl DerefMut for SqliteTransaction {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.held
    }
}
