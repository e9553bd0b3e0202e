//! The signing key: a file in the data folder, created at the first start.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use giog_rules::fairness::{Hex, Signer};

use crate::private_file::{make_private_folder, write_secret};

/// The name of the file in the data folder.
pub(crate) const FILE: &str = "signing.key";

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
pub struct SigningKey(pub(crate) Hex<32>);

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

    /// What signs with it.
    pub(crate) fn signer(&self) -> Signer {
        Signer::new(&self.0.0)
    }
}
