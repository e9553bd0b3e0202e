//! The folders of this crate are layers: each uses only those below it, and no family knows another.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The layers, the lowest first.
const LAYERS: [&str; 5] = ["table", "fairness", "families", "game", "record"];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry of the folder").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
}

/// The paths from the crate's root that a source names, as far as their second part.
fn named(source: &str) -> BTreeSet<(String, String)> {
    let part = |text: &str| -> String {
        text.chars()
            .take_while(|&c| c.is_alphanumeric() || c == '_')
            .collect()
    };
    source
        .split("crate::")
        .skip(1)
        .map(|rest| {
            let first = part(rest);
            let second = rest[first.len()..]
                .strip_prefix("::")
                .map_or_else(String::new, part);
            (first, second)
        })
        .collect()
}

/// What a file of a layer (and of a family) names that lies above it or beside it.
fn violations(layer: usize, family: Option<&str>, source: &str) -> Vec<String> {
    named(source)
        .into_iter()
        .filter(|(first, second)| {
            let below = LAYERS[..=layer].contains(&first.as_str());
            let other = first == "families" && family.is_some_and(|family| family != second);
            !below || other
        })
        .map(|(first, second)| format!("crate::{first}::{second}"))
        .collect()
}

#[test]
fn every_layer_uses_only_those_below_it_and_no_family_knows_another() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = 0;
    let mut wrong = Vec::new();
    for path in sources(&root) {
        let inside = path.strip_prefix(&root).expect("a file below the root");
        let parts: Vec<&str> = inside.iter().filter_map(|part| part.to_str()).collect();
        if parts == ["lib.rs"] {
            continue;
        }
        let layer = LAYERS.iter().position(|layer| *layer == parts[0]);
        let layer = layer.unwrap_or_else(|| panic!("{} lies in no layer", inside.display()));
        // `families/mod.rs` and its like hold the families together.
        let family = (parts[0] == "families" && parts.len() > 2).then(|| parts[1]);
        let source = fs::read_to_string(&path).expect("a source");
        for name in violations(layer, family, &source) {
            wrong.push(format!("{}: {name}", inside.display()));
        }
        files += 1;
    }
    assert!(files > 40, "{files} files were looked at");
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn what_lies_above_or_beside_is_noticed() {
    let boards = Some("boards");
    for (layer, family, source, expected) in [
        (0, None, "use crate::table::Seat;", 0),
        (0, None, "use crate::fairness::Hex;", 1),
        (1, None, "let a = crate::record::Record::default();", 1),
        (2, boards, "use crate::families::boards::Point;", 0),
        (
            2,
            boards,
            "use crate::families::tricks::{Piece, Pieces};",
            1,
        ),
        (2, boards, "use crate::{Piece, Pieces};", 1),
        (3, None, "use crate::families::tricks::Match;", 0),
    ] {
        assert_eq!(
            violations(layer, family, source).len(),
            expected,
            "{source}"
        );
    }
}
