//! `/healthz`, `/readyz` and `/keys`.

use std::time::Duration;

use axum::http::StatusCode;

use crate::common::{Reply, TestServer};

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
