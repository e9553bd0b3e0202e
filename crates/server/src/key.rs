//! The signing key: a file in the data folder, created at the first start.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use giog_rooms::Random;
use giog_rules::fairness::{Hex, Signer};
use giog_store::database_file;

use crate::mark::DatabaseMark;
use crate::operator::TOKEN_FILE;
use crate::run::RunError;
use crate::settings::Settings;

/// The name of the file in the data folder.
const FILE: &str = "signing.key";

/// Why there is no signing key.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// The file cannot be read or written.
    #[error("the signing key {path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// The file contains something else.
    #[error(
        "the signing key {0} is damaged: it must contain 64 hex digits; restore it from a backup, because clients do not know a new key"
    )]
    Damaged(PathBuf),
    /// A key from a backup is to be stored where there is already another one.
    #[error(
        "the data folder already has another signing key, {0}: move it away, or restore into another data folder"
    )]
    Other(PathBuf),
}

/// A signing key as it is stored in a data folder and in backups.
#[derive(Clone, PartialEq, Eq)]
pub struct SigningKey(Hex<32>);

impl SigningKey {
    /// The content of its file.
    pub fn text(&self) -> String {
        format!("{}\n", self.0)
    }

    /// The key in a file's content; `None` if it is not valid.
    pub fn from_text(text: &str) -> Option<Self> {
        text.trim().parse().ok().map(Self)
    }

    /// The public key, with which its signatures are verified.
    pub fn public_key(&self) -> [u8; 32] {
        self.signer().public_key().0
    }

    /// The key in this data folder; `None` if there is none yet.
    pub fn read(data_dir: &Path) -> Result<Option<Self>, KeyError> {
        let path = data_dir.join(FILE);
        match fs::read_to_string(&path) {
            Ok(text) => match Self::from_text(&text) {
                Some(key) => Ok(Some(key)),
                None => Err(KeyError::Damaged(path)),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(KeyError::File { path, error }),
        }
    }

    /// Fails if the data folder already has another key.
    pub fn check_fits(&self, data_dir: &Path) -> Result<(), KeyError> {
        match Self::read(data_dir)? {
            Some(there) if there != *self => Err(KeyError::Other(data_dir.join(FILE))),
            _ => Ok(()),
        }
    }

    /// Stores it in this data folder, which is created if necessary, unless it is already there.
    pub fn put(&self, data_dir: &Path) -> Result<(), KeyError> {
        let path = data_dir.join(FILE);
        if Self::read(data_dir)?.is_some() {
            return self.check_fits(data_dir);
        }
        make_private_folder(data_dir)
            .and_then(|()| write_secret(&path, &self.0.to_string()))
            .map_err(|error| KeyError::File { path, error })
    }

    fn signer(&self) -> Signer {
        Signer::new(&self.0.0)
    }
}

/// Reads the signing key from the data folder, or creates one. Only the server's user may read it.
pub fn signer(data_dir: &Path, random: &mut dyn Random) -> Result<Signer, RunError> {
    if let Some(key) = SigningKey::read(data_dir)? {
        return Ok(key.signer());
    }
    if DatabaseMark::read(data_dir)?.is_missing() {
        // Before the key is created, so that every key that has served no database has a mark.
        DatabaseMark::reset(data_dir)?;
    }
    let mut secret = [0; 32];
    random.fill(&mut secret);
    let key = SigningKey(Hex(secret));
    key.put(data_dir)?;
    Ok(key.signer())
}

/// Creates a folder that only the server's user can access, unless it exists: the database in it contains hands of running matches.
pub fn make_private_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Those of the signing key, the operator's token and the hands in an embedded database that others on this machine can read. The server
/// creates these files for its user only, but they may have been created otherwise, or by an earlier version.
fn readable(data_dir: &Path, database: Option<&Path>) -> Vec<PathBuf> {
    let log = database.map(|path| {
        let mut path = path.as_os_str().to_owned();
        path.push("-wal");
        PathBuf::from(path)
    });
    let in_folder = [FILE, TOKEN_FILE].map(|name| data_dir.join(name));
    let paths = in_folder.iter().map(PathBuf::as_path);
    let paths = paths.chain(database).chain(log.as_deref());
    paths
        .filter(|path| others_can_read(path))
        .map(Path::to_owned)
        .collect()
}

/// The server's secret files that others on this machine can read.
pub fn readable_secrets(settings: &Settings) -> Vec<PathBuf> {
    let database = database_file(&settings.database_url());
    readable(&settings.data_dir, database.as_deref())
}

/// Warns of secret files that others on this machine can read.
pub(crate) fn warn_of_readers(data_dir: &Path, database: Option<&Path>) {
    for path in readable(data_dir, database) {
        let path = path.display();
        tracing::warn!(
            %path,
            "other users of this machine can read a secret file: run `chmod go= {path}`"
        );
    }
}

/// Whether the file's and its folder's permissions let its group or everybody read it; false if that cannot be determined.
fn others_can_read(path: &Path) -> bool {
    may_read(path, 0o044)
}

/// Whether they let everybody read it; false if that cannot be determined.
pub(crate) fn everybody_can_read(path: &Path) -> bool {
    may_read(path, 0o004)
}

#[cfg(unix)]
fn may_read(path: &Path, whom: u32) -> bool {
    use std::os::unix::fs::PermissionsExt;

    // A file name without a folder is in the current folder.
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mode = |path: &Path| fs::metadata(path).map(|found| found.permissions().mode());
    match (mode(path), mode(folder)) {
        // For each class of users, bit 4 of a file means reading, and bit 1 of a folder means access to what is in it.
        (Ok(file), Ok(folder)) => file & (folder << 2) & whom != 0,
        _ => false,
    }
}

#[cfg(not(unix))]
fn may_read(_: &Path, _: u32) -> bool {
    false
}

/// Writes a file with one line that only the server's user may read: atomically, and durably even after a power loss.
pub fn write_secret(path: &Path, secret: &str) -> io::Result<()> {
    let new = path.with_added_extension("new");
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&new)?;
    writeln!(file, "{secret}")?;
    file.sync_all()?;
    fs::rename(&new, path)?;
    if let Some(folder) = path.parent() {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ambient::OsRandom;

    #[cfg(unix)]
    #[test]
    fn a_data_folder_that_is_made_is_for_the_servers_user_alone() {
        use std::os::unix::fs::PermissionsExt;

        let dir = tempfile::tempdir().expect("a temporary folder");
        let data_dir = dir.path().join("new/data");
        make_private_folder(&data_dir).expect("it is made");
        make_private_folder(&data_dir).expect("it is there");
        let mode = |path: &Path| {
            fs::metadata(path)
                .expect("it is there")
                .permissions()
                .mode()
        };
        assert_eq!(mode(&data_dir) & 0o777, 0o700);
    }

    #[cfg(unix)]
    #[test]
    fn others_can_read_what_both_the_file_and_its_folder_let_them() {
        use std::os::unix::fs::PermissionsExt;

        let dir = tempfile::tempdir().expect("a temporary folder");
        let path = dir.path().join("file");
        fs::write(&path, "").expect("it is written");
        for (of_folder, of_file, expected) in [
            (0o755, 0o644, true),
            (0o755, 0o640, true),
            (0o755, 0o604, true),
            (0o750, 0o640, true),
            (0o711, 0o644, true),
            (0o755, 0o600, false),
            (0o755, 0o611, false),
            (0o750, 0o604, false),
            (0o744, 0o644, false),
            (0o700, 0o644, false),
        ] {
            for (path, mode) in [(&*path, of_file), (dir.path(), of_folder)] {
                fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("it is ours");
            }
            let found = others_can_read(&path);
            assert_eq!(found, expected, "{of_folder:o}, {of_file:o}");
            let by_everybody = of_file & 0o004 != 0 && of_folder & 0o001 != 0;
            let found = everybody_can_read(&path);
            assert_eq!(found, by_everybody, "{of_folder:o}, {of_file:o}");
        }
        assert!(!others_can_read(&dir.path().join("nothing")));
    }

    #[test]
    fn the_key_is_made_once_and_kept() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let first = signer(dir.path(), &mut OsRandom).expect("a new key");
        let again = signer(dir.path(), &mut OsRandom).expect("the same key");
        assert_eq!(first.public_key(), again.public_key());
    }

    #[test]
    fn a_damaged_key_is_not_replaced() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        fs::write(dir.path().join(FILE), "not a key").expect("the file is written");
        assert!(matches!(
            signer(dir.path(), &mut OsRandom),
            Err(RunError::Key(KeyError::Damaged(_)))
        ));
        assert_eq!(
            fs::read_to_string(dir.path().join(FILE)).expect("it is there"),
            "not a key"
        );
    }

    #[test]
    fn a_key_from_a_backup_replaces_no_other() {
        let (from, to) = (tempfile::tempdir(), tempfile::tempdir());
        let (from, to) = (from.expect("a folder"), to.expect("a folder"));
        let first = signer(from.path(), &mut OsRandom).expect("a new key");
        let key = SigningKey::read(from.path()).expect("it can be read");
        let key = SigningKey::from_text(&key.expect("it is there").text()).expect("a key");
        assert_eq!(key.public_key(), first.public_key().0);
        let deeper = to.path().join("data");
        for _ in 0..2 {
            key.check_fits(&deeper).expect("it fits");
            key.put(&deeper).expect("it is put");
        }
        let again = signer(&deeper, &mut OsRandom).expect("the same key");
        assert_eq!(again.public_key(), first.public_key());
        let other = signer(to.path(), &mut OsRandom).expect("another key");
        assert!(matches!(key.check_fits(to.path()), Err(KeyError::Other(_))));
        assert!(matches!(key.put(to.path()), Err(KeyError::Other(_))));
        let still = signer(to.path(), &mut OsRandom).expect("it is there");
        assert_eq!(still.public_key(), other.public_key());
    }
}
