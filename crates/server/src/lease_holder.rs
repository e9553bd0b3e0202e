//! The name of this server for others that want the same rooms. It is stored in the data folder.
//!
//! A server that was killed and starts again has the same name, so that it need not wait until its own lease expires. Only one process at
//! a time can use a data folder.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::Path;
use std::time::Duration;

use giog_rooms::{Random, random_uuid};
use tokio::time::sleep;
use uuid::Uuid;

/// The name of the file in the data folder.
const FILE: &str = "server.lock";
/// How often a waiting server checks whether the folder is free.
const WAIT: Duration = Duration::from_millis(500);

/// The lock of a data folder: no other process uses it until this is dropped.
#[derive(Debug)]
pub struct FolderLock(File);

impl FolderLock {
    /// Locks the folder, which must exist; `None` while another process has locked it.
    pub fn try_take(data_dir: &Path) -> io::Result<Option<Self>> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        // Everybody who can open the file can hold the lock.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(data_dir.join(FILE))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

/// The name of this server, and the data folder's lock, which is released when this is dropped.
#[derive(Debug)]
pub(crate) struct LeaseHolder {
    pub name: String,
    _lock: FolderLock,
}

/// Waits until no other process has locked the data folder.
pub(crate) async fn take(data_dir: &Path, random: &mut dyn Random) -> io::Result<LeaseHolder> {
    let mut said = false;
    let mut lock = loop {
        if let Some(lock) = FolderLock::try_take(data_dir)? {
            break lock;
        }
        if !said {
            said = true;
            tracing::info!("another server uses the data folder; waiting for it to stop");
        }
        sleep(WAIT).await;
    };
    let name = name(&mut lock.0, random)?;
    Ok(LeaseHolder { name, _lock: lock })
}

fn name(file: &mut File, random: &mut dyn Random) -> io::Result<String> {
    let mut name = String::new();
    file.read_to_string(&mut name)?;
    if let Ok(known) = Uuid::parse_str(name.trim()) {
        return Ok(known.to_string());
    }
    let name = random_uuid(random).to_string();
    file.set_len(0)?;
    file.rewind()?;
    writeln!(file, "{name}")?;
    file.sync_all()?;
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ambient::OsRandom;

    #[tokio::test]
    async fn a_server_keeps_its_name_and_has_its_folder_alone() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let first = take(dir.path(), &mut OsRandom)
            .await
            .expect("the folder is free");
        let name = first.name.clone();
        let mut random = OsRandom;
        let second = take(dir.path(), &mut random);
        let mut second = std::pin::pin!(second);
        tokio::select! {
            biased;
            _ = second.as_mut() => panic!("two servers have one folder"),
            () = std::future::ready(()) => {}
        }
        drop(first);
        let second = second.await.expect("the folder is free again");
        assert_eq!(second.name, name);
    }
}
