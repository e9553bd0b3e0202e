//! A match is deleted because of its age: what is kept of it is shown everywhere, and proves a person's copy of the record.

use std::process::Output;

use giog_rules::fairness::Hex;
use giog_server::{Retention, Settings};
use giog_tests::{
    Database, HttpAnswer, Server, Socket, Table, get, get_as, patiently, program, seed,
};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tokio::process::Command;

use crate::backup::{giog, succeeded};
use crate::operator::settings;

/// How much older all matches are made: ten days.
const OLDER_MS: i64 = 10 * 24 * 3_600 * 1_000;

/// Makes every finished match of the database older.
async fn make_old(database: &Database) {
    for table in ["matches", "player_matches"] {
        let sql = format!("UPDATE {table} SET place = place - {OLDER_MS}");
        database.execute(&sql).await;
    }
}

/// A server that keeps matches for a day.
async fn forgetful(database: Database) -> Server {
    let retention = Retention {
        matches_days: 1,
        ..Retention::default()
    };
    let settings = Settings {
        retention,
        ..settings()
    };
    Server::start_on(database, settings).await
}

/// The answer about a match once it is deleted.
async fn once_deleted(server: &Server, match_id: &str) -> HttpAnswer {
    let path = format!("/api/v1/matches/{match_id}");
    patiently("the deletion of a match", async {
        loop {
            let answer = get(server.address, &path).await;
            if answer.status != 200 {
                return answer;
            }
        }
    })
    .await
}

async fn verify(server: &Server, arguments: &[&str]) -> Output {
    let running = Command::new(program())
        .arg("verify")
        .args(arguments)
        .current_dir(server.folder())
        .output();
    let output = patiently("giog verify", running).await;
    output.expect("the program runs")
}

async fn check_left(server: &Server, match_id: &str, left: &Value, token: &str) {
    for end in [
        "",
        "/record",
        "/events",
        "/events?as=0",
        "/record?as=0",
        "/review?as=0",
    ] {
        let path = format!("/api/v1/matches/{match_id}{end}");
        for token in [None, Some(token)] {
            let answer = get_as(server.address, &path, token).await;
            assert_eq!((answer.status, &answer.json()), (410, left), "{path}");
        }
    }
}

async fn check_copy(server: &Server, match_id: &str, record: &[u8], sha256: &str) {
    let address = format!("http://{}", server.address);
    let output = verify(server, &[&format!("{address}/api/v1/matches/{match_id}")]).await;
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("deleted") && told.contains(sha256), "{told}");
    let copy = server.folder().join("copy.json");
    std::fs::write(&copy, [record, b"\n"].concat()).expect("written");
    let compared = ["copy.json", "--server", &address];
    let output = verify(server, &compared).await;
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(told.contains("is that of this one"), "{told}");
    // Another record of the match, as the owner of the key could sign it.
    let mut other: Value = serde_json::from_slice(record).expect("a record");
    other["signature"] = json!("00".repeat(64));
    std::fs::write(&copy, other.to_string()).expect("written");
    let output = verify(server, &[&compared[..], &["--json"]].concat()).await;
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let told: Value = serde_json::from_slice(&output.stdout).expect("a report");
    assert_eq!(told["same_on_server"], false);
    assert_eq!(told["deleted"]["record_sha256"], sha256);
}

async fn ages_out(from: Database, to: Database) {
    let server = Server::start_on(from, settings()).await;
    let table = json!({
        "seats": 2,
        "ceremony": "server",
        "clock": {"kind": "none"},
        "reveal_pause_ms": 0,
    });
    let mut table = Table::set(server.address, &table, &[true, false], 0, seed()).await;
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(table.play_match().await);
    }
    let [old, shown @ ..] = &ids[..] else {
        panic!("three were played");
    };
    let (_, welcome) = Socket::greet(server.address, "Wu").await;
    assert_eq!(welcome["limits"]["matches_days"], Value::Null);
    let record = get(server.address, &format!("/api/v1/matches/{old}/record"))
        .await
        .body;
    let database = server.stop_and_keep().await;
    make_old(&database).await;

    let server = forgetful(database).await;
    let (_, welcome) = Socket::greet(server.address, "Wu").await;
    for class in ["matches_days", "matches_unlisted_days", "matches_bots_days"] {
        assert_eq!(welcome["limits"][class], 1, "{class}");
    }
    let left = once_deleted(&server, old).await;
    let sha256 = Hex::<32>(Sha256::digest(&record).into()).to_string();
    assert_eq!(left.status, 410);
    let left = left.json();
    assert_eq!(left["code"], "match_deleted");
    assert_eq!(left["deleted"]["match_id"], *old);
    assert_eq!(left["deleted"]["record_sha256"], sha256);
    assert_eq!(left["deleted"]["signer"], json!(server.key()));
    let token = table.people[0].player.token.clone();
    check_left(&server, old, &left, &token).await;
    check_copy(&server, old, &record, &sha256).await;
    // The room still shows these, and its scores count all three.
    let list = get(server.address, "/api/v1/matches").await.json();
    let listed: Vec<&Value> = list["matches"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| &one["match_id"])
        .collect();
    assert_eq!(listed, [&shown[1], &shown[0]]);
    let room = get(server.address, &format!("/api/v1/rooms/{}", table.room)).await;
    assert_eq!(room.json()["series"]["matches"], 3);
    let metrics = get(server.operator.expect("it listens"), "/metrics").await;
    let metrics = String::from_utf8(metrics.body).expect("a text");
    assert!(metrics.contains("giog_matches_deleted_total 1\n"));
    let never = "00000000-0000-4000-8000-000000000000";
    let answer = get(server.address, &format!("/api/v1/matches/{never}")).await;
    assert_eq!(answer.status, 404);

    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("backup.tar.gz");
    let file = file.to_str().expect("a path is text");
    succeeded(&giog(server.database(), &["backup", "--out", file]).await);
    server.stop().await;
    succeeded(&giog(&to, &["restore", file]).await);
    let server = Server::start_on(to, settings()).await;
    check_left(&server, old, &left, &token).await;
    server.stop().await;
}

#[tokio::test]
async fn an_old_match_is_deleted_and_what_is_left_of_it_is_told_on_sqlite() {
    ages_out(Database::sqlite(), Database::postgres().await).await;
}

#[tokio::test]
async fn an_old_match_is_deleted_and_what_is_left_of_it_is_told_on_postgres() {
    ages_out(Database::postgres().await, Database::sqlite()).await;
}
