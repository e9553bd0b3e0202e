//! How matches were opened is read from their records where an earlier version of the server did not store it.

use std::time::Duration;

use giog_tests::{Database, Server, Table, get, patiently, quick, seed};
use serde_json::{Value, json};

/// How often the statistics are asked for: many times as often as reading takes on a busy machine.
const ASKED: usize = 600;

/// The games of each person's statistics.
async fn games(server: &Server, people: &[String]) -> Vec<Value> {
    let mut games = Vec::new();
    for player in people {
        let path = format!("/api/v1/players/{player}/stats");
        let answer = patiently("statistics", get(server.address, &path)).await;
        games.push(answer.json()["games"].clone());
    }
    games
}

/// How many openings are told.
fn openings(games: &[Value]) -> usize {
    let lists = games.iter().map(|games| games[0]["openings"].as_array());
    lists.map(|list| list.map_or(0, Vec::len)).sum()
}

async fn are_read_from_records(database: Database) {
    let start = async |database| Server::start_on(database, quick()).await;
    let server = start(database).await;
    let settings = json!({"seats": 2, "access": "public", "ceremony": "server", "clock": {"kind": "none"}, "reveal_pause_ms": 0});
    let mut table = Table::set(server.address, &settings, &[true, true], 0, seed()).await;
    let match_id = table.play_match().await;
    drop(table);
    let info = get(server.address, &format!("/api/v1/matches/{match_id}")).await;
    let people = info.json()["players"].as_array().expect("players").clone();
    let people: Vec<String> = people
        .iter()
        .map(|player| player["player"].as_str().expect("a person").to_owned())
        .collect();
    let before = games(&server, &people).await;
    assert!(
        openings(&before) > 0,
        "whoever led first opened: {before:?}"
    );
    let database = server.stop_and_keep().await;
    let on = if database.url().starts_with("sqlite") {
        ""
    } else {
        " ON matches"
    };
    let forget = format!(
        "DROP TRIGGER openings_are_final{on}; UPDATE matches SET openings = NULL WHERE listed = TRUE"
    );
    database.execute(&forget).await;
    let server = start(database).await;
    for _ in 0..ASKED {
        // Between two answers it may be read.
        if games(&server, &people).await == before {
            return server.stop().await;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the openings were never read");
}

#[tokio::test]
async fn openings_that_were_not_stored_are_read_from_records_on_sqlite() {
    are_read_from_records(Database::sqlite()).await;
}

#[tokio::test]
async fn openings_that_were_not_stored_are_read_from_records_on_postgres() {
    are_read_from_records(Database::postgres().await).await;
}
