//! Reviews over REST: what `giog review` says of the record, also if the server stopped while it made them.

use giog_server::Settings;
use giog_tests::{Database, HttpAnswer, Server, Table, get, patiently, program, quick, seed};
use serde_json::{Value, json};
use tokio::process::Command;

/// How often a review is asked for: many times as often as it takes on a busy machine, where what plays goes first.
const ASKED: usize = 10_000;

/// The answer once it is not 202 any more.
pub async fn made(server: &Server, path: &str) -> HttpAnswer {
    for _ in 0..ASKED {
        let answer = patiently("an answer", get(server.address, path)).await;
        if answer.status != 202 {
            return answer;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("the review was never made");
}

/// On so few lines each choice is played on.
const LINES: u32 = 32;

/// A table with bots.
fn trick_game() -> Value {
    json!({"seats": 4, "ceremony": "server", "clock": {"kind": "none"}, "reveal_pause_ms": 0})
}

/// A table of mahjong with bots, for one hand.
pub fn mahjong() -> Value {
    json!({
        "variant": "mahjong",
        "seats": 4,
        "clock": {"kind": "none"},
        "window_least_ms": 0,
        "options": {"length": "hand", "min_faan": 0},
    })
}

async fn is_made_after_a_restart(database: Database, at_table: Value) {
    let mut settings = quick();
    settings.limits.review_lines = LINES;
    let start = async |database| Server::start_on(database, Settings::clone(&settings)).await;
    let server = start(database).await;
    let mut table = Table::set(server.address, &at_table, &[true, false], 0, seed()).await;
    let match_id = table.play_match().await;
    let path = format!("/api/v1/matches/{match_id}/review?as=1");
    assert_eq!(get(server.address, &path).await.status, 202);
    let server = start(server.stop_and_keep().await).await;
    // Nobody has asked since.
    let asked = get(server.address, &path).await;
    assert_eq!((asked.status, &asked.json()["done"]), (202, &json!(0)));
    let reviewed = made(&server, &path).await;
    assert_eq!(reviewed.status, 200);
    let record = format!("http://{}/api/v1/matches/{match_id}/record", server.address);
    let told = Command::new(program())
        .args([
            "review",
            &record,
            "--as",
            "1",
            "--json",
            "--lines",
            &LINES.to_string(),
        ])
        .output();
    let told = patiently("giog review", told).await.expect("it runs");
    assert!(told.status.success(), "{told:?}");
    assert_eq!(told.stdout, [&reviewed.body[..], b"\n"].concat());
    let game = at_table["variant"].as_str().unwrap_or("giog");
    assert_eq!(reviewed.json()["variant"], game);
    // It is stored.
    let server = start(server.stop_and_keep().await).await;
    let again = get(server.address, &path).await;
    assert_eq!((again.status, &again.body), (200, &reviewed.body));
    server.stop().await;
}

#[tokio::test]
async fn a_review_is_what_the_program_says_of_the_record_on_sqlite() {
    is_made_after_a_restart(Database::sqlite(), trick_game()).await;
}

#[tokio::test]
async fn a_review_is_what_the_program_says_of_the_record_on_postgres() {
    is_made_after_a_restart(Database::postgres().await, trick_game()).await;
}

#[tokio::test]
async fn a_review_of_mahjong_is_what_the_program_says_of_the_record_on_sqlite() {
    is_made_after_a_restart(Database::sqlite(), mahjong()).await;
}

#[tokio::test]
async fn a_review_of_mahjong_is_what_the_program_says_of_the_record_on_postgres() {
    is_made_after_a_restart(Database::postgres().await, mahjong()).await;
}
