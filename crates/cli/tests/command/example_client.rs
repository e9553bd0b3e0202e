//! The Python client of the documentation plays on a server, and its receipt matches the record. Needs `python3` without further
//! packages.

use std::io::{BufRead, BufReader, Write as _};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use crate::common::{giog, text};
use giog_rules::Variant;
use tempfile::TempDir;

/// A server for one test, stopped at its end.
struct Server {
    process: Child,
    address: String,
    data: TempDir,
}

impl Server {
    fn start(flags: &[&str]) -> Self {
        let data = tempfile::tempdir().expect("a temporary folder");
        let mut process = Command::new(env!("CARGO_BIN_EXE_giog"))
            .args(["serve", "--listen", "127.0.0.1:0", "--log", "warn"])
            .args(flags)
            .arg("--data-dir")
            .arg(data.path())
            .current_dir(data.path())
            .env_remove("DATABASE_URL")
            .env("GIOG_TIMES__BOT_DELAY_MS", "0")
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let mut lines = BufReader::new(process.stdout.take().expect("piped")).lines();
        let greeting = lines.next().expect("a greeting").expect("text");
        let address = greeting
            .split_once("http://")
            .and_then(|(_, rest)| rest.split(' ').next())
            .expect("the greeting says where it listens")
            .to_owned();
        // Reads on, so that the server's pipe is never full.
        std::thread::spawn(move || lines.for_each(drop));
        Self {
            process,
            address,
            data,
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself; then the test has already failed.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Runs the client to its end.
fn client(url: &str, arguments: &[&str]) -> Output {
    let client = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/client.py");
    Command::new("python3")
        .args([client, "--url", url])
        .args(arguments)
        .output()
        .expect("python3 is needed to run the example of the documentation")
}

/// Runs the client; returns the receipts that it has stored.
fn play(server: &Server, receipts: &Path, arguments: &[&str]) -> Vec<String> {
    let folder = receipts.to_str().expect("an ASCII path");
    let arguments = [&["--receipt-dir", folder], arguments].concat();
    let output = client(&format!("ws://{}/ws", server.address), &arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    let mut kept: Vec<String> = std::fs::read_dir(receipts)
        .expect("the folder of receipts")
        .map(|entry| {
            let name = entry.expect("an entry").file_name();
            name.into_string().expect("an ASCII name")
        })
        .collect();
    kept.sort();
    kept
}

fn check(arguments: &[&str], expected_receipts: usize) {
    check_on(&Server::start(&[]), arguments, expected_receipts);
}

/// Plays on this server, and verifies the receipts.
fn check_on(server: &Server, arguments: &[&str], expected_receipts: usize) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let kept = play(server, folder.path(), arguments);
    assert_eq!(kept.len(), expected_receipts, "{kept:?}");
    for name in kept {
        let id = name.split('.').next().unwrap_or_default();
        let record = format!("http://{}/api/v1/matches/{id}", server.address);
        let receipt = folder.path().join(&name);
        let receipt = receipt.to_str().expect("an ASCII path");
        let output = giog(&["verify", &record, "--receipt", receipt], b"");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    }
}

/// The first answer says when to try again; the second one ends the client.
#[test]
fn the_example_client_comes_again_when_it_is_told_to() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    let told = std::thread::spawn(move || {
        for answer in ["429 Too Many Requests\r\nRetry-After: 0", "400 Bad Request"] {
            let (stream, _) = listener.accept().expect("the client comes");
            let mut lines = BufReader::new(&stream).lines();
            while lines
                .next()
                .is_some_and(|line| !line.expect("text").is_empty())
            {}
            let answer = format!("HTTP/1.1 {answer}\r\nContent-Length: 0\r\n\r\n");
            (&stream).write_all(answer.as_bytes()).expect("written");
        }
    });
    let output = client(&format!("ws://{address}/ws"), &[]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("400 Bad Request"), "{said}");
    assert!(told.join().is_ok(), "it came twice");
}

#[test]
fn the_example_client_plays_with_bots_and_proves_its_match() {
    check(&["--seats", "3", "--ceremony", "server"], 1);
}

#[test]
fn the_example_client_plays_every_game_on_a_practice_server_and_proves_its_matches() {
    let server = Server::start(&["--practice"]);
    for variant in Variant::ALL {
        // The shortest matches that the games have.
        let mut options = crate::games::facts(variant).options.clone();
        if let Some(rounds) = options.get_mut("rounds") {
            *rounds = 1.into();
        }
        let options = options.to_string();
        check_on(&server, &["--game", variant.id(), "--options", &options], 1);
    }
    assert!(server.data.path().join("practice/giog.db").is_file());
}

#[test]
fn example_clients_play_each_other_over_broken_connections_and_prove_their_matches() {
    check(
        &[
            "--seats",
            "4",
            "--people",
            "3",
            "--break",
            "2",
            "--matches",
            "2",
        ],
        6,
    );
}

/// A fake server that answers requests as `answers` says, which is appended to this script.
const SERVER: &str = r#"
import asyncio, base64, hashlib, json, sys

async def serve(reader, writer):
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    key = next(line.split(": ")[1] for line in head.split("\r\n") if line.startswith("Sec-WebSocket-Key"))
    accept = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()).decode()
    writer.write(f"HTTP/1.1 101 Go\r\nSec-WebSocket-Accept: {accept}\r\n\r\n".encode())
    while True:
        _, size = await reader.readexactly(2)
        size &= 127
        if size == 126:
            size = int.from_bytes(await reader.readexactly(2), "big")
        mask, data = await reader.readexactly(4), await reader.readexactly(size)
        request = json.loads(bytes(byte ^ mask[i % 4] for i, byte in enumerate(data)))
        for answer in answers(request["type"]):
            if answer["type"] in ("ok", "error"):
                answer["re"] = request["id"]
            text = json.dumps(answer).encode()
            writer.write(bytes([0x81, 126]) + len(text).to_bytes(2, "big") + text)

async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()

def welcome():
    return {"type": "ok", "player": "x", "token": "y", "limits": {"idle_ms": 60000}}
"#;

/// It is busy at first; then it answers `hello`, and refuses everything else with the given code.
const BUSY: &str = r#"
asked = []

def answers(kind):
    asked.append(kind)
    if asked.count(kind) < 3:
        yield {"type": "error", "code": "busy", "message": "no", "wait_ms": 1}
    elif kind == "hello":
        yield welcome()
    else:
        yield {"type": "error", "code": sys.argv[1], "message": "no"}

asyncio.run(main())
"#;

/// It creates a room in which the client loses its seat once it is ready, for the given reason, or without an event before another
/// match; and it refuses every `sit`.
const SEAT_LOST: &str = r#"
room = "6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10"
other_match = "6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f11"

def now(seq):
    return {"type": "now", "room": room, "seq": seq, "deciding": [], "you": None}

def picture(seq, you, match_id, **more):
    following = {"match_id": match_id, "seed_commitment": "00" * 32}
    settings = {"variant": "giog", "seats": 3, "options": {"blindfold": sys.argv[1] == "blindfold"}}
    state = {"settings": settings, "seats": [{"ready": False}], "next": following, **more}
    yield {"type": "snapshot", "room": room, "seq": seq, "you": you, "state": state, "match": None}
    yield now(seq)

def answers(kind):
    if kind == "hello":
        yield welcome()
    elif kind in ("create_room", "add_bot", "ready"):
        yield {"type": "ok", "room": room}
    else:
        yield {"type": "error", "code": "banned", "message": kind}
    if kind == "create_room":
        yield from picture(1, 0, room)
    elif kind == "ready" and sys.argv[1] == "unseen":
        yield from picture(9, None, other_match, entropy_commitments=["00" * 32])
    elif kind == "ready":
        event = {"do": "stood", "seat": 0, "reason": sys.argv[1]}
        yield {"type": "event", "room": room, "seq": 2, "event": event}
        yield now(2)

asyncio.run(main())
"#;

/// The last output of the client with a server that answers like this and gets this argument.
fn said_to(answers: &str, word: &str) -> String {
    let mut server = Command::new("python3")
        .args(["-c", &[SERVER, answers].concat(), word])
        .stderr(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 is needed to run the example of the documentation");
    let mut lines = BufReader::new(server.stdout.take().expect("piped")).lines();
    let port = lines.next().expect("a port").expect("text");
    let output = client(&format!("ws://127.0.0.1:{port}/ws"), &[]);
    let _ = server.kill();
    let _ = server.wait();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let said = String::from_utf8_lossy(&output.stderr);
    said.trim_end().to_owned()
}

#[test]
fn the_example_client_asks_again_where_the_server_is_only_busy() {
    assert_eq!(said_to(BUSY, "banned"), "banned: no");
}

#[test]
fn the_example_client_does_not_ask_again_where_it_was_too_much_for_good() {
    assert_eq!(said_to(BUSY, "rate_limited"), "rate_limited: no");
}

#[test]
fn the_example_client_takes_no_seat_where_it_would_see_no_board() {
    let said = said_to(SEAT_LOST, "blindfold");
    assert_eq!(said, "this client does not play blindfold");
}

#[test]
fn the_example_client_asks_for_another_seat_where_it_may_have_one() {
    assert_eq!(said_to(SEAT_LOST, "gone"), "banned: sit");
    assert_eq!(said_to(SEAT_LOST, "unseen"), "banned: sit");
    let removed = said_to(SEAT_LOST, "removed");
    assert_eq!(removed, "Python has lost the seat: removed");
}
