//! A record keeps its bytes and is valid.

mod common;

use common::record::{closing, known, operator, receipt, record, some_setup};
use common::setups;
use giog_rules::fairness::PublicKey;
use giog_rules::record::Player;
use giog_rules::{
    Event, Judgement, Proof, Receipt, Record, Subject, judge_line, replay, tricks, verify,
};
use proptest::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_record_keeps_its_bytes_and_proves_itself(setup in setups(), most in 0..80_usize) {
        let record = record(&setup, most);
        let bytes = record.canonical_bytes();
        let read: Record = serde_json::from_slice(&bytes).expect("a record can be read");
        prop_assert_eq!(&read, &record);
        prop_assert_eq!(read.canonical_bytes(), bytes.clone());
        let report = verify(&bytes, None, &known());
        prop_assert_eq!(report.verdict, Proof::Pass, "{:?}", report);
        prop_assert_eq!(verify(&bytes, None, &[]).verdict, Proof::Unknown);
        if record.players.values().any(|player| matches!(player.player, Player::Person { .. })) {
            prop_assert_eq!(verify(&bytes, Some(&receipt(&record)), &known()).verdict, Proof::Pass);
        }
    }

    #[test]
    fn the_referee_and_the_replay_agree_with_the_record(setup in setups(), most in 0..80_usize) {
        let played = setup.play(most, |_, _| ());
        let record = Record::sign(closing(&setup, &played), &operator()).expect("a played match can be recorded");
        let line = String::from_utf8(record.canonical_bytes()).expect("JSON is text");
        let Some(Judgement::Judged(verdict)) = judge_line(&line) else { panic!("a record can be judged") };
        prop_assert_eq!(Some(&verdict.result), record.result.tricks());
        let replayed = replay(&record).expect("a record can be replayed");
        let tricks = |events: &[tricks::Event]| -> Vec<Event> { events.iter().cloned().map(Event::Tricks).collect() };
        prop_assert_eq!(replayed.opening, tricks(&played.opening));
        prop_assert_eq!(replayed.steps.len(), played.steps.len());
        for (step, taken) in replayed.steps.iter().zip(&played.steps) {
            prop_assert_eq!((step.seat, &step.action, &step.events), (taken.seat, &taken.action.clone().into(), &tricks(&taken.events)));
        }
    }

    #[test]
    fn any_bytes_are_judged_and_verified_without_a_panic(bytes in any::<Vec<u8>>(), setup in setups(), at in any::<prop::sample::Index>()) {
        let _ = verify(&bytes, None, &known());
        let _ = judge_line(&String::from_utf8_lossy(&bytes));
        let mut broken = record(&setup, 40).canonical_bytes();
        let at = at.index(broken.len());
        let by = bytes.first().copied().unwrap_or(1).max(1);
        broken[at] ^= by;
        prop_assert_ne!(verify(&broken, None, &known()).verdict, Proof::Pass);
        let _ = judge_line(&String::from_utf8_lossy(&broken));
    }
}

/// A worked case of a verifier: a change of the bytes of a record, and the checks that then fail.
#[derive(Deserialize)]
struct Case {
    name: String,
    #[serde(default)]
    before: String,
    #[serde(default)]
    after: String,
    replace: Option<[String; 2]>,
    fails: Vec<String>,
}

/// A record, a player's receipt, the checks that are undecided, and cases.
#[derive(Deserialize)]
struct Worked {
    key: PublicKey,
    record: String,
    receipt: Receipt,
    #[serde(default)]
    unknown: Vec<String>,
    cases: Vec<Case>,
}

#[test]
fn every_worked_case_of_a_verifier_fails_the_checks_that_it_names() {
    // By a server that stored pieces in the order of the client.
    check_worked(include_str!("vectors/verify.json"));
}

#[test]
fn of_a_game_that_nobody_knows_signatures_and_seeds_are_proven_and_the_rest_is_unknown() {
    let worked = include_str!("vectors/unknown-game.json");
    check_worked(worked);
    let Worked { key, record, .. } = serde_json::from_str(worked).expect("cases");
    let subject = Subject::read(record.as_bytes()).expect("it is a record");
    assert_eq!(
        (subject.variant.as_str(), subject.seats, subject.signer),
        ("three-kingdoms", 2, key)
    );
}

fn check_worked(worked: &str) {
    let Worked {
        key,
        record,
        receipt,
        unknown,
        cases,
    } = serde_json::from_str(worked).expect("cases");
    for case in cases {
        let changed = match &case.replace {
            Some([from, to]) => record.replacen(from, to, 1),
            None => record.clone(),
        };
        let bytes = [case.before, changed, case.after].concat();
        let report = verify(bytes.as_bytes(), Some(&receipt), &[key]);
        let named = |result| {
            let checks = report.checks.iter();
            let found = checks.filter(|check| check.result == result);
            let mut names: Vec<Value> = found.map(|check| json!(check.name)).collect();
            names.sort_by_key(ToString::to_string);
            json!(names)
        };
        assert_eq!(named(Proof::Fail), json!(case.fails), "{}", case.name);
        if case.fails.is_empty() {
            assert_eq!(named(Proof::Unknown), json!(unknown), "{}", case.name);
        }
    }
}

#[test]
fn the_start_is_signed_without_stand_ins() {
    let facts = record(&some_setup(|_| true), 30).start_facts();
    let text = String::from_utf8(facts.signed_bytes()).expect("facts are text");
    let json = text
        .strip_prefix("giog/start/v1")
        .expect("the domain comes first");
    let json: Value = serde_json::from_str(json).expect("the rest is JSON");
    let mut names: Vec<_> = json
        .as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect();
    names.sort_unstable();
    assert_eq!(
        names,
        [
            "ceremony",
            "entropy",
            "entropy_commitments",
            "match_id",
            "options",
            "players",
            "previous",
            "rules",
            "seats",
            "seed_commitment",
            "variant"
        ]
    );
    assert!(!json["players"].to_string().contains("stand_ins"));
}
