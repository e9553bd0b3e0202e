//! The costs of requests, per connection, person and address.

use std::num::NonZeroU32;
use std::time::Duration;

use axum::http::Method;
use giog_server::Settings;
use serde_json::{Value, json};

use crate::common::{Conn, TestServer, quiet};

fn number(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).expect("not zero")
}

async fn server(change: impl FnOnce(&mut Settings)) -> TestServer {
    let mut settings = quiet();
    change(&mut settings);
    TestServer::with(settings, 0).await
}

#[tokio::test]
async fn a_connection_pays_for_what_it_asks_and_not_for_how_often() {
    let server = server(|settings| {
        settings.limits.connection_cost_burst = number(3_000);
        settings.limits.connection_cost_per_second = number(1_000);
    })
    .await;
    let mut lin = server.person("Lin").await;
    for _ in 0..20 {
        lin.say(json!({ "type": "ping" })).await;
    }
    lin.say(json!({ "type": "create_room", "key": "k" })).await;
    let refusal = lin.try_say(json!({ "type": "ping" })).await;
    assert_eq!(refusal["code"], "rate_limited", "{refusal}");
    let wait_ms = refusal["wait_ms"].as_i64().expect("how long to wait");
    assert!((100..=3_001).contains(&wait_ms), "{wait_ms}");
    server.clock.advance(wait_ms - 1);
    let refusal = lin.try_say(json!({ "type": "ping" })).await;
    assert_eq!(refusal["code"], "rate_limited", "{refusal}");
    server.clock.advance(10);
    lin.say(json!({ "type": "ping" })).await;
}

fn list() -> Value {
    json!({ "type": "list_rooms" })
}

/// Blocks the whole thread until overload is detected: requests then wait.
async fn overload(conn: &mut Conn) {
    while conn.pause_after(list()).await.is_zero() {
        tokio::time::sleep(Duration::from_millis(1)).await;
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[tokio::test]
async fn plays_do_not_wait_on_an_overloaded_server() {
    let server = server(|_| {}).await;
    let mut lin = server.person("Lin").await;
    let room = lin.create_room(json!({})).await;
    let play = || json!({ "type": "act", "room": room, "turn": 0, "do": "play", "pieces": "GG" });
    assert_eq!(lin.pause_after(list()).await, Duration::ZERO);
    let costs = server.app.costs.clone();
    tokio::spawn(async move { costs.watch_overload().await });
    for n in 0..3 {
        overload(&mut lin).await;
        assert_eq!(lin.pause_after(play()).await, Duration::ZERO, "play {n}");
    }
    // Rare requests do not wait either: after a line of chat, an action is taken at once.
    let mut wu = server.person("Wu").await;
    server.clock.advance(5_000);
    overload(&mut wu).await;
    assert_eq!(lin.pause_after(list()).await, Duration::ZERO);
    assert!(lin.pause_after(list()).await > Duration::ZERO);
    overload(&mut lin).await;
    let waited = tokio::time::Instant::now();
    let asked = lin.pause_after(json!({ "type": "create_room", "key": "other" }));
    let asked = asked.await;
    assert!(asked > Duration::ZERO, "it did not wait");
    server.get("/api/v1/rooms").await;
    assert!(waited.elapsed() >= asked, "HTTP did not wait for its turn");
}

#[tokio::test]
async fn the_bytes_of_an_answer_are_charged_only_to_the_requester() {
    let server = server(|settings| settings.limits.connection_cost_burst = number(5_000)).await;
    let (mut lin, mut wu) = (server.person("Lin").await, server.person("Wu").await);
    let room = lin.create_room(json!({})).await;
    wu.join(&room, None).await;
    let mut joined = 0;
    while wu.try_say(json!({ "type": "join", "room": room })).await["type"] == "ok" {
        joined += 1;
        assert!(joined < 50, "pictures cost nothing");
    }
    assert!(joined > 2, "{joined}");
    lin.say(json!({ "type": "ping" })).await;
}

/// How many lists with this number of rooms a connection gets in a burst.
async fn lists_at_once(rooms: usize) -> usize {
    let server = server(|settings| {
        settings.limits.connection_cost_burst = number(10_000);
        settings.limits.connection_cost_per_second = number(1);
        settings.limits.new_rooms_per_minute = number(1_000);
        settings.limits.rooms_per_address = 1_000;
    })
    .await;
    for _ in 0..rooms {
        server.person("Lin").await.create_room(json!({})).await;
    }
    let mut wu = server.person("Wu").await;
    let mut lists = 0;
    while wu.try_say(json!({ "type": "list_rooms" })).await["type"] == "ok" {
        lists += 1;
    }
    lists
}

#[tokio::test]
async fn a_list_of_rooms_costs_as_much_as_it_is_long() {
    let (short, long) = (lists_at_once(1).await, lists_at_once(40).await);
    assert!(long + 5 < short, "{long} lists of 40 rooms, {short} of one");
}

#[tokio::test]
async fn what_is_drawn_costs_its_address_more_than_what_is_in_memory() {
    let settings = |settings: &mut Settings| {
        settings.limits.address_cost_burst = number(50_000);
        settings.limits.address_cost_per_second = number(1);
    };
    for (method, path, body, most) in [
        (
            Method::POST,
            "/api/v1/qr",
            json!({ "text": "https://play.example.org" }),
            5,
        ),
        (Method::GET, "/api/v1/variants/giog", json!(null), 1_000),
    ] {
        let server = server(settings).await;
        let mut done = 0;
        loop {
            let asked = server.send(method.clone(), path, None, body.clone());
            if asked.await.status == 429 {
                break;
            }
            done += 1;
            assert!(done <= most, "{method} {path} costs too little");
        }
        assert!(done >= most / 10, "{method} {path} costs too much: {done}");
    }
}

#[tokio::test]
async fn another_name_costs_its_person_whatever_connections_they_have() {
    let server = server(|settings| settings.limits.person_cost_burst = number(50_000)).await;
    let token = server.person("Lin").await.token();
    let mut renamed = 0;
    loop {
        let name = json!({ "name": format!("Lin {renamed}") });
        let path = "/api/v1/guests/me";
        let reply = server.send(Method::PATCH, path, Some(&token), name).await;
        if reply.status != 200 {
            assert_eq!(reply.problem(429), "rate_limited");
            assert!(!reply.header("retry-after").is_empty());
            break;
        }
        renamed += 1;
        assert!(renamed < 10, "names cost nothing");
    }
    assert!(renamed >= 2, "{renamed}");
    let mut lin = server.connect();
    let hello = json!({ "type": "hello", "protocol": 1, "token": token, "name": "Somebody" });
    assert_eq!(lin.try_say(hello).await["code"], "rate_limited");
    // Without a new name there is no transaction.
    let hello = json!({ "type": "hello", "protocol": 1, "token": token });
    lin.say(hello).await;
}

#[tokio::test]
async fn an_address_pays_for_rest_and_sockets_alike() {
    let server = server(|settings| {
        settings.limits.address_cost_burst = number(5_000);
        settings.limits.address_cost_per_second = number(1);
    })
    .await;
    let mut lin = server.person("Lin").await;
    let mut asked = 0;
    loop {
        let reply = server.get("/api/v1/rooms").await;
        if reply.status != 200 {
            assert_eq!(reply.problem(429), "rate_limited");
            break;
        }
        asked += 1;
        assert!(asked < 100, "lists cost nothing");
    }
    let refusal = lin.try_say(json!({ "type": "ping" })).await;
    assert_eq!(refusal["code"], "rate_limited");
    // Unknown routes have a cost, too, and monitoring has none.
    assert_eq!(server.get("/nothing").await.problem(429), "rate_limited");
    server.get("/healthz").await.ok(200);
}

/// A server at which the budget of the address of all clients is used up, and a known person with a token.
async fn used_up() -> (TestServer, String) {
    let server = server(|settings| {
        settings.limits.address_cost_burst = number(20_000);
        settings.limits.address_cost_per_second = number(1);
    })
    .await;
    let token = server.person("Lin").await.token();
    while server.get("/api/v1/matches").await.status == 200 {}
    (server, token)
}

#[tokio::test]
async fn people_come_back_to_an_address_that_has_nothing_left_and_pay_for_what_they_send() {
    let (server, token) = used_up().await;
    let hello = json!({ "type": "hello", "protocol": 1, "token": token });
    let mut lin = server.connect();
    lin.say(hello.clone()).await;
    let refusal = lin.try_say(json!({ "type": "ping" })).await;
    assert_eq!(refusal["code"], "rate_limited", "it is exempt");
    // Nobody else gets in this way, and each connection has only one try.
    for stranger in [json!(null), json!("0".repeat(64))] {
        let mut other = server.connect();
        let mut hello = json!({ "type": "hello", "protocol": 1 });
        let code = if stranger.is_null() {
            "rate_limited"
        } else {
            hello["token"] = stranger;
            "bad_token"
        };
        assert_eq!(other.try_say(hello.clone()).await["code"], code);
        hello["token"] = token.clone().into();
        assert_eq!(other.try_say(hello).await["code"], "rate_limited");
    }
    let mut back = 0;
    while server.connect().try_say(hello.clone()).await["type"] == "ok" {
        back += 1;
        assert!(back < 100, "without end");
    }
    assert!(back > 40, "{back}: a club");
}

#[tokio::test]
async fn what_is_a_transaction_of_its_own_costs_its_address_as_another_name_does() {
    let code = json!({ "code": "none" });
    for (method, path, body) in [
        (Method::DELETE, "/api/v1/guests/me/devices", json!(null)),
        (
            Method::DELETE,
            "/api/v1/guests/me/devices/00000000-0000-4000-8000-000000000000",
            json!(null),
        ),
        (Method::POST, "/api/v1/guests/me/handover", json!(null)),
        (Method::POST, "/api/v1/guests/handover", code.clone()),
        (Method::POST, "/api/v1/guests/recovery", code.clone()),
        (Method::POST, "/api/v1/guests/me/recovery", code.clone()),
    ] {
        let server = server(|settings| {
            settings.limits.address_cost_burst = number(50_000);
            settings.limits.address_cost_per_second = number(1);
        })
        .await;
        let token = server.person("Lin").await.token();
        let mut done = 0;
        loop {
            let asked = server.send(method.clone(), path, Some(&token), body.clone());
            if asked.await.status == 429 {
                break;
            }
            done += 1;
            assert!(done < 5, "{method} {path} costs too little");
        }
        assert!(done > 0, "{method} {path}");
    }
}
