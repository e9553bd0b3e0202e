//! What a data folder knows of its database: the highest number of a lease that a server of this folder has had on it. By this a
//! start notices a database that is new where there was one, and one that is older than it was.
//!
//! It lies beside the signing key, and is 0 as long as that has served no database.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::key::{make_private_folder, write_secret};

/// The file's name in the data folder.
const FILE: &str = "database.mark";

/// Why the mark cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum MarkError {
    /// The file cannot be read or written.
    #[error("the file {path}: {error}")]
    File {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The file holds something else.
    #[error(
        "the file {0} is damaged: it must contain a number; check that the database is the right one, and delete the file"
    )]
    Damaged(PathBuf),
}

/// The mark in a data folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseMark {
    path: PathBuf,
    /// Nothing where there is no file.
    highest: Option<u64>,
}

/// What a start finds, as the folder knows the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// The one that it knows, or the first one.
    Known,
    /// A new one, though it has served another.
    New,
    /// The one that it knows, as it was before: it once had a lease of this number.
    Older(u64),
}

impl DatabaseMark {
    /// The mark in this data folder.
    pub fn read(data_dir: &Path) -> Result<Self, MarkError> {
        let path = data_dir.join(FILE);
        let highest = match fs::read_to_string(&path) {
            Ok(text) => match text.trim().parse() {
                Ok(number) => Some(number),
                Err(_) => return Err(MarkError::Damaged(path)),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(MarkError::File { path, error }),
        };
        Ok(Self { path, highest })
    }

    /// Whether there is none.
    pub(crate) const fn is_missing(&self) -> bool {
        self.highest.is_none()
    }

    /// Lets the folder know nothing of any database: before its key has served one, and when another was put in its place on
    /// purpose.
    pub fn reset(data_dir: &Path) -> Result<(), MarkError> {
        let path = data_dir.join(FILE);
        let written = make_private_folder(data_dir).and_then(|()| write_secret(&path, "0"));
        written.map_err(|error| MarkError::File { path, error })
    }

    /// Remembers a lease, unless there was one with a higher number.
    pub(crate) fn remember(&self, number: u64) -> Result<(), MarkError> {
        if self.highest.is_some_and(|highest| highest >= number) {
            return Ok(());
        }
        self.replace(number)
    }

    /// Remembers a lease, whatever there was before.
    pub(crate) fn replace(&self, number: u64) -> Result<(), MarkError> {
        write_secret(&self.path, &number.to_string()).map_err(|error| MarkError::File {
            path: self.path.clone(),
            error,
        })
    }

    /// What a database is that gave a lease of this number, and that was served by somebody before or not. `is_new` says whether
    /// nobody had the number before: servers that share the rooms have one together, over restarts of some of them.
    pub(crate) fn compare(&self, was_served: bool, number: u64, is_new: bool) -> Found {
        match self.highest {
            // A folder with a key and without a mark has served one before there were marks.
            None if !was_served => Found::New,
            Some(highest) if !was_served && highest > 0 => Found::New,
            Some(highest) if was_served && (highest > number || (is_new && highest == number)) => {
                Found::Older(highest)
            }
            None | Some(_) => Found::Known,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(highest: Option<u64>) -> DatabaseMark {
        DatabaseMark {
            path: PathBuf::new(),
            highest,
        }
    }

    #[test]
    fn a_database_is_known_by_the_numbers_of_its_leases() {
        for (highest, was_served, number, expected) in [
            (Some(0), false, 1, Found::Known),
            (Some(0), true, 9, Found::Known),
            (Some(7), true, 8, Found::Known),
            (Some(7), true, 12, Found::Known),
            (Some(7), true, 1, Found::Older(7)),
            (Some(7), false, 1, Found::New),
            (None, true, 5, Found::Known),
            (None, false, 1, Found::New),
        ] {
            for is_new in [true, false] {
                let found = marked(highest).compare(was_served, number, is_new);
                assert_eq!(found, expected, "{highest:?}, {was_served}, {number}");
            }
        }
    }

    #[test]
    fn a_number_that_is_shared_is_seen_again() {
        assert_eq!(marked(Some(7)).compare(true, 7, true), Found::Older(7));
        assert_eq!(marked(Some(7)).compare(true, 7, false), Found::Known);
    }

    #[test]
    fn the_highest_number_stays_until_it_is_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let read = || DatabaseMark::read(folder.path()).expect("it can be read");
        assert_eq!(read().highest, None);
        DatabaseMark::reset(folder.path()).expect("written");
        for (number, expected) in [(3, 3), (2, 3), (4, 4)] {
            read().remember(number).expect("written");
            assert_eq!(read().highest, Some(expected));
        }
        read().replace(1).expect("written");
        assert_eq!(read().highest, Some(1));
    }

    #[test]
    fn a_damaged_mark_is_no_mark() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join(FILE), "many").expect("written");
        let read = DatabaseMark::read(folder.path());
        assert!(matches!(read, Err(MarkError::Damaged(_))), "{read:?}");
    }
}
