//! The vectors of the encodings: a match of each game, in `tests/vectors`. They stay as they are as long as the version does.

mod common;

use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs};

use common::{TABLES, encoding};
use giog_arena::ArenaSeed;
use giog_learning::{ENCODING, Env};
use serde_json::{Value, json};

/// The decisions that are written down: the first ones, and later ones as far as there are.
const WRITTEN: [usize; 7] = [0, 1, 5, 12, 25, 60, 150];

#[test]
fn the_encodings_are_those_of_the_vectors() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors");
    let mut done = BTreeSet::new();
    for &(game, seats, options) in TABLES {
        if !done.insert(game) {
            continue;
        }
        let path = folder.join(format!("{game}.jsonl"));
        let written = written(game, seats, options);
        if env::var_os("GIOG_TEST_UPDATE").is_some() {
            fs::write(&path, written).expect("the file is written");
            continue;
        }
        let there = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            written == there,
            "{} is not what the encoding gives. If a new version is meant, count ENCODING up and run this test with GIOG_TEST_UPDATE=1",
            path.display()
        );
    }
}

/// A line about the encoding, and one for each decision that is written down.
fn written(game: &str, seats: usize, options: &str) -> String {
    let encoding = encoding(game, seats, options);
    let fields = encoding.fields().iter();
    let fields: Vec<Value> = fields
        .map(|field| json!([field.name, field.length]))
        .collect();
    let options: Value = serde_json::from_str(options).expect("options");
    let mut lines = vec![json!({
        "encoding": ENCODING, "game": game, "seats": seats, "options": options, "seed": "vectors", "deal": 0,
        "actions": encoding.actions(), "observation_size": encoding.observation_size(), "fields": fields,
    })];
    let mut env = Env::new(&encoding, &ArenaSeed::named("vectors"), 0, false);
    let mut number = 0;
    while let Some(seat) = env.seat() {
        let (mut observation, mut legal) = (vec![0; encoding.observation_size()], Vec::new());
        env.observe(seat, &mut observation, &mut legal);
        // Any action that follows from the number of the decision.
        let index = legal[(7 * number + 3) % legal.len()];
        if WRITTEN.contains(&number) {
            let action = env.action(seat, index).expect("an action");
            lines.push(json!({
                "decision": number, "seat": seat, "legal": legal, "observation": observation, "index": index, "action": action,
            }));
        }
        env.step(index.into()).expect("it is legal");
        number += 1;
        if number > WRITTEN[WRITTEN.len() - 1] {
            break;
        }
    }
    let mut lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    lines.push(String::new());
    lines.join("\n")
}
