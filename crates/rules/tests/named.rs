//! Where games are named: a game is a folder, and there are no other lists to extend for a new game.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use giog_rules::boards::BoardVariant;
use giog_rules::tiles::TilesVariant;
use giog_rules::tricks;

/// A source that names more games of a family than this has a list of them. Fewer are examples.
const EXAMPLES: usize = 4;

/// The sources that have lists, each with the reason.
const LISTS: [(&str, &str); 13] = [
    (
        "crates/rules/src/families/tricks/games/mod.rs",
        "the list of the family",
    ),
    (
        "crates/rules/src/families/boards/games/mod.rs",
        "the list of the family",
    ),
    (
        "crates/rules/src/families/tiles/games/mod.rs",
        "the list of the family",
    ),
    (
        "crates/bots/src/boards/mod.rs",
        "how the bot searches each game",
    ),
    (
        "crates/bots/src/boards/appraisal.rs",
        "by which search the choices of each game are appraised",
    ),
    (
        "crates/bots/src/boards/levels.rs",
        "how much each level searches",
    ),
    (
        "crates/bots/src/levels/nets.rs",
        "the files of nets, of those that have one",
    ),
    (
        "crates/bots/src/levels/certain/tests.rs",
        "cases by hand of the games in which something else stays hidden",
    ),
    (
        "crates/review/tests/known.rs",
        "games in which something else stays hidden",
    ),
    (
        "crates/learning/src/actions/points.rs",
        "which actions each board has, for the numbers of actions",
    ),
    (
        "crates/learning/src/observation/boards.rs",
        "how the text of each board is read into integers",
    ),
    (
        "crates/learning/tests/common/mod.rs",
        "tables of every game at which matches are short",
    ),
    (
        "crates/ratings/src/anchors.rs",
        "how strong each level is in each game, as it was measured",
    ),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry of the folder").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The ids of a family's games, each with its name in Rust.
fn families() -> [Vec<(&'static str, String)>; 3] {
    let named = |id, variant: &dyn std::fmt::Debug| (id, format!("{variant:?}"));
    [
        tricks::Variant::ALL
            .map(|game| named(game.id(), &game))
            .into(),
        BoardVariant::ALL.map(|game| named(game.id(), &game)).into(),
        TilesVariant::ALL.map(|game| named(game.id(), &game)).into(),
    ]
}

/// How many games of a family a source names.
fn count(source: &str, family: &[(&'static str, String)]) -> usize {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let words: BTreeSet<&str> = source.split(|c| !is_part(c)).collect();
    let is_named =
        |(id, name): &&(&'static str, String)| words.contains(id) || words.contains(name.as_str());
    family.iter().filter(is_named).count()
}

#[test]
fn no_source_lists_games_but_those_that_say_why() {
    let root = root();
    let mut found = Vec::new();
    for folder in ["crates", "tests"] {
        sources(&root.join(folder), &mut found);
    }
    let lists: BTreeSet<String> = found
        .iter()
        .filter(|path| {
            let source = fs::read_to_string(path).expect("a source is text");
            families()
                .iter()
                .any(|family| count(&source, family) > EXAMPLES)
        })
        .map(|path| {
            let path = path.strip_prefix(&root).expect("below the root");
            path.to_str().expect("a name").replace('\\', "/")
        })
        .collect();
    let allowed: BTreeSet<String> = LISTS.map(|(path, _)| path.to_owned()).into();
    // A file that no longer lists games must be removed from the list above.
    assert_eq!(lists, allowed);
}

#[test]
fn a_list_is_noticed_in_either_form() {
    let [tricks, boards, _] = families();
    assert_eq!(count(r#"["giog", "zhi-hu", "sang-krip"]"#, &tricks), 3);
    assert_eq!(count("Variant::SangKrip | Variant::ZhiHu => 1", &tricks), 2);
    assert_eq!(count("giog-wiki; GiogWiki", &tricks), 1);
    assert_eq!(count("BoardVariant::Xiangqi, xiangqi-2", &boards), 1);
}
