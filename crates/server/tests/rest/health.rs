//! `/healthz`, `/readyz` and `/keys`.

use crate::common::TestServer;

#[tokio::test]
async fn a_server_whose_store_answers_is_alive_and_ready() {
    let server = TestServer::new().await;
    insta::assert_json_snapshot!("healthz", server.get("/healthz").await.picture());
    insta::assert_json_snapshot!("readyz", server.get("/readyz").await.picture());
}

#[tokio::test]
async fn a_server_whose_store_is_away_is_alive_and_not_ready() {
    let server = TestServer::new().await;
    server.store.close().await;
    assert_eq!(server.get("/healthz").await.ok(200)["status"], "alive");
    insta::assert_json_snapshot!("readyz_away", server.get("/readyz").await.picture());
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
