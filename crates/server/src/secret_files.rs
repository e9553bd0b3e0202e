//! The server's secret files, and which of them others on this machine can read.

use std::path::{Path, PathBuf};

use giog_store::database_file;

use crate::key::FILE;
use crate::operator::TOKEN_FILE;
use crate::private_file::others_can_read;
use crate::settings::Settings;

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
