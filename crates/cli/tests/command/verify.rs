//! `giog verify` tells what a record proves, wherever the record comes from.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::PathBuf;

use crate::common::{giog, text};
use giog_rules::fairness::{
    Commitment, Entropy, EntropyCommitment, ServerSeed, Signer, Stream, entropy_commitment,
    match_seed, seal, seed_commitment,
};
use giog_rules::record::{By, Closing, Player, Record, RecordAction, RecordStatus, StartFacts};
use giog_rules::{
    BySeat, Ceremony, Deal, Event, HandedOn, Match, MatchId, Options, PlayerId, RULES_VERSION,
    Receipt, Seat, Terms, Timestamp, Variant,
};
use serde_json::Value;
use tempfile::TempDir;
use uuid::Uuid;

const MATCH: MatchId = MatchId(Uuid::from_bytes([3; 16]));

fn operator() -> Signer {
    Signer::new(&[7; 32])
}

/// A match that two people played by taking every default.
fn record() -> Record {
    record_of(2)
}

/// The same by so many people.
pub fn record_of(seats: u8) -> Record {
    let people = usize::from(seats);
    let seed = ServerSeed::new([4; 32]);
    let terms = Terms::new(
        Variant::default(),
        people,
        Options::default(),
        Ceremony::Players,
    )
    .expect("terms");
    let entropy = BySeat::from_fn(people, |_| Entropy::new(vec![5; 32]).expect("not too long"));
    let start = StartFacts {
        match_id: MATCH,
        rules: RULES_VERSION,
        variant: terms.variant(),
        seats,
        options: terms.options(),
        ceremony: terms.ceremony(),
        previous: None,
        players: BySeat::from_fn(people, |seat| Player::Person {
            id: PlayerId(Uuid::from_u128(seat.index() as u128)),
        }),
        seed_commitment: seed_commitment(MATCH, &seed),
        entropy_commitments: entropy
            .map(|seat, entropy| EntropyCommitment(Some(entropy_commitment(MATCH, seat, entropy)))),
        entropy: entropy.clone(),
    };
    let deal = Deal::from_stream(
        &terms,
        HandedOn::default(),
        &mut Stream::new(&match_seed(&seed, MATCH, &entropy)),
    );
    let mut game = Match::start(&terms, deal.clone(), None).game;
    let (mut actions, mut commitments) = (Vec::new(), Vec::new());
    loop {
        let seat = game.waiting().next();
        let Some(seat) = seat else { break };
        let action = game.default_action(seat).expect("a default");
        let events = game.act(seat, &action).expect("defaults are legal");
        commitments.extend(
            events
                .iter()
                .flat_map(Event::sealed)
                .map(|sealed| Commitment {
                    label: sealed.label,
                    commitment: seal(&seed, MATCH, sealed).commitment,
                }),
        );
        actions.push(RecordAction {
            seat,
            action,
            at_ms: 0,
            by: By::Player,
        });
    }
    let closing = Closing {
        start_signature: operator().sign_start(&start),
        start,
        stand_ins: BySeat::new(people),
        deal,
        actions,
        status: RecordStatus::Over,
        started_at: Timestamp::from_unix_ms(0),
        ended_at: Timestamp::from_unix_ms(1),
        server_seed: seed,
        commitments,
    };
    Record::sign(closing, &operator()).expect("a played match can be recorded")
}

fn receipt(record: &Record) -> Receipt {
    let (fairness, seat) = (&record.fairness, Seat::new(0));
    Receipt {
        match_id: record.match_id,
        seed_commitment: fairness.seed_commitment,
        seat,
        entropy: fairness.entropy[seat].clone(),
        start_signature: fairness.start_signature,
        commitments: fairness.commitments.clone(),
        late: false,
    }
}

fn file(folder: &TempDir, name: &str, bytes: &[u8]) -> String {
    let path: PathBuf = folder.path().join(name);
    fs::write(&path, bytes).expect("a file can be written");
    path.to_str().expect("a plain path").to_owned()
}

#[test]
fn a_record_from_a_file_or_standard_input_is_proven_with_key_and_receipt() {
    let (folder, record) = (TempDir::new().expect("a folder"), record());
    let name = file(&folder, "record.json", &record.canonical_bytes());
    let kept = file(
        &folder,
        "receipt.json",
        &serde_json::to_vec(&receipt(&record)).expect("JSON"),
    );
    let key = operator().public_key().to_string();
    let output = giog(&["verify", &name, "--receipt", &kept, "--key", &key], b"");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert!(
        text(&output)
            .lines()
            .filter(|line| line.starts_with("  pass "))
            .count()
            > 10,
        "{}",
        text(&output)
    );
    assert!(text(&output).ends_with("\nproven\n"), "{}", text(&output));
    // With a line end, as a shell or an editor appends it.
    let with_line_end = [record.canonical_bytes(), b"\n".to_vec()].concat();
    assert_eq!(
        giog(&["verify", "-", "--key", &key], &with_line_end)
            .status
            .code(),
        Some(0)
    );
}

#[test]
fn without_a_key_the_signer_is_unknown_and_with_another_one_it_is_not_proven() {
    let record = record().canonical_bytes();
    let output = giog(&["verify", "-", "--json"], &record);
    assert_eq!(output.status.code(), Some(0));
    let report: Value = serde_json::from_str(text(&output)).expect("JSON");
    assert_eq!(
        (&report["verdict"], &report["published_by"]),
        (&"unknown".into(), &Value::Null)
    );
    assert_eq!(report["signer"], operator().public_key().to_string());
    let other = Signer::new(&[8; 32]).public_key().to_string();
    let output = giog(&["verify", "-", "--key", &other], &record);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output).ends_with("\nNOT proven\n"),
        "{}",
        text(&output)
    );
}

#[test]
fn a_changed_record_or_another_receipt_fails() {
    let (folder, record) = (TempDir::new().expect("a folder"), record());
    let changed = String::from_utf8(record.canonical_bytes())
        .expect("text")
        .replace("\"at_ms\":0", "\"at_ms\":1");
    let output = giog(&["verify", "-"], changed.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output).contains("  FAIL "), "{}", text(&output));
    let other = Receipt {
        entropy: Entropy::new(vec![6; 32]).expect("short"),
        ..receipt(&record)
    };
    let kept = file(
        &folder,
        "receipt.json",
        &serde_json::to_vec(&other).expect("JSON"),
    );
    assert_eq!(
        giog(
            &["verify", "-", "--receipt", &kept],
            &record.canonical_bytes()
        )
        .status
        .code(),
        Some(1)
    );
}

#[test]
fn what_cannot_be_read_is_neither() {
    let record = record().canonical_bytes();
    for arguments in [
        &["verify", "/there/is/no/such/file"][..],
        &["verify", "-", "--receipt", "/there/is/no/such/file"],
        &["verify", "-", "--key", "no-key"],
        &["verify", "http://127.0.0.1:1/api/v1/matches/m"],
    ] {
        let output = giog(arguments, &record);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(
            output.stdout.is_empty() && !output.stderr.is_empty(),
            "{arguments:?}"
        );
    }
    assert_eq!(giog(&["verify", "-"], b"no record").status.code(), Some(2));
}

#[test]
fn json_is_one_object_whatever_was_found() {
    let record = record().canonical_bytes();
    let cut_off = &record[..record.len() / 2];
    for (arguments, input, verdict, failed, has_error) in [
        (&["verify", "-", "--json"][..], cut_off, "fail", 1, false),
        (&["verify", "-", "--json"], b"", "fail", 1, false),
        (&["verify", "-", "--json"], b"\xff", "fail", 1, false),
        (
            &["verify", "/no/such/file", "--json"],
            b"",
            "unknown",
            0,
            true,
        ),
        (
            &["verify", "-", "--json", "--receipt", "/no/such/file"],
            &record,
            "unknown",
            0,
            true,
        ),
    ] {
        let output = giog(arguments, input);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let report: Value = serde_json::from_str(text(&output)).expect("one object");
        assert_eq!(report["verdict"], verdict, "{report}");
        assert_eq!(report["checks"].as_array().map(Vec::len), Some(failed));
        assert_eq!(report["signer"], Value::Null);
        assert_eq!(report["error"].is_string(), has_error, "{report}");
    }
}

#[test]
fn of_several_records_each_has_its_line_and_the_worst_decides() {
    let (folder, record) = (
        TempDir::new().expect("a folder"),
        record().canonical_bytes(),
    );
    let whole = file(&folder, "whole.json", &record);
    let changed = String::from_utf8(record).expect("text");
    let changed = changed.replace("\"at_ms\":0", "\"at_ms\":1");
    let changed = file(&folder, "changed.json", changed.as_bytes());
    let broken = file(&folder, "broken.json", b"{");
    let check = |records: &[&str], status: i32, last: &str| {
        let output = giog(&[&["verify"], records].concat(), b"");
        assert_eq!(output.status.code(), Some(status), "{records:?}");
        assert_eq!(text(&output).lines().last(), Some(last));
    };
    check(
        &[&whole, &whole],
        0,
        "2 proven, 0 NOT proven, 0 that could not be checked",
    );
    check(
        &[&whole, &broken],
        2,
        "1 proven, 0 NOT proven, 1 that could not be checked",
    );
    check(
        &[&whole, &broken, &changed],
        1,
        "1 proven, 1 NOT proven, 1 that could not be checked",
    );
    let output = giog(&["verify", &whole, &changed, &broken, "--json"], b"");
    let reports = text(&output).lines().map(|line| {
        let report: Value = serde_json::from_str(line).expect("an object a line");
        (report["record"].clone(), report["verdict"].clone())
    });
    let expected = [(whole, "unknown"), (changed, "fail"), (broken, "fail")];
    let expected = expected.map(|(name, verdict)| (name.into(), verdict.into()));
    assert_eq!(reports.collect::<Vec<(Value, Value)>>(), expected);
    // Without a terminal, no progress is shown.
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn on_a_terminal_it_is_seen_how_many_records_are_checked() {
    use crate::common::on_a_terminal;

    let (folder, record) = (
        TempDir::new().expect("a folder"),
        record().canonical_bytes(),
    );
    let name = file(&folder, "record.json", &record);
    let Some(told) = on_a_terminal(&["verify", "--json", &name, &name]) else {
        return;
    };
    assert!(told.contains(" of 2, "), "{told:?}");
    let told = on_a_terminal(&["verify", "--json", &name]);
    let told = told.expect("there is a terminal");
    assert!(
        told.contains("\"verdict\"") && !told.contains(" of 1, "),
        "{told:?}"
    );
}

#[test]
fn a_record_of_a_game_that_nobody_knows_is_shown_with_what_is_proven_and_is_not_proven() {
    let worked = include_str!("../../../rules/tests/vectors/unknown-game.json");
    let worked: Value = serde_json::from_str(worked).expect("JSON");
    let record = worked["record"].as_str().expect("a record");
    let key = worked["key"].as_str().expect("a key");
    let output = giog(&["verify", "-", "--key", key], record.as_bytes());
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let shown = text(&output);
    assert!(shown.contains("(three-kingdoms, 2 players)"), "{shown}");
    assert!(shown.contains(&format!("signed with {key}")), "{shown}");
    assert!(shown.ends_with("\nNOT proven\n"), "{shown}");
    let count = |start| {
        let lines = shown.lines();
        lines.filter(|line| line.starts_with(start)).count()
    };
    assert_eq!(
        (count("  pass "), count("  FAIL "), count("  unknown ")),
        (5, 0, 7)
    );
    let output = giog(&["verify", "-", "--json"], record.as_bytes());
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let report: Value = serde_json::from_str(text(&output)).expect("JSON");
    assert_eq!(
        (report["verdict"].as_str(), report["signer"].as_str()),
        (Some("unknown"), Some(key))
    );
}

/// A server that answers each of these paths with its bytes until the test ends; returns its address.
fn serve(pages: Vec<(&'static str, Vec<u8>)>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.expect("a connection");
            let mut lines = BufReader::new(stream.try_clone().expect("a second handle")).lines();
            let request = lines.next().expect("a request").expect("text");
            lines.find(|line| line.as_ref().is_ok_and(String::is_empty));
            let path = request.split(' ').nth(1).expect("a path");
            let page = pages.iter().find(|(of, _)| *of == path);
            let (status, body) =
                page.map_or(("404 Not Found", &[][..]), |(_, body)| ("200 OK", body));
            let head = format!(
                "HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                body.len()
            );
            stream
                .write_all(&[head.as_bytes(), body].concat())
                .expect("the client reads");
        }
    });
    format!("http://{address}")
}

#[test]
fn the_address_of_a_match_is_enough_and_what_its_server_says_of_itself_proves_nothing() {
    let key = operator().public_key().to_string();
    let keys = format!(r#"{{"keys":[{{"public_key":"{key}"}}]}}"#);
    let record = record().canonical_bytes();
    let server = serve(vec![
        ("/api/v1/matches/m/record", record),
        ("/api/v1/keys", keys.into_bytes()),
    ]);
    let output = giog(
        &["verify", &format!("{server}/api/v1/matches/m"), "--json"],
        b"",
    );
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let report: Value = serde_json::from_str(text(&output)).expect("JSON");
    assert_eq!(
        (&report["verdict"], &report["published_by"]),
        (&"unknown".into(), &server.as_str().into())
    );
    let output = giog(
        &[
            "verify",
            &format!("{server}/api/v1/matches/m/record"),
            "--key",
            &key,
        ],
        b"",
    );
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(
        text(&output).contains("publishes this key as its own"),
        "{}",
        text(&output)
    );
    let missing = giog(&["verify", &format!("{server}/api/v1/matches/other")], b"");
    assert_eq!(missing.status.code(), Some(2));
}

#[test]
fn the_final_table_of_a_season_is_proven_for_its_signer() {
    let key = operator().public_key().to_string();
    let table = serde_json::json!({
        "season": "2026-q3", "variant": "giog", "seats": "4-5", "clock": "live",
        "ended_at": "2026-10-01T00:00:00.000Z", "signer": key, "later": 1,
        "places": [{
            "player": Uuid::from_u128(5), "points": 1_700, "plus_minus": 90,
            "dan": { "dan": 4, "points": 30, "goal": 400 }, "matches": 60,
        }],
    });
    let signature = operator().sign_season(&table);
    let answer =
        |table: &Value| serde_json::json!({ "table": table, "signature": signature, "names": [] });
    let mut changed = table.clone();
    changed["places"][0]["points"] = 1_701.into();
    let mut fraction = table.clone();
    fraction["later"] = 0.5.into();
    let other = "00".repeat(32);
    for (table, keys, status, told) in [
        (&table, &[][..], 0, "proven, if the signer"),
        (&table, &["--key", &key][..], 0, "proven"),
        (&table, &["--key", &other][..], 1, "NOT proven"),
        (&changed, &["--key", &key][..], 1, "NOT proven"),
        (&fraction, &[][..], 1, "NOT proven"),
    ] {
        let arguments = [&["verify", "-"], keys].concat();
        let output = giog(&arguments, answer(table).to_string().as_bytes());
        let lines = text(&output);
        assert_eq!(output.status.code(), Some(status), "{lines}");
        assert!(
            lines.starts_with("final table of season 2026-q3 (giog, 4-5 players), places: 1"),
            "{lines}"
        );
        let last = lines.lines().last().expect("a line");
        assert!(last.starts_with(told), "{lines}");
    }
}
