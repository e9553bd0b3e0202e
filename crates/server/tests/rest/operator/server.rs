//! The server as a whole: status, announcements, draining.

use axum::http::Method;
use serde_json::{Value, json};

use super::get;
use crate::common::TestServer;
use crate::table::began;

#[tokio::test]
async fn the_status_counts_what_there_is() {
    let server = TestServer::new().await;
    let mut empty = get(&server, "/status").await;
    assert!(empty["lease"]["age_ms"].take().is_u64());
    insta::assert_json_snapshot!("operator_status", empty);
    let _table = began(&server, &["Lin", "Wu"], json!({})).await;
    let mut mei = server.person("Mei").await;
    mei.create_room(json!({})).await;
    server.clock.advance(90_500);
    let status = get(&server, "/status").await;
    for (field, expected) in [
        ("matches_running", 1),
        ("rooms_without_match", 1),
        ("people_seated", 3),
        ("sockets", 3),
        ("uptime_s", 90),
    ] {
        assert_eq!(status[field], expected, "{field}");
    }
}

#[tokio::test]
async fn a_date_that_is_doubted_is_told_until_the_operator_trusts_it() {
    let server = TestServer::new().await;
    let why = "the date jumped ahead by 800 days";
    server.store.doubt_date(why).await.expect("stored");
    let told = async || {
        let reply = server.ask_operator(Method::GET, "/metrics", &[], None);
        let metrics = String::from_utf8(reply.await.body).expect("metrics are text");
        let line = metrics
            .lines()
            .find(|line| line.starts_with("giog_date_doubted "));
        line.expect("it is measured").to_owned()
    };
    let status = get(&server, "/status").await;
    assert_eq!(status["date_doubted"], why);
    assert_eq!(told().await, "giog_date_doubted 1");
    let status = server
        .operate(Method::PUT, "/date", Value::Null)
        .await
        .ok(200);
    assert_eq!(status["date_doubted"], Value::Null);
    assert_eq!(told().await, "giog_date_doubted 0");
    let doubt = server.store.date_doubt().await.expect("read");
    assert_eq!(doubt, None, "also after a restart");
}

/// Draining does not delay its start any more.
#[tokio::test]
async fn a_match_that_is_about_to_start_counts_as_running() {
    let server = TestServer::new().await;
    let mut lin = server.person("Lin").await;
    let room = lin.create_room(json!({ "seats": 2 })).await;
    lin.in_room(&room, "add_bot").await;
    assert_eq!(get(&server, "/status").await["matches_running"], 0);
    let seen = get(&server, &format!("/rooms/{room}")).await;
    let ready = json!({
        "type": "ready",
        "room": room,
        "match_id": seen["next"]["match_id"],
        "entropy_commitment": "0".repeat(64),
    });
    lin.say(ready).await;
    lin.hear_event("committed").await;
    let status = get(&server, "/status").await;
    assert_eq!(status["matches_running"], 1);
    assert_eq!(status["rooms_without_match"], 0);
}

#[tokio::test]
async fn what_is_announced_reaches_those_who_are_there_and_if_it_stays_those_who_come() {
    let server = TestServer::new().await;
    let mut lin = server.person("Lin").await;
    let announce = |text: &'static str, stays: bool| {
        let body = json!({ "text": text, "stays": stays });
        server.operate(Method::PUT, "/announcement", body)
    };
    assert_eq!(
        announce("Soup is ready.", false).await.ok(200)["sockets"],
        1
    );
    assert_eq!(lin.hear_announcement().await, "Soup is ready.");
    let mut wu = server.person("Wu").await;
    assert_eq!(
        announce("We close at ten.", true).await.ok(200)["sockets"],
        2
    );
    // A message without `stay` is not sent to newcomers.
    assert_eq!(wu.hear_announcement().await, "We close at ten.");
    let mut mei = server.person("Mei").await;
    assert_eq!(mei.hear_announcement().await, "We close at ten.");
    assert_eq!(
        get(&server, "/status").await["announcement"],
        "We close at ten."
    );
    let withdrawn = server.operate(Method::DELETE, "/announcement", Value::Null);
    assert_eq!(withdrawn.await.ok(200)["sockets"], 3);
    assert_eq!(mei.hear_announcement().await, "");
    assert_eq!(get(&server, "/status").await["announcement"], Value::Null);
    for bad in ["", "  ", "a\u{7}b", &"x".repeat(501)] {
        let body = json!({ "text": bad });
        let reply = server.operate(Method::PUT, "/announcement", body).await;
        assert_eq!(reply.problem(400), "bad_request");
    }
}

#[tokio::test]
async fn a_server_that_is_drained_begins_nothing_and_lets_matches_end() {
    let server = TestServer::new().await;
    let mut table = began(&server, &["Lin", "Wu"], json!({})).await;
    let mut mei = server.person("Mei").await;
    let room = mei.create_room(json!({ "seats": 2 })).await;
    let status = server
        .operate(Method::PUT, "/drain", Value::Null)
        .await
        .ok(200);
    assert_eq!(
        (&status["draining"], &status["matches_running"]),
        (&json!(true), &json!(1))
    );
    let create = json!({ "type": "create_room", "key": "another", "settings": {} });
    assert_eq!(mei.try_say(create.clone()).await["code"], "draining");
    mei.in_room(&room, "add_bot").await;
    // Whether it is refused or remembered, no match starts.
    mei.try_say(json!({ "type": "ready", "room": room })).await;
    table.finish().await;
    let status = get(&server, "/status").await;
    assert_eq!(status["matches_running"], 0);
    let status = server
        .operate(Method::DELETE, "/drain", Value::Null)
        .await
        .ok(200);
    assert_eq!(status["draining"], false);
    assert_eq!(mei.try_say(create).await["type"], "ok");
}

#[tokio::test]
async fn nobody_is_forgotten_whom_nobody_knows() {
    let server = TestServer::new().await;
    let lin = server.person("Lin").await;
    let forget = async |player: &str, query: &str| {
        let path = format!("/players/{player}{query}");
        server.operate(Method::DELETE, &path, Value::Null).await
    };
    let mistyped = "00000000-0000-4000-8000-00000000000f";
    let reply = forget(mistyped, "").await;
    assert_eq!(reply.problem(404), "no_such_player");
    let player = lin.player();
    assert_eq!(forget(&player, "").await.status, 204);
    // The answer may be lost.
    assert_eq!(forget(&player, "").await.status, 204);
    // As after restoring a backup in which only logs name them.
    assert_eq!(forget(&player, "?unknown=true").await.status, 204);
}
