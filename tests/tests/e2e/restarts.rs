//! A server that was killed and restarted still knows earlier requests, and the time that players have left.

use std::time::Duration;

use giog_tests::{Chance, Database, Seated, ServerProcess, Socket, Table, patiently, seed};
use serde_json::json;
use tokio::time::sleep;

#[tokio::test]
async fn a_room_asked_for_again_after_a_crash_is_made_once() {
    let database = Database::sqlite();
    let mut server = ServerProcess::start(&database, "", "").await;
    let (mut socket, welcome) = Socket::greet(server.address(), "Lin").await;
    let token = welcome["token"].as_str().expect("a token").to_owned();
    let mut chance = Chance::new(seed());
    for number in 1..=4 {
        let create = json!({"type": "create_room", "key": format!("room {number}")});
        socket.send(&create).await.expect("the connection holds");
        sleep(Duration::from_micros(chance.below(4_000) as u64)).await;
        server.kill().await;
        server = ServerProcess::start(&database, "", "").await;
        socket = Socket::come_back(server.address(), &token).await.0;
        let first = socket.ask_ok(create.clone()).await;
        let again = socket.ask_ok(create).await;
        assert_eq!(first["room"], again["room"]);
        let listed = socket.ask_ok(json!({"type": "list_rooms"})).await;
        assert_eq!(listed["rooms"].as_array().map(Vec::len), Some(number));
    }
    server.stop().await;
}

/// The time for a decision, which everybody has again after a restart: long enough for a busy machine.
const DECISION_MS: u64 = 20_000;
const GRACE_MS: u64 = 25_000;
/// The rounding of milliseconds of two clocks may differ by this much.
const ROUNDED_MS: u64 = 2;

/// No stand-in acted, and nobody was marked as away.
fn check_events(seated: &Seated) {
    for event in seated.player.events().values() {
        let by_itself = event["by"] == "clock" || event["by"] == "away";
        assert!(!by_itself && event["do"] != "away", "{event}");
    }
}

async fn come_back_after_a_long_time(database: Database, top: &str) {
    let times = format!("grace_ms = {GRACE_MS}\nceremony_ms = {DECISION_MS}");
    let server = ServerProcess::start(&database, top, &times).await;
    let settings = json!({
        "seats": 2,
        "ceremony": "server",
        "clock": {"kind": "timed", "decision_ms": DECISION_MS, "bank_ms": 0},
        "reveal_pause_ms": 0,
    });
    let mut table = Table::set(server.address(), &settings, &[true, true], 0, seed()).await;
    table.play_until(|player| player.turns() >= 1).await;
    table
        .play_until(|player| player.unanswered().is_none())
        .await;
    server.kill().await;
    // Longer than the time for a decision, and than the grace period.
    sleep(Duration::from_millis(GRACE_MS + 1_000)).await;
    // The room's clock continues afterwards.
    let back = tokio::time::Instant::now();
    let server = ServerProcess::start(&database, top, &times).await;
    for seated in &mut table.people {
        seated.socket = Socket::come_back(server.address(), &seated.player.token)
            .await
            .0;
        seated.enter(false).await;
        seated.player.forget_now();
        seated.play_until(|player| player.now().is_some()).await;
        check_events(seated);
        let now = seated.player.now().expect("it was waited for");
        let deciding = now["deciding"].as_array().expect("seats");
        assert!(!deciding.is_empty(), "{now}");
        for seat in deciding {
            let left_ms = seat["left_ms"].as_u64().expect("there is a clock");
            let passed_ms = u64::try_from(back.elapsed().as_millis()).expect("not so long");
            assert!(left_ms <= GRACE_MS, "{now}");
            assert!(
                left_ms + passed_ms + ROUNDED_MS >= GRACE_MS,
                "after {passed_ms} ms: {now}"
            );
        }
    }
    // Everybody takes their open decisions themselves.
    let turns = table.people.iter().map(|seated| seated.player.turns());
    let turns = turns.max().expect("two people");
    table.play_until(|player| player.turns() > turns).await;
    table.people.iter().for_each(check_events);
    server.stop().await;
    database.remove().await;
}

#[tokio::test]
async fn time_without_the_server_counts_against_nobody_on_sqlite() {
    come_back_after_a_long_time(Database::sqlite(), "").await;
}

#[tokio::test]
async fn time_without_the_server_counts_against_nobody_on_postgres() {
    come_back_after_a_long_time(Database::postgres().await, "lease_ms = 1000").await;
}

/// The pending row cannot be stored: people are told that the server stops, and reconnect at once.
#[tokio::test]
async fn a_server_that_stops_while_its_database_is_away_says_so_and_closes_with_1012() {
    let database = Database::sqlite();
    let server = ServerProcess::start(&database, "stop_ms = 60000", "").await;
    let mut sockets = Vec::new();
    for name in ["Lin", "Mei"] {
        let (mut socket, _) = Socket::greet(server.address(), name).await;
        let create = json!({"type": "create_room", "key": name});
        let room = socket.ask_ok(create).await["room"].clone();
        sockets.push((socket, room));
    }
    let file = database.folder().join("giog.db");
    std::fs::rename(&file, file.with_extension("moved")).expect("moved");
    // One of the rooms has a row that cannot be stored; the other one has none.
    let (lin, room) = &mut sockets[0];
    let begun = json!({"type": "configure", "room": room, "settings": {"seats": 2}});
    lin.send(&begun).await.expect("the connection holds");
    server.signal("TERM").await;
    for (socket, room) in &mut sockets {
        let asked = json!({"type": "sit", "room": room});
        let code = loop {
            if socket.send(&asked).await.is_err() {
                break socket.closed().await;
            }
            match patiently("an answer or the end", socket.read_fresh()).await {
                Ok(answer) if answer["type"] == "error" => {
                    // The first one is sent before the server stops.
                    let code = answer["code"].as_str().expect("a code");
                    let expected = ["storage_unavailable", "shutting_down"];
                    assert!(expected.contains(&code), "{answer}");
                }
                Ok(_) => {}
                Err(gone) => break gone.code,
            }
        };
        assert_eq!(code, Some(1012));
    }
    std::fs::rename(file.with_extension("moved"), &file).expect("moved back");
    server.ended().await;
}
