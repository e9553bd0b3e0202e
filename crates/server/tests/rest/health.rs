//! `/healthz`, `/readyz` and `/keys`.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::common::{Reply, TestServer};

/// Longer than the result of a write counts for health checks.
const PROBED: Duration = Duration::from_millis(1_100);
/// How often it is tried: on a machine that stalls, the commit may already be too old.
const TRIES: u32 = 20;

#[tokio::test]
async fn a_server_whose_store_answers_is_alive_and_ready() {
    let server = TestServer::new().await;
    insta::assert_json_snapshot!("healthz", server.get("/healthz").await.picture());
    insta::assert_json_snapshot!("readyz", server.get("/readyz").await.picture());
}

/// Repeats the check until the server is not ready any more: an earlier result counts for a moment.
async fn not_ready(server: &TestServer) -> Reply {
    for _ in 0..600 {
        let reply = server.get("/readyz").await;
        if reply.status != StatusCode::OK {
            return reply;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it is ready all the time");
}

#[tokio::test]
async fn a_server_whose_store_is_away_is_alive_and_not_ready() {
    let server = TestServer::new().await;
    server.store.close().await;
    assert_eq!(server.get("/healthz").await.ok(200)["status"], "alive");
    insta::assert_json_snapshot!("readyz_away", not_ready(&server).await.picture());
}

/// The health of a server according to the readiness check, the metrics and the operator's status.
async fn told(server: &TestServer) -> (String, [bool; 2], Value) {
    let ready = server.get("/readyz").await;
    let word = if ready.status == StatusCode::OK {
        ready.json()["status"].clone()
    } else {
        ready.json()["code"].clone()
    };
    let metrics = server.ask_operator(Method::GET, "/metrics", &[], None);
    let metrics = String::from_utf8(metrics.await.body).expect("metrics are text");
    let is_one = |name: &str| metrics.contains(&format!("\n{name} 1\n"));
    let gauges = [is_one("giog_ready"), is_one("giog_storage_available")];
    let status = server.operate(Method::GET, "/status", Value::Null).await;
    let status = status.ok(200);
    assert_eq!(status["storage_available"], gauges[1]);
    let word = word.as_str().expect("a word").to_owned();
    (word, gauges, status["readiness"].clone())
}

/// Nobody plays, so nothing is stored.
#[tokio::test]
async fn with_nobody_playing_all_say_that_the_file_was_moved_or_deleted_and_that_it_is_back() {
    let server = TestServer::new().await;
    let (file, elsewhere) = (server.database(), server.database().with_extension("moved"));
    let well = ("ready".to_owned(), [true, true], json!("ready"));
    let away = (
        "storage_unavailable".to_owned(),
        [false, false],
        json!("storage_unavailable"),
    );
    assert_eq!(told(&server).await, well);
    std::fs::rename(&file, &elsewhere).expect("moved");
    tokio::time::sleep(PROBED).await;
    assert_eq!(told(&server).await, away);
    std::fs::rename(&elsewhere, &file).expect("moved back");
    tokio::time::sleep(PROBED).await;
    assert_eq!(told(&server).await, well);
    std::fs::remove_file(&file).expect("deleted");
    tokio::time::sleep(PROBED).await;
    assert_eq!(told(&server).await, away);
}

#[tokio::test]
async fn while_the_server_stops_each_repeated_request_to_a_room_says_so() {
    let server = TestServer::new().await;
    let mut lin = server.person("Lin").await;
    let room = lin.create_room(json!({})).await;
    server.app.hub.stop().await;
    for _ in 0..3 {
        let refused = lin.try_say(json!({ "type": "sit", "room": room })).await;
        assert_eq!(refused["code"], "shutting_down", "{refused}");
    }
}

#[tokio::test]
async fn a_server_without_the_lease_is_in_reserve_and_writes_nothing() {
    let server = TestServer::new().await;
    let another = server.store.try_lease("test", 1_000).await;
    another.expect("a database").expect("its own lease");
    insta::assert_json_snapshot!("readyz_standby", not_ready(&server).await.picture());
    let tries = |server: &TestServer| {
        let lease = server.app.condition.lease.look();
        lease.renewals + lease.failures
    };
    let before = tries(&server);
    for _ in 0..3 {
        assert_eq!(server.get("/readyz").await.problem(503), "standby");
    }
    assert_eq!(tries(&server), before);
}

#[tokio::test]
async fn after_a_commit_a_server_is_ready_without_writing_anything() {
    let server = TestServer::new().await;
    let mut lin = server.person("Lin").await;
    let room = lin.create_room(json!({})).await;
    let tries = || {
        let lease = server.app.condition.lease.look();
        lease.renewals + lease.failures
    };
    for number in 0..TRIES {
        tokio::time::sleep(PROBED).await;
        let settings = json!({ "seats": 2 + number % 2 });
        lin.say(json!({ "type": "configure", "room": room, "settings": settings }))
            .await;
        let before = tries();
        server.get("/readyz").await.ok(200);
        if tries() == before {
            return;
        }
    }
    panic!("a commit does not count");
}

#[tokio::test]
async fn a_server_whose_log_has_ended_is_not_ready() {
    let server = TestServer::new().await;
    server.commit.close();
    let mut health = server.commit.health();
    // The log's task has ended when its health has no sender any more.
    while health.changed().await.is_ok() {}
    assert_eq!(
        server.get("/readyz").await.problem(503),
        "storage_unavailable"
    );
}

#[tokio::test]
async fn a_server_that_stops_is_not_ready() {
    let server = TestServer::new().await;
    server.stop.send_replace(true);
    insta::assert_json_snapshot!("readyz_stopping", server.get("/readyz").await.picture());
}

#[tokio::test]
async fn keys_are_listed_with_their_first_use() {
    let server = TestServer::new().await;
    insta::assert_json_snapshot!("keys", server.get("/api/v1/keys").await.picture());
}
