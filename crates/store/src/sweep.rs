//! Checking everything that is stored while servers use it: what a sweep is.
//!
//! **SQLite** has no checksums of pages, so damage is found only by reading. `PRAGMA integrity_check` reads a table and its indexes in one
//! go; until it ends, the write-ahead log cannot be emptied, and grows with each write. A copy does not solve this
//! problem: `VACUUM INTO` reads the whole file in one go too, needs as much free disk again, and rebuilds the indexes, so damage in an index
//! is never found; the backup interface starts again when another connection has written. So a sweep goes over each table and each index in
//! slices of some rows, each in a statement of its own, and remembers no more than the last key. Between slices it holds no transaction.
//!
//! Of each row, all columns are read to their last byte, with the pages on which long values continue; values must have the types of their
//! columns, ids their length, texts no U+0000 (a lost sector is zeroes), what this crate decodes must be decodable, and compressed records
//! must have their checksum. The row must be found by its key, and have its entry in each index; each entry of an index must have its row;
//! and each key must be greater than the one before, as an earlier state of a page that was split repeats rows and entries which are also
//! in other pages.
//! Only data of one slice is compared, so of one state of the database: changes between slices are never reported as damage.
//! A sweep does not find damage in free pages, or a flipped bit within a number or a text.
//!
//! The rest of a table or index after its first unreadable slice is not read: `giog check` ([`crate::check_database`]) reports everything.
//!
//! **Postgres** checks the pages that it reads itself, if the cluster was made with checksums, and counts the failures. A sweep reads that
//! number, in one slice; every node of a cluster may do so.

use std::collections::VecDeque;

use crate::trees::{Key, Tree};

/// How far a sweep has come.
#[derive(Debug, Default)]
pub struct Sweep {
    /// Whether only the first slice of each table and index is read.
    pub(crate) heads_only: bool,
    /// The tables and indexes that are still to be read, first the one that is being read; `None` before the first slice.
    pub(crate) trees: Option<VecDeque<Tree>>,
    /// What was read of the first one.
    pub(crate) progress: TreeProgress,
}

/// What was read of a table or index.
#[derive(Debug, Default)]
pub(crate) struct TreeProgress {
    /// The last key that was read.
    pub after: Option<Key>,
    pub rows: u64,
    pub findings: usize,
    /// Whether rows are no longer looked for elsewhere, because that meets damage.
    pub is_alone: bool,
}

/// What a slice of a sweep has read and found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slice {
    /// The number of rows and entries of indexes.
    pub rows: u64,
    /// Their bytes.
    pub bytes: u64,
    /// The damage: where, and how. Keys are reported only for tables, where they are ids.
    pub damage: Vec<String>,
    /// Whether it was the last slice of the sweep.
    pub is_last: bool,
}

impl Sweep {
    /// A sweep over everything.
    pub fn whole() -> Self {
        Self::default()
    }

    /// A sweep over the first rows of each table and index.
    pub fn heads() -> Self {
        Self {
            heads_only: true,
            ..Self::default()
        }
    }
}
