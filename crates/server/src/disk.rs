//! Free disk space: when it is nearly used up, nothing that a stranger can begin is begun (guests, names, rooms, matches, reports, push
//! subscriptions), which is logged. Running matches continue; the rest of the disk is reserved for them, and for what ends or protects:
//! bans, ended tokens, recovery, forgetting.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use giog_rooms::Hub;
use giog_store::database_file;
use tokio::task::spawn_blocking;
use tokio::time::{MissedTickBehavior, interval};

use crate::settings::Settings;

/// The interval of checks: the busiest server writes some megabytes in it.
const EVERY: Duration = Duration::from_secs(5);
/// This fraction (1 / 4) of the limit must be free above it before new things start again, so that writing and deleting near the limit
/// does not switch back and forth.
const ABOVE: u64 = 4;

/// Returns how many bytes are free.
type Probe = dyn Fn() -> io::Result<u64> + Send + Sync;

/// The free space of the disks with the database and the data folder.
pub(crate) struct Disk {
    /// With fewer free bytes nothing new starts; 0 turns this off.
    least_bytes: AtomicU64,
    probe: Box<Probe>,
    found: Mutex<DiskLook>,
}

/// The result of the last check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DiskLook {
    /// Free bytes, if known.
    pub free_bytes: Option<u64>,
    /// Whether that is too little.
    pub is_low: bool,
}

impl Disk {
    /// The file systems of the data folder and of an embedded database. The server cannot see where Postgres has its files.
    pub fn of(settings: &Settings) -> Self {
        let file = database_file(&settings.database_url());
        // A file name without a folder is in the current folder.
        let folder = |file: PathBuf| match file.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
            _ => PathBuf::from("."),
        };
        let folders: Vec<PathBuf> = file
            .map(folder)
            .into_iter()
            .chain([settings.data_dir.clone()])
            .collect();
        let least_free = move || {
            let free = folders.iter().map(|folder| free_bytes(folder));
            let all: Vec<u64> = free.collect::<io::Result<_>>()?;
            all.into_iter().min().ok_or(io::ErrorKind::NotFound.into())
        };
        Self::new(settings.limits.least_free_disk_bytes, least_free)
    }

    fn new(least_bytes: u64, probe: impl Fn() -> io::Result<u64> + Send + Sync + 'static) -> Self {
        Self {
            least_bytes: least_bytes.into(),
            probe: Box::new(probe),
            found: Mutex::default(),
        }
    }

    /// Sets how many bytes must be free from the next check on.
    pub fn set_least_bytes(&self, bytes: u64) {
        self.least_bytes.store(bytes, Ordering::Relaxed);
    }

    /// The result of the last check.
    pub fn found(&self) -> DiskLook {
        *self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks the free space, and logs if it has become low, or is not low any more. If it cannot be determined, nothing changes.
    pub fn look(&self) -> DiskLook {
        let free_bytes = (self.probe)().ok();
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let is_low = free_bytes.map_or(found.is_low, |free| self.is_low(free, found.is_low));
        let least_bytes = self.least_bytes.load(Ordering::Relaxed);
        match (found.is_low, is_low) {
            (false, true) => tracing::error!(
                free_bytes,
                least_bytes,
                "disk nearly full: no new guests, names, rooms, matches, reports or subscriptions; running matches continue"
            ),
            (true, false) => {
                tracing::info!(free_bytes, least_bytes, "disk space available again");
            }
            (true, true) | (false, false) => {}
        }
        *found = DiskLook { free_bytes, is_low };
        *found
    }

    fn is_low(&self, free_bytes: u64, was_low: bool) -> bool {
        let least_bytes = self.least_bytes.load(Ordering::Relaxed);
        let above = if was_low { least_bytes / ABOVE } else { 0 };
        free_bytes < least_bytes.saturating_add(above)
    }
}

impl std::fmt::Debug for Disk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Disk")
            .field("found", &self.found())
            .finish_non_exhaustive()
    }
}

/// Free bytes on the disks of the data folder and of an embedded database, if known, and whether these are too few to begin anything.
pub fn free_space(settings: &Settings) -> (Option<u64>, bool) {
    let DiskLook { free_bytes, is_low } = Disk::of(settings).look();
    (free_bytes, is_low)
}

/// Checks at the interval, and tells the hub whether new rooms and matches may start.
pub(crate) async fn keep(disk: Arc<Disk>, hub: Hub) {
    let mut ticks = interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let looking = Arc::clone(&disk);
        // A network file system may be slow.
        if let Ok(found) = spawn_blocking(move || looking.look()).await {
            hub.set_disk_low(found.is_low).await;
        }
    }
}

/// Free bytes for the server in the file system of a folder.
#[cfg(unix)]
fn free_bytes(folder: &Path) -> io::Result<u64> {
    let found = rustix::fs::statvfs(folder)?;
    Ok(found.f_bavail.saturating_mul(found.f_frsize))
}

#[cfg(not(unix))]
fn free_bytes(_: &Path) -> io::Result<u64> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;

    /// A disk whose checks return these values, one after another.
    fn disk(least_bytes: u64, found: &[Option<u64>]) -> Disk {
        let left = Mutex::new(VecDeque::from(found.to_vec()));
        let probe = move || {
            let next = left.lock().expect("no panic").pop_front();
            next.flatten().ok_or(io::ErrorKind::TimedOut.into())
        };
        Disk::new(least_bytes, probe)
    }

    fn looks(least_bytes: u64, found: &[Option<u64>]) -> Vec<bool> {
        let disk = disk(least_bytes, found);
        found.iter().map(|_| disk.look().is_low).collect()
    }

    #[test]
    fn a_disk_is_low_below_the_bound_until_there_is_clearly_more() {
        let found = [1_000, 999, 1_000, 1_249, 999, 1_250, 1_000, 999].map(Some);
        let low = [false, true, true, true, true, false, false, true];
        assert_eq!(looks(1_000, &found), low);
    }

    #[test]
    fn without_a_bound_no_disk_is_low() {
        assert_eq!(looks(0, &[Some(0), Some(1)]), [false, false]);
    }

    #[test]
    fn what_cannot_be_found_out_changes_nothing() {
        assert_eq!(
            looks(10, &[None, Some(9), None, Some(13), None]),
            [false, true, true, false, false]
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_has_some_bytes_free_and_one_that_is_not_there_has_none_to_tell() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let settings = Settings {
            data_dir: folder.path().to_owned(),
            ..Settings::default()
        };
        assert!(Disk::of(&settings).look().free_bytes.is_some());
        let settings = Settings {
            data_dir: folder.path().join("nowhere"),
            ..settings
        };
        assert_eq!(Disk::of(&settings).look().free_bytes, None);
    }
}
