//! `giog arena` as a user runs it.

use serde_json::Value;

use crate::common::{giog, text};

/// Runs it with these arguments before two engines.
fn arena(arguments: &[&str]) -> std::process::Output {
    let engines = ["builtin:simple", "builtin:default"];
    let arguments = [&["arena", "--deals", "4"], arguments, &engines].concat();
    giog(&arguments, b"")
}

#[test]
fn a_run_gives_a_table_or_json_and_an_exit_status() {
    let seed = ["--seed", "one"];
    let arena = |arguments: &[&str]| arena(&[&seed, arguments].concat());
    let table = arena(&[]);
    assert_eq!(table.status.code(), Some(0));
    assert!(text(&table).contains("32 matches"), "{}", text(&table));
    assert!(text(&table).contains("builtin:default"), "{}", text(&table));
    let json = arena(&[
        "--json",
        "--fail-under",
        "30",
        "--fail-on-faults",
        "--jobs",
        "3",
    ]);
    assert_eq!(json.status.code(), Some(0));
    let report: Value = serde_json::from_str(text(&json)).expect("JSON");
    assert_eq!(
        (&report["matches"], &report["fair"]),
        (&32.into(), &0.25.into())
    );
    assert!(report["pairings"][0]["gain"]["low"].is_number());
    assert_eq!(report["engines"][0]["times"], Value::Null);
    assert_eq!(text(&arena(&["--json", "--jobs", "1"])), text(&json));
    assert_eq!(arena(&["--fail-under", "100.1"]).status.code(), Some(1));
    let timed = arena(&["--json", "--times"]);
    let timed: Value = serde_json::from_str(text(&timed)).expect("JSON");
    assert!(timed["engines"][0]["times"]["mean_us"].as_f64() > Some(0.0));
}

#[test]
fn more_than_two_engines_play_all_against_all() {
    let three = ["builtin:default", "builtin:simple", "builtin:random"];
    let arena = |arguments: &[&str]| {
        let run = ["arena", "--deals", "5", "--seed", "one"];
        giog(&[&run[..], arguments, &three[..]].concat(), b"")
    };
    let json = arena(&["--json"]);
    let report: Value = serde_json::from_str(text(&json)).expect("JSON");
    let gains = |list: &str| -> Vec<f64> {
        let list = report[list].as_array().expect("a list").iter();
        list.map(|one| one["gain"]["mean"].as_f64().expect("a gain"))
            .collect()
    };
    // Each deal is played by three pairs, in eight seatings.
    assert_eq!(report["matches"], 5 * 3 * 8);
    let (pairings, engines) = (gains("pairings"), gains("engines"));
    let sums = [
        pairings[0] + pairings[1],
        pairings[2] - pairings[0],
        -pairings[1] - pairings[2],
    ];
    for (engine, sum) in engines.iter().zip(sums) {
        assert!(
            (engine * 2.0 - sum).abs() < 1e-9,
            "{engines:?} {pairings:?}"
        );
    }
    let table = arena(&[]);
    let (_, all) = text(&table).split_once("All against all").expect("a table");
    let rows: Vec<Vec<&str>> = all
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    let best = &rows[3];
    assert_eq!(best[..2], ["1", "builtin:simple"], "{all}");
    assert_eq!(best[2], format!("{:.2}", engines[1] * 100.0), "{all}");
    assert!(best.contains(&"-"), "{all}");
    // Where only the first one of each pair is alone, nobody knows what the others gain.
    let alone = arena(&["--seating", "alone"]);
    assert!(!text(&alone).contains("All against all"));
    assert_eq!(arena(&["--sprt", "0,1"]).status.code(), Some(2));
}

#[test]
fn records_are_judged_and_gone_on_with() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("records.jsonl");
    let path = file.to_str().expect("an ASCII path");
    let whole = arena(&["--records", path, "--seed", "one"]);
    assert_eq!(whole.status.code(), Some(0));
    let records = std::fs::read(&file).expect("it was written");
    let judged = giog(&["judge"], &records);
    let verdicts = text(&judged);
    assert_eq!(verdicts.lines().count(), 32);
    assert!(
        verdicts
            .lines()
            .all(|line| line.contains(r#""status":"over""#))
    );
    // A file is never written over.
    let again = arena(&["--records", path]);
    assert_eq!(again.status.code(), Some(2));
    std::fs::write(&file, &records[..records.len() * 2 / 3]).expect("it is written");
    let unnamed = arena(&["--records", path, "--resume"]);
    assert_eq!(unnamed.status.code(), Some(2));
    let resumed = arena(&["--records", path, "--resume", "--seed", "one"]);
    assert_eq!(text(&resumed), text(&whole));
    assert_eq!(std::fs::read(&file).expect("it was written"), records);
    let other = arena(&["--records", path, "--resume", "--seed", "other"]);
    assert_eq!(other.status.code(), Some(2));
}

#[test]
fn a_run_without_a_seed_has_one_that_nobody_can_guess_and_that_is_told() {
    let deals = |arguments: &[&str]| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("records.jsonl");
        let path = file.to_str().expect("an ASCII path");
        let played = arena(&[&["--json", "--records", path], arguments].concat());
        assert_eq!(played.status.code(), Some(0));
        let report: Value = serde_json::from_str(text(&played)).expect("JSON");
        let seed = report["seed"].as_str().expect("a name").to_owned();
        let said = String::from_utf8_lossy(&played.stderr).into_owned();
        (seed, said, std::fs::read(&file).expect("it was written"))
    };
    let (seed, said, records) = deals(&[]);
    assert!(said.contains(&seed), "{said}");
    let (other, _, other_records) = deals(&[]);
    assert_ne!(seed, other);
    assert_ne!(records, other_records);
    let (same, said, again) = deals(&["--seed", &seed]);
    assert_eq!((same, said.as_str(), again), (seed, "", records));
}

#[test]
fn what_cannot_be_played_is_said() {
    for (arguments, why) in [
        (&["--seats", "9"][..], "players"),
        (&["--option", "weather=sun"], "no option `weather`"),
        (&["--sprt", "1,0"], "greater"),
        (&["--sprt", "1"], "two numbers"),
        (
            &["--sprt", "0,1", "builtin:random"],
            "between two engines, not 3",
        ),
        (&["builtin:clever"], "builtin:simple"),
        (&["no-such-program"], "cannot be started"),
    ] {
        let refused = arena(arguments);
        assert_eq!(refused.status.code(), Some(2), "{arguments:?}");
        let said = String::from_utf8_lossy(&refused.stderr);
        assert!(said.contains(why), "{said}");
    }
}
