//! `giog again`: a match is played on in lines, and what cannot be is told.

use std::path::Path;

use giog_rules::record::Record;

use crate::common::{giog, text as told};
use crate::verify::record_of;

/// The record in a file of this folder.
fn kept(folder: &Path, record: &Record) -> String {
    let path = folder.join("record.json");
    std::fs::write(&path, record.canonical_bytes()).expect("a file");
    path.to_str().expect("an ASCII path").to_owned()
}

#[test]
fn a_match_is_played_on_by_typing_until_it_is_over() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let record = record_of(4);
    let path = kept(folder.path(), &record);
    let again = |typed: &str| giog(&["again", &path, "--as", "1", "--codes"], typed.as_bytes());
    let output = again(&format!("nonsense\n.\nback\n{}", ".\n".repeat(40)));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    let lines = told(&output);
    assert!(lines.starts_with("In the match: "), "{lines}");
    assert!(
        lines
            .lines()
            .last()
            .is_some_and(|last| last.starts_with("In the match ")),
        "{lines}"
    );
    // The table is told from its start once more.
    assert_eq!(lines.matches("A match begins: ").count(), 2, "{lines}");
    // Whoever leaves leaves nothing behind, and the same again tells the same.
    let left = again("quit\n");
    assert!(left.status.success());
    assert!(!told(&left).contains("\nIn the match "), "{}", told(&left));
    assert_eq!(again("quit\n").stdout, left.stdout);
}

#[test]
fn what_cannot_be_played_on_is_told() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = kept(folder.path(), &record_of(4));
    for (arguments, why) in [
        (["--as", "4", "--at", "0"], "no such seat"),
        (["--as", "9", "--at", "0"], "no such seat"),
        (["--as", "0", "--at", "9999"], "no decision"),
    ] {
        let mut all = vec!["again", &path];
        all.extend(arguments);
        let output = giog(&all, b"");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(why), "{why}: {error}");
    }
}
