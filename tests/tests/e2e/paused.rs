//! A pause of a match outlives the server.

use std::time::Duration;

use giog_tests::{Database, ServerProcess, Socket, patiently};
use serde_json::{Value, json};
use tokio::time::sleep;

/// The longest pause, in milliseconds.
const PAUSE_MS: u64 = 15 * 60_000;
/// How often it is asked for.
const AGAIN: Duration = Duration::from_millis(50);

/// What a snapshot and the `now` after it say.
struct Shown {
    paused: bool,
    /// How much of the pause is left.
    pause_left_ms: Option<u64>,
    turn: u64,
}

/// Joins, for a snapshot; what came before that is skipped.
async fn shown(socket: &mut Socket, room: &Value) -> Shown {
    socket.ask_ok(json!({"type": "join", "room": room})).await;
    let mut paused = None;
    loop {
        let frame = socket.read_fresh().await.expect("the connection holds");
        if frame["type"] == "snapshot" {
            paused = Some(frame["state"]["paused"] == true);
        } else if let Some(paused) = paused.filter(|_| frame["type"] == "now") {
            return Shown {
                paused,
                pause_left_ms: frame["pause_left_ms"].as_u64(),
                turn: frame["you"]["turn"].as_u64().expect("a turn"),
            };
        }
    }
}

/// Lin and Mei in a match at an unlisted table; Mei is cut off. Returns Lin's connection and token, and the room.
async fn without_mei(server: &ServerProcess) -> (Socket, String, Value) {
    let (mut lin, welcome) = Socket::greet(server.address(), "Lin").await;
    let (mut mei, _) = Socket::greet(server.address(), "Mei").await;
    let settings = json!({"seats": 2, "access": "unlisted", "ceremony": "server"});
    let create = json!({"type": "create_room", "key": "k", "settings": settings});
    let room = lin.ask_ok(create).await["room"].clone();
    for what in ["join", "sit", "ready"] {
        mei.ask_ok(json!({"type": what, "room": room})).await;
    }
    lin.ask_ok(json!({"type": "ready", "room": room})).await;
    mei.close().await;
    let token = welcome["token"].as_str().expect("a token").to_owned();
    (lin, token, room)
}

async fn a_pause_outlives_the_server(database: Database, top: &str) {
    let server = ServerProcess::start(&database, top, "").await;
    let (mut lin, token, room) = without_mei(&server).await;
    let pause = json!({"type": "pause", "room": room});
    let asked = async {
        // Until the server knows that Mei's connection is gone.
        while lin.ask(pause.clone()).await["type"] != "ok" {
            sleep(AGAIN).await;
        }
    };
    patiently("an agreement", asked).await;
    let begun = async {
        // Until Mei has been gone for long enough.
        loop {
            let now = shown(&mut lin, &room).await;
            if let Some(left_ms) = now.pause_left_ms {
                return (now, left_ms);
            }
            sleep(AGAIN).await;
        }
    };
    let (before, before_ms) = patiently("a pause", begun).await;
    assert!(before.paused && before_ms <= PAUSE_MS);
    let act =
        json!({"type": "act", "room": room, "turn": before.turn, "do": "play", "pieces": "K"});
    lin.refused(act.clone(), "paused").await;
    server.kill().await;

    let server = ServerProcess::start(&database, top, "").await;
    let (mut lin, _) = Socket::come_back(server.address(), &token).await;
    let after = shown(&mut lin, &room).await;
    let left_ms = after.pause_left_ms.expect("it is paused");
    assert!(after.paused && left_ms < before_ms);
    lin.refused(act, "paused").await;
    lin.ask_ok(json!({"type": "resume_match", "room": room}))
        .await;
    let resumed = shown(&mut lin, &room).await;
    assert_eq!((resumed.paused, resumed.pause_left_ms), (false, None));
    server.stop().await;
    database.remove().await;
}

#[tokio::test]
async fn a_pause_outlives_the_server_on_sqlite() {
    a_pause_outlives_the_server(Database::sqlite(), "").await;
}

#[tokio::test]
async fn a_pause_outlives_the_server_on_postgres() {
    a_pause_outlives_the_server(Database::postgres().await, "lease_ms = 1000").await;
}
