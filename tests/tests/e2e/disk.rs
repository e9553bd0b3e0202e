//! A server whose disk fails: it stops by itself if the disk cannot be trusted, and recovers from all other failures.

use std::fs;

use futures_util::future::join_all;
use giog_tests::{
    BadDisk, Database, Seated, ServerProcess, Table, check_record, get, patiently, request, seed,
};
use serde_json::json;

use super::takeover::{move_over, settings};

/// The exit status, as in HOSTING.md.
const BROKEN_DISK: i32 = 74;
/// The lease is so long that the clock renews it in no test.
const LONG_LEASE: &str = "lease_ms = 3600000\nstop_ms = 3000";
/// Requests while nothing can be written: many times more than the log may have lines about it.
const REFUSED: usize = 50;

/// Everybody plays until their connection ends; returns the close codes.
async fn play_to_the_end(table: &mut Table) -> Vec<Option<u16>> {
    let play = async |seated: &mut Seated| loop {
        if let Err(gone) = seated.step().await {
            break gone.code;
        }
    };
    join_all(table.everybody().map(play)).await
}

#[tokio::test]
async fn a_server_whose_disk_cannot_be_trusted_stops_and_says_why_and_the_next_goes_on() {
    let Some(disk) = BadDisk::new() else { return };
    let database = Database::sqlite();
    let log = database.folder().join("log");
    let server = ServerProcess::start_on(&disk, &database, LONG_LEASE, &log).await;
    let entropy = [true, false, true];
    let mut table = Table::set(server.address(), &settings("giog"), &entropy, 1, seed()).await;
    table.play_match().await;
    table.play_a_little().await;
    disk.fail("sync");
    let codes = patiently("the end", play_to_the_end(&mut table)).await;
    assert!(codes.iter().all(|&code| code == Some(1012)), "{codes:?}");
    assert!(table.everybody().all(|seated| !seated.player.is_closed()));
    assert_eq!(server.ended().await.code(), Some(BROKEN_DISK));
    let log = fs::read_to_string(log).expect("the log is text");
    let said = log.matches("the disk cannot be trusted").count();
    assert_eq!(said, 1, "{log}");
    disk.repair("sync");
    let server = ServerProcess::start(&database, LONG_LEASE, "").await;
    move_over(&mut table, &server).await;
    let match_id = table.play_match().await;
    let key = database.signer().public_key();
    check_record(server.address(), key, &table, &match_id).await;
    server.stop().await;
}

/// Nobody plays: a readiness check detects the failure, and the server stops as well.
#[tokio::test]
async fn a_server_that_nobody_uses_notices_a_disk_that_cannot_be_trusted() {
    let Some(disk) = BadDisk::new() else { return };
    let database = Database::sqlite();
    let log = database.folder().join("log");
    let server = ServerProcess::start_on(&disk, &database, LONG_LEASE, &log).await;
    let address = server.address();
    disk.fail("sync");
    let ended = server.ended();
    let mut ended = std::pin::pin!(ended);
    let status = patiently("the end", async {
        loop {
            tokio::select! {
                status = ended.as_mut() => break status,
                // The connection may end with the server.
                asked = tokio::spawn(async move { get(address, "/readyz").await.status }) => drop(asked),
            }
        }
    });
    assert_eq!(status.await.code(), Some(BROKEN_DISK));
    disk.repair("sync");
    ServerProcess::start(&database, LONG_LEASE, "")
        .await
        .stop()
        .await;
}

#[tokio::test]
async fn a_server_that_may_not_write_for_a_moment_says_so_and_goes_on() {
    let Some(disk) = BadDisk::new() else { return };
    let database = Database::sqlite();
    let log = database.folder().join("log");
    let server = ServerProcess::start_on(&disk, &database, LONG_LEASE, &log).await;
    let mut table = Table::set(
        server.address(),
        &settings("giog"),
        &[true, false],
        0,
        seed(),
    )
    .await;
    table.play_a_little().await;
    disk.fail("denied");
    let status = async |wanted| {
        patiently("readiness", async {
            while get(server.address(), "/readyz").await.status != wanted {}
        })
        .await;
    };
    status(503).await;
    assert_eq!(
        get(server.address(), "/healthz").await.json(),
        json!({"status": "alive"})
    );
    for _ in 0..REFUSED {
        let made = request(server.address(), "POST", "/api/v1/guests", None).await;
        assert_eq!(made.status, 503);
    }
    disk.repair("denied");
    status(200).await;
    table.play_match().await;
    server.stop().await;
    let log = fs::read_to_string(log).expect("the log is text");
    assert!(log.contains("failed requests are counted"), "{log}");
    let complains = |line: &&str| line.contains("WARN") || line.contains("ERROR");
    assert!(log.lines().filter(complains).count() < REFUSED / 2, "{log}");
}
