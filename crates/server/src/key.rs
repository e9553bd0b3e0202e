//! The signing key: a file in the data folder, made at the first start.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use giog_rooms::Random;
use giog_rules::fairness::{Hex, Signer};

/// The file's name in the data folder.
const FILE: &str = "signing.key";

/// Why there is no signing key.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// The file cannot be read or written.
    #[error("the signing key {path}: {error}")]
    File {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The file holds something else.
    #[error(
        "the signing key {0} is damaged: it must hold 64 hex digits; restore it from a backup, since a new one makes the server a stranger"
    )]
    Damaged(PathBuf),
}

/// Reads the signing key from the data folder, or makes one. Only the server's user may read it.
pub fn signer(data_dir: &Path, random: &mut dyn Random) -> Result<Signer, KeyError> {
    let path = data_dir.join(FILE);
    match fs::read_to_string(&path) {
        Ok(text) => {
            let secret: Hex<32> = text.trim().parse().map_err(|_| KeyError::Damaged(path))?;
            Ok(Signer::new(&secret.0))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let mut secret = [0; 32];
            random.fill(&mut secret);
            keep(&path, &secret).map_err(|error| KeyError::File { path, error })?;
            Ok(Signer::new(&secret))
        }
        Err(error) => Err(KeyError::File { path, error }),
    }
}

/// Writes the key so that it is there whole or not at all, and still there after a power loss.
fn keep(path: &Path, secret: &[u8; 32]) -> io::Result<()> {
    let new = path.with_extension("key.new");
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&new)?;
    writeln!(file, "{}", Hex(*secret))?;
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
            Err(KeyError::Damaged(_))
        ));
        assert_eq!(
            fs::read_to_string(dir.path().join(FILE)).expect("it is there"),
            "not a key"
        );
    }
}
