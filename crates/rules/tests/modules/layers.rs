//! The folders of this crate are layers: each uses only those below it, and no family uses another.

use std::collections::BTreeSet;
use std::path::Path;

use crate::paths::{Named, Names, modules, named};

/// The layers, the lowest first.
const LAYERS: [&str; 5] = ["table", "fairness", "families", "game", "record"];

/// What a file of a layer (and of a family) names that lies above it or beside it.
fn violations(layer: usize, family: Option<&str>, module: &[String], source: &str) -> Vec<String> {
    let Named { used, written } = named(module, &[], source);
    let used = used.into_iter().map(|(_, path)| path);
    let paths: BTreeSet<Names> = used.chain(written).collect();
    let wrong = |path: &&Names| {
        let first = path.first().map_or("", String::as_str);
        let below = LAYERS[..=layer].contains(&first);
        let other = first == "families"
            && family.is_some_and(|family| path.get(1).is_none_or(|second| second != family));
        !below || other
    };
    let wrong = paths.iter().filter(wrong);
    wrong
        .map(|path| format!("crate::{}", path.join("::")))
        .collect()
}

#[test]
fn every_layer_uses_only_those_below_it_and_no_family_knows_another() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = 0;
    let mut wrong = Vec::new();
    for (module, source) in modules(&root) {
        let Some(first) = module.first() else {
            continue;
        };
        let inside = module.join("/");
        let layer = LAYERS.iter().position(|layer| layer == first);
        let layer = layer.unwrap_or_else(|| panic!("{inside} lies in no layer"));
        // `families/mod.rs` and its like hold the families together.
        let family = module.get(1).filter(|_| first == "families");
        for name in violations(layer, family.map(String::as_str), &module, &source) {
            wrong.push(format!("{inside}: {name}"));
        }
        files += 1;
    }
    assert!(files > 40, "{files} files were looked at");
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn what_lies_above_or_beside_is_noticed() {
    let boards = Some("boards");
    let module = ["families", "boards", "point"].map(str::to_owned);
    for (layer, family, source, expected) in [
        (0, None, "use crate::table::Seat;", 0),
        (0, None, "use crate::fairness::Hex;", 1),
        (1, None, "let a = crate::record::Record::default();", 1),
        (2, boards, "use crate::families::boards::Point;", 0),
        (
            2,
            boards,
            "use crate::families::tricks::{Piece, Pieces};",
            2,
        ),
        (2, boards, "use crate::{Piece, Pieces};", 2),
        (3, None, "use crate::families::tricks::Match;", 0),
        (2, boards, "pub use super::tally::Tally;", 0),
        (2, boards, "use super::super::boards::Point;", 0),
        (2, boards, "use super::super::tricks::Piece;", 1),
        (2, boards, "use super::super::super::record::Record;", 1),
    ] {
        assert_eq!(
            violations(layer, family, &module, source).len(),
            expected,
            "{source}"
        );
    }
}
