//! Records as text for people.

use axum::http::Method;
use serde_json::{Value, json};

use crate::common::{Reply, TestServer};
use crate::table::{Table, began};

async fn finished(server: &TestServer, settings: Value) -> Table {
    let mut table = began(server, &["Lin", "LIN"], settings).await;
    table.finish().await;
    table
}

async fn told(server: &TestServer, path: &str, headers: &[(&str, &str)]) -> Reply {
    let mut headers = headers.to_vec();
    headers.push(("accept", "text/plain"));
    server.ask(Method::GET, path, &headers, None).await
}

fn text(reply: &Reply) -> String {
    assert_eq!(
        reply.status,
        200,
        "{}",
        String::from_utf8_lossy(&reply.body)
    );
    assert_eq!(reply.header("content-type"), "text/plain; charset=utf-8");
    String::from_utf8(reply.body.clone()).expect("text")
}

#[tokio::test]
async fn a_finished_match_is_told_with_the_eyes_that_are_asked_for() {
    let server = TestServer::new().await;
    let table = finished(&server, json!({ "seats": 3, "ceremony": "server" })).await;
    let path = format!("/api/v1/matches/{}/record", table.match_id);
    let all = text(&told(&server, &path, &[]).await);
    insta::assert_snapshot!("text_all", all);
    assert_eq!(
        text(&told(&server, &format!("{path}?as=all&pieces=both"), &[]).await),
        all
    );
    let spectator = text(&told(&server, &format!("{path}?as=spectator"), &[]).await);
    assert!(spectator.contains("Seen as spectators saw it.") && !spectator.contains("hand "));
    let seat = text(&told(&server, &format!("{path}?as=1"), &[]).await);
    assert_eq!(seat.matches(", hand ").count(), 1, "{seat}");
    let codes = text(&told(&server, &format!("{path}?pieces=codes"), &[]).await);
    assert!(codes.is_ascii(), "{codes}");
    // The record is unchanged by other requests.
    let record = server.get(&format!("{path}?as=spectator")).await;
    assert_eq!(record.body, server.get(&path).await.body);
    let mut varies = record.headers.get_all("vary").iter();
    assert!(varies.any(|value| value == "accept"), "{record:?}");
}

#[tokio::test]
async fn what_cannot_be_told_so_is_a_problem_that_says_what_to_do() {
    let server = TestServer::new().await;
    let table = finished(&server, json!({ "seats": 3, "ceremony": "server" })).await;
    let path = format!("/api/v1/matches/{}/record", table.match_id);
    for (query, status, code) in [
        ("as=everybody", 400, "bad_parameter"),
        ("pieces=drawn", 400, "bad_parameter"),
        ("as=3", 404, "no_such_seat"),
        ("as=9", 404, "no_such_seat"),
    ] {
        let reply = told(&server, &format!("{path}?{query}"), &[]).await;
        assert_eq!(reply.problem(status), code);
        assert!(!reply.json()["hint"].as_str().unwrap_or_default().is_empty());
    }
}

#[tokio::test]
async fn a_match_being_played_is_told_to_nobody() {
    let server = TestServer::new().await;
    let table = began(&server, &["Lin", "Wu"], json!({ "ceremony": "server" })).await;
    let path = format!("/api/v1/matches/{}/record", table.match_id);
    let running = told(&server, &path, &[]).await;
    assert_eq!(running.problem(404), "no_such_match");
    let never = "/api/v1/matches/00000000-0000-4000-8000-000000000000/record";
    assert_eq!(running.body, told(&server, never, &[]).await.body);
}

#[tokio::test]
async fn a_text_is_kept_as_long_as_names_stay() {
    let server = TestServer::new().await;
    let table = finished(
        &server,
        json!({ "ceremony": "server", "access": "unlisted" }),
    )
    .await;
    let path = format!("/api/v1/matches/{}/record", table.match_id);
    let first = told(&server, &path, &[]).await;
    assert_eq!(first.header("cache-control"), "private, no-cache");
    let tag = first.header("etag");
    assert_eq!(
        told(&server, &path, &[("if-none-match", tag)]).await.status,
        304
    );
    assert_ne!(server.get(&path).await.header("etag"), tag);
    let me = table.people[0].token();
    let renamed = server
        .send(
            Method::PATCH,
            "/api/v1/guests/me",
            Some(&me),
            json!({ "name": "Lina" }),
        )
        .await;
    renamed.ok(200);
    let again = told(&server, &path, &[("if-none-match", tag)]).await;
    assert!(text(&again).contains("\nSeat 0: Lina\n"));
}
