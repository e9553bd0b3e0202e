//! `/guests/me/handover` and `/guests/handover`: the same person on another device.

use axum::http::Method;
use serde_json::{Value, json};

use crate::common::{Reply, TestServer};

/// How long a code is valid.
const CODE_MS: i64 = 120_000;

async fn guest(server: &TestServer, name: &str) -> Value {
    let body = json!({ "name": name });
    server
        .send(Method::POST, "/api/v1/guests", None, body)
        .await
        .ok(201)
}

fn token(guest: &Value) -> &str {
    guest["token"].as_str().expect("a token")
}

async fn ask_code(server: &TestServer, token: &str) -> Reply {
    let bearer = format!("Bearer {token}");
    let headers = [("authorization", bearer.as_str())];
    server
        .ask(Method::POST, "/api/v1/guests/me/handover", &headers, None)
        .await
}

async fn code(server: &TestServer, token: &str) -> String {
    let offered = ask_code(server, token).await.ok(200);
    offered["code"].as_str().expect("a code").to_owned()
}

async fn take(server: &TestServer, code: &str) -> Reply {
    let body = json!({ "code": code });
    server
        .send(Method::POST, "/api/v1/guests/handover", None, body)
        .await
}

#[tokio::test]
async fn a_code_makes_another_device_the_same_person_once() {
    let server = TestServer::new().await;
    let lin = guest(&server, "Lin").await;
    let offered = ask_code(&server, token(&lin)).await;
    assert_eq!(offered.header("cache-control"), "no-store");
    let offered = offered.ok(200);
    assert_eq!(offered["expires_in_ms"], CODE_MS);
    let code = offered["code"].as_str().expect("a code");
    assert!(code.len() == 32 && code.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let taken = take(&server, code).await;
    assert_eq!(taken.header("cache-control"), "no-store");
    let taken = taken.ok(200);
    assert_ne!(token(&taken), token(&lin), "a token of its own");
    for one in [&lin, &taken] {
        let me = server.get_as(token(one), "/api/v1/guests/me").await;
        assert_eq!(me.ok(200)["player"], lin["player"]);
        assert_eq!([&one["name"], &one["tag"]], [&lin["name"], &lin["tag"]]);
    }
    let again = take(&server, code).await;
    insta::assert_json_snapshot!("handover_bad_code", again.picture());
}

#[tokio::test]
async fn a_code_is_good_for_two_minutes() {
    let server = TestServer::new().await;
    let lin = guest(&server, "Lin").await;
    let first = code(&server, token(&lin)).await;
    server.clock.advance(CODE_MS);
    assert_eq!(take(&server, &first).await.ok(200)["name"], "Lin");
    let second = code(&server, token(&lin)).await;
    server.clock.advance(CODE_MS + 1);
    assert_eq!(take(&server, &second).await.problem(403), "bad_code");
}

#[tokio::test]
async fn a_new_code_replaces_the_one_before_and_nobody_elses() {
    let server = TestServer::new().await;
    let (lin, mei) = (guest(&server, "Lin").await, guest(&server, "Mei").await);
    let meis = code(&server, token(&mei)).await;
    let first = code(&server, token(&lin)).await;
    let second = code(&server, token(&lin)).await;
    assert_eq!(take(&server, &first).await.problem(403), "bad_code");
    for (code, guest) in [(&second, &lin), (&meis, &mei)] {
        let taken = take(&server, code).await.ok(200);
        assert_eq!(taken["player"], guest["player"]);
    }
}

#[tokio::test]
async fn unknown_people_get_no_code_and_invalid_codes_are_refused() {
    let server = TestServer::new().await;
    let path = "/api/v1/guests/me/handover";
    let nobody = server.ask(Method::POST, path, &[], None).await;
    assert_eq!(nobody.problem(401), "token_wanted");
    let stranger = ask_code(&server, &"0".repeat(64)).await;
    assert_eq!(stranger.problem(401), "bad_token");
    for code in ["", "0", &"0".repeat(32), &"x".repeat(3_000)] {
        assert_eq!(take(&server, code).await.problem(403), "bad_code");
    }
    let body = json!({});
    let empty = server
        .send(Method::POST, "/api/v1/guests/handover", None, body)
        .await;
    assert_eq!(empty.problem(400), "bad_request");
}

#[tokio::test]
async fn a_person_who_was_banned_meanwhile_cannot_use_a_code() {
    let server = TestServer::new().await;
    let lin = guest(&server, "Lin").await;
    let code = code(&server, token(&lin)).await;
    let ban = json!({ "player": lin["player"], "reason": "shouting" });
    server.operate(Method::POST, "/bans", ban).await.ok(201);
    assert_eq!(take(&server, &code).await.problem(403), "banned");
}
