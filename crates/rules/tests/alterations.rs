//! An altered record is never valid.

mod common;

use common::Setup;
use common::record::{failed, known, operator, receipt, record, some_setup, some_setup_in};
use giog_rules::fairness::{Commitment, Entropy, ServerSeed};
use giog_rules::record::{By, Player, Record};
use giog_rules::tricks::{self, Variant};
use giog_rules::{Action, Ceremony, CheckName, MatchId, MatchResult, Proof, Receipt, Seat, verify};
use serde_json::{Value, json};
use uuid::Uuid;

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

/// The text with its last letter or digit replaced by a neighbour, so that most texts stay well formed.
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

/// Alters a record of at most this number of actions, and verifies every `step`-th alteration.
fn check_alterations(variant: Variant, ceremony: Ceremony, most: usize, step: usize) {
    let setup = some_setup(|setup| {
        let terms = &setup.terms;
        // The room's previous match alone does not show who should have exposed a stack.
        let first = setup.previous_winner.is_none() || terms.ceremony() == Ceremony::Server;
        (terms.variant(), terms.seats(), terms.ceremony()) == (variant, 3, ceremony) && first
    });
    let bytes = record(&setup, most).canonical_bytes();
    assert_eq!(verify(&bytes, None, &known()).verdict, Proof::Pass);
    let altered = alterations(&serde_json::from_slice(&bytes).expect("a record is JSON"));
    assert!(altered.len() > 500, "{} alterations", altered.len());
    for other in altered.iter().step_by(step) {
        let report = verify(&canonical(other), None, &known());
        assert_eq!(report.verdict, Proof::Fail, "{other}");
    }
}

fn result(record: &mut Record) -> &mut tricks::MatchResult {
    match &mut record.result {
        MatchResult::Tricks(result) => result,
        _ => panic!("a trick game"),
    }
}

#[test]
fn whatever_is_altered_in_an_abandoned_match_it_no_longer_proves() {
    check_alterations(Variant::Giog, Ceremony::Server, 14, 1);
}

#[test]
fn whatever_is_altered_in_a_finished_match_it_no_longer_proves() {
    // A prime, so that every field of repeated objects is altered at some place. All alterations take a minute.
    check_alterations(Variant::Giog, Ceremony::Server, 1000, 7);
}

#[test]
fn whatever_is_altered_in_a_match_of_any_variant_it_no_longer_proves() {
    for variant in Variant::ALL {
        check_alterations(variant, Ceremony::Players, 20, 11);
    }
}

#[test]
fn lots_and_throws_that_an_operator_alters_and_signs_again_fail() {
    let check = |record: &Record, alter: &dyn Fn(&mut Record), expected: CheckName| {
        let mut record = record.clone();
        alter(&mut record);
        record.signature = operator().sign_record(&record.unsigned_bytes());
        let failed = failed(&verify(&record.canonical_bytes(), None, &known()));
        assert!(
            failed.contains(&expected),
            "{}: {expected:?} is not among {failed:?}",
            record.variant
        );
    };
    let other_exposer = |record: &mut Record| {
        let seats = usize::from(record.seats);
        record.exposer = record
            .exposer
            .map(|seat| Seat::new((seat.index() + 1) % seats));
    };
    let other_die = |record: &mut Record| {
        if let Some(dice) = &mut record.dice {
            dice[common::FIRST] = 7 - dice[common::FIRST];
        }
    };
    let other_throw = |record: &mut Record| {
        record.fairness.commitments[0].commitment.0[0] ^= 1;
    };
    let fewer_throws = |record: &mut Record| record.fairness.commitments.truncate(1);
    let (mut exposers, mut dice, mut throws) = (0, 0, 0);
    for variant in Variant::ALL {
        let setup = some_setup_in(variant, |setup| {
            setup.terms.ceremony() == Ceremony::Players && setup.previous_winner.is_none()
        });
        let record = record(&setup, 1000);
        if record.exposer.is_some() {
            exposers += 1;
            check(&record, &other_exposer, CheckName::Shuffle);
        }
        if record.dice.is_some() {
            dice += 1;
            check(&record, &other_die, CheckName::Shuffle);
        }
        let first = record.actions.first().map(|taken| &taken.action);
        if let Some(Action::Tricks(tricks::Action::Throw { .. })) = first {
            throws += 1;
            check(&record, &other_throw, CheckName::Plays);
            check(&record, &fewer_throws, CheckName::Commitments);
        }
    }
    assert!(exposers > 0 && dice > 0 && throws > 0);
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
        verify(format!("{text} ").as_bytes(), None, &known()).verdict,
        Proof::Fail
    );
}

#[test]
fn what_an_operator_alters_and_signs_again_fails_the_check_that_is_about_it() {
    let setup = some_setup(|setup| {
        setup.terms.variant() == Variant::Giog
            && setup.terms.seats() == 3
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
        &|record| result(record).captured[common::FIRST] += 1,
        CheckName::Result,
    );
    check(&|record| result(record).winners = None, CheckName::Result);
    check(&|record| drop(record.actions.pop()), CheckName::Rules);
    check(
        &|record| record.fairness.commitments.truncate(3),
        CheckName::Commitments,
    );
    let reorderings: [fn(&mut Vec<Commitment>); 2] =
        [|all| all.swap(0, 1), |all| all.extend_from_within(..1)];
    for reorder in reorderings {
        check(
            &|record| reorder(&mut record.fairness.commitments),
            CheckName::Commitments,
        );
    }
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
fn a_receipt_that_was_begun_during_the_match_proves_nothing_of_what_was_before() {
    let setup =
        some_setup(|setup| setup.terms.seats() == 4 && !setup.entropy[common::FIRST].is_none());
    let record = record(&setup, 1000);
    let late = Receipt {
        late: true,
        ..receipt(&record)
    };
    let report = verify(&record.canonical_bytes(), Some(&late), &known());
    let unknown: Vec<_> = report
        .checks
        .iter()
        .filter(|check| check.result == Proof::Unknown)
        .map(|check| check.name)
        .collect();
    assert_eq!(unknown, [CheckName::ReceiptSeed, CheckName::ReceiptEntropy]);
    assert_eq!(report.verdict, Proof::Unknown);
    let written = serde_json::to_string(&late).expect("plain JSON");
    assert!(written.ends_with(r#""late":true}"#), "{written}");
    let other = Receipt {
        entropy: Entropy::new(vec![1, 2, 3]).expect("short"),
        ..late
    };
    let report = verify(&record.canonical_bytes(), Some(&other), &known());
    assert_eq!(failed(&report), [CheckName::ReceiptEntropy]);
}

#[test]
fn a_receipt_without_entropy_does_not_claim_that_there_was_some() {
    let setup = some_setup(|setup| setup.entropy[common::FIRST].is_none());
    let record = record(&setup, 1000);
    let without = Receipt {
        seat: common::FIRST,
        entropy: Entropy::NONE,
        ..receipt(&record)
    };
    let report = verify(&record.canonical_bytes(), Some(&without), &known());
    assert_eq!(report.verdict, Proof::Pass);
    let check = (report.checks.iter()).find(|check| check.name == CheckName::ReceiptEntropy);
    let text = &check.expect("a receipt was given").text;
    assert!(text.starts_with("You gave no entropy"), "{text}");
    let claimed = Receipt {
        entropy: Entropy::new(vec![1]).expect("short"),
        ..without
    };
    let report = verify(&record.canonical_bytes(), Some(&claimed), &known());
    assert_eq!(failed(&report), [CheckName::ReceiptEntropy]);
}

#[test]
fn numbers_that_not_every_reader_takes_for_the_same_are_none_of_a_record() {
    const LARGEST: i64 = (1 << 53) - 1;
    for (ended_at, holds) in [(LARGEST, true), (LARGEST + 1, false)] {
        let mut record = record(&some_setup(|_| true), 1000);
        let last = record.actions.last_mut().expect("a played match");
        last.at_ms = ended_at.unsigned_abs();
        let report = verify(&record.canonical_bytes(), None, &known());
        assert_eq!(!failed(&report).contains(&CheckName::Format), holds);
    }
}
