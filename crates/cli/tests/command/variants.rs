//! `giog variants` shows the games.

use crate::common::{giog, text};
use giog_rules::{Variant, VariantInfo, boards, tiles, tricks};
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
        let parts = match variant.describe() {
            VariantInfo::Tricks(info) => told(&info),
            VariantInfo::Board(info) => told_of_board(&info),
            VariantInfo::Tiles(info) => told_of_tiles(&info),
        };
        for part in parts {
            assert!(
                text(&description).contains(&part),
                "{variant}: {part} is not told"
            );
        }
        let is_exact =
            ["pong-hau-ki", "sic-bo", "grand-hazard", "chuck-a-luck"].contains(&variant.id());
        assert_eq!(
            text(&description).contains("\nbots     of one level, which is exact\n"),
            is_exact,
            "{variant}"
        );
        let one: Value =
            serde_json::from_str(text(&giog(&["variants", variant.id(), "--json"], b"")))
                .expect("JSON");
        assert_eq!(one["id"], variant.id());
    }
}

/// What a person must know to choose a game and to play it.
fn told_of_tiles(info: &tiles::TilesInfo) -> Vec<String> {
    let options = info.options.iter().flat_map(|option| {
        let choices = option.choices.iter().map(|choice| choice.meaning.clone());
        choices.chain([option.id.clone(), option.name.clone()])
    });
    [&info.name, &info.name_chinese, &info.summary, &info.goal]
        .into_iter()
        .chain(&info.also)
        .cloned()
        .chain(options)
        .chain(info.bets.iter().map(|bet| bet.on.clone()))
        .collect()
}

/// What a person must know to choose a game and to play it.
fn told_of_board(info: &boards::BoardInfo) -> Vec<String> {
    let options = info.options.iter().flat_map(|option| {
        let choices = option.choices.iter().map(|choice| choice.meaning.clone());
        choices.chain([option.id.clone(), option.name.clone()])
    });
    [&info.name, &info.name_chinese, &info.summary, &info.goal]
        .into_iter()
        .chain(&info.also)
        .cloned()
        .chain(options)
        .collect()
}

/// What a person must know to choose a game and to play it.
fn told(info: &tricks::VariantInfo) -> Vec<String> {
    let combinations = info.combinations.iter().flat_map(|combination| {
        [
            &combination.name,
            &combination.announcement,
            &combination.announcement_chinese,
            &combination.note,
        ]
    });
    let meanings = info.options.iter().flat_map(|option| {
        let choices = option.choices.iter().map(|choice| &choice.meaning);
        choices.chain([&option.id])
    });
    let defaults = info.options.iter().map(|option| option.default.to_string());
    let names = info.names.iter().map(|other| &other.name);
    let pieces = info
        .kinds
        .iter()
        .flat_map(|kind| [&kind.character, &kind.name]);
    let own_pieces = info.piece_names.iter().map(|own| &own.name);
    [
        &info.name,
        &info.name_chinese,
        &info.summary,
        &info.opening,
        &info.ties,
        &info.goal,
        &info.source,
    ]
    .into_iter()
    .chain(&info.also)
    .chain(names)
    .chain(pieces)
    .chain(own_pieces)
    .chain(meanings)
    .chain(combinations)
    .cloned()
    .chain(defaults)
    .chain(
        info.hand_sizes
            .iter()
            .map(|size| format!("each takes {size}")),
    )
    .collect()
}

#[test]
fn a_game_that_does_not_exist_is_an_error() {
    let output = giog(&["variants", "whist"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("whist"));
}
