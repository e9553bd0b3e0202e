//! Which threads replay matches.

use std::net::{IpAddr, Ipv4Addr};

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::header::{ACCEPT, HOST};
use axum::http::{Request, StatusCode};
use giog_protocol::RoomId;
use giog_rules::{MatchId, Timestamp};
use giog_store::{Append, Fact, FinishedMatch, Log as _, MatchPlayer, MatchStatus, StoredRecord};
use serde_json::Value;
use tokio::task::yield_now;
use tower::ServiceExt as _;
use uuid::Uuid;

use crate::client::ClientAddress;
use crate::router::router;
use crate::settings::Settings;
use crate::state::tests::TestApp;
use crate::workers::tests::Blocked;

const ROOM: RoomId = RoomId(Uuid::from_u128(1));
const MATCH: MatchId = MatchId(Uuid::from_u128(2));
const RECORDS: &str = include_str!("../../../../../tests/corpus/records.jsonl");

/// A match of three with a record that can be replayed.
fn finished() -> FinishedMatch {
    let seat = |seat| MatchPlayer {
        seat,
        player: None,
        bot: Some("careful".to_owned()),
        won: false,
        score: None,
    };
    let at = Timestamp::from_unix_ms(1_800_000_000_000);
    let record = RECORDS.lines().next().expect("a record");
    FinishedMatch {
        match_id: MATCH,
        room: ROOM,
        variant: "giog".to_owned(),
        seats: 3,
        status: MatchStatus::Over,
        end: None,
        clock: None,
        listed: true,
        started_at: at,
        ended_at: at,
        players: (0..3).map(seat).collect(),
        openings: Vec::new(),
        record: StoredRecord::new(record.as_bytes().to_vec()),
    }
}

/// Asks for a path in a form.
async fn ask(router: &Router, path: &str, form: &str) -> (StatusCode, Bytes) {
    let request = Request::builder()
        .uri(path)
        .header(HOST, "giog.example")
        .header(ACCEPT, form)
        .extension(ClientAddress(IpAddr::V4(Ipv4Addr::new(192, 0, 2, 7))))
        .body(Body::empty());
    let answer = router.clone().oneshot(request.expect("a request")).await;
    let answer = answer.expect("the router answers");
    let status = answer.status();
    let body = to_bytes(answer.into_body(), usize::MAX).await;
    (status, body.expect("a body"))
}

#[tokio::test]
async fn matches_are_replayed_beside_the_threads_that_play() {
    let server = TestApp::new(&Settings::default()).await;
    let row = Append {
        room: ROOM,
        index: 0,
        body: String::new(),
        facts: vec![Fact::MatchFinished(finished())],
        floor: None,
    };
    let stored = server.app.store.append(server.fence, &[row]).await;
    stored.expect("stored");
    let (router, workers) = (router(server.app.clone()), &server.app.workers);
    let record = format!("/api/v1/matches/{MATCH}/record");
    let events = format!("/api/v1/matches/{MATCH}/events");
    let of_seat = format!("{events}?as=0");
    let replays = [
        (&record, "text/plain"),
        (&events, "application/json"),
        (&of_seat, "application/json"),
    ];
    // There is no place for another job: requests that need one are refused, and all others are answered.
    let blocked = Blocked::threads_and_queue_of(workers).await;
    let (status, body) = ask(&router, &record, "application/json").await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(body, RECORDS.lines().next().expect("a record").as_bytes());
    for (path, form) in replays {
        let (status, body) = ask(&router, path, form).await;
        assert_eq!(
            status,
            StatusCode::SERVICE_UNAVAILABLE,
            "{path} as {form} is replayed where it is asked for"
        );
        let problem: Value = serde_json::from_slice(&body).expect("a problem");
        assert_eq!(problem["code"], "busy");
    }
    drop(blocked);
    while workers.run(|| ()).await.is_err() {
        yield_now().await;
    }
    for (path, form) in replays {
        let (status, body) = ask(&router, path, form).await;
        assert_eq!(status, StatusCode::OK, "{path} as {form}: {body:?}");
        assert!(!body.is_empty(), "{path} as {form}");
    }
}
