//! Two servers on one database: the second waits, and takes over when the first is gone. And how a server stops.

use std::time::Duration;

use giog_rules::tricks::Variant;
use giog_tests::{Database, Seated, ServerProcess, Socket, Table, check_record, patiently, seed};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

/// The duration of leases: longer than a server hangs on a busy machine.
const LEASE_MS: u64 = 15_000;
const LEASE: &str = "lease_ms = 15000\nstop_ms = 3000";
/// A lease that expires in no test: a server that gets it did not wait for that.
const LONG_LEASE: &str = "lease_ms = 3600000\nstop_ms = 3000";
/// Longer than a lease that is not renewed.
const RENEWED: Duration = Duration::from_millis(LEASE_MS + 500);
/// For how long it is checked that a second server waits for such a lease.
const A_WHILE: Duration = Duration::from_millis(500);

pub(super) fn settings(variant: &str) -> Value {
    json!({"variant": variant, "seats": 3, "clock": {"kind": "none"}, "reveal_pause_ms": 0})
}

/// The trick games for three players, in turn: another one for each way in which a server ends.
fn game(way: usize) -> &'static str {
    let games = Variant::ALL.into_iter();
    let mut games = games.filter(|game| game.players().contains(&3)).cycle();
    games.nth(way).expect("there are games for three").id()
}

/// Everybody connects to the new server, and resumes.
pub(super) async fn move_over(table: &mut Table, server: &ServerProcess) {
    for seated in table.everybody() {
        let Seated { player, socket } = seated;
        *socket = Socket::come_back(server.address(), &player.token).await.0;
        seated.enter(false).await;
        if let Some(request) = seated.player.unanswered().cloned() {
            let id = seated
                .socket
                .send(&request)
                .await
                .expect("the new server listens");
            seated.player.sent(id, request);
        }
    }
}

/// A table in the middle of a match of this variant, on the first of two servers. The second one waits at least this long.
async fn two_servers(
    database: &Database,
    variant: &str,
    lease: &str,
    waits: Duration,
) -> (ServerProcess, ServerProcess, Table) {
    let first = ServerProcess::start(database, lease, "").await;
    let mut second = ServerProcess::spawn_in(&database.second_folder(), database, lease, "");
    let entropy = [true, false, true];
    let mut table = Table::set(first.address(), &settings(variant), &entropy, 1, seed()).await;
    table.play_match().await;
    table.play_a_little().await;
    assert!(
        !second.listens_within(waits).await,
        "the second server waits as long as the first one is there"
    );
    (first, second, table)
}

/// The match continues on the second server, and its record is verified.
async fn go_on(database: Database, second: ServerProcess, mut table: Table) {
    move_over(&mut table, &second).await;
    let match_id = table.play_match().await;
    let key = database.signer().public_key();
    check_record(second.address(), key, &table, &match_id).await;
    second.stop().await;
    database.remove().await;
}

async fn take_over_after_a_stop(database: Database, variant: &str) {
    let (first, mut second, table) = two_servers(&database, variant, LONG_LEASE, A_WHILE).await;
    first.stop().await;
    patiently("the second server", second.listens()).await;
    go_on(database, second, table).await;
}

#[tokio::test]
async fn the_second_server_takes_over_when_the_first_stops_on_sqlite() {
    take_over_after_a_stop(Database::sqlite(), game(1)).await;
}

#[tokio::test]
async fn the_second_server_takes_over_when_the_first_stops_on_postgres() {
    take_over_after_a_stop(Database::postgres().await, game(3)).await;
}

#[tokio::test]
async fn the_second_server_takes_over_at_once_when_the_first_is_killed_on_sqlite() {
    let database = Database::sqlite();
    let (first, mut second, table) = two_servers(&database, game(5), LONG_LEASE, A_WHILE).await;
    first.kill().await;
    patiently("the second server", second.listens()).await;
    go_on(database, second, table).await;
}

#[tokio::test]
async fn the_second_server_takes_over_soon_when_the_first_is_killed_on_postgres() {
    let database = Database::postgres().await;
    let (first, mut second, table) = two_servers(&database, game(6), LONG_LEASE, A_WHILE).await;
    first.kill().await;
    patiently("the second server", second.listens()).await;
    go_on(database, second, table).await;
}

/// All connections to a fenced server end, with no message except the close code for reconnecting.
async fn nobody_is_told_anything(table: &mut Table) {
    for seated in table.everybody() {
        let code = loop {
            match seated.socket.read().await {
                Err(gone) => break gone.code,
                // Sent before the other server took over.
                Ok(frame) => {
                    assert!(frame["re"].is_null(), "an answer: {frame}");
                    assert_ne!(frame["type"], "left", "{frame}");
                    seated.player.observe(&frame);
                }
            }
        };
        assert_eq!(code, Some(1012), "they are to come back");
    }
}

/// A server that was paused until its lease expired acknowledges nothing any more, and ends without another message.
#[tokio::test]
async fn a_server_that_lost_its_lease_closes_its_connections_and_says_nothing_on_postgres() {
    let database = Database::postgres().await;
    let (first, mut second, mut table) = two_servers(&database, game(4), LEASE, RENEWED).await;
    first.signal("STOP").await;
    patiently("the second server", second.listens()).await;
    // Each player sends a request to the old server, which cannot read it yet.
    for seated in &mut table.people {
        if let Some(request) = seated.player.wants() {
            let id = seated
                .socket
                .send(&request)
                .await
                .expect("the connection holds");
            seated.player.sent(id, request);
        }
    }
    first.signal("CONT").await;
    nobody_is_told_anything(&mut table).await;
    assert!(
        !first.ended().await.success(),
        "it says that it lost the rooms"
    );
    go_on(database, second, table).await;
}

/// On SQLite this requires that a person removes the lock of a running server.
#[tokio::test]
async fn a_server_whose_lock_was_removed_closes_its_connections_and_says_nothing_on_sqlite() {
    let database = Database::sqlite();
    let first = ServerProcess::start(&database, LEASE, "").await;
    let entropy = [true, false, true];
    let settings = settings("giog");
    let mut table = Table::set(first.address(), &settings, &entropy, 1, seed()).await;
    table.play_match().await;
    table.play_a_little().await;
    let lock = database.folder().join("giog.db.lock");
    std::fs::remove_file(lock).expect("the lock lies beside the database");
    let mut second = ServerProcess::spawn_in(&database.second_folder(), &database, LEASE, "");
    patiently("the second server", second.listens()).await;
    nobody_is_told_anything(&mut table).await;
    assert!(!first.ended().await.success());
    go_on(database, second, table).await;
}

/// A server stops whatever its connections do, and informs those that read.
#[tokio::test]
async fn a_stop_with_open_connections_waits_for_none_of_them_and_says_goodbye() {
    let database = Database::sqlite();
    let server = ServerProcess::start(&database, "stop_ms = 3000", "").await;
    let mut table = Table::set(
        server.address(),
        &settings("giog"),
        &[true, false],
        1,
        seed(),
    )
    .await;
    table.play_a_little().await;
    let mut sockets = Vec::new();
    for _ in 0..150 {
        sockets.push(Socket::greet(server.address(), "Bo").await.0);
    }
    let mut silent = TcpStream::connect(server.address())
        .await
        .expect("the server listens");
    silent
        .write_all(b"GET /ws HTT")
        .await
        .expect("half a request");
    server.signal("TERM").await;
    for socket in &mut sockets {
        assert_eq!(
            socket.closed().await,
            Some(1012),
            "the server says that it restarts"
        );
    }
    // The request is never completed.
    assert!(server.ended().await.success());
}

#[tokio::test]
async fn a_server_with_another_key_does_not_take_the_rooms() {
    let database = Database::sqlite();
    let first = ServerProcess::start(&database, LEASE, "").await;
    first.stop().await;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let stranger = ServerProcess::spawn_in(folder.path(), &database, LEASE, "");
    assert!(!stranger.ended().await.success());
    let told = "new_key = true\nlease_ms = 2000";
    let mut told = ServerProcess::spawn_in(folder.path(), &database, told, "");
    patiently("a server that was told to", told.listens()).await;
    told.stop().await;
    database.remove().await;
}
