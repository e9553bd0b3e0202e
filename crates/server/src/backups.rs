//! When the last backup was made: `giog backup` notes it in the data folder, and the server reads it for the metrics.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use giog_rules::Timestamp;

/// The name of the file in the data folder: the moment in milliseconds of Unix time.
const FILE: &str = "backup.mark";

/// The mark of the last backup in a data folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupMark(PathBuf);

impl BackupMark {
    /// The mark in this data folder.
    pub fn of(data_dir: &Path) -> Self {
        Self(data_dir.join(FILE))
    }

    /// Stores that a backup was made now. The file is always a new one, so its previous owner does not matter. It contains no secret, and may
    /// be read by all, because the server may run as another user than this program.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn note(&self, made_at: Timestamp) -> io::Result<()> {
        let new = self.0.with_extension("mark.new");
        match fs::remove_file(&new) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut file = File::create_new(&new)?;
        file.write_all(format!("{}\n", made_at.unix_ms()).as_bytes())?;
        #[cfg(unix)]
        file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644))?;
        fs::rename(&new, &self.0)
    }

    /// When the last one was made, as Unix time; none if there is no mark that can be read.
    pub fn last(&self) -> Option<Duration> {
        let text = fs::read_to_string(&self.0).ok()?;
        text.trim().parse().ok().map(Duration::from_millis)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_backup_is_known_and_what_cannot_be_read_is_none() {
        let folder = tempfile::tempdir().expect("a folder");
        let mark = BackupMark::of(folder.path());
        assert_eq!(mark.last(), None);
        for ms in [1_767_225_600_000, 1_767_225_600_001] {
            let made_at = Timestamp::from_unix_ms(ms);
            mark.note(made_at).expect("written");
            assert_eq!(mark.last(), Some(Duration::from_millis(ms.unsigned_abs())));
        }
        fs::write(folder.path().join(FILE), "yesterday").expect("written");
        assert_eq!(mark.last(), None);
    }
}
