//! The stream of public events of whole servers.

use std::time::Duration;

use giog_tests::{Database, FeedClient, ServerProcess, Table, seed};
use serde_json::{Value, json};
use tokio::time::Instant;

/// Within which a listener learns of the end of a match.
const AT_MOST: Duration = Duration::from_secs(1);

fn settings(access: &str) -> Value {
    json!({"seats": 2, "access": access, "clock": {"kind": "none"}, "reveal_pause_ms": 0})
}

/// Plays a match; returns its id, and the moment when the players knew of its end.
async fn play(server: &ServerProcess, access: &str) -> (String, Instant) {
    let settings = settings(access);
    let mut table = Table::set(server.address(), &settings, &[true, true], 0, seed()).await;
    let id = table.play_match().await;
    (id, Instant::now())
}

async fn goes_on_after_crashes(database: Database) {
    let mut server = ServerProcess::start(&database, "", "").await;
    let (first, _) = play(&server, "public").await;
    let mut known = first;
    for _ in 0..3 {
        let mut feed = FeedClient::follow(server.address(), "?kind=matches", Some(&known)).await;
        play(&server, "unlisted").await;
        let (id, ended) = play(&server, "public").await;
        let told = feed.match_over().await;
        assert_eq!(told.data["match_id"], json!(id));
        let later = told.came.saturating_duration_since(ended);
        assert!(later < AT_MOST, "{later:?} after the end");
        // One that the listener does not get before the server is killed.
        drop(feed);
        let (missed, _) = play(&server, "public").await;
        server.kill().await;
        server = ServerProcess::start(&database, "", "").await;
        let mut feed = FeedClient::follow(server.address(), "?kind=matches", Some(&id)).await;
        assert_eq!(feed.match_over().await.data["match_id"], json!(missed));
        known = missed;
    }
    server.stop().await;
}

#[tokio::test]
async fn a_listener_learns_of_every_match_at_once_and_misses_none_when_the_server_is_killed() {
    goes_on_after_crashes(Database::sqlite()).await;
}

#[tokio::test]
async fn the_same_on_postgres() {
    goes_on_after_crashes(Database::postgres().await).await;
}
