//! `giog bot run`: programs that read and write lines of JSON play seats on a real server.

use std::path::Path;

use giog_rules::Variant;
use giog_tests::{Server, Socket, Terminal, quick};
use serde_json::{Value, json};

/// Plays every game: any legal action will do. Random matches on boards are long, so it resigns them.
const PROGRAM: &str = r#"
import json, random, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        action = random.choice(message["decision"]["actions"])
        if message["turn"] > 30 and "position" in message["view"]:
            action = {"do": "resign"}
        print(json.dumps(action), flush=True)
"#;
/// The most lines of a program that plays every game.
const MOST_LINES: usize = 15;
/// The games are played at the same time, at so many tables by each program: more than usual, and as many as a connection may have.
const TABLES: usize = 10;
/// Takes the default, notes its process and match, and ends with the match.
const OF_ONE_MATCH: &str = r#"
import json, os, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        print(json.dumps(message["decision"]["default"]), flush=True)
        with open(sys.argv[1], "a") as file:
            print(os.getpid(), message["match"], file=file)
    if message["type"] == "over":
        sys.exit(0)
"#;
/// Does something wrong in each of its first turns: no JSON, no action of any game, an illegal action; then it ends, and is silent.
const FAULTY: &str = r#"
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] != "turn":
        continue
    turn, default = message["turn"], message["decision"]["default"]
    echo = {"match": message["match"], "turn": turn}
    if turn == 0:
        print("thinking")
    elif turn == 1:
        print(json.dumps({"do": "fly"}))
    elif turn == 2:
        print(json.dumps({"do": "play", "pieces": "KKKKK"}))
    elif turn == 3:
        sys.exit(3)
    elif turn != 4:
        print(json.dumps({**default, **echo}))
    sys.stdout.flush()
"#;

/// A room that nobody has made ready yet; whoever made it does not sit.
async fn room(host: &mut Socket, settings: Value) -> Value {
    let key = settings["variant"].as_str().unwrap_or("table").to_owned();
    let make = json!({"type": "create_room", "key": key, "settings": settings, "sit": false});
    host.ask_ok(make).await["room"].clone()
}

/// A program in its own process, at these rooms.
fn program(home: &Path, server: &Server, name: &str, args: &[&str], rooms: &[&str]) -> Terminal {
    let url = format!("http://{}", server.address);
    let mut words = vec!["bot", "run", "--server", &url, "--name", name, "--once"];
    for room in rooms {
        words.extend(["--room", room]);
    }
    words.extend(args);
    Terminal::run(home, &words)
}

/// All lines until the end of the output.
async fn rest(terminal: &mut Terminal) -> Vec<String> {
    while terminal.line().await.is_some() {}
    terminal.told.clone()
}

#[tokio::test]
async fn a_program_of_few_lines_plays_every_game_over_the_socket() {
    assert!(PROGRAM.trim().lines().count() <= MOST_LINES);
    let mut settings = quick();
    settings.limits.rooms_per_person = Variant::ALL.len();
    // Windows for claims close at once, and do not last for seconds.
    settings.practice = true;
    let server = Server::start(settings).await;
    let home = tempfile::tempdir().expect("a folder");
    let mut played = 0;
    for games in Variant::ALL.chunks(TABLES) {
        let (mut host, _) = Socket::greet_with(server.address, json!({})).await;
        let mut rooms = Vec::new();
        for &variant in games {
            let seats = *variant.players().start();
            // A match of some games has many hands.
            let info = serde_json::to_value(variant.describe()).expect("JSON");
            let has_length = info["options"].to_string().contains("\"length\"");
            let options = if has_length {
                json!({"length": "hand"})
            } else {
                json!({})
            };
            let settings = json!({
                "variant": variant.id(), "seats": seats, "clock": {"kind": "none"}, "reveal_pause_ms": 0, "options": options,
            });
            let room = room(&mut host, settings).await;
            rooms.push((seats, room.as_str().expect("an id").to_owned()));
        }
        let most = rooms.iter().map(|(seats, _)| *seats).max().unwrap_or(0);
        let mut programs = Vec::new();
        for number in 0..most {
            let open = rooms.iter().filter(|(seats, _)| *seats > number);
            let open: Vec<&str> = open.map(|(_, room)| room.as_str()).collect();
            let name = format!("Program {number}");
            let args = ["--", "python3", "-I", "-c", PROGRAM];
            let terminal = program(home.path(), &server, &name, &args, &open);
            programs.push((open.len(), terminal));
        }
        // Whoever does not read what they are sent is disconnected.
        let watching = tokio::spawn(async move { while host.read_fresh().await.is_ok() {} });
        for (tables, mut terminal) in programs {
            let told = rest(&mut terminal).await;
            assert_eq!(terminal.status().await, Some(0), "{told:?}");
            let over = told
                .iter()
                .filter(|line| line.starts_with("The match is over"));
            assert_eq!(over.count(), tables, "{told:?}");
            let last = told.last().expect("a report");
            assert!(
                last.starts_with("Altogether: ") && last.ends_with(" turns."),
                "nothing went wrong: {told:?}"
            );
        }
        watching.abort();
        played += games.len();
    }
    assert_eq!(played, Variant::ALL.len());
    server.stop().await;
}

#[tokio::test]
async fn whatever_a_program_does_wrong_costs_it_the_turn_and_is_told() {
    let server = Server::start(quick()).await;
    let home = tempfile::tempdir().expect("a folder");
    let (mut host, _) = Socket::greet_with(server.address, json!({})).await;
    let settings = json!({
        "variant": "giog", "seats": 2, "clock": {"kind": "none"}, "reveal_pause_ms": 0,
    });
    let room = room(&mut host, settings).await;
    let log = home.path().join("log.jsonl");
    let args = ["--time", "6000", "--log", log.to_str().expect("a path")];
    let args = [&args[..], &["--", "python3", "-c", FAULTY]].concat();
    let id = room.as_str().expect("an id");
    host.ask_ok(json!({"type": "add_bot", "room": room})).await;
    let mut faulty = program(home.path(), &server, "Faulty", &args, &[id]);
    let told = rest(&mut faulty).await;
    assert_eq!(faulty.status().await, Some(0), "{told:?}");
    let last = told.last().expect("a report");
    for count in ["3 illegal answers", "1 time-out", "1 crash"] {
        assert!(last.contains(count), "{count}: {told:?}");
    }
    let log = std::fs::read_to_string(log).expect("a log");
    let types: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    for kind in ["hello", "start", "turn", "answer", "fault", "over"] {
        assert!(
            types.iter().any(|line| line["type"] == kind),
            "{kind} is not in {log}"
        );
    }
    host.close().await;
    server.stop().await;
}

#[tokio::test]
async fn each_match_may_have_a_process_of_its_own() {
    let server = Server::start(quick()).await;
    let home = tempfile::tempdir().expect("a folder");
    let (mut host, _) = Socket::greet_with(server.address, json!({})).await;
    let mut rooms = Vec::new();
    for variant in ["giog", "sang-krip"] {
        let settings = json!({
            "variant": variant, "seats": 2, "clock": {"kind": "none"}, "reveal_pause_ms": 0,
        });
        let room = room(&mut host, settings).await;
        host.ask_ok(json!({"type": "add_bot", "room": room})).await;
        rooms.push(room.as_str().expect("an id").to_owned());
    }
    let notes = home.path().join("notes");
    let notes = notes.to_str().expect("a path");
    let args = ["--process-per-match", "--", "python3", "-I", "-c"];
    let args = [&args[..], &[OF_ONE_MATCH, notes]].concat();
    let open: Vec<&str> = rooms.iter().map(String::as_str).collect();
    let mut crowd = program(home.path(), &server, "Crowd", &args, &open);
    let told = rest(&mut crowd).await;
    assert_eq!(crowd.status().await, Some(0), "{told:?}");
    let last = told.last().expect("a report");
    assert!(
        last.starts_with("Altogether: ") && last.ends_with(" turns."),
        "{told:?}"
    );
    let text = std::fs::read_to_string(notes).expect("notes");
    let mut pairs: Vec<(&str, &str)> = text
        .lines()
        .filter_map(|line| line.split_once(' '))
        .collect();
    pairs.sort_unstable();
    pairs.dedup();
    let [(one, first), (other, second)] = pairs[..] else {
        panic!("two processes, each with one match: {text}");
    };
    assert!(one != other && first != second, "{text}");
    host.close().await;
    server.stop().await;
}
