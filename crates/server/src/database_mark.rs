//! A data folder's mark of its database: the highest number of a lease that a server with this folder had on it. A start detects with it
//! a new database in place of the previous one, and one that is older than before.
//!
//! It is stored beside the signing key. It is 0 until that key has served a database.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::private_file::{make_private_folder, write_secret};

/// The name of the file in the data folder.
const FILE: &str = "database.mark";

/// Why the mark cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum MarkError {
    /// The file cannot be read or written.
    #[error("the file {path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// The file contains something else.
    #[error(
        "the file {0} is damaged: it must contain a number; check that the database is the right one, and delete the file"
    )]
    Damaged(PathBuf),
}

/// The mark in a data folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseMark {
    path: PathBuf,
    /// None if there is no file.
    highest: Option<u64>,
}

/// How a database compares with the folder's mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// It is the database of the mark, or the folder's first one.
    Known,
    /// It is new, but the folder has served another one.
    New,
    /// It is the database of the mark in an earlier state: it once had a lease of this number.
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

    /// Whether a server with this folder has used a database.
    pub(crate) fn has_served(&self) -> bool {
        self.highest.is_some_and(|highest| highest > 0)
    }

    /// Whether there is no mark.
    pub(crate) const fn is_missing(&self) -> bool {
        self.highest.is_none()
    }

    /// Sets the mark to 0: before the key has served a database, and when another database was deliberately put in place.
    pub fn reset(data_dir: &Path) -> Result<(), MarkError> {
        let path = data_dir.join(FILE);
        let written = make_private_folder(data_dir).and_then(|()| write_secret(&path, "0"));
        written.map_err(|error| MarkError::File { path, error })
    }

    /// Stores a lease's number, unless there is a higher one.
    pub(crate) fn remember(&self, number: u64) -> Result<(), MarkError> {
        if self.highest.is_some_and(|highest| highest >= number) {
            return Ok(());
        }
        self.replace(number)
    }

    /// Stores a lease's number, even if there is a higher one.
    pub(crate) fn replace(&self, number: u64) -> Result<(), MarkError> {
        write_secret(&self.path, &number.to_string()).map_err(|error| MarkError::File {
            path: self.path.clone(),
            error,
        })
    }

    /// Compares the mark with a database that gave a lease of this number. `was_served`: whether a server has used it before. `is_new`:
    /// whether no server had this number before; servers of a cluster have a number in common, which stays when some of them restart.
    pub(crate) fn compare(&self, was_served: bool, number: u64, is_new: bool) -> Found {
        match self.highest {
            // A folder with a key and without a mark is from a version without marks.
            None if !was_served => Found::New,
            Some(_) if !was_served && self.has_served() => Found::New,
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
