//! Why a server did not start, or stopped by itself.

use std::io;
use std::path::PathBuf;

use giog_store::{StoreError, StoreLost};

use crate::cluster::BadCaFile;
use crate::database_mark::MarkError;
use crate::key::KeyError;
use crate::operator::TokenError;
use crate::settings::Listen;

/// Why a server did not start, or stopped by itself.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The data folder cannot be used.
    #[error("the data folder {path}: {error}")]
    DataDir {
        /// The folder.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// There is no signing key.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// The database cannot be used.
    #[error("the database")]
    Store(#[from] StoreError),
    /// The operator's token cannot be read or created.
    #[error(transparent)]
    Token(#[from] TokenError),
    /// A listener cannot be opened.
    #[error(
        "cannot listen on {address}: {error}; choose another with the setting `listen` or `operator.listen`"
    )]
    Listen {
        /// The address.
        address: Listen,
        /// The reason.
        error: io::Error,
    },
    /// A socket that was passed listens elsewhere.
    #[error(
        "the service manager has passed a socket that listens on {passed}, and neither `listen` ({listen}) nor `operator.listen` is \
         there: give the socket and the setting the same address"
    )]
    StrangeSocket {
        /// Where it listens.
        passed: Listen,
        /// The setting `listen`.
        listen: Listen,
    },
    /// The database's rooms were signed by another server.
    #[error(
        "the database does not know the signing key of the data folder. Restore `signing.key` of this database; or start once \
         with --new-key, which makes the proofs of running matches worthless"
    )]
    StrangeKey,
    /// The database is new, but the data folder has served another one.
    #[error(
        "the database is new, but this data folder was used with another one. Check that the database's file or volume is in its \
         place, or restore a backup (docs/HOSTING.md); or start once with --new-database to begin with an empty database"
    )]
    NewDatabase,
    /// The data folder's mark of its database cannot be read or written.
    #[error(transparent)]
    Mark(#[from] MarkError),
    /// The file with certificates for NATS cannot be used.
    #[error(transparent)]
    CaFile(#[from] BadCaFile),
    /// The client for notifications cannot be created.
    #[error(
        "cannot send notifications and webhooks: {0}; install the system's certificates, or turn off `push.enabled` and `webhooks`"
    )]
    Push(#[from] reqwest::Error),
    /// Another server has taken over the rooms.
    #[error("another server has taken over the rooms of this database")]
    LeaseLost,
    /// Writes to the disk fail.
    #[error(
        "writes or syncs of the database fail; everything acknowledged is on the disk. Check the system's log and the disk; the \
         next start writes again what it finds"
    )]
    DiskBroken,
}

impl From<StoreLost> for RunError {
    fn from(lost: StoreLost) -> Self {
        match lost {
            StoreLost::Fenced => Self::LeaseLost,
            StoreLost::Broken => Self::DiskBroken,
        }
    }
}
