//! The folders of this crate are layers: each uses only those below it, and no family uses another.

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

/// The name that a text begins with.
fn part(text: &str) -> String {
    text.chars()
        .take_while(|&c| c.is_alphanumeric() || c == '_')
        .collect()
}

/// The paths from the crate's root that a source names, as far as their second part.
fn named(source: &str) -> BTreeSet<(String, String)> {
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

/// The same of what the `use`s of a file name by way of the modules around it. Those of modules inside the file are indented, and
/// not looked at.
fn named_from_around(module: &[&str], source: &str) -> BTreeSet<(String, String)> {
    let from_root = |line: &str| {
        let (_, path) = line.split_once("use ").filter(|(before, _)| {
            let before = before.trim_end();
            before.is_empty() || before.starts_with("pub")
        })?;
        let rest = path.trim_start_matches("super::");
        let above = (path.len() - rest.len()) / "super::".len();
        let around = &module[..module.len().checked_sub(above)?];
        let rest = rest.split("::").map(part);
        let mut path = around.iter().map(|&name| name.to_owned()).chain(rest);
        (above > 0).then(|| {
            let mut next = || path.next().unwrap_or_default();
            (next(), next())
        })
    };
    let lines = source.lines().filter(|line| !line.starts_with([' ', '/']));
    lines.filter_map(from_root).collect()
}

/// What a file of a layer (and of a family) names that lies above it or beside it.
fn violations(layer: usize, family: Option<&str>, module: &[&str], source: &str) -> Vec<String> {
    named(source)
        .into_iter()
        .chain(named_from_around(module, source))
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
        let module = inside.with_extension("");
        let module = module.iter().filter_map(|part| part.to_str());
        let module: Vec<&str> = module.filter(|&part| part != "mod").collect();
        for name in violations(layer, family, &module, &source) {
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
    let module = ["families", "boards", "point"];
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
