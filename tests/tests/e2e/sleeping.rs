//! The link of a table at which people have played opens it again, after a restart, too.

use std::net::SocketAddr;
use std::time::Duration;

use giog_tests::{Database, ServerProcess, Socket, Table, get, patiently, request};
use serde_json::{Value, json};
use tokio::time::sleep;

/// A table that everybody has left is closed at once: lines of the section `[times]`.
pub const TIMES: &str = "empty_ms = 100\ninvitation_ms = 100";
/// How often it is asked for.
const AGAIN: Duration = Duration::from_millis(20);

/// Who played, and where.
pub struct Evening {
    pub room: String,
    /// The tokens of the owner and of the other one.
    pub tokens: [String; 2],
}

/// Two people play a match at an unlisted table, and leave; it sleeps.
pub async fn evening(server: SocketAddr) -> Evening {
    let settings = json!({"seats": 2, "access": "unlisted", "ceremony": "server", "reveal_pause_ms": 0,
        "clock": {"kind": "none"}});
    let mut table = Table::set(server, &settings, &[false, false], 0, 7).await;
    table.play_match().await;
    let tokens = [0, 1].map(|number: usize| table.people[number].player.token.clone());
    let room = table.room.clone();
    // The owner goes last: if they went first, the other one would own the table.
    for mut seated in table.people.into_iter().rev() {
        let leave = json!({"type": "leave", "room": room});
        seated.socket.ask_ok(leave).await;
        seated.socket.close().await;
    }
    is_hidden(server, &room).await;
    Evening { room, tokens }
}

/// Waits until the table is closed: nothing shows that it sleeps.
async fn is_hidden(server: SocketAddr, room: &str) {
    let path = format!("/api/v1/rooms/{room}");
    let closed = async {
        while get(server, &path).await.status != 404 {
            sleep(AGAIN).await;
        }
    };
    patiently("the end of the table", closed).await;
}

/// Joins by the link; the state in the snapshot.
pub async fn come(socket: &mut Socket, room: &str) -> Value {
    let join = json!({"type": "join", "room": room});
    let joined = async {
        // On a machine that stalls, the table is closed again before anybody is in it.
        while socket.ask(join.clone()).await["type"] != "ok" {
            sleep(AGAIN).await;
        }
    };
    patiently("an open table", joined).await;
    loop {
        let frame = socket.read_fresh().await.expect("the connection holds");
        if frame["type"] == "snapshot" {
            return frame["state"].clone();
        }
    }
}

async fn a_link_works_after_a_restart(database: Database, top: &str) {
    let server = ServerProcess::start(&database, top, TIMES).await;
    let evening = Box::pin(evening(server.address())).await;
    server.kill().await;

    let server = ServerProcess::start(&database, top, TIMES).await;
    is_hidden(server.address(), &evening.room).await;
    let (mut mei, _) = Socket::come_back(server.address(), &evening.tokens[1]).await;
    let state = come(&mut mei, &evening.room).await;
    assert_eq!(state["series"]["matches"], 1);
    assert_eq!(state["owner"], Value::Null);
    let sit = json!({"type": "sit", "room": evening.room});
    mei.ask_ok(sit).await;
    let (mut lin, welcome) = Socket::come_back(server.address(), &evening.tokens[0]).await;
    let state = come(&mut lin, &evening.room).await;
    assert_eq!(state["owner"], welcome["player"]);
    let unknown = "00000000-0000-4000-8000-000000000000";
    let join = json!({"type": "join", "room": unknown});
    lin.refused(join, "no_such_room").await;
    server.stop().await;
    database.remove().await;
}

#[tokio::test]
async fn the_link_of_a_table_that_was_played_at_works_after_a_restart_on_sqlite() {
    a_link_works_after_a_restart(Database::sqlite(), "").await;
}

#[tokio::test]
async fn the_link_of_a_table_that_was_played_at_works_after_a_restart_on_postgres() {
    a_link_works_after_a_restart(Database::postgres().await, "lease_ms = 1000").await;
}

async fn a_sleeping_table_forgets(database: Database, top: &str) {
    let server = ServerProcess::start(&database, top, TIMES).await;
    let evening = Box::pin(evening(server.address())).await;
    let path = "/api/v1/guests/me";
    let token = Some(evening.tokens[0].as_str());
    let deleted = request(server.address(), "DELETE", path, token).await;
    assert_eq!(deleted.status, 204);
    let nowhere = async {
        while database.holds("\"Lin\"").await.is_some() {
            sleep(AGAIN).await;
        }
    };
    patiently("the forgetting", nowhere).await;
    let (mut mei, _) = Socket::come_back(server.address(), &evening.tokens[1]).await;
    let state = come(&mut mei, &evening.room).await;
    assert_eq!(state["series"]["matches"], 1);
    assert!(!state.to_string().contains("\"Lin\""), "{state}");
    mei.ask_ok(json!({"type": "sit", "room": evening.room}))
        .await;
    server.stop().await;
    database.remove().await;
}

#[tokio::test]
async fn whoever_is_forgotten_is_not_named_in_a_sleeping_table_on_sqlite() {
    a_sleeping_table_forgets(Database::sqlite(), "").await;
}

#[tokio::test]
async fn whoever_is_forgotten_is_not_named_in_a_sleeping_table_on_postgres() {
    a_sleeping_table_forgets(Database::postgres().await, "lease_ms = 1000").await;
}
