//! `/healthz`, `/readyz` and `/keys`.

use std::time::Duration;

use axum::http::StatusCode;
use serde_json::json;

use crate::common::{Reply, TestServer};

/// Longer than what was found out by writing counts for those who ask.
const PROBED: Duration = Duration::from_millis(1_100);
/// How often it is tried whether a commit counts: on a machine that stands still it is too old for that at once.
const TRIES: u32 = 20;

#[tokio::test]
async fn a_server_whose_store_answers_is_alive_and_ready() {
    let server = TestServer::new().await;
    insta::assert_json_snapshot!("healthz", server.get("/healthz").await.picture());
    insta::assert_json_snapshot!("readyz", server.get("/readyz").await.picture());
}

/// Asks until the server is not ready any more: what was found out a moment ago counts for a moment.
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

#[tokio::test]
async fn a_server_without_the_lease_is_in_reserve_and_writes_nothing() {
    let server = TestServer::new().await;
    let another = server.store.try_lease("test", 1_000).await;
    another.expect("a database").expect("its own lease");
    insta::assert_json_snapshot!("readyz_standby", not_ready(&server).await.picture());
    let tries = |server: &TestServer| {
        let lease = server.app.lease.look();
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
        let lease = server.app.lease.look();
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
    // The log's task has gone when nobody tells of its health any more.
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
