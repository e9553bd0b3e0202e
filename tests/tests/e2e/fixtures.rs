//! Databases of earlier versions can be read, give the same answers, can be used further, and contain valid records
//! (`tests/fixtures/README.md`).

mod alike;
mod asked;
mod gone_on;
mod kept;

use giog_rules::Receipt;
use giog_tests::{Database, ServerProcess, all_rooms_are_back, assert_proven, get};
use serde_json::Value;

use self::kept::World;

/// The settings with which the answers were recorded, in addition to those of all servers in these tests: nothing is deleted because of its
/// age, and nobody's time runs out during the checks.
const TOP: &str = "lease_ms = 1000
[retention]
guests_days = 0
logs_days = 0
reports_days = 0";
const TIMES: &str = "grace_ms = 86400000
ready_ms = 86400000
entropy_ms = 86400000
empty_ms = 86400000
quick_bots_ms = 86400000";
/// The same for tests in which people continue to play, except that bots take seats at quick-play tables at once.
const GOING_ON: &str = "grace_ms = 86400000
ready_ms = 86400000
entropy_ms = 86400000
empty_ms = 86400000
quick_bots_ms = 1";

/// Everything that must be true of a database of another version.
async fn is_as_it_was(database: Database, world: World) {
    let mut server = ServerProcess::start(&database, TOP, TIMES).await;
    let operator = server.operator().await;
    all_rooms_are_back(server.address()).await;
    asked::all_is_answered_alike(server.address(), operator, &world).await;
    all_is_proven(&server, &database, &world).await;
    server.stop().await;
    let server = ServerProcess::start(&database, TOP, GOING_ON).await;
    all_rooms_are_back(server.address()).await;
    gone_on::everywhere(&server, &database, &world).await;
    server.stop().await;
    database.remove().await;
}

/// The records of all finished matches are valid, and agree with what their players stored.
async fn all_is_proven(server: &ServerProcess, database: &Database, world: &World) {
    let key = database.signer().public_key();
    for match_id in world.finished() {
        let path = format!("/api/v1/matches/{match_id}/record");
        let record = get(server.address(), &path).await;
        assert_proven(&path, &record.body, None, key);
        for receipt in world.receipts(match_id) {
            assert_agrees(&record.body, receipt, key);
        }
    }
}

/// The record agrees with what a player stored of the match, up to some moment or to its end.
fn assert_agrees(record: &[u8], receipt: &Value, key: giog_rules::fairness::PublicKey) {
    let receipt: Receipt = serde_json::from_value(receipt.clone()).expect("a receipt");
    assert_proven("a receipt", record, Some(&receipt), key);
}

#[tokio::test]
async fn a_server_that_was_only_started_goes_on_on_sqlite() {
    let (database, world) = kept::on_sqlite("fresh");
    is_as_it_was(database, world).await;
}

#[tokio::test]
async fn a_server_that_was_only_started_goes_on_on_postgres() {
    let (database, world) = kept::on_postgres("fresh").await;
    is_as_it_was(database, world).await;
}

#[tokio::test]
async fn every_game_and_state_of_a_room_goes_on_on_sqlite() {
    let (database, world) = kept::on_sqlite("tables");
    is_as_it_was(database, world).await;
}

#[tokio::test]
async fn every_game_and_state_of_a_room_goes_on_on_postgres() {
    let (database, world) = kept::on_postgres("tables").await;
    is_as_it_was(database, world).await;
}

#[tokio::test]
async fn a_room_with_hundreds_of_matches_goes_on_on_sqlite() {
    let (database, world) = kept::on_sqlite("long");
    is_as_it_was(database, world).await;
}

#[tokio::test]
async fn a_room_with_hundreds_of_matches_goes_on_on_postgres() {
    let (database, world) = kept::on_postgres("long").await;
    is_as_it_was(database, world).await;
}

#[tokio::test]
async fn a_backup_of_sqlite_goes_on_on_postgres() {
    let database = Database::postgres().await;
    let world = kept::restored("tables-sqlite", &database).await;
    is_as_it_was(database, world).await;
}

#[tokio::test]
async fn a_backup_of_postgres_goes_on_on_sqlite() {
    let database = Database::sqlite();
    let world = kept::restored("tables-postgres", &database).await;
    is_as_it_was(database, world).await;
}
