//! The file of a database: which addresses name one, how it is opened, who may read it, and the lock that shows which process owns it.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions as _, SqliteConnection};

use crate::StoreError;
use crate::limits::{SQLITE_BUSY_TIMEOUT, SQLITE_WAL_LIMIT_BYTES};

/// The database file that an address names; none if the address is not valid.
pub(crate) fn file(url: &str) -> Option<PathBuf> {
    let connect = SqliteConnectOptions::from_str(url).ok()?;
    Some(connect.get_filename().to_owned())
}

/// The file whose lock shows which process owns a database.
pub(super) fn lock_path(connect: &SqliteConnectOptions) -> PathBuf {
    let mut path = connect.get_filename().as_os_str().to_owned();
    path.push(".lock");
    path.into()
}

/// Locks the lock file; the lock is held while the returned file is open. `None` while another process has it. Everybody who can open the
/// file could hold the lock, so only the server's user may open it.
pub(super) fn lock(path: &Path) -> Result<Option<File>, StoreError> {
    let unavailable = |error| StoreError::Unavailable(Box::new(error));
    let file = private_file().open(path).map_err(unavailable)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(unavailable(error)),
    }
}

/// Opens a database file read-only, while a server may be using it; `None` if there is no such file.
pub(crate) async fn connect_to_read(url: &str) -> Result<Option<SqliteConnection>, StoreError> {
    let connect = connect_options(url)?;
    if !connect.get_filename().exists() {
        return Ok(None);
    }
    let conn = connect.pragma("query_only", "1").connect().await;
    conn.map(Some).map_err(StoreError::from_sqlx)
}

/// Opens or creates a database file, with the lock that keeps servers away; `None` while a server owns it.
pub(crate) async fn connect_to_restore(
    url: &str,
) -> Result<Option<(SqliteConnection, File)>, StoreError> {
    let connect = connect_options(url)?;
    let Some(lock) = lock(&lock_path(&connect))? else {
        return Ok(None);
    };
    make_private_file(url, connect.get_filename())?;
    let conn = overwriting(connect).connect().await;
    let conn = conn.map_err(StoreError::from_sqlx)?;
    Ok(Some((conn, lock)))
}

/// Makes SQLite overwrite deleted data, so that it does not stay in the file's free space (`secure_delete`).
pub(super) fn overwriting(connect: SqliteConnectOptions) -> SqliteConnectOptions {
    connect.pragma("secure_delete", "ON")
}

/// Creates the database file if it does not exist, so that only the server's user may read it (not if it is to be opened read-only): it
/// will contain hands that are being played, and SQLite would make it readable for everybody. SQLite gives the write-ahead log the same
/// permissions.
pub(super) fn make_private_file(url: &str, path: &Path) -> Result<(), StoreError> {
    /// Held until the file is closed: closing it releases all locks that this process has on the file, so it must not have any yet.
    static MAKING: Mutex<()> = Mutex::new(());
    let parameters = url.split_once('?').map_or("", |(_, parameters)| parameters);
    if parameters.split('&').any(|one| one == "mode=ro") {
        return Ok(());
    }
    let _making = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
    if path.exists() {
        return Ok(());
    }
    private_file().open(path).map(drop).map_err(|error| {
        let told = format!("{}: {error}", path.display());
        StoreError::Unavailable(Box::new(io::Error::new(error.kind(), told)))
    })
}

/// Opens a file for writing, or creates one that only its user may read.
fn private_file() -> fs::OpenOptions {
    let mut options = File::options();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

pub(super) fn connect_options(url: &str) -> Result<SqliteConnectOptions, StoreError> {
    let bad = || StoreError::BadUrl(url.to_owned());
    let path = url.strip_prefix("sqlite:").ok_or_else(bad)?;
    // A database in memory would be a separate one for each connection, and would not persist.
    if path.trim_start_matches('/').is_empty()
        || path.contains(":memory:")
        || path.contains("mode=memory")
    {
        return Err(bad());
    }
    let options = SqliteConnectOptions::from_str(url).map_err(|_| bad())?;
    // SQLite would interpret such a name as a URI, which may name a different file.
    let name = options.get_filename().as_os_str().as_encoded_bytes();
    if name.starts_with(b"file:") {
        return Err(bad());
    }
    Ok(options
        // The file was created before, readable only by the server's user.
        .create_if_missing(false)
        .busy_timeout(SQLITE_BUSY_TIMEOUT)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        // On macOS, a sync reaches the disk itself only with this setting.
        .pragma("fullfsync", "1")
        .pragma("journal_size_limit", SQLITE_WAL_LIMIT_BYTES.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::SqliteStore;
    use crate::tests::fresh::Fresh;
    use crate::tests::samples::{lease, room, row};
    use crate::{Log as _, OpenOptions};

    /// The file's permissions do not depend on those of its folder.
    #[cfg(unix)]
    #[tokio::test]
    async fn only_the_servers_user_may_read_what_is_made() {
        let fresh = Fresh::sqlite();
        fresh.let_everybody_in();
        let store = fresh.open().await;
        let fence = lease(&*store).await;
        let stored = store.append(fence, &[row(room(1), 0, "a hand")]).await;
        stored.expect("stored");
        fresh.check_only_the_owner_may_read();
        store.close().await;
    }

    #[tokio::test]
    async fn what_is_to_be_read_alone_is_not_made() {
        let fresh = Fresh::sqlite();
        let url = format!("{}?mode=ro", fresh.url());
        let opened = SqliteStore::open(&url, &OpenOptions::default()).await;
        let opened = opened.map(drop);
        assert!(
            matches!(opened, Err(StoreError::Unavailable(_))),
            "{opened:?}"
        );
        let path = file(&url).expect("a file");
        assert!(!path.exists(), "{}", path.display());
    }
}
