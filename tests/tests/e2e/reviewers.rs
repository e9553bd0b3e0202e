//! `giog reviewer`: the real worker beside a real server, whose token `giog admin` makes and revokes.

use std::process::Stdio;

use giog_server::Settings;
use giog_tests::{Database, Server, Table, get, patiently, program, seed};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStderr, Command};

use crate::operator::{admin, settings};
use crate::reviews;

/// On so few lines each choice is played on.
const LINES: u32 = 32;
/// With so many a review takes long.
const MANY_LINES: u32 = 65_536;
/// How often something is looked at: many times as often as it takes on a busy machine.
const LOOKS: usize = 10_000;

async fn start(database: Database, lines: u32) -> Server {
    let mut settings: Settings = settings();
    settings.limits.review_lines = lines;
    Server::start_on(database, settings).await
}

/// A worker of this name that the operator makes: its id and token.
async fn made(server: &Server, name: &str) -> (String, String) {
    let new = admin(server, &["add-reviewer", name, "--json"]).await;
    let new: Value = serde_json::from_str(&new).expect("JSON");
    let field = |name: &str| new[name].as_str().expect("a text").to_owned();
    (field("reviewer"), field("token"))
}

/// `giog reviewer` with a token, and the lines that it says.
fn reviewer(server: &Server, token: &str) -> (Child, Lines<BufReader<ChildStderr>>) {
    let mut child = Command::new(program())
        .args(["reviewer", "--server"])
        .arg(format!("http://{}", server.address))
        .env("GIOG_REVIEWER_TOKEN", token)
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("the program runs");
    let stderr = child.stderr.take().expect("it is piped");
    (child, BufReader::new(stderr).lines())
}

/// Reads on until a line has this in it.
async fn said(lines: &mut Lines<BufReader<ChildStderr>>, wanted: &str) -> String {
    loop {
        let line = patiently("a line", lines.next_line()).await;
        let line = line.expect("it is read").expect("it has said all");
        if line.contains(wanted) {
            return line;
        }
    }
}

/// Waits until the worker of this name has asked for jobs.
async fn seen(server: &Server, name: &str) {
    for _ in 0..LOOKS {
        let all = admin(server, &["reviewers", "--json"]).await;
        let all: Value = serde_json::from_str(&all).expect("JSON");
        let mut all = all["reviewers"].as_array().expect("a list").iter();
        if all.any(|one| one["name"] == name && one["seen_at"].is_string()) {
            return;
        }
    }
    panic!("it never asks");
}

async fn played(server: &Server) -> String {
    let at_table =
        json!({"seats": 4, "ceremony": "server", "clock": {"kind": "none"}, "reveal_pause_ms": 0});
    let mut table = Table::set(server.address, &at_table, &[true, false], 0, seed()).await;
    table.play_match().await
}

async fn interrupt(mut child: Child) {
    let id = child.id().expect("it runs").to_string();
    let sent = Command::new("kill").args(["-s", "INT", &id]).status().await;
    assert!(sent.expect("there is a `kill`").success());
    let ended = patiently("the end of the worker", child.wait()).await;
    assert_eq!(ended.expect("it ends").code(), Some(0));
}

async fn computes_what_the_program_says(database: Database) {
    let server = start(database, LINES).await;
    let (id, token) = made(&server, "in the cellar").await;
    let match_id = played(&server).await;
    let (child, mut lines) = reviewer(&server, &token);
    seen(&server, "in the cellar").await;
    let path = format!("/api/v1/matches/{match_id}/review?as=1");
    assert_eq!(get(server.address, &path).await.status, 202);
    let mut told = reviews::made(&server, &path).await.json();
    said(&mut lines, "sent after").await;
    let worker = told.as_object_mut().expect("an object").remove("worker");
    let worker = worker.expect("a worker has computed it");
    assert_eq!(worker["checked"].as_array().map(Vec::len), Some(2));
    let record = format!("http://{}/api/v1/matches/{match_id}/record", server.address);
    let lines_told = LINES.to_string();
    let arguments = [
        "review",
        &record,
        "--as",
        "1",
        "--json",
        "--lines",
        &lines_told,
    ];
    let own = Command::new(program()).args(arguments).output();
    let own = patiently("giog review", own).await.expect("it runs");
    let own: Value = serde_json::from_slice(&own.stdout).expect("JSON");
    assert_eq!(told, own);
    let list = admin(&server, &["reviewers"]).await;
    assert!(
        list.contains("in the cellar") && list.contains(&id),
        "{list}"
    );
    interrupt(child).await;
    said(&mut lines, "the worker ends").await;
    // Once it is revoked, nothing of it is told, and it is not wanted any more.
    admin(&server, &["revoke-reviewer", &id]).await;
    let again = reviews::made(&server, &path).await.json();
    assert_eq!(again, own);
    let (mut child, mut lines) = reviewer(&server, &token);
    said(&mut lines, "this needs the token of a worker").await;
    let ended = patiently("the end of the worker", child.wait()).await;
    assert_eq!(ended.expect("it ends").code(), Some(2));
    server.stop().await;
}

#[tokio::test]
async fn a_worker_computes_what_the_program_says_on_sqlite() {
    computes_what_the_program_says(Database::sqlite()).await;
}

#[tokio::test]
async fn a_worker_computes_what_the_program_says_on_postgres() {
    computes_what_the_program_says(Database::postgres().await).await;
}

#[tokio::test]
async fn an_interrupted_worker_gives_its_job_back() {
    let server = start(Database::sqlite(), MANY_LINES).await;
    let (_, token) = made(&server, "first").await;
    let (_, other) = made(&server, "other").await;
    let match_id = played(&server).await;
    let (child, mut lines) = reviewer(&server, &token);
    seen(&server, "first").await;
    let path = format!("/api/v1/matches/{match_id}/review?as=0");
    assert_eq!(get(server.address, &path).await.status, 202);
    said(&mut lines, "begins").await;
    let (next, mut lines) = reviewer(&server, &other);
    seen(&server, "other").await;
    interrupt(child).await;
    let begun = said(&mut lines, "begins").await;
    assert!(begun.contains(&match_id), "{begun}");
    drop(next);
    server.stop().await;
}
