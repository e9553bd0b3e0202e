//! `/puzzles`.

use axum::http::Method;
use giog_protocol::PuzzleId;
use giog_protocol::rest::Review;
use giog_review::tricks::{History, Puzzle};
use giog_review::{EFFORT, Effort};
use giog_rules::{MatchId, Record, Seat};
use giog_server::Settings;
use giog_store::{StoredPuzzle, StoredRecord};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::common::{TestServer, quiet};
use crate::table::{Table, began};

const DAY_MS: i64 = 24 * 3_600 * 1_000;
/// After how long it is looked again whether something has happened behind everything else, in milliseconds.
const LOOK_MS: i64 = 250;
const NOWHERE: &str = "00000000-0000-4000-8000-000000000000";

fn little() -> Settings {
    let mut settings = quiet();
    settings.limits.review_lines = 32;
    settings
}

/// Stores the last decision of a seat in a match as the puzzle with this number; returns what it says.
async fn keep(server: &TestServer, table: &Table, seat: u8, number: u128) -> Puzzle {
    let path = format!("/api/v1/matches/{}/record", table.match_id);
    let record: Record = serde_json::from_slice(&server.get(&path).await.body).expect("a record");
    let effort = Effort {
        lines: 32,
        ..EFFORT
    };
    let of = Seat::new(seat.into());
    let review = giog_review::review(&record, of, effort, |_| ());
    let Ok(Review::Tricks(review)) = review else {
        panic!("{review:?}");
    };
    let decision = review.decisions.last().expect("it had a choice");
    let history = History::of(&record, of).expect("it was played");
    let mut asked = history.decisions.into_iter();
    let asked = asked.find(|asked| asked.action == decision.action);
    let asked = asked.expect("it is there");
    let mut choices = decision.choices.clone();
    // It says that what was laid is clearly the best, which no evaluation of a mistake finds.
    choices.sort_by_key(|choice| choice.play != asked.laid);
    choices[0].share = 9_000;
    choices
        .iter_mut()
        .skip(1)
        .for_each(|choice| choice.share = 500);
    let puzzle = Puzzle {
        action: u32::try_from(asked.action).expect("few"),
        trick: asked.trick,
        view: asked.view,
        laid: asked.laid,
        choices,
    };
    let id: Uuid = table.match_id.parse().expect("an id");
    let stored = StoredPuzzle {
        id: PuzzleId(Uuid::from_u128(number)),
        match_id: MatchId(id),
        seat,
        action: puzzle.action,
        player: None,
        content: StoredRecord::new(serde_json::to_vec(&puzzle).expect("plain data")),
        made_at: giog_rules::Timestamp::from_unix_ms(i64::try_from(number).expect("small")),
        settled: false,
    };
    server.store.keep_puzzle(&stored, 0).await.expect("kept");
    puzzle
}

async fn finished(server: &TestServer) -> Table {
    let mut table = began(server, &["Lin", "Wu", "Mei", "An"], json!({})).await;
    table.finish().await;
    table
}

#[tokio::test]
async fn a_puzzle_tells_its_answer_and_its_match_only_to_whom_has_answered() {
    let server = TestServer::with(little(), 0).await;
    let none = server.get("/api/v1/puzzles/daily").await.ok(200);
    assert_eq!(none["puzzle"], Value::Null, "{none}");
    let table = finished(&server).await;
    let puzzle = keep(&server, &table, 2, 1).await;
    let daily = server.get("/api/v1/puzzles/daily").await.ok(200);
    assert_eq!(daily["day"], "2026-01-01");
    let path = format!("/api/v1/puzzles/{}", Uuid::from_u128(1));
    let shown = server.get(&path).await;
    let asked = shown.ok(200);
    assert_eq!(daily["puzzle"], asked);
    let text = String::from_utf8_lossy(&shown.body).into_owned();
    for told in [
        &table.match_id[..],
        "share",
        "laid\":\"",
        "Lin",
        "Wu",
        "Mei",
        "best\":",
    ] {
        assert!(!text.contains(told), "{told}: {text}");
    }
    assert_eq!(asked["view"]["you"], 2);
    assert_eq!(asked["view"]["hand"], json!(puzzle.view.hand));
    let mut plays: Vec<String> = puzzle
        .choices
        .iter()
        .map(|choice| choice.play.to_string())
        .collect();
    plays.sort();
    assert_eq!(asked["choices"], json!(plays));

    let answer = async |play: &str| {
        let body = json!({ "play": play });
        let answer = format!("{path}/answer");
        server.send(Method::POST, &answer, None, body).await
    };
    for (index, choice) in puzzle.choices.iter().enumerate() {
        let told = answer(&choice.play.to_string()).await.ok(200);
        assert_eq!(told["right"], index == 0, "{told}");
        assert_eq!(told["match_id"], table.match_id);
        assert_eq!(
            (&told["seat"], &told["trick"]),
            (&json!(2), &json!(puzzle.trick))
        );
        assert_eq!(told["choices"], json!(puzzle.choices));
        assert_eq!(told["laid"], json!(puzzle.laid));
    }
    let others = answer("KKKK").await;
    assert_eq!(others.status, 400);
    for path in [
        format!("/api/v1/puzzles/{NOWHERE}"),
        format!("/api/v1/puzzles/{}", table.match_id),
    ] {
        assert_eq!(server.get(&path).await.problem(404), "no_such_puzzle");
    }
}

#[tokio::test]
async fn the_puzzle_of_the_day_is_the_same_until_midnight_in_utc() {
    let server = TestServer::with(little(), 0).await;
    let table = finished(&server).await;
    let daily = async || {
        let daily = server.get("/api/v1/puzzles/daily").await.ok(200);
        (daily["day"].clone(), daily["puzzle"]["puzzle"].clone())
    };
    keep(&server, &table, 0, 2).await;
    let first = daily().await;
    keep(&server, &table, 1, 1).await;
    server.clock.advance(DAY_MS - 1);
    assert_eq!(daily().await, first);
    server.clock.advance(1);
    let next = daily().await;
    assert_eq!(next, (json!("2026-01-02"), json!(Uuid::from_u128(1))));
    assert_ne!(next.1, first.1);
}

#[tokio::test]
async fn a_reported_puzzle_that_is_not_clear_goes() {
    let server = TestServer::with(little(), 0).await;
    let table = finished(&server).await;
    keep(&server, &table, 3, 1).await;
    let path = format!("/api/v1/puzzles/{}", Uuid::from_u128(1));
    let report = format!("{path}/report");
    let reported = server.ask(Method::POST, &report, &[], None).await;
    assert_eq!(reported.status, 204);
    while server.get(&path).await.status == 200 {
        tokio::time::sleep(std::time::Duration::from_millis(LOOK_MS.unsigned_abs())).await;
        // What may be asked of an address grows with the server's time.
        server.clock.advance(LOOK_MS);
    }
    assert_eq!(server.get(&path).await.problem(404), "no_such_puzzle");
    let again = server.ask(Method::POST, &report, &[], None).await;
    assert_eq!(again.problem(404), "no_such_puzzle");
}
