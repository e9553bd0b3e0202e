//! A database that was emptied, or that is older than before: the server reports it.

use std::fs;
use std::net::SocketAddr;
use std::path::PathBuf;

use giog_tests::{Database, ServerProcess, Socket, get, patiently, program};
use serde_json::json;
use tokio::process::Command;

use super::backup::{giog, succeeded};

/// The exit status of a failed start.
const COULD_NOT: i32 = 2;
const TOP: &str = "lease_ms = 1000";
const CONFIRMED: &str = "lease_ms = 1000\nnew_database = true";

fn log_of(database: &Database) -> PathBuf {
    database.folder().join("log")
}

fn logged(database: &Database) -> String {
    fs::read_to_string(log_of(database)).expect("the log is text")
}

/// A listening server, with its log.
async fn listening(database: &Database, top: &str) -> ServerProcess {
    let mut server = ServerProcess::spawn_logging(database, top, &log_of(database));
    patiently("the start of a server", server.listens()).await;
    server
}

/// The metric.
pub(super) async fn value(operator: SocketAddr, name: &str) -> String {
    let metrics = get(operator, "/metrics").await.body;
    let metrics = String::from_utf8(metrics).expect("metrics are text");
    let line = metrics
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.expect("it is measured").to_owned()
}

async fn is_not_begun_anew_unasked(database: Database) {
    listening(&database, TOP).await.stop().await;
    database.empty().await;
    for _ in 0..2 {
        let refused = ServerProcess::spawn_logging(&database, TOP, &log_of(&database));
        assert_eq!(refused.ended().await.code(), Some(COULD_NOT));
        let log = logged(&database);
        assert!(log.contains("start once with --new-database"), "{log}");
    }
    listening(&database, CONFIRMED).await.stop().await;
    listening(&database, TOP).await.stop().await;
    database.remove().await;
}

#[tokio::test]
async fn an_emptied_database_is_not_begun_anew_unasked_on_sqlite() {
    is_not_begun_anew_unasked(Database::sqlite()).await;
}

#[tokio::test]
async fn an_emptied_database_is_not_begun_anew_unasked_on_postgres() {
    is_not_begun_anew_unasked(Database::postgres().await).await;
}

#[tokio::test]
async fn a_wrong_path_of_the_database_leaves_no_new_file_behind() {
    let database = Database::sqlite();
    listening(&database, TOP).await.stop().await;
    let wrong = database.folder().join("gigo.db");
    let mut command = Command::new(program());
    command
        .arg("serve")
        .arg("--config")
        .arg(database.folder().join("giog.toml"))
        .arg("--database-url")
        .arg(format!("sqlite:{}", wrong.display()));
    let refused = patiently("the end of a server", command.output()).await;
    let refused = refused.expect("the program runs");
    assert_eq!(refused.status.code(), Some(COULD_NOT));
    let log = String::from_utf8_lossy(&refused.stderr);
    assert!(log.contains("start once with --new-database"), "{log}");
    let files = fs::read_dir(database.folder()).expect("the folder");
    let names = files.map(|file| file.expect("an entry").file_name());
    let left: Vec<_> = names
        .filter(|name| name.to_string_lossy().starts_with("gigo.db"))
        .collect();
    assert_eq!(left, Vec::<std::ffi::OsString>::new());
    listening(&database, TOP).await.stop().await;
    database.remove().await;
}

/// A first start may fail at any point: the next one still counts as the first.
#[tokio::test]
async fn a_folder_whose_key_has_served_no_database_asks_nothing() {
    let database = Database::sqlite();
    listening(&database, TOP).await.stop().await;
    database.empty().await;
    fs::write(database.folder().join("database.mark"), "0\n").expect("written");
    listening(&database, TOP).await.stop().await;
}

/// The folder is marked as used only after the database has the key.
#[tokio::test]
async fn a_first_start_that_ends_before_the_database_knows_the_key_can_be_tried_again() {
    let database = Database::sqlite();
    listening(&database, TOP).await.stop().await;
    database.execute("DELETE FROM server_keys").await;
    fs::write(database.folder().join("database.mark"), "0\n").expect("written");
    let refuse = "CREATE TRIGGER refused BEFORE INSERT ON server_keys BEGIN SELECT RAISE(ABORT, 'refused'); END";
    database.execute(refuse).await;
    let ended = ServerProcess::spawn_logging(&database, TOP, &log_of(&database));
    assert_eq!(ended.ended().await.code(), Some(COULD_NOT));
    database.execute("DROP TRIGGER refused").await;
    listening(&database, TOP).await.stop().await;
}

async fn is_said_to_be_older(database: Database) {
    for _ in 0..3 {
        listening(&database, TOP).await.stop().await;
    }
    database.execute("UPDATE lease SET fence = fence - 2").await;
    let mut server = listening(&database, TOP).await;
    let log = logged(&database);
    assert!(log.contains("the database is older than it was"), "{log}");
    let operator = server.operator().await;
    assert_eq!(value(operator, "giog_database_rolled_back").await, "1");
    server.stop().await;
    let mut server = listening(&database, CONFIRMED).await;
    let operator = server.operator().await;
    assert_eq!(value(operator, "giog_database_rolled_back").await, "0");
    server.stop().await;
    listening(&database, TOP).await.stop().await;
    let log = logged(&database);
    assert!(!log.contains("older"), "{log}");
    database.remove().await;
}

#[tokio::test]
async fn a_database_that_was_rolled_back_is_said_to_be_older_on_sqlite() {
    is_said_to_be_older(Database::sqlite()).await;
}

#[tokio::test]
async fn a_database_that_was_rolled_back_is_said_to_be_older_on_postgres() {
    is_said_to_be_older(Database::postgres().await).await;
}

/// Clients detect what the mark cannot: the end of the log was cut off while the same server ran.
#[tokio::test]
async fn clients_that_have_seen_more_show_it() {
    let database = Database::sqlite();
    let server = listening(&database, TOP).await;
    let (mut socket, welcome) = Socket::greet(server.address(), "Lin").await;
    let token = welcome["token"].as_str().expect("a token").to_owned();
    let create = json!({"type": "create_room", "key": "k", "settings": {"seats": 3}});
    let room = socket.ask_ok(create).await["room"].clone();
    server.stop().await;
    let mut server = listening(&database, TOP).await;
    let (mut socket, _) = Socket::come_back(server.address(), &token).await;
    let operator = server.operator().await;
    for (after, seen) in [(0, "0"), (1_000, "1"), (1_000, "2")] {
        let join = json!({"type": "join", "room": room, "after": after});
        socket.ask_ok(join).await;
        let picture = patiently("the picture", async {
            loop {
                let frame = socket.read().await.expect("the connection holds");
                if frame["type"] == "snapshot" || frame["type"] == "resumed" {
                    break frame["type"].clone();
                }
            }
        });
        let expected = if after == 0 { "resumed" } else { "snapshot" };
        assert_eq!(picture.await, expected);
        assert_eq!(value(operator, "giog_rollback_seen_total").await, seen);
    }
    server.stop().await;
    let log = logged(&database);
    assert_eq!(log.matches("seen more of a room").count(), 1, "{log}");
}

/// A backup is older than what it replaces, on purpose.
#[tokio::test]
async fn after_a_restore_nothing_is_asked() {
    let database = Database::sqlite();
    for _ in 0..3 {
        listening(&database, TOP).await.stop().await;
    }
    let file = database.folder().join("backup.tar.gz");
    let file = file.to_str().expect("a path is text");
    succeeded(&giog(&database, &["backup", "--out", file]).await);
    database.empty().await;
    succeeded(&giog(&database, &["restore", file]).await);
    let mut server = listening(&database, TOP).await;
    let operator = server.operator().await;
    assert_eq!(value(operator, "giog_database_rolled_back").await, "0");
    server.stop().await;
}
