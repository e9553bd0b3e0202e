//! `/matches/{match}/branch`.

use std::sync::Arc;
use std::time::Duration;

use axum::http::Method;
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use crate::common::{Conn, Reply, TestServer, quiet};
use crate::table::{Table, began, default};

const NOWHERE: &str = "00000000-0000-4000-8000-000000000000";

async fn finished(server: &TestServer, names: &[&str], settings: Value) -> Table {
    let mut table = began(server, names, settings).await;
    table.finish().await;
    table
}

async fn branch(server: &TestServer, match_id: &str, body: &Value) -> Reply {
    let path = format!("/api/v1/matches/{match_id}/branch");
    server.send(Method::POST, &path, None, body.clone()).await
}

/// What is done in a branch: the default of its decision.
fn possible(branch: &Value) -> Value {
    default(&branch["you"]["decision"]).expect("a default")
}

#[tokio::test]
async fn a_branch_goes_on_from_what_the_seat_saw_and_is_stored_nowhere() {
    let server = TestServer::new().await;
    let table = finished(&server, &["Lin", "Wu"], json!({ "seats": 3 })).await;
    let of = format!("/api/v1/matches/{}", table.match_id);
    let lists = [
        "/api/v1/matches".to_owned(),
        of.clone(),
        format!("{of}/record"),
    ];
    let mut before = Vec::new();
    for path in &lists {
        before.push(server.get(path).await.body);
    }
    let seen = server.get(&format!("{of}/events?as=1")).await.ok(200);
    let seen = seen["events"].as_array().expect("events");
    let mut body = json!({ "as": 1, "action": 0, "plays": [] });
    let reply = branch(&server, &table.match_id, &body).await;
    assert_eq!(reply.header("cache-control"), "no-store");
    let mut now = reply.ok(200);
    let begins = usize::try_from(now["begins"].as_u64().expect("a number")).expect("few");
    let events = now["events"].as_array().expect("events");
    assert_eq!(events[..], seen[..begins], "it begins as the seat saw it");
    body["action"] = now["action"].clone();
    let mut told = begins;
    while !now["you"].is_null() {
        let plays = body["plays"].as_array_mut().expect("a list");
        plays.push(possible(&now));
        body["left_out"] = told.into();
        now = branch(&server, &table.match_id, &body).await.ok(200);
        assert_eq!(now["left_out"], told);
        let events = now["events"].as_array().expect("events");
        told += events.len();
        for event in events {
            let text = event.to_string();
            assert!(
                !text.contains("commitment") && !text.contains("nonce"),
                "{text}"
            );
            let is_hidden = event["do"] == "play" && event["seat"] != 1 && event["up"].is_null();
            assert!(!is_hidden || event["pieces"].is_null(), "{text}");
        }
    }
    // The same whoever asks, and as a whole.
    body["left_out"] = 0.into();
    let whole = branch(&server, &table.match_id, &body).await;
    let path = format!("{of}/branch");
    let token = table.people[0].token();
    let again = server.send(Method::POST, &path, Some(&token), body).await;
    assert_eq!(whole.body, again.body);
    assert_eq!(whole.ok(200)["events"].as_array().map(Vec::len), Some(told));
    for (path, before) in lists.iter().zip(before) {
        assert_eq!(server.get(path).await.body, before, "{path}");
    }
}

#[tokio::test]
async fn of_a_match_that_is_not_over_a_branch_tells_nothing_that_an_unknown_id_does_not_get() {
    let server = TestServer::new().await;
    let stranger = server.person("Mei").await.token();
    for settings in [json!({}), json!({ "password": "secret" })] {
        let table = began(&server, &["Lin", "Wu"], settings).await;
        let own = table.people[0].token();
        for seat in [0, 5] {
            for from in ["action", "events", "step"] {
                let body =
                    json!({ "as": seat, (from): 4, "plays": [{ "do": "play", "pieces": "K" }] });
                for token in [&stranger, &own] {
                    let path = |id: &str| format!("/api/v1/matches/{id}/branch");
                    let hidden = path(&table.match_id);
                    let hidden = server
                        .send(Method::POST, &hidden, Some(token), body.clone())
                        .await;
                    let nowhere = path(NOWHERE);
                    let nowhere = server
                        .send(Method::POST, &nowhere, Some(token), body.clone())
                        .await;
                    assert_eq!(
                        (hidden.status, &hidden.body),
                        (nowhere.status, &nowhere.body)
                    );
                    assert_eq!(hidden.headers, nowhere.headers);
                    assert!(
                        hidden.status == 404 || hidden.status == 400,
                        "{}",
                        hidden.status
                    );
                }
            }
        }
    }
}

#[tokio::test]
async fn what_is_no_branch_says_why() {
    let server = TestServer::new().await;
    let table = finished(&server, &["Lin", "Wu"], json!({ "variant": "sic-bo" })).await;
    let id = &table.match_id;
    let play = json!({ "do": "play", "pieces": "K" });
    for (body, status, code) in [
        (json!({ "as": 2, "action": 0 }), 404, "no_such_seat"),
        (json!({ "as": 0, "action": 100_000 }), 404, "no_branch"),
        (json!({ "as": 0, "events": 100_000 }), 404, "no_branch"),
        (
            json!({ "as": 0, "action": 0, "level": "master" }),
            409,
            "no_such_level",
        ),
        (
            json!({ "as": 0, "action": 0, "level": "best" }),
            400,
            "bad_request",
        ),
        (
            json!({ "as": 0, "action": 0, "plays": [play] }),
            400,
            "bad_play",
        ),
        (
            json!({ "as": 0, "action": 0, "plays": [{ "do": "take_back" }] }),
            400,
            "bad_play",
        ),
        (json!({ "action": 0 }), 400, "bad_request"),
    ] {
        let refused = branch(&server, id, &body).await;
        assert_eq!(refused.problem(status), code, "{body}");
    }
    let many = vec![json!({ "do": "take_back" }); 129];
    let many = json!({ "as": 0, "action": 0, "plays": many });
    assert_eq!(
        branch(&server, id, &many).await.problem(400),
        "branch_too_long"
    );
}

#[tokio::test]
async fn what_bots_think_is_paid_for_once() {
    let server = TestServer::with(quiet(), 0).await;
    let mut table = began(&server, &["Lin", "Wu"], json!({ "variant": "xiangqi" })).await;
    let red = |conn: &Conn| !conn.now["you"]["decision"].is_null();
    let red = table.people.iter().position(red).expect("somebody moves");
    let moves = json!({ "do": "move", "move": "h2e2" });
    table.people[red].act(&table.room, moves).await;
    table.people[red]
        .act(&table.room, json!({ "do": "resign" }))
        .await;
    table.people[red].hear_event("finished").await;
    let body = |plays: Value| json!({ "as": red, "action": 0, "plays": plays });
    // On a busy machine an answer may not come in time; what was thought is known then.
    let patiently = async |plays: Value| {
        for _ in 0..10 {
            let reply = branch(&server, &table.match_id, &body(plays.clone())).await;
            if reply.status == 200 {
                return reply.ok(200);
            }
            assert_eq!(reply.status, 503);
        }
        panic!("no answer in time");
    };
    let first = patiently(json!([])).await;
    let play = first["you"]["decision"]["actions"][0].clone();
    patiently(json!([play])).await;
    // Once it is known what the bot answers, an address has to wait for nothing.
    for _ in 0..60 {
        let known = branch(&server, &table.match_id, &body(json!([play]))).await;
        assert_eq!(known.status, 200);
    }
}

/// A purse of its own: what is refused is paid for, too, and the address may go on doing everything else.
#[tokio::test]
async fn what_bots_think_for_an_address_is_bounded() {
    let mut settings = quiet();
    settings.limits.branch_ms_per_minute = std::num::NonZeroU32::MIN;
    let server = TestServer::with(settings, 0).await;
    let table = finished(&server, &["Lin", "Wu"], json!({ "variant": "giog" })).await;
    let body = json!({ "as": 0, "action": 0, "level": "strong", "plays": [{ "do": "take_back" }] });
    let first = branch(&server, &table.match_id, &body).await;
    assert_eq!(first.problem(400), "bad_play");
    let second = branch(&server, &table.match_id, &body).await;
    assert!(second.header("retry-after").parse::<u32>().is_ok());
    assert_eq!(second.problem(429), "rate_limited");
    let path = format!("/api/v1/matches/{}", table.match_id);
    server.get(&path).await.ok(200);
}

#[tokio::test]
async fn whoever_hangs_up_keeps_the_place_until_the_branch_is_played() {
    let server = Arc::new(TestServer::with(quiet(), 0).await);
    let mut table = began(&server, &["Lin", "Wu"], json!({ "variant": "xiangqi" })).await;
    let red = |conn: &Conn| !conn.now["you"]["decision"].is_null();
    let red = table.people.iter().position(red).expect("somebody moves");
    for action in [
        json!({ "do": "move", "move": "h2e2" }),
        json!({ "do": "resign" }),
    ] {
        table.people[red].act(&table.room, action).await;
    }
    table.people[red].hear_event("finished").await;
    let body = |play: &str| {
        let plays = json!([{ "do": "move", "move": play }]);
        json!({ "as": red, "action": 0, "level": "strong", "plays": plays })
    };
    let refused = async || {
        let other = branch(&server, &table.match_id, &body("a0a0")).await;
        other.status == 429 && other.header("retry-after") == "10"
    };
    // An address has two places. Each of these takes many times as long as what follows; on a busy machine one may be over before, and
    // others are tried.
    let mut kept = false;
    for pair in [["b2e2", "c3c4"], ["g3g4", "b0c2"], ["a3a4", "h0g2"]] {
        let asked = pair.map(|play| {
            let (server, id, body) = (Arc::clone(&server), table.match_id.clone(), body(play));
            tokio::spawn(async move { branch(&server, &id, &body).await })
        });
        while !asked.iter().any(JoinHandle::is_finished) && !refused().await {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let hang_up = asked.iter().all(|one| !one.is_finished());
        for one in asked {
            one.abort();
            drop(one.await);
        }
        kept = hang_up && refused().await;
        if kept {
            break;
        }
    }
    assert!(kept, "whoever hung up had no place any more");
    for _ in 0..600 {
        if !refused().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the places are never free");
}
