//! Backups: a damaged file is refused before anything is written.

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::Path;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use giog_store::Backup;
use proptest::prelude::*;

use crate::cases;
use crate::damage::damaged;

/// A backup of an earlier version.
fn archive() -> Vec<u8> {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/0.1.0/tables-sqlite-backup.tar.gz");
    fs::read(path).expect("a backup among the fixtures")
}

fn unpacked() -> Vec<u8> {
    let mut bytes = Vec::new();
    let read = GzDecoder::new(archive().as_slice()).read_to_end(&mut bytes);
    read.expect("a backup is compressed");
    bytes
}

/// Whether this is a backup.
fn check(bytes: &[u8]) -> bool {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("backup.tar.gz");
    fs::write(&path, bytes).expect("written");
    Backup::check(&path, Box::new(|_| ())).is_ok()
}

/// The files of an uncompressed archive, except for the list of all others, which has no checksum itself.
fn files(bytes: &[u8]) -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut archive = tar::Archive::new(bytes);
    let entries = archive.entries().expect("an archive").raw(true);
    let files = entries.map(|entry| {
        let mut entry = entry.expect("a file");
        let name = entry.path_bytes().into_owned();
        let mut content = Vec::new();
        entry.read_to_end(&mut content).expect("it is in memory");
        (name, content)
    });
    files.filter(|(name, _)| name != b"meta.json").collect()
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn archives_that_are_damaged_are_no_backups(bytes in damaged(vec![archive()])) {
        prop_assert!(!check(&bytes) || bytes.starts_with(&archive()));
    }

    #[test]
    fn archives_whose_content_is_damaged_are_no_backups(bytes in damaged(vec![unpacked()])) {
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(&bytes).expect("memory takes it");
        let packed = packed.finish().expect("memory takes it");
        // Bytes between its files, or after its end, belong to none of them.
        prop_assert!(!check(&packed) || files(&bytes) == files(&unpacked()));
    }
}

#[test]
fn the_archive_is_a_backup() {
    assert!(check(&archive()));
}
