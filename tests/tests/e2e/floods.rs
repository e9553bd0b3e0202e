//! Overload: too many requests, a reader that is too slow, too many connections.

use futures_util::future::join_all;
use giog_server::{ServerLimits, Settings};
use giog_tests::{Server, Socket, Table, check_record, number_from_env, patiently, quick, seed};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::{Bytes, Message};

fn settings() -> Value {
    json!({"seats": 2, "clock": {"kind": "none"}, "reveal_pause_ms": 0})
}

/// Refusals after which the servers of these tests close a connection.
const REFUSALS: u32 = 20;

/// A server with these limits.
async fn server(limits: ServerLimits) -> Server {
    Server::start(Settings { limits, ..quick() }).await
}

async fn go_on(server: Server, mut table: Table) {
    let match_id = table.play_match().await;
    check_record(server.address, server.key(), &table, &match_id).await;
    server.stop().await;
}

#[tokio::test]
async fn a_flood_is_refused_and_then_closed_and_others_play_on() {
    let usual = ServerLimits::default();
    let server = server(ServerLimits {
        requests_per_second: usual.requests_per_second,
        // Enough for the fast people at the table.
        requests_burst: 200.try_into().expect("not zero"),
        refusals_until_close: REFUSALS,
        ..quick().limits
    })
    .await;
    let mut table = Table::set(server.address, &settings(), &[true, true], 0, seed()).await;
    table.play_a_little().await;
    let (mut flood, _) = Socket::greet(server.address, "Bo").await;
    for _ in 0..1_000 {
        // The server may close it before everything is sent.
        if flood.send(&json!({"type": "ping"})).await.is_err() {
            break;
        }
    }
    let mut codes = Vec::new();
    let code = loop {
        match flood.read().await {
            Ok(answer) => codes.push(answer["code"].clone()),
            Err(gone) => break gone.code,
        }
    };
    assert!(
        codes.len() >= 200 && codes[..199].iter().all(Value::is_null),
        "the burst is answered"
    );
    let refused = codes.iter().filter(|code| **code == "rate_limited").count();
    // A client that still writes to a closed connection may lose the last messages.
    assert!(refused > 0 && refused <= 2 * REFUSALS as usize, "{refused}");
    assert!(matches!(code, Some(1008) | None), "{code:?}");
    go_on(server, table).await;
}

#[tokio::test]
async fn pings_of_the_socket_count_as_requests_do() {
    let server = server(ServerLimits {
        refusals_until_close: REFUSALS,
        requests_per_second: ServerLimits::default().requests_per_second,
        requests_burst: ServerLimits::default().requests_burst,
        ..quick().limits
    })
    .await;
    for message in [Message::Ping(Bytes::new()), Message::Pong(Bytes::new())] {
        let (mut flood, _) = Socket::greet(server.address, "Bo").await;
        let flooding = async { while flood.send_message(message.clone()).await.is_ok() {} };
        patiently("the end of somebody who pings for ever", flooding).await;
    }
    server.stop().await;
}

#[tokio::test]
async fn a_frame_is_counted_before_anybody_looks_into_it_and_whoever_goes_on_is_closed() {
    let server = server(ServerLimits {
        requests_per_second: ServerLimits::default().requests_per_second,
        requests_burst: ServerLimits::default().requests_burst,
        refusals_until_close: REFUSALS,
        ..quick().limits
    })
    .await;
    let (mut flood, _) = Socket::greet(server.address, "Bo").await;
    let big = format!("{{\"id\":7,\"of\":[{}0]}}", "1,".repeat(7_500));
    let flooding = async { while flood.send_text(&big).await.is_ok() {} };
    patiently("the end of somebody who sends without end", flooding).await;
    let mut refused = 0;
    let code = loop {
        match flood.read().await {
            Ok(answer) if answer["code"] == "rate_limited" => {
                refused += 1;
                assert!(answer["re"] == 7 && answer["wait_ms"].is_u64(), "{answer}");
            }
            Ok(_) => {}
            Err(gone) => break gone.code,
        }
    };
    // Now and then a permit becomes free in the meantime.
    assert!(refused <= 2 * REFUSALS, "{refused}");
    assert!(matches!(code, Some(1008) | None), "{code:?}");
    server.stop().await;
}

#[tokio::test]
async fn empty_fragments_without_end_are_read_slowly_and_then_closed() {
    let usual = ServerLimits::default();
    let server = server(ServerLimits {
        received_bytes_per_second: 1_000.try_into().expect("not zero"),
        received_bytes_burst: usual.received_bytes_burst,
        ..quick().limits
    })
    .await;
    let mut table = Table::set(server.address, &settings(), &[true, true], 0, seed()).await;
    table.play_a_little().await;
    let mut flood = crate::frames::raw(&server).await;
    let first = crate::frames::frame(0x01, b"{", true);
    flood.write_all(&first).await.expect("the connection holds");
    let fragments = crate::frames::frame(0x00, b"", true).repeat(10_000);
    let flooding = async { while flood.write_all(&fragments).await.is_ok() {} };
    patiently("the end of somebody whose message never ends", flooding).await;
    go_on(server, table).await;
}

#[tokio::test]
async fn an_address_over_its_cost_is_answered_and_its_people_come_back() {
    const ASKED: usize = 30;
    let server = server(ServerLimits {
        address_cost_per_second: 1.try_into().expect("not zero"),
        address_cost_burst: 100_000.try_into().expect("not zero"),
        ..quick().limits
    })
    .await;
    let (lin, welcome) = Socket::greet(server.address, "Lin").await;
    // A program that sends one request after another, each over a new connection.
    let mut answered = 0;
    while patiently("an answer", ask_anew(&server))
        .await
        .starts_with("HTTP/1.1 200 ")
    {
        answered += 1;
        assert!(answered < 1_000, "matches cost nothing");
    }
    let refused = join_all((0..ASKED).map(|_| ask_anew(&server)));
    for answer in patiently("answers", refused).await {
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_default();
        assert!(head.starts_with("HTTP/1.1 429 "), "{answer:?}");
        assert!(head.contains("\r\nretry-after: "), "{head}");
        let problem: Value = serde_json::from_str(body).expect("a problem");
        assert_eq!(problem["code"], "rate_limited", "{problem}");
    }
    lin.close().await;
    let mut lin = Socket::open(server.address).await.expect("she comes back");
    let hello = json!({"type": "hello", "protocol": 1, "token": welcome["token"]});
    let back = lin.ask_ok(hello).await;
    assert_eq!(back["player"], welcome["player"]);
    let ping = lin.ask(json!({"type": "ping"})).await;
    assert_eq!(ping["code"], "rate_limited", "{ping}");
    server.stop().await;
}

/// Requests the list of matches over a new connection; returns the whole answer.
async fn ask_anew(server: &Server) -> String {
    let mut stream = TcpStream::connect(server.address)
        .await
        .expect("the server listens");
    let request =
        "GET /api/v1/matches?limit=20 HTTP/1.1\r\nhost: giog\r\nconnection: close\r\n\r\n";
    let mut answer = String::new();
    let done = async {
        stream.write_all(request.as_bytes()).await?;
        stream.read_to_string(&mut answer).await
    };
    done.await
        .expect("no connection is closed without an answer");
    answer
}

#[tokio::test]
async fn passwords_are_not_found_by_trying() {
    let server = server(ServerLimits {
        passwords_per_minute: ServerLimits::default().passwords_per_minute,
        ..quick().limits
    })
    .await;
    let (mut lin, _) = Socket::greet(server.address, "Lin").await;
    let create = json!({"type": "create_room", "key": "k", "settings": {"password": "1234"}});
    let room = lin.ask_ok(create).await["room"].clone();
    let (mut bo, _) = Socket::greet(server.address, "Bo").await;
    let mut tried = 0;
    loop {
        let password = format!("{tried:04}");
        let answer = bo
            .ask(json!({"type": "join", "room": room, "password": password}))
            .await;
        if answer["code"] == "rate_limited" {
            break;
        }
        assert_eq!(answer["code"], "wrong_password");
        tried += 1;
        assert!(tried < 100, "nobody stops the trying");
    }
    // People in the room, and rooms without a password, are not affected.
    lin.ask_ok(json!({"type": "join", "room": room})).await;
    bo.refused(json!({"type": "join", "room": room}), "wrong_password")
        .await;
    server.stop().await;
}

#[tokio::test]
async fn passwords_are_not_found_by_trying_to_make_the_room_again() {
    let server = server(ServerLimits {
        passwords_per_minute: ServerLimits::default().passwords_per_minute,
        ..quick().limits
    })
    .await;
    let create = |password: &str| {
        let settings = json!({"password": password});
        json!({"type": "create_room", "key": "k", "settings": settings})
    };
    let (mut lin, _) = Socket::greet(server.address, "Lin").await;
    let room = lin.ask_ok(create("1234")).await["room"].clone();
    let (mut bo, _) = Socket::greet(server.address, "Bo").await;
    bo.ask_ok(json!({"type": "join", "room": room, "password": "1234", "sit": true}))
        .await;
    // The creator of the room passes it to another person, who bans them.
    lin.ask_ok(json!({"type": "pass_ownership", "room": room, "seat": 1}))
        .await;
    lin.ask_ok(json!({"type": "leave", "room": room})).await;
    let settings = json!({"access": "password", "password": "secret"});
    bo.ask_ok(json!({"type": "configure", "room": room, "settings": settings}))
        .await;
    let mut tried = 0;
    loop {
        let answer = lin.ask(create(&format!("{tried:04}"))).await;
        if answer["code"] == "rate_limited" {
            break;
        }
        assert_eq!(answer["code"], "wrong_password", "{answer}");
        tried += 1;
        assert!(tried < 100, "nobody stops the trying");
    }
    // A room without a password uses up no tries.
    lin.ask_ok(json!({"type": "create_room", "key": "other", "settings": {}}))
        .await;
    server.stop().await;
}

#[tokio::test]
async fn whoever_never_reads_is_closed_and_others_play_on() {
    let server = server(ServerLimits {
        frames_waiting: 64,
        ..quick().limits
    })
    .await;
    let mut table = Table::set(server.address, &settings(), &[true, false], 1, seed()).await;
    table.play_a_little().await;
    let (mut lazy, _) = Socket::greet(server.address, "Bo").await;
    let list = json!({"type": "join", "room": table.room});
    // Each answer is a snapshot of the room; none is read until the server closes the connection.
    let flood = async { while lazy.send(&list).await.is_ok() {} };
    patiently("the end of somebody who never reads", flood).await;
    go_on(server, table).await;
}

#[tokio::test]
async fn connections_from_one_address_are_bounded_and_their_places_come_back() {
    const MOST: usize = 50;
    let server = server(ServerLimits {
        connections_per_address: MOST,
        ..quick().limits
    })
    .await;
    let rounds = number_from_env("GIOG_TEST_CONNECTIONS", 2_000) / MOST as u64;
    let mut descriptors = None;
    for _ in 0..rounds.max(2) {
        let mut open = Vec::new();
        while open.len() < MOST {
            // The server notices the end of the last round's connections some time later.
            match Socket::open(server.address).await {
                Ok(socket) => open.push(socket),
                Err(_) => tokio::task::yield_now().await,
            }
        }
        let mut beyond = TcpStream::connect(server.address)
            .await
            .expect("the server listens");
        let mut answer = Vec::new();
        let reading = beyond.read_to_end(&mut answer);
        // It may be reset after the answer.
        let _ = patiently("the answer to one connection more", reading).await;
        assert!(
            answer.starts_with(b"HTTP/1.1 503 "),
            "{}",
            String::from_utf8_lossy(&answer)
        );
        for socket in &mut open {
            let welcome = socket.ask(json!({"type": "ping"})).await;
            assert_eq!(welcome["code"], "hello_first", "those inside are served");
        }
        // The last refused connections may not be closed yet.
        let (count, first) = (
            open_descriptors(),
            *descriptors.get_or_insert_with(open_descriptors),
        );
        assert!(
            count <= first + MOST,
            "{first} descriptors were open, and now {count}"
        );
        for socket in open {
            socket.close().await;
        }
    }
    server.stop().await;
}

/// The number of open files and sockets of this process, which contains the server.
fn open_descriptors() -> usize {
    std::fs::read_dir("/proc/self/fd").map_or(0, Iterator::count)
}
