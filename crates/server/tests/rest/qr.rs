//! `/qr`.

use axum::http::Method;
use serde_json::json;

use crate::common::{Reply, TestServer};

async fn ask(server: &TestServer, text: &str) -> Reply {
    let body = json!({ "text": text });
    server.send(Method::POST, "/api/v1/qr", None, body).await
}

#[tokio::test]
async fn a_link_becomes_a_code() {
    let server = TestServer::new().await;
    let drawn = ask(&server, "https://play.example.org/#/room/1").await;
    insta::assert_json_snapshot!("qr", drawn.picture());
}

#[tokio::test]
async fn a_text_that_is_too_long_for_a_camera_has_none() {
    let server = TestServer::new().await;
    ask(&server, &"x".repeat(512)).await.ok(200);
    for text in [String::new(), "x".repeat(513), "\u{7235}".repeat(171)] {
        assert_eq!(ask(&server, &text).await.problem(400), "bad_request");
    }
}
