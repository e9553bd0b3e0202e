//! Backups: everything a server needs to continue, in one file that can be restored into either database.
//!
//! A backup is a compressed tar archive. It contains, in this order, `signing.key`, the tables as JSON Lines in parts of a few megabytes,
//! and `meta.json`, which lists every part with its length, rows and SHA-256. Rows are copied as they are in the tables, without
//! interpretation; the lease is left out, because it is about servers and not about rooms. Writing and reading block: this is for a
//! command, not for a server.

mod archive;
mod cell;
mod check;
mod column;
mod meta;
mod restore;
mod salvage;
mod snapshot;
mod tables;

use std::io;

#[cfg(test)]
pub(crate) use archive::Writer;
pub(crate) use cell::NumberRow;
pub use check::{Backup, Progress};
pub use meta::{BackupMeta, PartMeta};
pub use snapshot::back_up;
pub(crate) use snapshot::schema;
#[cfg(test)]
pub(crate) use tables::columns;

use crate::{Cause, StoreError};

/// The version of the archive format that this crate writes and reads.
const FORMAT: u32 = 1;

/// The name of the signing key in an archive; it is the first file.
const KEY_NAME: &str = "signing.key";

/// The name of the list of all parts; it is the last file.
const META_NAME: &str = "meta.json";

/// When a part of a table reaches this many bytes, it is full, or its rows are inserted. So much is in memory at once.
const PART_BYTES: usize = 4 * 1024 * 1024;

/// The most bytes of a part: a full one and the longest row.
const MAX_PART_BYTES: u64 = 64 * 1024 * 1024;

/// The most bytes of a row in an archive: a body of [`crate::MAX_BODY_BYTES`] in which every character is escaped as six bytes, or a
/// record as two hex digits per byte, and the other columns.
const MAX_ROW_BYTES: u64 = 32 * 1024 * 1024;
const _: () = assert!(2 * (crate::MAX_RECORD_BYTES as u64) < MAX_ROW_BYTES);

/// The most bytes of a value: no stored text or record is longer.
const MAX_CELL_BYTES: usize = if crate::MAX_BODY_BYTES > crate::MAX_RECORD_BYTES {
    crate::MAX_BODY_BYTES
} else {
    crate::MAX_RECORD_BYTES
};

/// The most parts of an archive: 256 GiB of rows. The list of parts is in memory.
const MAX_PARTS: usize = 65_536;

/// The most bytes of `meta.json`: some 150 for each part.
const MAX_META_BYTES: u64 = 16 * 1024 * 1024;

/// The most bytes of the signing key, which is a line of text.
const MAX_KEY_BYTES: u64 = 64 * 1024;

/// Rows inserted by one statement; always this number if there are enough rows, so that the statement is prepared once.
const INSERT_ROWS: usize = 64;

/// Why no backup was made, or the database not read for a copy of its matches.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// There is no database, or no server was ever started on it.
    #[error("this is not a Giog database")]
    NoDatabase,
    /// A newer version of Giog has used the database.
    #[error(
        "the database has schema {schema}, but this giog supports {known}: use the version that serves it"
    )]
    Newer {
        /// The database's schema.
        schema: i64,
        /// The newest schema that this program knows.
        known: i64,
    },
    /// The database is as an older version of Giog left it.
    #[error(
        "the database has schema {schema}, and this giog reads {known}: start its server once, which brings it up to date"
    )]
    Older {
        /// The database's schema.
        schema: i64,
        /// The schema of this program.
        known: i64,
    },
    /// The signing key is not one of the database's.
    #[error("the database does not know this signing key")]
    UnknownKey,
    /// The file could not be written.
    #[error("cannot write the backup")]
    Write(#[source] io::Error),
    /// The database could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why nothing was restored.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// The file is not a backup.
    #[error("this is not a Giog backup")]
    NoBackup,
    /// The file ends too early.
    #[error("the backup is truncated")]
    Truncated,
    /// Something in the file is not as it was written.
    #[error("the backup is damaged: {0}")]
    Damaged(String),
    /// Something in the file is longer than in any backup.
    #[error("the backup is damaged: {what} has more than {limit_bytes} bytes")]
    TooLarge {
        /// The name of the part.
        what: String,
        /// The limit.
        limit_bytes: u64,
    },
    /// The file has more parts than any backup.
    #[error("the backup is damaged: it has more than {limit} parts")]
    TooMany {
        /// The limit.
        limit: usize,
    },
    /// A newer version of Giog made the backup.
    #[error(
        "the backup has {what} {found}, but this giog supports {known}: use the version that made it, or a later one"
    )]
    Newer {
        /// The kind of version.
        what: &'static str,
        /// The backup's version.
        found: i64,
        /// The newest version that this program knows.
        known: i64,
    },
    /// The database is not empty.
    #[error("the database is not empty (`{0}` has rows): restore into an empty database")]
    NotEmpty(&'static str),
    /// The database has no rows, but the tables of another schema.
    #[error(
        "the database has schema {found}, the backup {wanted}: restore into a database on which no server was started"
    )]
    OtherSchema {
        /// The database's schema.
        found: i64,
        /// The backup's schema.
        wanted: i64,
    },
    /// A server is running on the database.
    #[error("a server owns the database: stop it first")]
    Owned,
    /// The signing key could not be written to its place.
    #[error("cannot install the signing key")]
    Key(#[source] Cause),
    /// The file could not be read.
    #[error("cannot read the backup")]
    Read(#[source] io::Error),
    /// The database refused the data, or did not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl RestoreError {
    /// What a read error means for the archive.
    fn from_io(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::Truncated,
            // The kinds of error that decoders return for invalid data.
            io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput | io::ErrorKind::Other => {
                Self::Damaged(error.to_string())
            }
            _ => Self::Read(error),
        }
    }
}
