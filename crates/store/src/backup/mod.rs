//! Backups: everything a server needs to go on, in one file that fits either database.
//!
//! A backup is a compressed tar archive. In this order it has `signing.key`, the tables as JSON Lines in parts of a few
//! megabytes, and `meta.json`, which names every part with its length, rows and SHA-256. Rows are what the tables hold,
//! not what they mean; the lease is none of them, as it is about servers and not about rooms. Writing and reading block:
//! this is for a command, not for a server.

mod archive;
mod cell;
mod check;
mod meta;
mod restore;
mod salvage;
mod snapshot;
mod tables;

use std::io;

#[cfg(test)]
pub(crate) use archive::Writer;
pub use check::{Backup, Progress};
pub use meta::{BackupMeta, PartMeta};
pub use snapshot::back_up;
#[cfg(test)]
pub(crate) use tables::columns;

use crate::{Cause, StoreError};

/// The layout of archives that this crate writes and reads.
const FORMAT: u32 = 1;

/// Where the signing key lies in an archive; it comes first.
const KEY_NAME: &str = "signing.key";

/// Where what is known about all parts lies; it comes last.
const META_NAME: &str = "meta.json";

/// Bytes from which on a part of a table is full, and rows are inserted. So much is in memory as a whole.
const PART_BYTES: usize = 4 * 1024 * 1024;

/// Bytes that a part may have: a full one and the longest row.
const MAX_PART_BYTES: u64 = 64 * 1024 * 1024;

/// Bytes that a row may have in an archive: a body of [`crate::MAX_BODY_BYTES`] with every character escaped by six, or a record
/// as two digits a byte, and what stands beside it.
const MAX_ROW_BYTES: u64 = 32 * 1024 * 1024;
const _: () = assert!(2 * (crate::MAX_RECORD_BYTES as u64) < MAX_ROW_BYTES);

/// Bytes that a value may have: no text or record that is stored is longer.
const MAX_CELL_BYTES: usize = if crate::MAX_BODY_BYTES > crate::MAX_RECORD_BYTES {
    crate::MAX_BODY_BYTES
} else {
    crate::MAX_RECORD_BYTES
};

/// Parts that an archive may have: 256 GiB of rows. What is known of them is in memory.
const MAX_PARTS: usize = 65_536;

/// Bytes that what is known about all parts may have, some 150 for each.
const MAX_META_BYTES: u64 = 16 * 1024 * 1024;

/// Bytes that the signing key may have, which is a line of text.
const MAX_KEY_BYTES: u64 = 64 * 1024;

/// Rows inserted by one statement; always as many where there are enough, so that it is prepared once.
const INSERT_ROWS: usize = 64;

/// Why there is no backup.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// No server was ever started on it.
    #[error("this is not a Giog database")]
    NoDatabase,
    /// A later Giog was here.
    #[error(
        "the database has schema {schema}, but this giog supports {known}: use the version that serves it"
    )]
    Newer {
        /// The database's.
        schema: i64,
        /// What is known here.
        known: i64,
    },
    /// It would be the wrong key to put beside the database.
    #[error("the database does not know this signing key")]
    UnknownKey,
    /// The file could not be written.
    #[error("cannot write the backup")]
    Write(#[source] io::Error),
    /// The database did not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why nothing was restored.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// Something else.
    #[error("this is not a Giog backup")]
    NoBackup,
    /// It ends too early.
    #[error("the backup is truncated")]
    Truncated,
    /// Something in it is not what was written.
    #[error("the backup is damaged: {0}")]
    Damaged(String),
    /// Something in it is longer than any backup has it.
    #[error("the backup is damaged: {what} has more than {limit_bytes} bytes")]
    TooLarge {
        /// What.
        what: String,
        /// How long it may be.
        limit_bytes: u64,
    },
    /// It has more files than any backup.
    #[error("the backup is damaged: it has more than {limit} parts")]
    TooMany {
        /// How many there may be.
        limit: usize,
    },
    /// A later Giog made it.
    #[error(
        "the backup has {what} {found}, but this giog supports {known}: use the version that made it, or a later one"
    )]
    Newer {
        /// Of what.
        what: &'static str,
        /// The backup's.
        found: i64,
        /// What is known here.
        known: i64,
    },
    /// There is something in the database.
    #[error("the database is not empty (`{0}` has rows): restore into an empty database")]
    NotEmpty(&'static str),
    /// The database has no rows, but tables of another version.
    #[error(
        "the database has schema {found}, the backup {wanted}: restore into a database on which no server was started"
    )]
    OtherSchema {
        /// The database's.
        found: i64,
        /// The backup's.
        wanted: i64,
    },
    /// A server runs on it.
    #[error("a server owns the database: stop it first")]
    Owned,
    /// The signing key could not be put in its place.
    #[error("cannot install the signing key")]
    Key(#[source] Cause),
    /// The file could not be read.
    #[error("cannot read the backup")]
    Read(#[source] io::Error),
    /// The database did not take it.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl RestoreError {
    /// What a failure to read says about the archive.
    fn from_io(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::Truncated,
            // What decoders say of bytes they do not understand.
            io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput | io::ErrorKind::Other => {
                Self::Damaged(error.to_string())
            }
            _ => Self::Read(error),
        }
    }
}
