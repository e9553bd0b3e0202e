//! Whole sessions of strange requests and frames: the server answers each one, or closes its connection.

use giog_tests::{Server, Socket, quick};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::sync::Mutex;

use crate::damage::{altered, damaged, values};
use crate::{cases, corpus};

/// Requests of one session.
const REQUESTS: usize = 12;

/// A session in which every request is about this room.
async fn session(server: std::net::SocketAddr, room: &str, requests: Vec<Value>) -> usize {
    let (mut socket, _) = Socket::greet(server, "Lin").await;
    let join = json!({"type": "join", "room": room});
    socket.ask_ok(join).await;
    let mut answered = 0;
    for mut request in requests {
        if !request.is_object() {
            request = json!({});
        }
        if request["room"].is_string() {
            request["room"] = room.into();
        }
        let answer = socket.ask(request).await;
        assert!(
            answer["type"] == "ok" || answer["type"] == "error",
            "{answer}"
        );
        answered += 1;
    }
    socket.close().await;
    answered
}

#[tokio::test(flavor = "multi_thread")]
async fn every_request_of_a_session_is_answered_once() {
    let server = Server::start(quick()).await;
    let address = server.address;
    let (mut owner, _) = Socket::greet(address, "Mei").await;
    let made = owner
        .ask_ok(json!({"type": "create_room", "key": "k"}))
        .await;
    let room = made["room"].as_str().expect("a room").to_owned();
    let sessions = vec(altered(values(&corpus("requests.jsonl"))), 1..=REQUESTS);
    let about = room.clone();
    let run = tokio::task::spawn_blocking(move || {
        let handle = tokio::runtime::Handle::current();
        TestRunner::new(cases(40)).run(&sessions, |requests| {
            let number = requests.len();
            let answered = handle.block_on(session(address, &about, requests));
            prop_assert_eq!(answered, number);
            Ok(())
        })
    });
    run.await.expect("it ends").expect("everything is answered");
    // The room is unaffected.
    owner.ask_ok(json!({"type": "join", "room": room})).await;
    server.stop().await;
}

/// The bytes of a client: the handshake, a `hello`, a `ping`.
fn frames() -> Vec<Vec<u8>> {
    let head = "GET /ws HTTP/1.1\r\nhost: giog\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
                sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    let hello = br#"{"id":1,"type":"hello","protocol":1}"#;
    let length = u8::try_from(hello.len()).expect("a short frame");
    let frame = [&[0x81, 0x80 | length, 0, 0, 0, 0], &hello[..]].concat();
    let ping = [0x89, 0x80, 0, 0, 0, 0];
    vec![
        [head.as_bytes(), &frame, &ping, &frame].concat(),
        [
            head.as_bytes(),
            &ping,
            &[0x01, 0x80, 0, 0, 0, 0],
            &ping,
            &frame,
        ]
        .concat(),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn bytes_that_are_no_frames_hurt_nobody_else() {
    let server = Server::start(quick()).await;
    let address = server.address;
    let other = Mutex::new(Socket::greet(address, "Mei").await.0);
    let run = tokio::task::spawn_blocking(move || {
        let handle = tokio::runtime::Handle::current();
        TestRunner::new(cases(100)).run(&damaged(frames()), |bytes| {
            handle.block_on(async {
                let mut stream = TcpStream::connect(address).await.expect("it listens");
                // It may be closed before everything is written.
                let _ = stream.write_all(&bytes).await;
                let answer = other.lock().await.ask(json!({"type": "ping"})).await;
                prop_assert_eq!(&answer["type"], "ok");
                Ok(())
            })
        })
    });
    run.await
        .expect("it ends")
        .expect("the other one is answered");
    server.stop().await;
}
