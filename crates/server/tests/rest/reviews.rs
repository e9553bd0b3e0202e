//! `/matches/{match}/review`.

use std::num::NonZeroU32;
use std::time::Duration;

use axum::http::Method;
use giog_protocol::rest::{MatchReview, Review, ReviewProgress};
use giog_review::{EFFORT, Effort};
use giog_rules::{Record, Seat};
use giog_server::Settings;
use serde_json::{Value, json};

use crate::common::{Reply, TestServer, quiet};
use crate::table::{Table, began};

/// How much a review does here: what is most of its time.
const LITTLE: Effort = Effort {
    lines: 32,
    ..EFFORT
};
/// How long to wait before it is asked for again, in milliseconds.
const ASK_AGAIN_MS: i64 = 250;
const NOWHERE: &str = "00000000-0000-4000-8000-000000000000";

async fn finished(server: &TestServer, names: &[&str], settings: Value) -> Table {
    let mut table = began(server, names, settings).await;
    table.finish().await;
    table
}

fn path(table: &Table, seat: usize) -> String {
    format!("/api/v1/matches/{}/review?as={seat}", table.match_id)
}

/// The review, once it is made.
async fn made(server: &TestServer, path: &str) -> Reply {
    loop {
        let reply = server.get(path).await;
        if reply.status != 202 {
            return reply;
        }
        tokio::time::sleep(Duration::from_millis(ASK_AGAIN_MS.unsigned_abs())).await;
        // What may be asked of an address grows with the server's time.
        server.clock.advance(ASK_AGAIN_MS);
    }
}

/// Settings with which reviews take little.
fn little() -> Settings {
    let mut settings = quiet();
    settings.limits.review_lines = LITTLE.lines;
    settings
}

/// Settings with these rates.
fn with_rates(of_own: u32, of_others: u32) -> Settings {
    let mut settings = little();
    let number = |n| NonZeroU32::new(n).expect("not zero");
    settings.limits.reviews_per_day = number(of_own);
    settings.limits.reviews_of_others_per_day = number(of_others);
    settings
}

#[tokio::test]
async fn a_review_is_made_when_it_is_asked_for_and_is_what_the_record_says() {
    let server = TestServer::with(little(), 0).await;
    let table = finished(&server, &["Lin", "Wu", "Mei", "An"], json!({})).await;
    let of = format!("/api/v1/matches/{}", table.match_id);
    let shown = server.get(&of).await.ok(200);
    let link = shown["links"]["review"].as_str().expect("a link");
    let path = path(&table, 1);
    assert_eq!(format!("{link}?as=1"), path);
    let asked = server.get(&path).await;
    let progress: ReviewProgress = serde_json::from_value(asked.ok(202)).expect("progress");
    assert_eq!((progress.done, progress.ahead), (0, 0), "{progress:?}");
    assert_eq!(asked.header("retry-after"), "1");
    assert_eq!(asked.header("cache-control"), "no-store");
    // Another one waits for it.
    let next = server.get(&self::path(&table, 2)).await.ok(202);
    assert_eq!(next["ahead"], 1, "{next}");
    let reply = made(&server, &path).await;
    let body = reply.ok(200);
    let read: MatchReview = serde_json::from_value(body.clone()).expect("a review");
    assert_eq!(
        serde_json::from_value(body).ok(),
        Some(Review::Tricks(read.clone()))
    );
    assert!(read.decisions.len() > 2, "{read:?}");
    let record = server.get(&format!("{of}/record")).await;
    let record: Record = serde_json::from_slice(&record.body).expect("a record");
    let told = giog_review::review(&record, Seat::new(1), LITTLE, |_| ());
    let told = serde_json::to_vec(&told.expect("a review")).expect("plain data");
    assert_eq!(reply.body, told);
    assert_eq!(reply.header("cache-control"), "public, no-cache");
    let tag = [("if-none-match", reply.header("etag"))];
    let again = server.ask(Method::GET, &path, &tag, None).await;
    assert_eq!(again.status, 304);
    made(&server, &self::path(&table, 2)).await.ok(200);
}

#[tokio::test]
async fn a_match_on_a_board_has_a_review_of_another_form() {
    let server = TestServer::with(little(), 0).await;
    for (variant, action, played, exact) in [
        (
            "pong-hau-ki",
            json!({ "do": "move", "move": "c1b2" }),
            "c1b2",
            true,
        ),
        (
            "xiangqi",
            json!({ "do": "move", "move": "h2e2" }),
            "h2e2",
            false,
        ),
        (
            "blind-chess",
            json!({ "do": "flip", "at": "c0" }),
            "c0",
            false,
        ),
    ] {
        one_move_is_reviewed(&server, variant, action, played, exact).await;
    }
}

/// A match in which the first seat makes one move, and the other resigns.
async fn one_move_is_reviewed(
    server: &TestServer,
    variant: &str,
    action: Value,
    played: &str,
    exact: bool,
) {
    let mut table = began(server, &["Lin", "Wu"], json!({ "variant": variant })).await;
    for (seat, action) in [(0, action), (1, json!({ "do": "resign" }))] {
        table.people[seat].act(&table.room, action).await;
    }
    table.people[0].hear_event("finished").await;
    let of = format!("/api/v1/matches/{}", table.match_id);
    assert!(server.get(&of).await.ok(200)["links"]["review"].is_string());
    let reply = made(server, &path(&table, 0)).await;
    let Ok(Review::Boards(review)) = serde_json::from_slice(&reply.body) else {
        panic!("{}", reply.json());
    };
    // What somebody knows while it is made changes nothing of what it is.
    let from = format!("{}&from=1", path(&table, 0));
    assert_eq!(server.get(&from).await.body, reply.body);
    let bad = format!("{}&from=all", path(&table, 0));
    assert_eq!(server.get(&bad).await.problem(400), "bad_parameter");
    assert_eq!((review.exact, review.result), (exact, 10_000));
    assert_eq!(review.moves.len(), 1, "{review:?}");
    assert_eq!(review.moves[0].played, played);
    let record = server.get(&format!("{of}/record")).await;
    let record: Record = serde_json::from_slice(&record.body).expect("a record");
    let told = giog_review::review(&record, Seat::new(0), LITTLE, |_| ());
    let told = serde_json::to_vec(&told.expect("a review")).expect("plain data");
    assert_eq!(reply.body, told);
}

#[tokio::test]
async fn of_a_match_that_is_not_over_nothing_is_told_that_an_unknown_id_does_not_get() {
    let server = TestServer::new().await;
    let stranger = server.person("Mei").await.token();
    for settings in [json!({}), json!({ "password": "secret" })] {
        let table = began(&server, &["Lin", "Wu", "An", "Bo"], settings).await;
        let own = table.people[0].token();
        for end in ["?as=0", "?as=5", "?as=9", "?as=spectator", ""] {
            for token in [&stranger, &own] {
                let of = |id: &str| format!("/api/v1/matches/{id}/review{end}");
                let hidden = server.get_as(token, &of(&table.match_id)).await;
                let nowhere = server.get_as(token, &of(NOWHERE)).await;
                let both = [&hidden, &nowhere].map(|reply| (reply.status, reply.body.clone()));
                assert_eq!(both[0], both[1], "{end}");
                assert_eq!(hidden.headers, nowhere.headers, "{end}");
                assert!(hidden.status == 404 || hidden.status == 400, "{end}");
            }
        }
    }
}

#[tokio::test]
async fn what_is_not_reviewed_says_so() {
    let server = TestServer::new().await;
    let table = finished(&server, &["Lin", "Wu", "Mei", "An"], json!({})).await;
    for (seat, status, code) in [
        ("4", 404, "no_such_seat"),
        ("8", 404, "no_such_seat"),
        ("all", 400, "bad_parameter"),
        ("spectator", 400, "bad_parameter"),
    ] {
        let path = format!("/api/v1/matches/{}/review?as={seat}", table.match_id);
        assert_eq!(server.get(&path).await.ok(status)["code"], code, "{seat}");
    }
    let board = json!({ "variant": "supply-chess" });
    let mut board = began(&server, &["Lin", "Wu", "Mei", "An"], board).await;
    let resign = json!({ "do": "resign" });
    board.people[0].act(&board.room, resign).await;
    board.people[0].hear_event("finished").await;
    let mut abandoned = began(&server, &["Lin", "Wu", "Mei", "An"], json!({})).await;
    let stop = format!("/rooms/{}", abandoned.room);
    server.operate(Method::DELETE, &stop, Value::Null).await;
    abandoned.people[0].hear_event("abandoned").await;
    for table in [board, abandoned] {
        let refused = server.get(&path(&table, 0)).await.ok(404);
        assert_eq!(refused["code"], "no_review", "{refused}");
        let shown = format!("/api/v1/matches/{}", table.match_id);
        let shown = server.get(&shown).await.ok(200);
        assert_eq!(shown["links"]["review"], Value::Null);
    }
    let mut none = quiet();
    none.limits.review_bytes = 0;
    let server = TestServer::with(none, 0).await;
    let table = finished(&server, &["Lin", "Wu", "Mei", "An"], json!({})).await;
    let refused = server.get(&path(&table, 0)).await.ok(404);
    assert_eq!(refused["detail"], "this server makes no reviews");
}

#[tokio::test]
async fn an_address_has_so_many_places_and_so_many_a_day() {
    let mut settings = with_rates(1, 2);
    // None is over before all have been asked for.
    settings.limits.review_lines = 1_024;
    let server = TestServer::with(settings, 0).await;
    let names = ["Lin", "Wu", "Mei", "An"];
    let first = finished(&server, &names, json!({})).await;
    let other = finished(&server, &names, json!({})).await;
    let stranger = server.person("Bo").await.token();
    let [lin, wu] = [0, 1].map(|seat: usize| first.people[seat].token());
    let ask = async |token: &str, table, seat| server.get_as(token, &path(table, seat)).await;
    // Two of others, and no more today.
    for seat in [0, 1] {
        ask(&stranger, &first, seat).await.ok(202);
    }
    let refused = ask(&stranger, &first, 2).await;
    assert_eq!(refused.problem(429), "rate_limited");
    assert_eq!(refused.header("retry-after"), "43200");
    // What is being made is told to everybody.
    ask(&stranger, &first, 0).await.ok(202);
    // Whoever sat there has a share of their own; of other matches they have no more than others.
    ask(&lin, &first, 2).await.ok(202);
    for (seat, table) in [(3, &first), (0, &other)] {
        assert_eq!(ask(&lin, table, seat).await.problem(429), "rate_limited");
    }
    // The address has four places.
    ask(&wu, &first, 3).await.ok(202);
    let mei = other.people[2].token();
    let full = ask(&mei, &other, 0).await;
    assert_eq!(full.problem(429), "rate_limited");
    assert_eq!(full.header("retry-after"), "10");
    // Whoever was refused a place has lost nothing of their share.
    made(&server, &path(&first, 0)).await.ok(200);
    ask(&mei, &other, 0).await.ok(202);
}
