//! The data of each game for tests: its folder in `crates/rules/tests/games`, which tests of all crates use. It is written from the
//! rules of the game, not from its code.
//!
//! | file | content |
//! |---|---|
//! | `cases.jsonl` | worked cases: records with their verdicts |
//! | `defaults.jsonl` | records with the default actions that follow |
//! | `leaks.jsonl` | pairs of records that one observer cannot distinguish |
//! | `fairness.json` | cases of the shuffle, made by another program |
//! | `facts.json` | [`Facts`] |
//! | `text__*.snap` | a match as text |

#![allow(dead_code, reason = "every test uses a part")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use giog_rules::Variant;
use serde_json::Value;

/// The facts about a game that tests need.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The numbers of players in tests of whole servers, in turn.
    pub tables: Vec<usize>,
    /// Options with which its matches are short.
    pub options: Value,
    /// Whether a match takes minutes if stand-ins play all of it.
    pub is_long: bool,
    /// The most actions that a match of a board game can have, if that is known.
    pub most_actions: Option<usize>,
    /// The least share of the wins of the bot against random players, by the number of players.
    pub bot_shares: BTreeMap<usize, f64>,
    /// How a trick game is played; null in other families.
    pub tricks: Value,
}

/// The folder of all games.
pub fn folder() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut above = package.ancestors();
    above
        .find_map(|folder| {
            let games = folder.join("crates/rules/tests/games");
            games.is_dir().then_some(games)
        })
        .expect("the folder of the games")
}

/// A file of a game; none if the game has no such file.
pub fn file(game: impl Into<Variant>, name: &str) -> Option<String> {
    fs::read_to_string(folder().join(game.into().id()).join(name)).ok()
}

/// The lines of a file of a game; none if the game has no such file.
pub fn lines(game: impl Into<Variant>, name: &str) -> Vec<Value> {
    let text = file(game, name).unwrap_or_default();
    let read = |line| serde_json::from_str(line).expect("a line of JSON");
    text.lines().map(read).collect()
}

/// The games that have a file.
pub fn with(name: &str) -> Vec<Variant> {
    let games = Variant::ALL.into_iter();
    games.filter(|&game| file(game, name).is_some()).collect()
}

/// The facts about a game that tests need.
pub fn facts(game: impl Into<Variant>) -> &'static Facts {
    static OF_ALL: LazyLock<BTreeMap<Variant, Facts>> =
        LazyLock::new(|| Variant::ALL.map(|game| (game, read_facts(game))).into());
    &OF_ALL[&game.into()]
}

fn read_facts(game: Variant) -> Facts {
    let text = file(game, "facts.json").expect("every game has facts");
    let facts: Value = serde_json::from_str(&text).expect("facts are JSON");
    let count = |value: &Value| usize::try_from(value.as_u64().expect("a number")).expect("small");
    let shares = facts["bot_shares"].as_object().into_iter().flatten();
    Facts {
        tables: facts["tables"]
            .as_array()
            .expect("tables")
            .iter()
            .map(count)
            .collect(),
        options: match &facts["options"] {
            Value::Null => serde_json::json!({}),
            options => options.clone(),
        },
        is_long: facts["is_long"] == true,
        most_actions: facts["most_actions"]
            .as_u64()
            .map(|_| count(&facts["most_actions"])),
        bot_shares: shares
            .map(|(seats, share)| {
                let seats = seats.parse().expect("a number of players");
                (seats, share.as_f64().expect("a share"))
            })
            .collect(),
        tricks: facts["tricks"].clone(),
    }
}

impl Facts {
    /// Whether some plays stay face down for good.
    pub fn hides_plays(&self) -> bool {
        ["if_higher", "in_turn"]
            .iter()
            .any(|&plays| self.tricks["plays"] == plays)
    }

    /// Whether plays are laid in turn, after the earlier ones were turned up.
    pub fn plays_in_turn(&self) -> bool {
        self.tricks["plays"] == "in_turn"
    }

    /// Whether there are no choices before the first lead with this number of players.
    pub fn is_settled_for(&self, seats: u64) -> bool {
        let settled = self.tricks["settled_for"].as_array();
        settled.is_some_and(|settled| settled.contains(&seats.into()))
    }
}
