//! Invalid frames: each is answered with its code or closes its own connection, and no other.

use giog_server::{ServerLimits, Settings};
use giog_tests::{Server, Socket, Table, check_record, quick, seed};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::{Bytes, Message};

fn settings() -> Value {
    json!({"seats": 3, "clock": {"kind": "none"}, "reveal_pause_ms": 0})
}

async fn table(server: &Server) -> Table {
    let mut table = Table::set(server.address, &settings(), &[true, false, true], 1, seed()).await;
    table.play_a_little().await;
    table
}

/// The match goes on unaffected.
async fn go_on(server: Server, mut table: Table) {
    let match_id = table.play_match().await;
    check_record(server.address, server.key(), &table, &match_id).await;
    server.stop().await;
}

/// A WebSocket without a library, after the handshake.
pub async fn raw(server: &Server) -> TcpStream {
    let mut stream = TcpStream::connect(server.address)
        .await
        .expect("the server listens");
    let request = "GET /ws HTTP/1.1\r\nhost: giog\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
                   sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    stream
        .write_all(request.as_bytes())
        .await
        .expect("the request is written");
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.expect("the server answers"));
    }
    assert!(
        head.starts_with(b"HTTP/1.1 101 "),
        "{}",
        String::from_utf8_lossy(&head)
    );
    stream
}

/// A frame of fewer than 126 bytes, masked with zeros or not at all.
pub fn frame(opcode: u8, payload: &[u8], masked: bool) -> Vec<u8> {
    let length = u8::try_from(payload.len()).expect("a short frame");
    assert!(length < 126);
    let mut frame = vec![opcode, if masked { 0x80 | length } else { length }];
    if masked {
        frame.extend([0; 4]);
    }
    frame.extend(payload);
    frame
}

/// Reads until the connection ends, and returns its close code.
async fn close_code(stream: &mut TcpStream) -> Option<u16> {
    let mut all = Vec::new();
    let reading = stream.read_to_end(&mut all);
    // A reset also ends it.
    let _ = giog_tests::patiently("the end of the connection", reading).await;
    let mut rest = all.as_slice();
    while let [opcode, length, after @ ..] = rest {
        let length = usize::from(*length);
        assert!(length < 126, "the server says nothing long to strangers");
        if *opcode == 0x88 {
            return after.first_chunk().map(|code| u16::from_be_bytes(*code));
        }
        rest = &after[length..];
    }
    None
}

/// Texts that are no valid requests, with the error code.
const NO_REQUESTS: [(&str, &str); 23] = [
    ("", "bad_json"),
    ("no JSON", "bad_json"),
    ("{\"id\":1,", "bad_json"),
    ("\"\\ud800\"", "bad_json"),
    ("null", "bad_request"),
    ("[]", "bad_request"),
    ("{}", "bad_request"),
    (r#"{"type":"ping"}"#, "bad_request"),
    (r#"{"id":-1,"type":"ping"}"#, "bad_request"),
    (r#"{"id":1.5,"type":"ping"}"#, "bad_request"),
    (r#"{"id":"1","type":"ping"}"#, "bad_request"),
    (r#"{"id":null,"type":"ping"}"#, "bad_request"),
    (r#"{"id":9007199254740992,"type":"ping"}"#, "bad_request"),
    (r#"{"id":1}"#, "bad_request"),
    (r#"{"id":1,"type":7}"#, "bad_request"),
    (r#"{"id":1,"type":"cheat"}"#, "unknown_type"),
    (r#"{"id":1,"type":"join"}"#, "bad_request"),
    (r#"{"id":1,"type":"join","room":"no"}"#, "bad_request"),
    (r#"{"id":1,"type":"create_room","key":1}"#, "bad_request"),
    (r#"{"id":1,"type":"create_room","key":""}"#, "bad_request"),
    (
        r#"{"id":1,"type":"create_room","key":"k","settings":{"seats":0}}"#,
        "bad_settings",
    ),
    (
        r#"{"id":1,"type":"create_room","key":"k","settings":{"seats":9}}"#,
        "bad_settings",
    ),
    (
        r#"{"id":1,"type":"create_room","key":"k","settings":{"variant":"go"}}"#,
        "bad_request",
    ),
];

#[tokio::test]
async fn what_is_no_request_is_told_why_and_the_connection_goes_on() {
    let server = Server::start(quick()).await;
    let mut table = table(&server).await;
    let room = table.room.clone();
    let huge = "9".repeat(400);
    let socket = &mut table.people[0].socket;
    let deep = "[".repeat(5_000);
    for (text, code) in NO_REQUESTS.into_iter().chain([(deep.as_str(), "bad_json")]) {
        socket.send_text(text).await.expect("the connection holds");
        let refusal = socket.refusal().await;
        assert_eq!(refusal["code"], code, "{text} is answered {refusal}");
    }
    let number = format!(r#"{{"id":{huge},"type":"ping"}}"#);
    socket
        .send_text(&number)
        .await
        .expect("the connection holds");
    let code = socket.refusal().await["code"].clone();
    assert!(code == "bad_json" || code == "bad_request", "{code}");
    socket
        .send_message(Message::Binary(Bytes::from_static(b"{}")))
        .await
        .expect("the connection holds");
    assert_eq!(socket.refusal().await["code"], "bad_json");
    // An `act` with one mistake.
    for (fields, code) in [
        (
            json!({"turn": -1, "do": "play", "pieces": "p"}),
            "bad_request",
        ),
        (
            json!({"turn": 5_000_000_000_u64, "do": "play", "pieces": "p"}),
            "bad_request",
        ),
        (json!({"turn": 1, "do": "play"}), "bad_request"),
        (json!({"turn": 1, "do": "play", "pieces": 5}), "bad_request"),
        (json!({"turn": 1, "do": "shout"}), "wrong_action"),
        (json!({"turn": 1}), "bad_request"),
        (json!({"do": "play", "pieces": "p"}), "bad_request"),
    ] {
        let mut act = fields;
        (act["type"], act["room"]) = ("act".into(), room.clone().into());
        socket.refused(act, code).await;
    }
    go_on(server, table).await;
}

#[tokio::test]
async fn frames_that_break_the_protocol_close_their_own_connection_alone() {
    let server = Server::start(quick()).await;
    let table = table(&server).await;
    let (mut socket, welcome) = Socket::greet(server.address, "Bo").await;
    let longest = welcome["limits"]["frame_bytes"].as_u64().expect("a limit");
    let longest = usize::try_from(longest).expect("not so long");
    let padded = |bytes: usize| {
        let request = r#"{"id":1,"type":"ping"}"#;
        format!("{request}{}", " ".repeat(bytes - request.len()))
    };
    socket
        .send_text(&padded(longest))
        .await
        .expect("the connection holds");
    assert_eq!(
        socket.read().await.expect("an answer")["type"],
        "ok",
        "the longest frame is read"
    );
    // The server may close the connection before everything is sent.
    let _ = socket.send_text(&padded(longest + 1)).await;
    assert_eq!(socket.closed().await, Some(1009), "a longer one is not");
    for (bytes, code) in [
        (frame(0x81, b"\"\xff\xfe\"", true), 1007),
        (frame(0x81, br#"{"id":1,"type":"ping"}"#, false), 1002),
        (frame(0x83, b"an opcode that there is not", true), 1002),
        (frame(0xc1, b"a bit that means nothing", true), 1002),
        // A frame with a declared length of 2^62 bytes.
        (
            vec![0x81, 0xff, 0x40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            1009,
        ),
    ] {
        let mut stream = raw(&server).await;
        stream
            .write_all(&bytes)
            .await
            .expect("the frame is written");
        assert_eq!(close_code(&mut stream).await, Some(code), "{bytes:02x?}");
    }
    go_on(server, table).await;
}

#[tokio::test]
async fn half_frames_and_silence_end_after_their_time_and_hold_nobody_up() {
    let limits = ServerLimits {
        // Short enough to wait for, and long enough for the players on a busy machine.
        greeting_ms: 15_000,
        ..quick().limits
    };
    let server = Server::start(Settings { limits, ..quick() }).await;
    let table = table(&server).await;
    let whole = frame(0x81, br#"{"id":1,"type":"hello","protocol":1}"#, true);
    let mut half = raw(&server).await;
    half.write_all(&whole[..9])
        .await
        .expect("half a frame is written");
    let mut silent = raw(&server).await;
    let mut headers = TcpStream::connect(server.address)
        .await
        .expect("the server listens");
    headers
        .write_all(b"GET /ws HTTP/1.1\r\nhost:")
        .await
        .expect("half a request");
    let mut nothing = TcpStream::connect(server.address)
        .await
        .expect("the server listens");
    assert_eq!(close_code(&mut half).await, Some(1008));
    assert_eq!(close_code(&mut silent).await, Some(1008));
    for stream in [&mut headers, &mut nothing] {
        let mut rest = Vec::new();
        let reading = stream.read_to_end(&mut rest);
        // It may end with a reset or with an answer.
        let _ = giog_tests::patiently("the end of a slow request", reading).await;
    }
    go_on(server, table).await;
}
