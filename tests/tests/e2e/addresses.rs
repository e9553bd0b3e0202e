//! Limits by address: for a whole club behind one address, and for people behind a proxy.

use std::net::SocketAddr;

use giog_server::{ServerLimits, Settings};
use giog_tests::{Server, Socket, patiently, quick};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// People in the club.
const CLUB: usize = 50;
/// Connections that a browser opens for a page, in addition to its WebSocket.
const BROWSER_CONNECTIONS: usize = 6;
/// The first requests of a page.
const PAGE: [&str; 10] = [
    "/api/v1/server",
    "/api/v1/variants",
    "/api/v1/rooms",
    "/api/v1/matches",
    "/api/v1/keys",
    "/api/v1/variants/giog",
    "/api/v1/rooms?free=true",
    "/api/v1/matches?limit=5",
    "/api/v1/rooms/featured",
    "/healthz",
];

/// Requests a path on a connection that stays open, with these header lines; returns the status line and headers of the answer.
async fn ask(stream: &mut TcpStream, path: &str, headers: &str) -> String {
    let request = format!("GET {path} HTTP/1.1\r\nhost: giog\r\n{headers}\r\n");
    let asked = stream.write_all(request.as_bytes()).await;
    asked.expect("the server takes the request");
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.expect("the server answers"));
    }
    let head = String::from_utf8(head).expect("headers are text");
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "));
    let length = length.and_then(|length| length.parse().ok());
    let mut body = vec![0; length.expect("the answer has a length")];
    stream.read_exact(&mut body).await.expect("a whole body");
    head
}

/// The same; returns the status.
async fn get(stream: &mut TcpStream, path: &str, headers: &str) -> String {
    let head = ask(stream, path, headers).await;
    head.lines().next().unwrap_or_default().to_owned()
}

/// The seconds in `Retry-After`.
fn retry_after(head: &str) -> u64 {
    let mut lines = head.lines();
    let wait = lines.find_map(|line| line.strip_prefix("retry-after: "));
    let wait = wait.and_then(|wait| wait.parse().ok());
    wait.expect("a refusal says when to come again")
}

/// A person opens the page in a browser; returns the open connections.
async fn come(address: SocketAddr, number: usize) -> (Vec<TcpStream>, Socket) {
    let mut streams = Vec::new();
    for _ in 0..BROWSER_CONNECTIONS {
        let stream = TcpStream::connect(address).await;
        streams.push(stream.expect("the server listens"));
    }
    for (index, path) in PAGE.iter().enumerate() {
        let status = get(&mut streams[index % BROWSER_CONNECTIONS], path, "").await;
        assert_eq!(status, "HTTP/1.1 200 OK", "{number}: {path}");
    }
    let (socket, _) = Socket::greet(address, &format!("Guest {number}")).await;
    (streams, socket)
}

#[tokio::test]
async fn a_club_of_fifty_behind_one_address_gets_in_at_once() {
    let limits = ServerLimits::default();
    let server = Server::start(Settings { limits, ..quick() }).await;
    let coming: Vec<_> = (0..CLUB)
        .map(|number| tokio::spawn(come(server.address, number)))
        .collect();
    let mut people = Vec::new();
    for person in coming {
        people.push(
            patiently("somebody's coming", person)
                .await
                .expect("they are in"),
        );
    }
    for (_, socket) in &mut people {
        socket.ask_ok(json!({"type": "ping"})).await;
    }
    drop(people);
    server.stop().await;
}

/// A person sends `hello` through a proxy on this machine; returns the code of the refusal, if any.
async fn greet_for(address: SocketAddr, client: &str) -> (Socket, Option<String>) {
    let socket = Socket::open_with(address, &[("x-forwarded-for", client)]).await;
    let mut socket = socket.expect("the server takes the socket");
    let answer = socket.ask(json!({"type": "hello", "protocol": 1})).await;
    (socket, answer["code"].as_str().map(str::to_owned))
}

/// Settings with low limits per address, and these proxies.
fn narrow(proxies: &[&str]) -> Settings {
    let ranges = proxies.iter().map(|range| range.parse().expect("a range"));
    Settings {
        trusted_proxies: ranges.collect(),
        limits: ServerLimits {
            connections_per_address: 2,
            new_guests_per_minute: 2.try_into().expect("not zero"),
            ..quick().limits
        },
        ..quick()
    }
}

#[tokio::test]
async fn behind_a_trusted_proxy_each_client_has_bounds_of_its_own() {
    let server = Server::start(narrow(&["127.0.0.1"])).await;
    let address = server.address;
    let mut inside = Vec::new();
    for client in ["198.51.100.1", "198.51.100.2", "2001:db8::1"] {
        for _ in 0..2 {
            let (socket, refused) = greet_for(address, client).await;
            assert_eq!(refused, None, "{client}");
            inside.push(socket);
        }
    }
    // The same household gets no third socket, and a header that the client sends itself does not help.
    for claimed in ["2001:db8::2", "203.0.113.9, 198.51.100.1"] {
        let beyond = Socket::open_with(address, &[("x-forwarded-for", claimed)]).await;
        let error = beyond.err().map(|error| error.to_string());
        assert!(
            error.is_some_and(|error| error.contains("503")),
            "{claimed}"
        );
    }
    // A closed socket frees its place; the number of new guests in this minute stays used up.
    inside.remove(0).close().await;
    patiently("a place that comes back", async {
        loop {
            let headers = [("x-forwarded-for", "198.51.100.1")];
            let Ok(mut socket) = Socket::open_with(address, &headers).await else {
                continue;
            };
            let answer = socket.ask(json!({"type": "hello", "protocol": 1})).await;
            if answer["code"] == "rate_limited" {
                break;
            }
            // On a very busy machine, the limit may have refilled by one in the meantime.
            socket.close().await;
        }
    })
    .await;
    drop(inside);
    server.stop().await;
}

#[tokio::test]
async fn behind_a_trusted_proxy_bytes_cost_who_asks_and_not_who_shares_the_connection() {
    let server = Server::start(Settings {
        trusted_proxies: vec!["127.0.0.1".parse().expect("an address")],
        limits: ServerLimits {
            address_cost_per_second: 1.try_into().expect("not zero"),
            address_cost_burst: 20_000.try_into().expect("not zero"),
            ..ServerLimits::default()
        },
        ..quick()
    })
    .await;
    let stream = TcpStream::connect(server.address).await;
    let mut stream = stream.expect("the server listens");
    let long = format!(
        "x-forwarded-for: 198.51.100.1\r\nx: {}\r\n",
        "x".repeat(15_000)
    );
    let mut asked = 0;
    let refused = loop {
        let head = patiently("an answer", ask(&mut stream, "/api/v1/server", &long)).await;
        if !head.starts_with("HTTP/1.1 200 OK") {
            break head;
        }
        asked += 1;
        assert!(asked < 200, "the bytes cost nothing");
    };
    let too_many = "HTTP/1.1 429 Too Many Requests";
    assert!(refused.starts_with(too_many), "{refused}");
    // Several times the bytes that the connection of a single client may send at once.
    assert!(asked > 60, "{asked}");
    // The bytes of a refused request are charged as well.
    let again = patiently("an answer", ask(&mut stream, "/api/v1/server", &long)).await;
    assert!(again.starts_with(too_many), "{again}");
    let still = patiently("an answer", ask(&mut stream, "/api/v1/server", &long)).await;
    let longer = retry_after(&still) - retry_after(&again);
    assert!(longer > 100, "the wait is {longer} s longer");
    let other = "x-forwarded-for: 203.0.113.1\r\n";
    let status = patiently("an answer", get(&mut stream, "/api/v1/server", other)).await;
    assert_eq!(status, "HTTP/1.1 200 OK");
    drop(stream);
    server.stop().await;
}

#[tokio::test]
async fn who_is_no_trusted_proxy_is_not_believed() {
    let server = Server::start(narrow(&["10.0.0.0/8"])).await;
    let (_first, refused) = greet_for(server.address, "198.51.100.1").await;
    assert_eq!(refused, None);
    let (_second, refused) = greet_for(server.address, "198.51.100.2").await;
    assert_eq!(refused, None);
    let headers = [("x-forwarded-for", "198.51.100.3")];
    let third = Socket::open_with(server.address, &headers).await;
    assert!(third.is_err(), "they are all at one address");
    server.stop().await;
}
