//! Measures the CPU cost of single requests, on the threads for play and on the other threads of the server.
//!
//! ```text
//! cargo build --release -p giog && cargo build --release -p giog-tests --example requests
//! target/release/examples/requests target/release/giog
//! ```
//!
//! Linux only: it reads the scheduler's statistics of each thread.

#[expect(dead_code, reason = "the attack bench uses more of it")]
#[path = "attack/client.rs"]
mod client;
#[expect(dead_code, reason = "the attack bench uses more of it")]
#[path = "attack/server.rs"]
mod server;

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use self::client::{Socket, connect, honest};
use self::server::Server;

/// How often each request is made.
const TIMES: u32 = 200;
/// Public rooms in the lobby: as many as a list has.
const ROOMS: usize = 100;
/// Settings without limits, and with bots that do not wait.
const SETTINGS: [(&str, &str); 4] = [
    ("GIOG_LIMITS__REST_PER_SECOND", "100000"),
    ("GIOG_LIMITS__REQUESTS_PER_SECOND", "100000"),
    ("GIOG_LIMITS__REQUESTS_BURST", "100000"),
    ("GIOG_TIMES__BOT_DELAY_MS", "0"),
];
/// More of them, unknown to servers from before the limits by cost.
const COSTS: [(&str, &str); 6] = [
    ("GIOG_LIMITS__CONNECTION_COST_PER_SECOND", "1000000000"),
    ("GIOG_LIMITS__CONNECTION_COST_BURST", "1000000000"),
    ("GIOG_LIMITS__PERSON_COST_BURST", "1000000000"),
    ("GIOG_LIMITS__PERSON_COST_PER_SECOND", "1000000000"),
    ("GIOG_LIMITS__ADDRESS_COST_PER_SECOND", "1000000000"),
    ("GIOG_LIMITS__ADDRESS_COST_BURST", "1000000000"),
];

#[tokio::main]
async fn main() {
    let mut arguments = std::env::args().skip(1);
    let (Some(binary), flag) = (arguments.next(), arguments.next()) else {
        eprintln!("requests <giog> [--without-costs]");
        return;
    };
    let mut settings = SETTINGS.to_vec();
    if flag.is_none() {
        settings.extend(COSTS);
    }
    let server = Server::start(Path::new(&binary), "0", &settings).await;
    let match_id = finished_match(&server).await;
    let mut room = Value::Null;
    for number in 0..ROOMS / 4 {
        let (mut socket, _) = greet(&server, number).await;
        for key in ["a", "b", "c", "d"] {
            let create = json!({"type": "create_room", "key": key});
            room = ask(&mut socket, create).await["room"].take();
        }
    }
    println!("{TIMES} of each; µs of CPU on threads that play, beside them");
    for (name, path) in [
        ("page of /api/docs", "/api/docs/swagger-ui-bundle.js"),
        ("openapi.json", "/api/v1/openapi.json"),
        ("file of the page", "/types/protocol.d.ts"),
        ("games", "/api/v1/variants"),
        ("rooms", "/api/v1/rooms"),
        ("100 matches", "/api/v1/matches?limit=100"),
        ("match", "/api/v1/matches/{}"),
        ("events", "/api/v1/matches/{}/events"),
        ("record", "/api/v1/matches/{}/record"),
    ] {
        let path = path.replace("{}", &match_id);
        let head = format!("GET {path} HTTP/1.1\r\nhost: giog\r\naccept-encoding: gzip\r\n\r\n");
        measure_rest(&server, name, &head).await;
    }
    let text = format!(
        "GET /api/v1/matches/{match_id}/record HTTP/1.1\r\nhost: giog\r\naccept: text/plain\r\n\r\n"
    );
    measure_rest(&server, "record as text", &text).await;
    let body = format!("{{\"text\":\"{}\"}}", "x".repeat(500));
    let qr = format!(
        "POST /api/v1/qr HTTP/1.1\r\nhost: giog\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    measure_rest(&server, "QR code", &qr).await;
    for (name, request) in [
        ("ping", json!({"type": "ping"})),
        ("list_rooms", json!({"type": "list_rooms"})),
        ("join", json!({"type": "join", "room": room})),
    ] {
        let (mut socket, _) = greet(&server, 0).await;
        ask(&mut socket, request.clone()).await;
        let before = server.thread_nanos();
        for _ in 0..TIMES {
            ask(&mut socket, request.clone()).await;
        }
        tell(name, before, server.thread_nanos());
    }
}

async fn greet(server: &Server, number: usize) -> (Socket, Value) {
    let greeted = Socket::greet(honest(number), server.address).await;
    greeted.expect("the server listens")
}

async fn ask(socket: &mut Socket, request: Value) -> Value {
    let answer = socket.ask(request).await.expect("the connection holds");
    assert_eq!(answer["type"], "ok", "{answer}");
    answer
}

/// Plays a match against bots to its end; returns its id.
async fn finished_match(server: &Server) -> String {
    let (mut socket, _) = greet(server, 1_000).await;
    let settings = json!({"reveal_pause_ms": 0, "ceremony": "server"});
    let create = json!({"type": "create_room", "key": "match", "settings": settings});
    let room = ask(&mut socket, create).await["room"].take();
    ask(
        &mut socket,
        json!({"type": "add_bot", "room": room, "all": true}),
    )
    .await;
    ask(&mut socket, json!({"type": "ready", "room": room})).await;
    let mut acted = HashSet::new();
    loop {
        let message = socket.next().await.expect("the connection holds");
        if message["event"]["do"] == "finished" {
            let id = message["event"]["match_id"].as_str();
            return id.expect("a match has an id").to_owned();
        }
        let turn = message["you"]["turn"].as_u64();
        if message["you"]["decision"]["must"] == true && acted.insert(turn) {
            let mut act = message["you"]["decision"]["default"].clone();
            act["type"] = "act".into();
            act["room"] = room.clone();
            act["turn"] = turn.into();
            socket.send(act).await.expect("the connection holds");
        }
    }
}

async fn measure_rest(server: &Server, name: &str, request: &str) {
    let address = honest(2_000);
    let mut stream = connect(address, server.address).await.expect("a server");
    let mut buffer = Vec::new();
    // Files that are compressed once are compressed now.
    answer(&mut stream, request, &mut buffer).await;
    let before = server.thread_nanos();
    for _ in 0..TIMES {
        answer(&mut stream, request, &mut buffer).await;
    }
    tell(name, before, server.thread_nanos());
}

async fn answer(stream: &mut tokio::net::TcpStream, request: &str, buffer: &mut Vec<u8>) {
    buffer.clear();
    let written = stream.write_all(request.as_bytes()).await;
    written.expect("the connection holds");
    loop {
        let read = stream.read_buf(buffer).await.expect("the connection holds");
        assert!(read > 0, "{request}: the server closed");
        let Some(head) = buffer.windows(4).position(|four| four == b"\r\n\r\n") else {
            continue;
        };
        let text = String::from_utf8_lossy(&buffer[..head]).to_ascii_lowercase();
        assert!(text.starts_with("http/1.1 200"), "{request}: {text}");
        let length = text
            .lines()
            .find_map(|line| line.strip_prefix("content-length:")?.trim().parse().ok());
        let is_whole = length.map_or_else(
            || buffer.ends_with(b"\r\n0\r\n\r\n"),
            |length: usize| buffer.len() >= head + 4 + length,
        );
        if is_whole {
            return;
        }
    }
}

fn tell(name: &str, before: [u64; 2], after: [u64; 2]) {
    let each = |index: usize| (after[index] - before[index]) / 1_000 / u64::from(TIMES);
    println!("{name:20} {:7} {:7}", each(0), each(1));
}

impl Server {
    /// The CPU time of the threads for play and of all others, in nanoseconds.
    fn thread_nanos(&self) -> [u64; 2] {
        let mut nanos = [0; 2];
        let tasks = fs::read_dir(format!("/proc/{}/task", self.id())).expect("the server runs");
        for task in tasks.filter_map(Result::ok) {
            let read = |name: &str| fs::read_to_string(task.path().join(name)).unwrap_or_default();
            let ran = read("schedstat");
            let ran = ran.split(' ').next().and_then(|text| text.parse().ok());
            let plays = read("comm").starts_with("tokio-rt-worker");
            nanos[usize::from(!plays)] += ran.unwrap_or(0);
        }
        nanos
    }
}
