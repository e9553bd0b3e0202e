//! `giog judge` implements the referee of `docs/RECORD.md`.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use crate::common::{giog, text};
use serde_json::Value;

/// A case's input line with its verdict.
fn cases() -> Vec<(String, Value)> {
    let cases = giog_rules::Variant::ALL.into_iter();
    let cases = cases.flat_map(|game| crate::games::lines(game, "cases.jsonl"));
    cases
        .map(|case| {
            let input = case["line"]
                .as_str()
                .map_or_else(|| case["record"].to_string(), str::to_owned);
            (input, case["verdict"].clone())
        })
        .collect()
}

#[test]
fn every_worked_case_is_judged_in_its_order() {
    let cases = cases();
    let lines: Vec<&str> = cases.iter().map(|(line, _)| line.as_str()).collect();
    let input = lines.join("\n");
    let output = giog(&["judge"], input.as_bytes());
    assert!(output.status.success());
    let verdicts: Vec<Value> = text(&output)
        .lines()
        .map(|line| serde_json::from_str(line).expect("a verdict is JSON"))
        .collect();
    assert_eq!(verdicts.len(), cases.len());
    for (verdict, (line, expected)) in verdicts.iter().zip(&cases) {
        if expected["status"] == "invalid" {
            assert!(
                verdict["status"] == "invalid" && verdict["error"].is_string(),
                "{line}"
            );
        } else {
            assert_eq!(verdict, expected, "{line}");
        }
    }
}

#[test]
fn lines_that_are_no_records_are_answered_and_blank_ones_skipped() {
    let output = giog(&["judge"], b"nonsense\n\n  \r\n\xff\xfe\n{}");
    assert!(output.status.success());
    let statuses: Vec<Value> = text(&output)
        .lines()
        .map(|line| {
            serde_json::from_str::<Value>(line).expect("a verdict is JSON")["status"].clone()
        })
        .collect();
    assert_eq!(statuses, ["invalid", "invalid", "invalid"]);
}

#[test]
fn no_input_is_no_output() {
    let output = giog(&["judge"], b"");
    assert!(output.status.success() && output.stdout.is_empty());
}

#[test]
fn whoever_sends_a_line_and_waits_gets_its_verdict() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_giog"))
        .arg("judge")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut input = child.stdin.take().expect("piped");
    let mut output = BufReader::new(child.stdout.take().expect("piped"));
    for _ in 0..3 {
        // The beginning of the next line has already been sent.
        input.write_all(b"no record\nno").expect("the binary reads");
        input.flush().expect("the binary reads");
        let mut verdict = String::new();
        output.read_line(&mut verdict).expect("the binary answers");
        assert!(verdict.contains("invalid"), "{verdict}");
    }
    drop(input);
    assert!(child.wait().expect("the binary ends").success());
}
