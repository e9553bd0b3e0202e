//! Bans of people and addresses.

use axum::http::Method;
use giog_rooms::Clock as _;
use giog_server::Settings;
use serde_json::{Value, json};

use super::get;
use crate::common::{TestServer, quiet};
use crate::leaving::{leave_before_the_answer, until};

async fn ban(server: &TestServer, body: Value) -> Value {
    server.operate(Method::POST, "/bans", body).await.ok(201)
}

async fn lift(server: &TestServer, ban: &Value) {
    let id = ban["ban_id"].as_str().expect("an id");
    let path = format!("/bans/{id}");
    let reply = server.operate(Method::DELETE, &path, Value::Null).await;
    assert_eq!(reply.status, 204);
}

/// The result of `hello` with a token.
async fn come_back(server: &TestServer, token: &str) -> Value {
    let hello = json!({ "type": "hello", "protocol": 1, "token": token });
    server.connect().try_say(hello).await
}

#[tokio::test]
async fn a_person_who_is_banned_is_refused_until_it_is_lifted() {
    let server = TestServer::new().await;
    let lin = server.person("Lin").await;
    let input = json!({ "player": lin.player(), "reason": "stones thrown" });
    let made = ban(&server, input).await;
    insta::assert_json_snapshot!("operator_ban", made);
    assert_eq!(come_back(&server, &lin.token()).await["code"], "banned");
    let me = server.get_as(&lin.token(), "/api/v1/guests/me").await;
    assert_eq!(me.problem(403), "banned");
    // Nobody else is disconnected, and the reason is not sent.
    assert!(!String::from_utf8_lossy(&me.body).contains("stones"));
    server.person("Wu").await;
    assert_eq!(get(&server, "/bans").await["bans"], json!([made]));
    lift(&server, &made).await;
    assert_eq!(come_back(&server, &lin.token()).await["type"], "ok");
    assert_eq!(get(&server, "/bans").await["bans"], json!([]));
}

#[tokio::test]
async fn a_ban_and_its_end_hold_though_the_operator_is_gone_before_the_answer() {
    let server = TestServer::new().await;
    let lin = server.person("Lin").await;
    let stored = async || {
        let bans = server.store.bans(server.clock.now().wall).await;
        bans.expect("bans").len()
    };
    let input = json!({ "player": lin.player(), "reason": "stones thrown" });
    let asked = server.operate(Method::POST, "/bans", input);
    leave_before_the_answer(asked, async || stored().await == 1).await;
    until(async || come_back(&server, &lin.token()).await["code"] == "banned").await;
    let bans = get(&server, "/bans").await;
    let id = bans["bans"][0]["ban_id"].as_str().expect("an id");
    let path = format!("/bans/{id}");
    let asked = server.operate(Method::DELETE, &path, Value::Null);
    leave_before_the_answer(asked, async || stored().await == 0).await;
    until(async || come_back(&server, &lin.token()).await["type"] == "ok").await;
    let again = server.operate(Method::DELETE, &path, Value::Null).await;
    assert_eq!(again.problem(404), "no_such_ban");
}

#[tokio::test]
async fn a_ban_that_is_not_stored_any_more_keeps_nobody_away_when_it_is_lifted_again() {
    let server = TestServer::new().await;
    let lin = server.person("Lin").await;
    let input = json!({ "player": lin.player(), "reason": "stones thrown" });
    let made = ban(&server, input).await;
    // As if the database had lifted it, and the answer had been lost.
    let id = serde_json::from_value(made["ban_id"].clone()).expect("an id");
    let lifted = server.store.lift_ban(giog_store::BanId(id)).await;
    assert!(lifted.expect("an answer"));
    assert_eq!(come_back(&server, &lin.token()).await["code"], "banned");
    let path = format!("/bans/{id}");
    let again = server.operate(Method::DELETE, &path, Value::Null).await;
    assert_eq!(again.problem(404), "no_such_ban");
    assert_eq!(come_back(&server, &lin.token()).await["type"], "ok");
}

#[tokio::test]
async fn a_ban_ends_by_itself() {
    let server = TestServer::new().await;
    let lin = server.person("Lin").await;
    let input = json!({ "player": lin.player(), "reason": "a day off", "lasts_s": 86_400 });
    ban(&server, input).await;
    server.clock.advance(86_399_999);
    assert_eq!(come_back(&server, &lin.token()).await["code"], "banned");
    server.clock.advance(1);
    assert_eq!(come_back(&server, &lin.token()).await["type"], "ok");
    assert_eq!(get(&server, "/bans").await["bans"], json!([]));
    assert_eq!(get(&server, "/status").await["bans"], 0);
}

#[tokio::test]
async fn from_addresses_that_are_banned_nothing_is_answered_but_health() {
    let server = TestServer::new().await;
    // The client address of the tests is 192.0.2.7.
    ban(
        &server,
        json!({ "addresses": "198.51.100.0/24", "reason": "others" }),
    )
    .await;
    server.get("/api/v1/rooms").await.ok(200);
    let made = ban(
        &server,
        json!({ "addresses": "192.0.2.0/25", "reason": "a flood" }),
    )
    .await;
    assert_eq!(made["addresses"], "192.0.2.0/25");
    for path in ["/api/v1/rooms", "/ws", "/api/docs/", "/nothing"] {
        assert_eq!(server.get(path).await.problem(403), "banned", "{path}");
    }
    server.get("/healthz").await.ok(200);
    server.get("/readyz").await.ok(200);
    lift(&server, &made).await;
    server.get("/api/v1/rooms").await.ok(200);
}

#[tokio::test]
async fn a_ban_is_of_one_thing_with_a_reason() {
    let server = TestServer::new().await;
    let lin = server.person("Lin").await;
    for bad in [
        json!({ "reason": "nobody" }),
        json!({ "player": lin.player(), "addresses": "192.0.2.7", "reason": "both" }),
        json!({ "addresses": "example.org", "reason": "no address" }),
        json!({ "addresses": "192.0.2.7/33", "reason": "no range" }),
        json!({ "player": lin.player() }),
        json!({ "player": lin.player(), "reason": " " }),
        json!({ "player": lin.player(), "reason": "a slip", "last_s": 60 }),
    ] {
        let reply = server.operate(Method::POST, "/bans", bad.clone()).await;
        assert_eq!(reply.problem(400), "bad_request", "{bad}");
    }
    assert_eq!(get(&server, "/bans").await["bans"], json!([]));
    let nowhere = "/bans/00000000-0000-4000-8000-000000000000";
    let reply = server.operate(Method::DELETE, nowhere, Value::Null).await;
    assert_eq!(reply.problem(404), "no_such_ban");
}

#[tokio::test]
async fn a_connection_that_was_being_opened_when_its_address_was_banned_greets_nobody() {
    let server = TestServer::new().await;
    let input = json!({ "addresses": "192.0.2.0/24", "reason": "stones thrown" });
    ban(&server, input).await;
    let hello = json!({ "type": "hello", "protocol": 1 });
    let answer = server.connect().try_say(hello).await;
    assert_eq!(answer["code"], "banned");
}

#[tokio::test]
async fn a_ban_of_half_the_internet_or_of_the_proxy_must_be_confirmed() {
    let proxies = ["127.0.0.1", "10.9.8.0/24"].map(|range| range.parse().expect("a range"));
    let settings = Settings {
        trusted_proxies: proxies.to_vec(),
        ..quiet()
    };
    let server = TestServer::with(settings, 0).await;
    let input = |addresses: &str| json!({ "addresses": addresses, "reason": "a flood" });
    for addresses in [
        "0.0.0.0/0",
        "202.0.0.0/7",
        "::/0",
        "2a00::/15",
        "127.0.0.1",
        "::ffff:127.0.0.1",
        "10.9.8.7",
        "10.9.0.0/16",
    ] {
        let asked = server
            .operate(Method::POST, "/bans", input(addresses))
            .await;
        assert_eq!(asked.problem(409), "confirm_wanted", "{addresses}");
    }
    assert_eq!(get(&server, "/bans").await["bans"], json!([]));
    server.person("Lin").await;
    for addresses in ["203.0.0.0/8", "2001::/16", "10.9.9.0/24"] {
        ban(&server, input(addresses)).await;
    }
    let mut sure = input("10.9.8.7");
    sure["anyway"] = true.into();
    ban(&server, sure).await;
}
