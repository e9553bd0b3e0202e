//! A server whose disk is nearly full: it starts nothing new and says so, and running matches continue.

use giog_server::Settings;
use giog_tests::{Database, Server, Socket, Table, all_rooms_are_back, check_record, get, seed};
use serde_json::{Value, json};

use crate::operator::{admin, settings};

/// A server that has all its rooms back.
async fn started(database: Database, settings: Settings) -> Server {
    let server = Server::start_on(database, settings).await;
    all_rooms_are_back(server.address).await;
    server
}

/// A server that wants more free bytes than any disk has.
async fn nearly_full(database: Database) -> Server {
    let mut settings = settings();
    settings.limits.least_free_disk_bytes = u64::MAX;
    started(database, settings).await
}

async fn metrics(server: &Server) -> String {
    let answer = get(server.operator.expect("it listens"), "/metrics").await;
    String::from_utf8(answer.body).expect("a text")
}

#[tokio::test]
async fn a_server_whose_disk_is_nearly_full_begins_nothing_and_matches_go_on() {
    let server = Server::start(settings()).await;
    assert_eq!(
        get(server.address, "/readyz").await.json()["disk_low"],
        Value::Null
    );
    assert!(metrics(&server).await.contains("giog_disk_low 0\n"));
    let table = json!({
        "seats": 3,
        "ceremony": "server",
        "clock": {"kind": "none"},
        "reveal_pause_ms": 0,
    });
    let mut table = Table::set(server.address, &table, &[true, false], 0, seed()).await;
    table.play_a_little().await;
    let (_, welcome) = Socket::greet(server.address, "Wu").await;
    let wu = welcome["token"].as_str().expect("a token").to_owned();
    let server = nearly_full(server.stop_and_keep().await).await;

    // Who is known comes in, and nobody else.
    let mut newcomer = Socket::connect(server.address).await;
    let hello = json!({"type": "hello", "protocol": 1, "name": "Mei"});
    newcomer.refused(hello, "disk_low").await;
    let (mut wu, _) = Socket::come_back(server.address, &wu).await;
    let create = json!({"type": "create_room", "key": "new", "settings": {}});
    wu.refused(create.clone(), "disk_low").await;
    let quick = json!({"type": "quick_play", "key": "quick"});
    wu.refused(quick, "disk_low").await;
    let ready = get(server.address, "/readyz").await;
    assert_eq!(
        (ready.status, &ready.json()["disk_low"]),
        (200, &json!(true))
    );
    let told = get(server.address, "/api/v1/server").await;
    assert_eq!(told.json()["disk_low"], true);
    let metrics = metrics(&server).await;
    assert!(metrics.contains("giog_disk_low 1\n"));
    assert!(metrics.contains("giog_disk_free_bytes "));
    let status = admin(&server, &["status"]).await;
    assert!(
        status.contains("NOTHING: the disk") && status.contains("MiB free"),
        "{status}"
    );

    for seated in &mut table.people {
        let token = &seated.player.token;
        seated.socket = Socket::come_back(server.address, token).await.0;
        seated.enter(false).await;
    }
    let match_id = table.play_match().await;
    check_record(server.address, server.key(), &table, &match_id).await;
    // The room is there, and begins no other match.
    let ready = json!({"type": "ready", "room": table.room});
    table.people[0].socket.refused(ready, "disk_low").await;
    let database = server.stop_and_keep().await;
    let server = started(database, settings()).await;
    let (mut wu, _) = Socket::greet(server.address, "Wu").await;
    wu.ask_ok(create).await;
    server.stop().await;
}
