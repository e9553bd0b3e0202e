//! `/guests/me/devices`, `/guests/me/recovery` and `/guests/recovery`: a person's tokens, and the login with a recovery code.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::Context;
use std::time::Duration;

use axum::http::Method;
use giog_protocol::DeviceId;
use giog_rules::PlayerId;
use giog_store::{Device, Guest};
use serde_json::{Value, json};

use crate::common::{Conn, Reply, TestServer, hash};
use crate::leaving::{Woken, leave_before_the_answer, until};

const DEVICES: &str = "/api/v1/guests/me/devices";
const FIREFOX: &str = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0";
/// The longest time for which a writer holds the database.
const WRITE_TIME: Duration = Duration::from_secs(2);
const NOBODYS: &str = "0000-0000-0000-0000-0000-0000-0000";

fn text<'v>(value: &'v Value, field: &str) -> &'v str {
    value[field].as_str().expect("a text")
}

async fn guest(server: &TestServer, name: &str, device: &str) -> Value {
    let body = json!({ "name": name, "device": device });
    let made = server.send(Method::POST, "/api/v1/guests", None, body);
    made.await.ok(201)
}

async fn as_guest(server: &TestServer, method: Method, path: &str, token: &str) -> Reply {
    let bearer = format!("Bearer {token}");
    let headers = [("authorization", bearer.as_str())];
    server.ask(method, path, &headers, None).await
}

/// Another device of a person, named only by its `User-Agent`.
async fn hand_over(server: &TestServer, token: &str) -> Value {
    let path = "/api/v1/guests/me/handover";
    let offered = as_guest(server, Method::POST, path, token).await.ok(200);
    let body = json!({ "code": offered["code"] }).to_string();
    let headers = [
        ("content-type", "application/json"),
        ("user-agent", FIREFOX),
    ];
    let path = "/api/v1/guests/handover";
    let given = server.ask(Method::POST, path, &headers, Some(body)).await;
    given.ok(200)
}

async fn devices(server: &TestServer, token: &str) -> Vec<Value> {
    let list = server.get_as(token, DEVICES).await.ok(200);
    list["devices"].as_array().expect("a list").clone()
}

async fn is_known(server: &TestServer, token: &str) -> bool {
    let me = server.get_as(token, "/api/v1/guests/me").await;
    me.status == 200 || me.problem(401) != "bad_token"
}

async fn new_code(server: &TestServer, token: &str, former: Option<&str>) -> Reply {
    let body = former.map_or_else(|| json!({}), |code| json!({ "code": code }));
    let path = "/api/v1/guests/me/recovery";
    server.send(Method::POST, path, Some(token), body).await
}

async fn recover(server: &TestServer, code: &str) -> Reply {
    let body = json!({ "code": code, "device": "new" });
    let path = "/api/v1/guests/recovery";
    server.send(Method::POST, path, None, body).await
}

#[tokio::test]
async fn every_device_has_a_name_and_dates_and_tells_no_token() {
    let server = TestServer::new().await;
    let lin = guest(&server, "Lin", " Lin's\u{200b} laptop ").await;
    server.clock.advance(3_600_000);
    let phone = hand_over(&server, text(&lin, "token")).await;
    server.clock.advance(3_600_000);
    let list = server.get_as(text(&phone, "token"), DEVICES).await;
    assert_eq!(list.header("cache-control"), "no-store");
    let list = list.ok(200);
    assert_eq!(list["recovery"], false);
    let told = |device: &Value| {
        let part = |field: &str| device[field].clone();
        ["name", "made_at", "seen_at", "current"].map(part)
    };
    let devices = list["devices"].as_array().expect("a list");
    let devices: Vec<_> = devices.iter().map(told).collect();
    assert_eq!(
        json!(devices),
        json!([
            [
                "Lin's laptop",
                "2026-01-01T00:00:00.000Z",
                "2026-01-01T01:00:00.000Z",
                false
            ],
            [
                "Firefox on Android",
                "2026-01-01T01:00:00.000Z",
                "2026-01-01T02:00:00.000Z",
                true
            ],
        ])
    );
    for one in [&lin, &phone] {
        assert!(!list.to_string().contains(text(one, "token")));
    }
}

/// A connection for each of these devices.
async fn greeted(server: &TestServer, devices: &[&Value]) -> Vec<Conn> {
    let mut conns = Vec::new();
    for device in devices {
        let mut conn = server.connect();
        conn.greet(json!({ "protocol": 1, "token": device["token"] }))
            .await;
        conns.push(conn);
    }
    conns
}

#[tokio::test]
async fn an_ended_token_is_nobodys_its_sockets_are_put_out_and_its_codes_are_good_no_more() {
    let server = TestServer::new().await;
    let lin = guest(&server, "Lin", "laptop").await;
    let mei = guest(&server, "Mei", "laptop").await;
    let phone = hand_over(&server, text(&lin, "token")).await;
    let conns = greeted(&server, &[&lin, &phone, &mei]).await;
    let path = "/api/v1/guests/me/handover";
    let offered = as_guest(&server, Method::POST, path, text(&phone, "token")).await;
    let of_phone = offered.ok(200);
    let list = devices(&server, text(&lin, "token")).await;
    let other = list.iter().find(|one| one["current"] == false);
    let path = format!("{DEVICES}/{}", text(other.expect("the phone"), "device"));
    let others = as_guest(&server, Method::DELETE, &path, text(&mei, "token")).await;
    assert_eq!(others.problem(404), "no_such_device");
    let ended = as_guest(&server, Method::DELETE, &path, text(&lin, "token")).await;
    assert_eq!(ended.status, 204);
    assert!(!is_known(&server, text(&phone, "token")).await);
    assert!(is_known(&server, text(&lin, "token")).await);
    let put_out: Vec<bool> = conns.iter().map(Conn::is_put_out).collect();
    assert_eq!(put_out, [false, true, false]);
    let body = json!({ "code": of_phone["code"] });
    let taken = server.send(Method::POST, "/api/v1/guests/handover", None, body);
    assert_eq!(taken.await.problem(403), "bad_code");
    let again = as_guest(&server, Method::DELETE, &path, text(&lin, "token")).await;
    assert_eq!(again.problem(404), "no_such_device");
}

#[tokio::test]
async fn all_other_devices_are_ended_at_once() {
    let server = TestServer::new().await;
    let lin = guest(&server, "Lin", "laptop").await;
    let others = [
        hand_over(&server, text(&lin, "token")).await,
        hand_over(&server, text(&lin, "token")).await,
    ];
    let here = text(&others[0], "token");
    let ended = as_guest(&server, Method::DELETE, DEVICES, here).await;
    assert_eq!(ended.status, 204);
    let left = devices(&server, here).await;
    assert_eq!((left.len(), &left[0]["current"]), (1, &json!(true)));
    for one in [&lin, &others[1]] {
        assert!(!is_known(&server, text(one, "token")).await);
    }
}

#[tokio::test]
async fn there_are_only_so_many_devices() {
    let server = TestServer::new().await;
    let lin = guest(&server, "Lin", "laptop").await;
    for _ in 1..giog_store::MAX_DEVICES {
        hand_over(&server, text(&lin, "token")).await;
        // No delay because of earlier requests.
        server.clock.advance(1_000);
    }
    let path = "/api/v1/guests/me/handover";
    let offered = as_guest(&server, Method::POST, path, text(&lin, "token")).await;
    let body = json!({ "code": offered.ok(200)["code"] });
    let taken = server.send(Method::POST, "/api/v1/guests/handover", None, body);
    assert_eq!(taken.await.problem(409), "too_many_devices");
}

#[tokio::test]
async fn a_recovery_code_ends_all_tokens_and_is_replaced_by_the_next() {
    let server = TestServer::new().await;
    let lin = guest(&server, "Lin", "laptop").await;
    let phone = hand_over(&server, text(&lin, "token")).await;
    let first = new_code(&server, text(&lin, "token"), None).await;
    assert_eq!(first.header("cache-control"), "no-store");
    let first = first.ok(200);
    let list = server.get_as(text(&lin, "token"), DEVICES).await.ok(200);
    assert_eq!(list["recovery"], true);
    let mut conn = server.connect();
    conn.greet(json!({ "protocol": 1, "token": phone["token"] }))
        .await;
    let written = text(&first, "recovery_code")
        .to_lowercase()
        .replace('-', " ");
    let back = recover(&server, &written).await;
    assert_eq!(back.header("cache-control"), "no-store");
    let back = back.ok(200);
    assert_eq!(
        [&back["player"], &back["name"], &back["tag"]],
        [&lin["player"], &lin["name"], &lin["tag"]]
    );
    assert!(conn.is_put_out());
    for one in [&lin, &phone] {
        assert!(!is_known(&server, text(one, "token")).await);
    }
    let left = devices(&server, text(&back, "token")).await;
    assert_eq!((left.len(), &left[0]["name"]), (1, &json!("new")));
    let again = recover(&server, text(&first, "recovery_code")).await;
    assert_eq!(again.problem(403), "bad_code");
    let next = recover(&server, text(&back, "recovery_code")).await.ok(200);
    assert_eq!(next["player"], lin["player"]);
}

#[tokio::test]
async fn a_recovery_can_be_repeated_until_its_token_is_used() {
    let server = TestServer::new().await;
    let lin = guest(&server, "Lin", "laptop").await;
    let code = new_code(&server, text(&lin, "token"), None).await.ok(200);
    let code = text(&code, "recovery_code");
    let lost = recover(&server, code).await.ok(200);
    let back = recover(&server, code).await.ok(200);
    assert_eq!(back["player"], lin["player"]);
    assert_eq!(back["recovery_code"], lost["recovery_code"]);
    assert_ne!(back["recovery_code"], code);
    assert!(!is_known(&server, text(&lost, "token")).await);
    // The first use of the token confirms it; also at the same time.
    assert!(is_known(&server, text(&back, "token")).await);
    assert_eq!(recover(&server, code).await.problem(403), "bad_code");
    let ended = as_guest(&server, Method::DELETE, DEVICES, text(&back, "token")).await;
    assert_eq!(ended.status, 204);
    assert_eq!(recover(&server, code).await.problem(403), "bad_code");
}

#[tokio::test]
async fn a_recovery_code_is_replaced_with_the_former_one_alone() {
    let server = TestServer::new().await;
    let lin = guest(&server, "Lin", "laptop").await;
    let token = text(&lin, "token");
    let unasked = new_code(&server, token, Some(NOBODYS)).await;
    assert_eq!(unasked.problem(403), "bad_code");
    let first = new_code(&server, token, None).await.ok(200);
    let first = text(&first, "recovery_code");
    for wrong in [Some(NOBODYS), Some("")] {
        let refused = new_code(&server, token, wrong).await;
        assert_eq!(refused.problem(403), "bad_code");
    }
    let phone = hand_over(&server, token).await;
    let unasked = new_code(&server, text(&phone, "token"), None).await;
    assert_eq!(unasked.problem(403), "bad_code");
    let second = new_code(&server, token, Some(first)).await.ok(200);
    assert_eq!(recover(&server, first).await.problem(403), "bad_code");
    let second = text(&second, "recovery_code");
    assert_eq!(
        recover(&server, second).await.ok(200)["player"],
        lin["player"]
    );
    let nobody = new_code(&server, token, None).await;
    assert_eq!(nobody.problem(401), "bad_token");
}

#[tokio::test]
async fn a_repeated_change_of_the_code_returns_the_same_code() {
    let server = TestServer::new().await;
    let lin = guest(&server, "Lin", "laptop").await;
    let token = text(&lin, "token");
    let first = new_code(&server, token, None).await.ok(200);
    server.clock.advance(600_000);
    assert_eq!(new_code(&server, token, None).await.ok(200), first);
    let first = text(&first, "recovery_code");
    let second = new_code(&server, token, Some(first)).await.ok(200);
    assert_ne!(second["recovery_code"], first);
    assert_eq!(new_code(&server, token, Some(first)).await.ok(200), second);
    // The previous code without a token has no effect.
    assert_eq!(recover(&server, first).await.problem(403), "bad_code");
    let second = text(&second, "recovery_code");
    let third = new_code(&server, token, Some(second)).await.ok(200);
    let late = new_code(&server, token, Some(first)).await;
    assert_eq!(late.problem(403), "bad_code", "another one stands");
    let back = recover(&server, text(&third, "recovery_code")).await;
    assert_eq!(back.ok(200)["player"], lin["player"]);
}

#[tokio::test]
async fn a_first_code_is_told_again_for_minutes_and_not_for_ever() {
    let server = TestServer::new().await;
    let lin = guest(&server, "Lin", "laptop").await;
    let token = text(&lin, "token");
    new_code(&server, token, None).await.ok(200);
    server.clock.advance(20 * 60_000);
    let late = new_code(&server, token, None).await;
    assert_eq!(late.problem(403), "bad_code");
}

#[tokio::test]
async fn unknown_and_wrong_codes_are_answered_alike_and_only_so_often() {
    let server = TestServer::new().await;
    let lin = guest(&server, "Lin", "laptop").await;
    let right = new_code(&server, text(&lin, "token"), None).await.ok(200);
    let right = text(&right, "recovery_code");
    let mistyped = format!("{}0", &right[..33]);
    let mistyped = if mistyped == right {
        format!("{}1", &right[..33])
    } else {
        mistyped
    };
    let refused = recover(&server, &mistyped).await;
    insta::assert_json_snapshot!("recovery_bad_code", refused.picture());
    for wrong in ["", NOBODYS, "what?", &"x".repeat(3_000)] {
        let same = recover(&server, wrong).await;
        assert_eq!(same.picture(), refused.picture());
    }
    // Some permits become available in the meantime.
    let mut tried = 5;
    let refused = loop {
        let reply = recover(&server, NOBODYS).await;
        if reply.status != 403 {
            break reply;
        }
        assert_eq!(reply.problem(403), "bad_code");
        tried += 1;
        assert!(tried < 1_000, "codes can be tried without end");
    };
    assert!(tried >= 20, "{tried}");
    assert_eq!(refused.problem(429), "rate_limited");
}

#[tokio::test]
async fn a_person_changes_their_code_only_so_often() {
    let server = TestServer::new().await;
    let lin = guest(&server, "Lin", "laptop").await;
    for _ in 0..10 {
        let refused = new_code(&server, text(&lin, "token"), Some(NOBODYS)).await;
        assert_eq!(refused.problem(403), "bad_code");
    }
    let late = new_code(&server, text(&lin, "token"), None).await;
    assert_eq!(late.problem(429), "rate_limited");
}

#[tokio::test]
async fn a_banned_person_cannot_use_a_code_and_keeps_it() {
    let server = TestServer::new().await;
    let lin = guest(&server, "Lin", "laptop").await;
    let code = new_code(&server, text(&lin, "token"), None).await.ok(200);
    let phone = hand_over(&server, text(&lin, "token")).await;
    let ban = json!({ "player": lin["player"], "reason": "shouting" });
    let ban = server.operate(Method::POST, "/bans", ban).await.ok(201);
    let back = recover(&server, text(&code, "recovery_code")).await;
    assert_eq!(back.problem(403), "banned");
    let path = format!("/bans/{}", text(&ban, "ban_id"));
    let lifted = server.operate(Method::DELETE, &path, Value::Null).await;
    assert_eq!(lifted.status, 204);
    for one in [&lin, &phone] {
        assert!(is_known(&server, text(one, "token")).await, "a token ended");
    }
    let back = recover(&server, text(&code, "recovery_code")).await;
    assert_eq!(back.ok(200)["player"], lin["player"]);
}

fn id<T: serde::de::DeserializeOwned>(value: &Value) -> T {
    serde_json::from_value(value.clone()).expect("an id")
}

/// Two devices, the second on a connection, and the path of that one.
async fn two_devices(server: &TestServer) -> (Value, Value, Conn, String) {
    let lin = guest(server, "Lin", "laptop").await;
    let phone = hand_over(server, text(&lin, "token")).await;
    let mut conn = server.connect();
    conn.greet(json!({ "protocol": 1, "token": phone["token"] }))
        .await;
    let path = format!("{DEVICES}/{}", text(&phone, "device"));
    (lin, phone, conn, path)
}

#[tokio::test]
async fn a_device_is_disconnected_even_if_the_requester_is_gone_before_the_answer() {
    let server = TestServer::new().await;
    let (lin, _, conn, path) = two_devices(&server).await;
    let player: PlayerId = id(&lin["player"]);
    let token = text(&lin, "token");
    let asked = as_guest(&server, Method::DELETE, &path, token);
    // Until the database has no such device; then the connection of its browser is closed.
    let is_ended = async || {
        let left = server.store.devices(player).await;
        left.expect("devices").len() == 1
    };
    leave_before_the_answer(asked, is_ended).await;
    until(async || conn.is_put_out()).await;
}

#[tokio::test]
async fn a_device_whose_end_was_not_answered_is_put_out_when_it_is_asked_for_again() {
    for path_of_all in [false, true] {
        let server = TestServer::new().await;
        let (lin, phone, conn, path) = two_devices(&server).await;
        let device: DeviceId = id(&phone["device"]);
        // As if the database had executed it, and the answer had been lost.
        let ended = server.store.end_device(hash(text(&lin, "token")), device);
        let ended = ended.await;
        assert!(ended.expect("an answer").is_some());
        assert!(!conn.is_put_out());
        let path = if path_of_all { DEVICES } else { &path };
        as_guest(&server, Method::DELETE, path, text(&lin, "token")).await;
        assert!(conn.is_put_out());
    }
}

/// The stored data of a person.
async fn stored(server: &TestServer, player: PlayerId) -> (Option<Guest>, Vec<Device>) {
    let guest = server.store.guest(player).await.expect("an answer");
    (guest, server.store.devices(player).await.expect("devices"))
}

/// Sends a request with the token of a phone whose token is revoked after this number of steps. Returns whether it was refused; none
/// if it had already started to write.
async fn is_refused(
    server: &TestServer,
    (method, path, body): &(Method, &str, Value),
    steps: usize,
) -> Option<bool> {
    // No delay because of earlier requests.
    server.clock.advance(1_000);
    let lin = guest(server, "Lin", "laptop").await;
    let phone = hand_over(server, text(&lin, "token")).await;
    let tablet = hand_over(server, text(&lin, "token")).await;
    let (player, device) = (id(&lin["player"]), id(&phone["device"]));
    let mut before = stored(server, player).await;
    before.1.retain(|one| one.device != device);
    let path = path.replace("TABLET", text(&tablet, "device"));
    let token = Some(text(&phone, "token"));
    let mut asked = pin!(server.send(method.clone(), &path, token, body.clone()));
    let woken = Arc::new(Woken::default());
    let waker = Arc::clone(&woken).into();
    for _ in 0..steps {
        let step = asked.as_mut().poll(&mut Context::from_waker(&waker));
        if step.is_ready() {
            return None;
        }
        until(async || woken.0.swap(false, Ordering::AcqRel)).await;
    }
    let mut ending = pin!(server.store.end_device(hash(text(&lin, "token")), device));
    let in_time = tokio::time::timeout(WRITE_TIME, &mut ending).await;
    let (ended, reply) = if let Ok(ended) = in_time {
        let after = stored(server, player).await;
        let reply = asked.await;
        assert_eq!(stored(server, player).await, after, "{method} {path}");
        if reply.status != 401 {
            return Some(false);
        }
        (ended, reply)
    } else {
        // It is already writing, or the machine is busy: the answer shows which.
        let (ended, reply) = tokio::join!(ending, asked);
        if reply.status != 401 {
            return None;
        }
        (ended, reply)
    };
    assert_eq!(reply.problem(401), "bad_token");
    assert!(ended.expect("an answer").is_some());
    assert_eq!(stored(server, player).await, before, "{method} {path}");
    Some(true)
}

#[tokio::test]
async fn what_was_asked_for_with_a_token_before_it_ended_is_not_carried_out_after() {
    let server = TestServer::new().await;
    let me = "/api/v1/guests/me";
    for request in [
        (Method::POST, "/api/v1/guests/me/recovery", json!({})),
        (Method::PATCH, me, json!({ "name": "Somebody" })),
        (
            Method::DELETE,
            "/api/v1/guests/me/devices/TABLET",
            json!({}),
        ),
        (Method::DELETE, DEVICES, json!({})),
        (Method::DELETE, me, json!({})),
    ] {
        let mut refused = 0;
        for steps in 1.. {
            match is_refused(&server, &request, steps).await {
                Some(is_refused) => refused += usize::from(is_refused),
                None => break,
            }
        }
        // One of them had read the token.
        assert!(refused > 0, "{request:?}");
    }
}

#[tokio::test]
async fn nothing_is_carried_out_for_a_token_that_has_ended() {
    let server = TestServer::new().await;
    let (lin, _, mut conn, path) = two_devices(&server).await;
    let ended = as_guest(&server, Method::DELETE, &path, text(&lin, "token")).await;
    assert_eq!(ended.status, 204);
    // It was being sent when the answer was given.
    conn.put(json!({ "type": "create_room", "key": "k" })).await;
    assert_eq!(server.app.hub.room_count(), 0);
}

#[tokio::test]
async fn a_deleted_person_has_no_device_no_code_and_no_connection() {
    let server = TestServer::new().await;
    let lin = guest(&server, "Lin", "laptop").await;
    let mei = guest(&server, "Mei", "laptop").await;
    let phone = hand_over(&server, text(&lin, "token")).await;
    let code = new_code(&server, text(&lin, "token"), None).await.ok(200);
    let path = "/api/v1/guests/me/handover";
    let offered = as_guest(&server, Method::POST, path, text(&lin, "token")).await;
    let offered = offered.ok(200);
    let conns = greeted(&server, &[&lin, &phone, &mei]).await;
    let me = "/api/v1/guests/me";
    let gone = as_guest(&server, Method::DELETE, me, text(&phone, "token")).await;
    assert_eq!(gone.status, 204);
    let put_out: Vec<bool> = conns.iter().map(Conn::is_put_out).collect();
    assert_eq!(put_out, [true, true, false]);
    for one in [&lin, &phone] {
        assert!(!is_known(&server, text(one, "token")).await);
    }
    let back = recover(&server, text(&code, "recovery_code")).await;
    assert_eq!(back.problem(403), "bad_code");
    let body = json!({ "code": offered["code"] });
    let taken = server.send(Method::POST, "/api/v1/guests/handover", None, body);
    assert_eq!(taken.await.problem(403), "bad_code");
    let player = format!("/api/v1/players/{}", text(&lin, "player"));
    assert_eq!(server.get(&player).await.problem(404), "no_such_player");
    let again = as_guest(&server, Method::DELETE, me, text(&lin, "token")).await;
    assert_eq!(again.problem(401), "bad_token");
    let nobody = server.ask(Method::DELETE, me, &[], None).await;
    assert_eq!(nobody.problem(401), "token_wanted");
    assert!(is_known(&server, text(&mei, "token")).await);
}

#[tokio::test]
async fn a_banned_person_can_be_deleted_and_stays_banned() {
    let server = TestServer::new().await;
    let lin = guest(&server, "Lin", "laptop").await;
    let ban = json!({ "player": lin["player"], "reason": "shouting" });
    server.operate(Method::POST, "/bans", ban).await.ok(201);
    let me = "/api/v1/guests/me";
    let gone = as_guest(&server, Method::DELETE, me, text(&lin, "token")).await;
    assert_eq!(gone.status, 204);
    let bans = server.operate(Method::GET, "/bans", Value::Null).await;
    assert_eq!(bans.ok(200)["bans"][0]["player"], lin["player"]);
}

#[tokio::test]
async fn the_operator_forgets_whom_they_are_asked_to() {
    let server = TestServer::new().await;
    let lin = guest(&server, "Lin", "laptop").await;
    let path = format!("/players/{}", text(&lin, "player"));
    for _ in 0..2 {
        let gone = server.operate(Method::DELETE, &path, Value::Null).await;
        assert_eq!(gone.status, 204);
        assert!(!is_known(&server, text(&lin, "token")).await);
    }
}
