//! Backup files that are damaged.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use super::backup::{KEY_TEXT, backed_up};
use super::fresh::Fresh;
use super::samples::{at, lease, room, row};
use crate::backup::Writer;
use crate::{Backup, BackupMeta, Log as _, RestoreError, migrations};

/// A small backup, and its path.
async fn small(folder: &TempDir) -> (PathBuf, BackupMeta, Vec<u8>) {
    let fresh = Fresh::sqlite();
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let rows: Vec<_> = (0..20).map(|index| row(room(1), index, "a body")).collect();
    store.append(fence, &rows).await.expect("stored");
    store.remember_key([7; 32], at(1)).await.expect("stored");
    let (path, meta) = backed_up(&fresh, folder).await;
    let bytes = fs::read(&path).expect("the backup is there");
    (path, meta, bytes)
}

#[tokio::test]
async fn a_backup_that_is_cut_off_anywhere_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (path, _, bytes) = small(&folder).await;
    for len in 0..bytes.len() {
        fs::write(&path, &bytes[..len]).expect("written");
        let refused = Backup::check(&path, Box::new(|_| ())).map(drop);
        assert!(
            matches!(refused, Err(RestoreError::Truncated)),
            "{len}: {refused:?}"
        );
    }
}

#[tokio::test]
async fn a_backup_with_a_flipped_bit_is_refused_or_says_the_same() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (path, meta, bytes) = small(&folder).await;
    let mut refused = 0;
    for place in 0..bytes.len() {
        let mut flipped = bytes.clone();
        flipped[place] ^= 1 << (place % 8);
        fs::write(&path, &flipped).expect("written");
        match Backup::check(&path, Box::new(|_| ())) {
            Ok(backup) => {
                assert_eq!(backup.meta(), &meta, "at {place}");
                assert_eq!(backup.signing_key(), KEY_TEXT);
            }
            Err(RestoreError::Damaged(_) | RestoreError::Truncated | RestoreError::NoBackup) => {
                refused += 1;
            }
            Err(error) => panic!("at {place}: {error:?}"),
        }
    }
    // Only the header of the compression has unused bits.
    assert!(refused + 10 >= bytes.len(), "{refused} of {}", bytes.len());
}

#[tokio::test]
async fn a_backup_that_changes_after_it_was_checked_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (path, ..) = small(&folder).await;
    let backup = Backup::check(&path, Box::new(|_| ())).expect("a good backup");
    let mut writer = Writer::new(Vec::new(), at(0));
    let key = writer.part("signing.key".to_owned(), None, 0, b"another key");
    key.expect("written");
    fs::write(&path, writer.finished(1, 1)).expect("written");
    let target = Fresh::sqlite();
    let refused = backup.restore(&target.url(), |_| Ok(())).await;
    assert!(
        matches!(refused, Err(RestoreError::Damaged(_))),
        "{refused:?}"
    );
}

#[test]
fn what_is_no_backup_is_told() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("backup");
    let mut other = Writer::new(Vec::new(), at(0));
    let part = other.part("holiday.jpg".to_owned(), None, 0, b"a picture");
    part.expect("written");
    for bytes in [b"a text of some kind".to_vec(), other.finished(1, 1)] {
        fs::write(&path, bytes).expect("written");
        let refused = Backup::check(&path, Box::new(|_| ())).map(drop);
        assert!(
            matches!(refused, Err(RestoreError::NoBackup)),
            "{refused:?}"
        );
    }
    fs::remove_file(&path).expect("removed");
    let refused = Backup::check(&path, Box::new(|_| ())).map(drop);
    assert!(matches!(refused, Err(RestoreError::Read(_))), "{refused:?}");
}

#[test]
fn a_backup_by_a_later_program_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("backup");
    let later = migrations::latest() + 1;
    for (format, schema, wrong) in [(2, 1, "format"), (1, later, "schema")] {
        let mut writer = Writer::new(Vec::new(), at(0));
        let key = writer.part("signing.key".to_owned(), None, 0, KEY_TEXT);
        key.expect("written");
        fs::write(&path, writer.finished(format, schema)).expect("written");
        let refused = Backup::check(&path, Box::new(|_| ())).map(drop);
        let Err(RestoreError::Newer { what, .. }) = refused else {
            panic!("{refused:?}")
        };
        assert_eq!(what, wrong);
    }
}

#[test]
fn something_after_its_end_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("backup");
    let mut writer = Writer::new(Vec::new(), at(0));
    let key = writer.part("signing.key".to_owned(), None, 0, KEY_TEXT);
    key.expect("written");
    let mut bytes = writer.finished(1, 1);
    fs::write(&path, &bytes).expect("written");
    Backup::check(&path, Box::new(|_| ())).expect("a good backup");
    bytes.push(0);
    fs::write(&path, &bytes).expect("written");
    let refused = Backup::check(&path, Box::new(|_| ())).map(drop);
    assert!(
        matches!(refused, Err(RestoreError::Damaged(_))),
        "{refused:?}"
    );
}

/// An archive of the key and these parts, each with the name of its table.
fn archive(folder: &TempDir, parts: &[(&str, Option<&str>, Vec<u8>)]) -> PathBuf {
    let mut writer = Writer::new(Vec::new(), at(0));
    let key = writer.part("signing.key".to_owned(), None, 0, KEY_TEXT);
    key.expect("written");
    for (name, table, bytes) in parts {
        let part = writer.part((*name).to_owned(), *table, 1, bytes);
        part.expect("written");
    }
    let path = folder.path().join("backup");
    fs::write(&path, writer.finished(1, 1)).expect("written");
    path
}

/// Whether it is the expected error.
type IsIt = fn(&RestoreError) -> bool;

/// Some kilobytes of repeated content are many megabytes when unpacked.
#[tokio::test]
async fn what_is_longer_than_any_backup_has_it_is_refused_before_it_is_in_memory() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let named = |row: String| {
        (
            "tables/room_log.000001.jsonl",
            Some("room_log"),
            row.into_bytes(),
        )
    };
    let body = |body: &str| format!("{{\"body\":{body},\"idx\":0,\"room_id\":null}}\n");
    let mib = 1 << 20;
    let rows: [(String, IsIt); 3] = [
        (
            "x".repeat(33 * mib),
            |error| matches!(error, RestoreError::TooLarge { limit_bytes, .. } if *limit_bytes == 32 << 20),
        ),
        // Nested lists take many times the memory of their text.
        (body(&"[],".repeat(8 * mib)), |error| {
            matches!(error, RestoreError::Damaged(_))
        }),
        (
            body(&format!("\"{}\"", "x".repeat(crate::MAX_RECORD_BYTES + 1))),
            |error| matches!(error, RestoreError::Damaged(_)),
        ),
    ];
    for (row, is_it) in rows {
        let path = archive(&folder, &[named(row)]);
        assert!(path.metadata().expect("it is there").len() < 200_000);
        let backup = Backup::check(&path, Box::new(|_| ())).expect("its sums are right");
        let target = Fresh::sqlite();
        let refused = backup.restore(&target.url(), |_| Ok(())).await;
        let refused = refused.expect_err("no backup has such a row");
        assert!(is_it(&refused), "{refused:?}");
    }
}

#[test]
fn parts_that_no_backup_has_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let check = |parts: &[(&str, Option<&str>, Vec<u8>)]| {
        let path = archive(&folder, parts);
        Backup::check(&path, Box::new(|_| ())).expect_err("no backup is like this")
    };
    let long = check(&[(
        "tables/rooms.000001.jsonl",
        None,
        vec![b'x'; (64 << 20) + 1],
    )]);
    assert!(
        matches!(long, RestoreError::TooLarge { limit_bytes, .. } if limit_bytes == 64 << 20),
        "{long:?}"
    );
    // A name of this length is stored as a separate file, which is read into memory.
    let name = "x".repeat(1 << 20);
    let named = check(&[(&name, None, Vec::new())]);
    assert!(matches!(named, RestoreError::Damaged(_)), "{named:?}");
    let many = check(&vec![
        ("tables/rooms.000001.jsonl", None, Vec::new());
        65_537
    ]);
    assert!(matches!(many, RestoreError::TooMany { .. }), "{many:?}");
}
