//! `giog bot check` finds what a program does wrong.

use std::path::Path;

use crate::common::{giog, text};

const EXAMPLE: &str = "../../docs/examples/bot.py";
/// The most lines of it, without the one that says what it is.
const MOST_LINES: usize = 10;
const DOCUMENT: &str = "../../docs/BOTS.md";
/// A program that plays legally, except for the fault that it is called with.
const FAULTY: &str = r#"
import json, sys, time
fault = sys.argv[1]
kept = []
def put(value):
    kept.append(value if isinstance(value, str) else json.dumps(value))
    if fault != "unflushed":
        print(kept.pop(), flush=True)
seen, matches, first = set(), set(), True
for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if fault == "crash-" + kind: sys.exit(3)
    if fault == "crash-unknown-message" and kind not in ("hello", "start", "turn", "over", "ping"): sys.exit(3)
    if kind == "hello":
        fault = message.get("options", {}).get("fault", fault)
        put({"name": "Faulty", "author": "test", "options": ["fault"]})
    if kind == "ping": put({"type": "pong"})
    if fault == "unasked" and kind == "start": put({"do": "take_back"})
    if kind == "start":
        matches.add(message["match"])
        if fault == "crash-second-match" and len(matches) > 1: sys.exit(3)
    if kind != "turn": continue
    place = (message["match"], message["turn"])
    if fault == "once" and place in seen: continue
    seen.add(place)
    if fault == "silent": continue
    if fault == "crash-unknown-field" and "mood" in message["view"]: sys.exit(3)
    if fault == "crash-unknown-event" and any(event["do"] == "sneeze" for event in message["events"]): sys.exit(3)
    if fault == "crash-order" and not line.startswith('{"type"'): sys.exit(3)
    if fault == "crash-clock" and message["left_ms"] is None: sys.exit(3)
    if fault == "crash-resume" and first and message["turn"] > 0: sys.exit(3)
    first = False
    if fault == "slow": time.sleep(message["left_ms"] / 1000 * 1.5)
    action = dict(message["decision"]["actions"][0])
    if fault == "not-json": action = "I think " + str(action)
    if fault == "not-object": action = [action]
    if fault == "no-action": del action["do"]
    if fault == "bad-action": action["do"] = "fly"
    if fault == "illegal": action = {"do": "play", "pieces": "KKKKK"}
    if fault == "wrong-match": action["match"] = "6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10"
    if fault == "wrong-turn": action["turn"] = message["turn"] + 1
    if fault == "too-long": action["why"] = "x" * 70000
    put(action)
    if fault == "extra": put("that was hard")
for line in kept: print(line, flush=True)
if fault == "exit": sys.exit(3)
if fault == "stays": time.sleep(600)
"#;
/// A program that needs longer to start than it may take for an answer.
const LOADS: &str = r#"
import json, sys, time
time.sleep(2)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        print(json.dumps(message["decision"]["actions"][0]), flush=True)
"#;
/// The faults that are planted.
const PLANTED: [&str; 23] = [
    "crash-hello",
    "crash-start",
    "crash-turn",
    "crash-over",
    "crash-ping",
    "crash-unknown-message",
    "crash-unknown-field",
    "crash-unknown-event",
    "crash-order",
    "crash-clock",
    "crash-resume",
    "crash-second-match",
    "exit",
    "not-json",
    "not-object",
    "no-action",
    "bad-action",
    "illegal",
    "extra",
    "unasked",
    "wrong-match",
    "wrong-turn",
    "too-long",
];

/// Those that show in answers that do not come in time.
const LATE: [&str; 5] = ["stays", "silent", "unflushed", "slow", "once"];

fn check(time: &str, games: &[&str], program: &[&str]) -> (Option<i32>, String) {
    check_with(&["--time", time], games, program)
}

fn check_with(options: &[&str], games: &[&str], program: &[&str]) -> (Option<i32>, String) {
    let mut words = vec!["bot", "check"];
    words.extend(options);
    for game in games {
        words.extend(["--game", game]);
    }
    words.push("--");
    words.extend(program);
    let output = giog(&words, b"");
    (output.status.code(), text(&output).to_owned())
}

#[test]
fn each_planted_fault_is_found_and_named() {
    let home = tempfile::tempdir().expect("a folder");
    let script = home.path().join("faulty.py");
    std::fs::write(&script, FAULTY).expect("it is written");
    let script = script.to_str().expect("a path");
    let find = |fault: &str, time: &str| {
        let (status, told) = check(time, &["giog"], &["python3", "-IS", script, fault]);
        let named = format!("{fault}: ");
        assert!(
            told.lines().any(|line| line.starts_with(&named)),
            "{fault}: {told}"
        );
        assert_eq!(status, Some(1), "{told}");
    };
    std::thread::scope(|threads| {
        // These take as long as they may, and the machine may be slow for all others.
        for fault in LATE {
            threads.spawn(move || find(fault, "1500"));
        }
        for fault in PLANTED {
            find(fault, "60000");
        }
    });
    let none = ["python3", "-IS", script, "none"];
    let (status, told) = check("60000", &["giog"], &none);
    assert_eq!(status, Some(0), "{told}");
    assert!(told.ends_with(" turns: nothing is wrong.\n"), "{told}");
    let planted = ["--time", "60000", "--option", "fault=extra"];
    let (status, told) = check_with(&planted, &["giog"], &none);
    assert!(told.contains("extra: ") && status == Some(1), "{told}");
    let (status, told) = check("1500", &["giog"], &["no-such-program"]);
    assert!(
        told.contains("not-started: ") && status == Some(1),
        "{told}"
    );
}

#[test]
fn the_program_of_ten_lines_is_right_in_every_game_and_beats_the_default() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let example = folder.join(EXAMPLE);
    let source = std::fs::read_to_string(&example).expect("the example");
    let (_, code) = source.split_once("\"\"\"\n\n").expect("what it is, first");
    assert!(code.lines().count() <= MOST_LINES, "{code}");
    let document = std::fs::read_to_string(folder.join(DOCUMENT)).expect("the document");
    assert!(document.contains(code), "it stands in the document");
    let example = example.to_str().expect("a path");
    let (status, told) = check("60000", &[], &["python3", "-IS", example]);
    assert_eq!(status, Some(0), "{told}");
    let program = format!("python3 -IS {example}");
    // It wins four of five; one of four would be its share among equals.
    let arena = "arena --deals 10 --seating alone --jobs 1 --fail-under 40 --fail-on-faults --timeout 60000";
    let engines = [&*program, "builtin:default"];
    let arena: Vec<&str> = arena.split(' ').chain(engines).collect();
    let played = giog(&arena, b"");
    assert_eq!(played.status.code(), Some(0), "{}", text(&played));
}

#[test]
fn a_program_that_loads_for_seconds_is_not_called_slow() {
    let (status, told) = check("1500", &["giog"], &["python3", "-IS", "-c", LOADS]);
    assert_eq!(status, Some(0), "{told}");
}
