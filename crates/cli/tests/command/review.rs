//! `giog review` in lines and as JSON, and what it refuses.

use crate::common::{giog, text};
use crate::verify::record_of;
use serde_json::Value;

#[test]
fn a_record_is_reviewed_for_a_seat_and_what_cannot_be_is_told() {
    let bytes = record_of(4).canonical_bytes();
    let output = giog(
        &["review", "-", "--as", "1", "--lines", "64", "--codes"],
        &bytes,
    );
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    let lines = text(&output);
    assert!(lines.is_ascii() || lines.contains('±'), "{lines}");
    let json = giog(
        &["review", "-", "--as", "1", "--lines", "64", "--json"],
        &bytes,
    );
    let review: Value = serde_json::from_str(text(&json)).expect("JSON");
    assert_eq!(review["seat"], 1);
    let decisions = review["decisions"].as_array().expect("decisions");
    let of_tricks = lines.lines().filter(|line| line.starts_with("Trick "));
    assert_eq!(of_tricks.count(), decisions.len());
    assert!(!decisions.is_empty());
    let known = lines.matches("    It could be known for certain:\n      others ");
    assert_eq!(known.count(), decisions.len(), "{lines}");
    for decision in decisions {
        let laid = decision["laid"].as_str().expect("pieces");
        assert!(
            lines.contains(&format!(": {laid} lost ")),
            "{laid}\n{lines}"
        );
    }
    assert!(lines.contains("= fair share 25.0 +"), "{lines}");
    let better = decisions.iter().filter_map(|one| one["better"].as_object());
    for line in better.clone() {
        let play = line["play"].as_str().expect("pieces");
        assert!(
            lines.contains(&format!("Instead {play}, in hindsight")),
            "{lines}"
        );
    }
    assert_eq!(lines.matches("Instead ").count(), better.count(), "{lines}");
    assert_eq!(
        lines.matches("      The match: ").count(),
        lines.matches("Instead ").count()
    );

    let mut board = record_of(4);
    board.variant = "xiangqi".parse().expect("a game");
    for (arguments, input, told) in [
        (["review", "-", "--as", "4"], &bytes[..], "has no seat 4"),
        (["review", "-", "--as", "9"], &bytes, "no such seat"),
        (["review", "-", "--as", "0"], b"{}", "this is no record"),
        (
            ["review", "-", "--as", "0"],
            &board.canonical_bytes(),
            "there is no review of xiangqi for 4 players",
        ),
    ] {
        let output = giog(&arguments, input);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(told), "{told}: {error}");
    }
}
