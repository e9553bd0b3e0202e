//! `giog variants` shows the games.

mod common;

use common::{giog, text};
use giog_rules::Variant;
use serde_json::Value;

#[test]
fn every_game_is_listed_and_described() {
    let list = giog(&["variants"], b"");
    assert!(list.status.success());
    let all: Value = serde_json::from_str(text(&giog(&["variants", "--json"], b""))).expect("JSON");
    assert_eq!(all.as_array().map(Vec::len), Some(Variant::ALL.len()));
    for variant in Variant::ALL {
        assert!(
            text(&list)
                .lines()
                .any(|line| line.starts_with(variant.id())),
            "{variant}"
        );
        let description = giog(&["variants", variant.id()], b"");
        for combination in variant.describe().combinations {
            assert!(
                text(&description).contains(&combination.announcement),
                "{variant}: {combination:?}"
            );
        }
        let one: Value =
            serde_json::from_str(text(&giog(&["variants", variant.id(), "--json"], b"")))
                .expect("JSON");
        assert_eq!(one["id"], variant.id());
    }
}

#[test]
fn a_game_that_does_not_exist_is_an_error() {
    let output = giog(&["variants", "whist"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("whist"));
}
