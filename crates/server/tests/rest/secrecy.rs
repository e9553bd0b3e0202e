//! What is hidden from a person changes no byte of what they receive.

use serde_json::{Value, json};

use crate::common::{TestServer, quiet};
use crate::table::{Table, began};

const NOWHERE: &str = "00000000-0000-4000-8000-000000000000";

async fn answers(server: &TestServer, match_id: &str, token: Option<&str>) -> Vec<(u16, Vec<u8>)> {
    let mut answers = Vec::new();
    for rest in [
        "",
        "/record",
        "/events",
        "/events?as=spectator",
        "/events?as=0",
        "/events?as=4",
        "/review?as=0",
        "/review?as=4",
    ] {
        let path = format!("/api/v1/matches/{match_id}{rest}");
        let reply = match token {
            Some(token) => server.get_as(token, &path).await,
            None => server.get(&path).await,
        };
        answers.push((reply.status.as_u16(), reply.body));
    }
    answers
}

#[tokio::test]
async fn a_match_that_may_not_be_seen_is_like_one_that_never_was() {
    let server = TestServer::new().await;
    let stranger = server.person("Mei").await;
    let token = stranger.token();
    for settings in [
        json!({ "password": "secret" }),
        json!({ "spectators": false }),
    ] {
        let table = began(&server, &["Lin", "Wu"], settings).await;
        for token in [None, Some(&token[..])] {
            let hidden = answers(&server, &table.match_id, token).await;
            assert_eq!(hidden, answers(&server, NOWHERE, token).await);
            assert!(hidden.iter().all(|(status, _)| *status == 404));
        }
        let own = server
            .get_as(
                &table.people[0].token(),
                &format!("/api/v1/matches/{}", table.match_id),
            )
            .await;
        own.ok(200);
    }
}

#[tokio::test]
async fn nor_is_it_told_from_one_that_never_was_while_the_server_stops() {
    let server = TestServer::new().await;
    let mut hidden = Vec::new();
    for settings in [
        json!({ "password": "secret" }),
        json!({ "access": "unlisted" }),
    ] {
        hidden.push(began(&server, &["Lin", "Wu"], settings).await.match_id);
    }
    server.app.hub.stop().await;
    let never_was = answers(&server, NOWHERE, None).await;
    for match_id in hidden {
        assert_eq!(answers(&server, &match_id, None).await, never_was);
    }
    assert!(never_was.iter().all(|(status, _)| *status == 503));
}

#[tokio::test]
async fn a_running_match_has_no_record_and_no_seed_for_anybody() {
    let server = TestServer::new().await;
    let table = began(&server, &["Lin", "Wu"], json!({})).await;
    let path = format!("/api/v1/matches/{}", table.match_id);
    let reply = server
        .get_as(&table.people[0].token(), &format!("{path}/record"))
        .await;
    insta::assert_json_snapshot!("record_of_running", reply.picture());
    for rest in ["", "/events"] {
        for person in &table.people {
            let shown = server
                .get_as(&person.token(), &format!("{path}{rest}"))
                .await
                .ok(200);
            assert!(!shown.to_string().contains("server_seed"));
        }
    }
}

#[tokio::test]
async fn another_seat_is_not_shown_while_the_match_is_played() {
    let server = TestServer::new().await;
    let table = began(&server, &["Lin", "Wu"], json!({})).await;
    let path = format!("/api/v1/matches/{}/events", table.match_id);
    let token = table.people[0].token();
    let reply = server.get_as(&token, &format!("{path}?as=1")).await;
    insta::assert_json_snapshot!("events_not_seated", reply.picture());
    assert_eq!(
        server.get(&format!("{path}?as=0")).await.problem(403),
        "not_seated"
    );
    assert_eq!(
        server
            .get_as(&token, &format!("{path}?as=3"))
            .await
            .problem(403),
        "not_seated"
    );
}

/// Everything that a follower can get, without what must depend on hidden information.
async fn seen(server: &TestServer, table: &Table, token: Option<&str>) -> Vec<String> {
    let mut seen = Vec::new();
    let paths = [
        "/api/v1/rooms".to_owned(),
        format!("/api/v1/rooms/{}", table.room),
        format!("/api/v1/rooms/{}/cancelled-starts", table.room),
        "/api/v1/matches".to_owned(),
        format!("/api/v1/matches/{}", table.match_id),
        format!("/api/v1/matches/{}/record", table.match_id),
        format!("/api/v1/matches/{}/events", table.match_id),
        format!("/api/v1/matches/{}/events?as=0", table.match_id),
    ];
    for path in paths {
        let reply = match token {
            Some(token) => server.get_as(token, &path).await,
            None => server.get(&path).await,
        };
        let mut body = reply.json();
        mask(&mut body);
        let headers: Vec<String> = reply
            .headers
            .iter()
            .map(|(name, value)| format!("{name}: {value:?}"))
            .collect();
        seen.push(format!("{path} {} {headers:?} {body}", reply.status));
    }
    seen
}

/// Masks commitments: they always have the same length.
fn mask(json: &mut Value) {
    match json {
        Value::Object(fields) => {
            for (name, value) in fields {
                if name == "commitment" {
                    assert_eq!(value.as_str().map(str::len), Some(64));
                    *value = "…".into();
                } else {
                    mask(value);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(mask),
        _ => {}
    }
}

/// The follower's `choice`th legal single, and the messages to everybody else after it was laid.
async fn after_laying(choice: usize) -> (char, Vec<Vec<String>>) {
    let server = TestServer::with(quiet(), 9).await;
    let mut table = began(
        &server,
        &["Lin", "Wu", "Mei"],
        json!({ "ceremony": "server" }),
    )
    .await;
    let leader = (0..3)
        .find(|&seat| table.people[seat].now["you"]["decision"]["default"].is_object())
        .expect("somebody leads");
    let hand = |table: &Table, seat: usize| {
        let dealt = table.people[seat]
            .events
            .iter()
            .rfind(|event| event["do"] == "dealt")
            .cloned();
        dealt.expect("pieces were dealt")["hand"]
            .as_str()
            .expect("a hand")
            .to_owned()
    };
    let lead = hand(&table, leader)
        .chars()
        .rfind(|piece| !"Kk".contains(*piece))
        .expect("a piece");
    table.people[leader]
        .act(
            &table.room,
            json!({ "do": "play", "pieces": lead.to_string() }),
        )
        .await;
    let follower = (leader + 1) % 3;
    table.people[follower]
        .hear_until(|conn| !conn.now["you"]["decision"].is_null())
        .await;
    let pieces: Vec<char> = hand(&table, follower)
        .chars()
        .filter(|piece| !"Kk".contains(*piece))
        .collect();
    let laid = pieces[choice];
    table.people[follower]
        .act(
            &table.room,
            json!({ "do": "play", "pieces": laid.to_string() }),
        )
        .await;
    let mut all = vec![seen(&server, &table, None).await];
    for seat in (0..3).filter(|&seat| seat != follower) {
        all.push(seen(&server, &table, Some(&table.people[seat].token())).await);
    }
    (laid, all)
}

#[tokio::test]
async fn what_somebody_has_laid_changes_nothing_for_anybody_else() {
    let (laid, first) = after_laying(0).await;
    let mut others = String::new();
    for choice in [1, 4] {
        let (other, seen) = after_laying(choice).await;
        assert_eq!(seen, first, "{other} instead of {laid}");
        others.push(other);
    }
    assert!(
        others.contains(|other: char| other != laid),
        "always {laid}"
    );
}
