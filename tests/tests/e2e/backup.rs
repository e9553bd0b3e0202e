//! A backup of a running server restores everything into a database of the other kind.

#[cfg(target_os = "linux")]
mod memory;

use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};

use giog_tests::{
    Database, ServerProcess, Socket, Table, check_record, get, get_as, patiently, program, seed,
};
use serde_json::{Value, json};
use tokio::process::Command;

/// Runs `giog` on this database.
pub(super) async fn giog(database: &Database, arguments: &[&str]) -> Output {
    giog_in(database.folder(), database, arguments).await
}

/// The same, with another data folder.
async fn giog_in(folder: &Path, database: &Database, arguments: &[&str]) -> Output {
    let run = Command::new(program())
        .args(arguments)
        .arg("--data-dir")
        .arg(folder)
        .args(["--database-url", &database.url()])
        // In a folder without a settings file.
        .current_dir(database.folder())
        .stdin(Stdio::null())
        .output();
    patiently("a command", run).await.expect("it can be run")
}

pub(super) fn succeeded(output: &Output) {
    assert!(output.status.success(), "{output:?}");
}

fn refused(output: &Output, why: &str) {
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains(why), "{told}");
}

/// A table of three people with entropy and a long time for decisions.
async fn table(server: &ServerProcess) -> Table {
    let settings = json!({
        "seats": 3,
        "clock": {"kind": "none"},
        "reveal_pause_ms": 0,
        "ceremony": "server",
    });
    Table::set(server.address(), &settings, &[true, false, true], 0, seed()).await
}

async fn matches(server: &ServerProcess) -> Value {
    let answer = get(server.address(), "/api/v1/matches").await;
    assert_eq!(answer.status, 200);
    answer.json()["matches"].clone()
}

async fn everything_is_there_again(from: Database, to: Database, top: &str) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("backup.tar.gz");
    let file = file.to_str().expect("a path is text");
    let server = ServerProcess::start(&from, top, "").await;
    let mut table = table(&server).await;
    let finished = table.play_match().await;
    table.play_a_little().await;
    table
        .play_until(|player| player.unanswered().is_none())
        .await;
    let history = matches(&server).await;
    let backed_up = giog(&from, &["backup", "--out", file]).await;
    succeeded(&backed_up);
    let told = String::from_utf8_lossy(&backed_up.stdout);
    assert!(told.contains("secret signing key"), "{told}");
    assert!(told.contains("1 finished matches"), "{told}");
    refused(&giog(&from, &["backup", "--out", file]).await, "exists");
    check_only_the_owner_may_read(Path::new(file));
    let elsewhere = giog_in(folder.path(), &from, &["restore", file]).await;
    refused(&elsewhere, "owns the database");
    server.kill().await;

    succeeded(&giog(&to, &["restore", file]).await);
    refused(&giog(&to, &["restore", file]).await, "not empty");
    assert_eq!(to.signer().public_key(), from.signer().public_key());
    let server = ServerProcess::start(&to, top, "").await;
    assert_eq!(matches(&server).await, history);
    let token = &table.people[0].player.token;
    let me = get_as(server.address(), "/api/v1/guests/me", Some(token)).await;
    assert_eq!(me.json()["name"], "Lin");
    check_record(
        server.address(),
        to.signer().public_key(),
        &table,
        &finished,
    )
    .await;
    // The running match continues for its players, and its record is valid.
    for seated in &mut table.people {
        let token = &seated.player.token;
        seated.socket = Socket::come_back(server.address(), token).await.0;
        seated.enter(false).await;
    }
    assert!(table.people.iter().any(|seated| seated.player.turns() > 0));
    let running = table.play_match().await;
    assert_ne!(running, finished);
    check_record(server.address(), to.signer().public_key(), &table, &running).await;
    server.stop().await;
    from.remove().await;
    to.remove().await;
}

#[cfg(unix)]
fn check_only_the_owner_may_read(path: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = path.metadata().expect("it is there").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[cfg(not(unix))]
fn check_only_the_owner_may_read(_: &Path) {}

#[tokio::test]
async fn a_match_in_the_middle_goes_on_after_a_move_from_sqlite_to_postgres() {
    let (from, to) = (Database::sqlite(), Database::postgres().await);
    everything_is_there_again(from, to, "lease_ms = 1000").await;
}

#[tokio::test]
async fn a_match_in_the_middle_goes_on_after_a_move_from_postgres_to_sqlite() {
    let (from, to) = (Database::postgres().await, Database::sqlite());
    everything_is_there_again(from, to, "lease_ms = 1000").await;
}

#[tokio::test]
async fn a_key_that_another_server_signs_with_is_not_replaced() {
    let (from, to) = (Database::sqlite(), Database::sqlite());
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("backup.tar.gz");
    let file = file.to_str().expect("a path is text");
    ServerProcess::start(&from, "", "").await.stop().await;
    succeeded(&giog(&from, &["backup", "--out", file]).await);
    ServerProcess::start(&to, "", "").await.stop().await;
    fs::remove_file(to.folder().join("giog.db")).expect("a database is a file");
    let before = to.signer().public_key();
    refused(&giog(&to, &["restore", file]).await, "another signing key");
    assert_eq!(to.signer().public_key(), before);
    assert!(!to.folder().join("giog.db").exists());
}

/// The lease number that a data folder has stored.
fn mark(database: &Database) -> String {
    fs::read_to_string(database.folder().join("database.mark")).expect("it is text")
}

#[tokio::test]
async fn a_data_folder_that_a_server_uses_is_not_restored_into() {
    let (live, trial) = (Database::sqlite(), Database::sqlite());
    let file = live.folder().join("backup.tar.gz");
    let file = file.to_str().expect("a path is text");
    let server = ServerProcess::start(&live, "", "").await;
    succeeded(&giog(&live, &["backup", "--out", file]).await);
    let before = mark(&live);
    // Its key is the right one, and the database is another one.
    let restored = giog_in(live.folder(), &trial, &["restore", file]).await;
    refused(&restored, "a server uses the data folder");
    assert_eq!(mark(&live), before);
    assert!(!trial.folder().join("giog.db").exists());
    server.stop().await;
    succeeded(&giog_in(live.folder(), &trial, &["restore", file]).await);
}

#[tokio::test]
async fn after_a_restore_that_fails_the_folder_knows_what_it_knew_of_its_database() {
    const BEFORE: &str = "57\n";
    let (from, to) = (Database::sqlite(), Database::sqlite());
    let file = from.folder().join("backup.tar.gz");
    let file = file.to_str().expect("a path is text");
    ServerProcess::start(&from, "", "").await.stop().await;
    succeeded(&giog(&from, &["backup", "--out", file]).await);
    fs::write(to.folder().join("database.mark"), BEFORE).expect("written");
    // The temporary file of the key.
    let in_the_way = to.folder().join("signing.key.new");
    fs::create_dir(&in_the_way).expect("a folder");
    let restored = giog(&to, &["restore", file]).await;
    refused(&restored, "cannot install the signing key");
    assert_eq!(mark(&to), BEFORE);
    fs::remove_dir(&in_the_way).expect("it is empty");
    succeeded(&giog(&to, &["restore", file]).await);
    assert_eq!(mark(&to), "0\n");
}

#[tokio::test]
async fn a_backup_that_cannot_be_made_or_read_leaves_nothing_behind() {
    let nobody = Database::sqlite();
    let out = nobody.folder().join("backup.tar.gz");
    let out = out.to_str().expect("a path is text");
    refused(
        &giog(&nobody, &["backup", "--out", out]).await,
        "no signing key",
    );
    fs::write(out, "a picture of a holiday").expect("written");
    refused(&giog(&nobody, &["restore", out]).await, "not a Giog backup");
    let names = fs::read_dir(nobody.folder()).expect("a folder");
    assert_eq!(names.count(), 1);
}
