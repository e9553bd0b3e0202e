//! `giog-rooms` plays every game and knows none: what is special of one is behind the boundary, in `giog_rules::game`.

use std::collections::BTreeSet;
use std::path::Path;

use giog_rules::Variant;

use crate::paths::{modules, shipped, shipped_modules};

/// What games are made of, in the singular. A room has seats, actions, events and outcomes.
const THINGS: [&str; 13] = [
    "bet", "board", "card", "chow", "dice", "hand", "kong", "meld", "piece", "stack", "suit",
    "tile", "trick",
];

/// The things of games, and the games, that a source names.
fn named(source: &str) -> BTreeSet<String> {
    let source = shipped(source);
    let mut words = BTreeSet::new();
    for name in source.split(|c: char| !c.is_alphabetic()) {
        let humps = name.char_indices().zip(name.chars().skip(1));
        let humps = humps.filter(|((_, c), next)| c.is_lowercase() && next.is_uppercase());
        let ends = humps.map(|((at, c), _)| at + c.len_utf8());
        let mut from = 0;
        for end in ends.chain([name.len()]) {
            let word = name[from..end].to_lowercase();
            words.insert(word.trim_end_matches('s').to_owned());
            from = end;
        }
    }
    words.retain(|word| THINGS.contains(&word.as_str()));
    // The first one gave the project its name.
    let games = Variant::ALL.into_iter().map(Variant::id);
    let games = games.filter(|&id| id != "giog");
    let is_part = |c: char| c.is_alphanumeric() || c == '-';
    let names: BTreeSet<&str> = source.split(|c| !is_part(c)).collect();
    words.extend(games.filter(|id| names.contains(id)).map(str::to_owned));
    words
}

#[test]
fn rooms_name_no_game_and_nothing_that_one_is_made_of() {
    let rooms = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rooms/src");
    let modules = modules(&rooms);
    assert!(modules.len() > 80, "{} modules", modules.len());
    let found = shipped_modules(&modules).flat_map(|(module, source)| {
        let inside = module.join("/");
        named(source)
            .into_iter()
            .map(move |word| format!("{inside}: {word}"))
    });
    assert_eq!(found.collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn what_names_a_game_is_noticed_in_code_and_not_in_comments() {
    for (source, expected) in [
        ("let pieces = play.pieces.to_owned();", "piece"),
        ("Event::Board(_) => BOARD_BYTES,", "board"),
        ("enum LaysPieces {", "piece"),
        ("Some(Outcome::Tricks(outcome)) => outcome,", "trick"),
        (r#"if variant.id() == "sang-krip" {"#, "sang-krip"),
        ("// A trick of mahjong.\n    /// A hand.", ""),
        ("self.handed_over.handle(Giog::new(), pieced)", ""),
        ("hasher.update(b\"giog/report/v1\");", ""),
    ] {
        let found: Vec<String> = named(source).into_iter().collect();
        assert_eq!(found.join(" "), expected, "{source}");
    }
}
