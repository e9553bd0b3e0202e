//! A record keeps its bytes, proves itself, and no longer does when anything in it is changed.

mod common;

use common::{Played, Setup, setups};
use giog_rules::fairness::{
    Commitment, Entropy, EntropyCommitment, Player, PublicKey, ServerSeed, Signer, StartFacts,
    entropy_commitment, seal, seed_commitment,
};
use giog_rules::record::{By, Closing, Record, RecordAction, RecordStatus, StandIn};
use giog_rules::{
    BySeat, Ceremony, CheckName, Event, Judgement, MatchId, PlayerId, Proof, RULES_VERSION,
    Receipt, Report, Stage, Timestamp, judge_line, replay, verify,
};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};
use uuid::Uuid;

/// 2026-01-31T12:00:00Z.
const STARTED_MS: i64 = 1_769_860_800_000;

fn operator() -> Signer {
    Signer::new(&[7; 32])
}

fn start_facts(setup: &Setup) -> StartFacts {
    let seats = setup.terms.seats();
    let committed = |seat, entropy: &Entropy| {
        EntropyCommitment(
            (!entropy.is_none()).then(|| entropy_commitment(setup.match_id, seat, entropy)),
        )
    };
    StartFacts {
        match_id: setup.match_id,
        rules: RULES_VERSION,
        variant: setup.terms.variant(),
        seats: u8::try_from(seats).expect("few seats"),
        options: setup.terms.options(),
        ceremony: setup.terms.ceremony(),
        // Whoever won the room's match before this one has the row of six.
        previous: setup.previous_winner.map(|_| MatchId(Uuid::from_u128(99))),
        players: BySeat::from_fn(seats, |seat| {
            if setup.entropy[seat].is_none() {
                Player::Bot {
                    bot: "steady".to_owned(),
                }
            } else {
                Player::Person {
                    id: PlayerId(Uuid::from_u128(seat.index() as u128)),
                }
            }
        }),
        seed_commitment: seed_commitment(setup.match_id, &setup.server_seed),
        entropy_commitments: setup.entropy.map(committed),
        entropy: setup.entropy.clone(),
    }
}

fn closing(setup: &Setup, played: &Played) -> Closing {
    let facts = start_facts(setup);
    let by_server = setup.start().steps.len();
    let actions = played
        .steps
        .iter()
        .enumerate()
        .map(|(index, step)| RecordAction {
            seat: step.seat,
            action: step.action.clone(),
            at_ms: index as u64 * 1500,
            by: if index < by_server {
                By::Server
            } else if index % 5 == 4 {
                By::Clock
            } else {
                By::Player
            },
        });
    let commitments = played
        .steps
        .iter()
        .flat_map(|step| &step.events)
        .filter_map(Event::sealed)
        .map(|sealed| Commitment {
            label: sealed.label,
            commitment: seal(&setup.server_seed, setup.match_id, sealed).commitment,
        });
    Closing {
        start_signature: operator().sign_start(&facts),
        start: facts,
        stand_ins: BySeat::from_fn(setup.terms.seats(), |seat| match seat.index() {
            1 => vec![StandIn {
                from: 3,
                to: 9,
                by: By::Bot,
            }],
            _ => Vec::new(),
        }),
        deal: played.game.deal().clone(),
        actions: actions.collect(),
        status: if played.game.stage() == Stage::Over {
            RecordStatus::Over
        } else {
            RecordStatus::Abandoned
        },
        started_at: Timestamp::from_unix_ms(STARTED_MS),
        ended_at: Timestamp::from_unix_ms(STARTED_MS + 600_000),
        server_seed: setup.server_seed.clone(),
        commitments: commitments.collect(),
    }
}

fn record(setup: &Setup, most: usize) -> Record {
    Record::sign(closing(setup, &setup.play(most, |_, _| ())), &operator())
        .expect("a played match can be recorded")
}

/// What the player of the first person's seat keeps.
fn receipt(record: &Record) -> Receipt {
    let fairness = &record.fairness;
    let seat = fairness
        .entropy
        .iter()
        .find(|(_, entropy)| !entropy.is_none())
        .map(|(seat, _)| seat);
    let seat = seat.expect("a person plays");
    Receipt {
        match_id: record.match_id,
        seed_commitment: fairness.seed_commitment,
        seat,
        entropy: fairness.entropy[seat].clone(),
        start_signature: fairness.start_signature,
        commitments: fairness
            .commitments
            .iter()
            .skip(1)
            .step_by(2)
            .copied()
            .collect(),
    }
}

fn known() -> [PublicKey; 1] {
    [operator().public_key()]
}

fn failed(report: &Report) -> Vec<CheckName> {
    report
        .checks
        .iter()
        .filter(|check| check.result == Proof::Fail)
        .map(|check| check.name)
        .collect()
}

/// One match, the same every time.
fn some_setup(wanted: impl Fn(&Setup) -> bool) -> Setup {
    let mut runner = TestRunner::deterministic();
    std::iter::repeat_with(|| {
        setups()
            .new_tree(&mut runner)
            .expect("setups have no filter")
            .current()
    })
    .find(wanted)
    .expect("repeated for ever")
}

fn canonical(json: &Value) -> Vec<u8> {
    serde_json_canonicalizer::to_vec(json).expect("plain JSON")
}

/// Every JSON that differs from `json` in one place.
fn alterations(json: &Value) -> Vec<Value> {
    let mut altered = match json {
        Value::Null => vec![json!(0), json!([])],
        Value::Bool(value) => vec![json!(!value)],
        Value::Number(number) => vec![
            json!(number.as_i64().unwrap_or(0) + 1),
            json!(-1),
            Value::Null,
        ],
        Value::String(text) => vec![
            json!(format!("{text}0")),
            json!(""),
            json!(flip_last(text)),
            Value::Null,
        ],
        Value::Array(_) | Value::Object(_) => vec![Value::Null],
    };
    if let Value::Array(things) = json {
        altered.push(json!([things.as_slice(), &[json!(0)]].concat()));
        for (index, thing) in things.iter().enumerate() {
            let with =
                |some: &[Value]| json!([&things[..index], some, &things[index + 1..]].concat());
            altered.extend([with(&[]), with(&[thing.clone(), thing.clone()])]);
            altered.extend(alterations(thing).into_iter().map(|other| with(&[other])));
        }
    }
    if let Value::Object(fields) = json {
        let with = |name: &str, value: Option<Value>| {
            let mut fields = fields.clone();
            fields.remove(name);
            fields.extend(value.map(|value| (name.to_owned(), value)));
            Value::Object(fields)
        };
        altered.push(with("note", Some(json!("more"))));
        for (name, value) in fields {
            altered.push(with(name, None));
            altered.extend(
                alterations(value)
                    .into_iter()
                    .map(|other| with(name, Some(other))),
            );
        }
    }
    altered.retain(|other| other != json);
    altered
}

/// The text with its last letter or digit exchanged for a neighbour, which keeps most texts well formed.
fn flip_last(text: &str) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    if let Some(last) = letters
        .iter_mut()
        .rev()
        .find(|letter| letter.is_ascii_alphanumeric())
    {
        *last = match *last {
            '0' => '1',
            letter if letter.is_ascii_digit() => '0',
            letter if letter.is_ascii_lowercase() => letter.to_ascii_uppercase(),
            letter => letter.to_ascii_lowercase(),
        };
    }
    letters.into_iter().collect()
}

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
        prop_assert_eq!(&verdict.result, &record.result);
        let replayed = replay(&record).expect("a record can be replayed");
        prop_assert_eq!(replayed.opening, played.opening);
        for (step, taken) in replayed.steps.iter().zip(&played.steps) {
            prop_assert_eq!((step.seat, &step.action, &step.events), (taken.seat, &taken.action, &taken.events));
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

#[test]
fn whatever_is_altered_in_a_record_it_no_longer_proves() {
    let setup =
        some_setup(|setup| setup.terms.seats() == 3 && setup.terms.ceremony() == Ceremony::Server);
    let json: Value =
        serde_json::from_slice(&record(&setup, 14).canonical_bytes()).expect("a record is JSON");
    let altered = alterations(&json);
    assert!(altered.len() > 500, "{} alterations", altered.len());
    for other in altered {
        let report = verify(&canonical(&other), None, &known());
        assert_eq!(report.verdict, Proof::Fail, "{other}");
    }
}

#[test]
fn another_writing_of_a_record_is_no_record() {
    let text = String::from_utf8(record(&some_setup(|_| true), 200).canonical_bytes())
        .expect("JSON is text");
    for (from, to) in [
        ("{", "{ "),
        ("\"format\":1", "\"format\":1.0"),
        ("\"format\":1", "\"format\":1e0"),
        ("\"format\":1", "\"format\":1,\"format\":1"),
        ("\"at_ms\":0", "\"at_ms\":-0"),
        ("\"do\"", "\"d\\u006f\""),
        ("\"seat\":0", "\"seat\":0,\"seat\":0"),
    ] {
        let other = text.replacen(from, to, 1);
        assert_ne!(other, text, "{from}");
        assert_eq!(
            verify(other.as_bytes(), None, &known()).verdict,
            Proof::Fail,
            "{to}"
        );
    }
    assert_eq!(
        verify(format!("{text}\n").as_bytes(), None, &known()).verdict,
        Proof::Fail
    );
}

#[test]
fn what_an_operator_alters_and_signs_again_fails_the_check_that_is_about_it() {
    let setup = some_setup(|setup| {
        setup.terms.seats() == 3
            && setup.terms.ceremony() == Ceremony::Server
            && !setup.entropy[common::FIRST].is_none()
    });
    let check = |alter: &dyn Fn(&mut Record), expected: CheckName| {
        let mut record = record(&setup, 1000);
        alter(&mut record);
        record.signature = operator().sign_record(&record.unsigned_bytes());
        let failed = failed(&verify(&record.canonical_bytes(), None, &known()));
        assert!(
            failed.contains(&expected),
            "{expected:?} is not among {failed:?}"
        );
        assert!(
            !failed.contains(&CheckName::RecordSignature) && !failed.contains(&CheckName::Format)
        );
    };
    check(
        &|record| record.previous = Some(MatchId(Uuid::nil())),
        CheckName::StartSignature,
    );
    check(
        &|record| record.players[common::FIRST].player = Player::Bot { bot: "x".into() },
        CheckName::StartSignature,
    );
    check(
        &|record| record.fairness.server_seed.0[0] ^= 1,
        CheckName::SeedCommitment,
    );
    check(
        &|record| record.fairness.server_seed.0[0] ^= 1,
        CheckName::Plays,
    );
    check(
        &|record| record.fairness.entropy[common::FIRST] = Entropy::NONE,
        CheckName::EntropyCommitments,
    );
    check(&|record| record.stacks.swap(0, 1), CheckName::Shuffle);
    check(&|record| record.six = None, CheckName::Shuffle);
    check(
        &|record| record.actions[0].by = By::Player,
        CheckName::Ceremony,
    );
    check(
        &|record| record.actions.last_mut().expect("actions").by = By::Server,
        CheckName::Ceremony,
    );
    check(
        &|record| record.result.captured[common::FIRST] += 1,
        CheckName::Result,
    );
    check(&|record| record.result.winners = None, CheckName::Result);
    check(&|record| drop(record.actions.pop()), CheckName::Rules);
    check(
        &|record| record.fairness.commitments.truncate(3),
        CheckName::Commitments,
    );
    check(
        &|record| record.fairness.commitments.swap(0, 1),
        CheckName::Commitments,
    );
    check(
        &|record| record.fairness.commitments.extend_from_within(..1),
        CheckName::Commitments,
    );
    check(
        &|record| record.fairness.commitments[0].commitment.0[0] ^= 1,
        CheckName::Plays,
    );
}

#[test]
fn a_match_dealt_otherwise_and_signed_again_fails_against_a_receipt() {
    let setup =
        some_setup(|setup| setup.terms.seats() == 4 && !setup.entropy[common::FIRST].is_none());
    let kept = receipt(&record(&setup, 1000));
    let check = |other: &Setup, expected: &[CheckName]| {
        let bytes = record(other, 1000).canonical_bytes();
        assert_eq!(
            verify(&bytes, None, &known()).verdict,
            Proof::Pass,
            "it is consistent in itself"
        );
        let report = verify(&bytes, Some(&kept), &known());
        let failed = failed(&report);
        assert!(
            expected.iter().all(|name| failed.contains(name)),
            "{expected:?} are not among {failed:?}"
        );
        assert_eq!(report.verdict, Proof::Fail);
    };
    let otherwise = |alter: &dyn Fn(&mut Setup)| {
        let mut other = setup.clone();
        alter(&mut other);
        other
    };
    let (seed, start) = (CheckName::ReceiptSeed, CheckName::ReceiptStart);
    check(
        &otherwise(&|other| other.server_seed = ServerSeed::new([1; 32])),
        &[seed, start],
    );
    check(
        &otherwise(&|other| other.match_id = MatchId(Uuid::nil())),
        &[CheckName::ReceiptMatch, seed, start],
    );
    let own =
        |other: &mut Setup| other.entropy[kept.seat] = Entropy::new(vec![1, 2, 3]).expect("short");
    check(&otherwise(&own), &[CheckName::ReceiptEntropy, start]);
    let neighbour = |other: &mut Setup| {
        other.entropy[common::LAST_OF_FOUR] = Entropy::new(vec![9]).expect("short");
    };
    check(&otherwise(&neighbour), &[start]);
    check(
        &otherwise(&|other| other.choices = [0; 32]),
        &[CheckName::ReceiptCommitments],
    );
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
