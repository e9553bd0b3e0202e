//! A room with a damaged log: clients are told, the operator sees it, and restores or closes it; other rooms are not affected.

use std::time::Duration;

use giog_tests::{Database, Server, Socket, all_rooms_are_back, get};
use serde_json::{Value, json};
use tokio::time::sleep;
use uuid::Uuid;

use crate::backup::{giog, succeeded};
use crate::operator::{admin, refused, settings};

const DAMAGE: &str = "UPDATE room_log SET body = '#' || body WHERE idx = 0";
const REPAIR: &str = "UPDATE room_log SET body = substr(body, 2) WHERE idx = 0";
/// Another version of the rules, as a later server would have written it, and back.
const LATER_RULES: &str = r#"UPDATE room_log SET body = replace(body, '"rules":1,', '"rules":2,')"#;
const OWN_RULES: &str = r#"UPDATE room_log SET body = replace(body, '"rules":2,', '"rules":1,')"#;

/// A server with one room, in which its creator has a seat; returns their token and the room.
async fn with_a_room(database: Database) -> (Server, Value, String) {
    let server = Server::start_on(database, settings()).await;
    let (mut lin, welcome) = Socket::greet(server.address, "Lin").await;
    let create = json!({"type": "create_room", "key": "k", "settings": {}});
    let room = lin.ask_ok(create).await["room"].clone();
    let room = room.as_str().expect("a room").to_owned();
    (server, welcome["token"].clone(), room)
}

/// The same server after a restart, with a damaged log.
async fn damaged(server: Server) -> Server {
    let database = server.stop_and_keep().await;
    database.execute(DAMAGE).await;
    started(database).await
}

/// A server that has restored all its rooms or set them aside.
async fn started(database: Database) -> Server {
    let server = Server::start_on(database, settings()).await;
    all_rooms_are_back(server.address).await;
    server
}

async fn come(server: &Server, token: &Value) -> Socket {
    let token = token.as_str().expect("a token");
    Socket::come_back(server.address, token).await.0
}

async fn brought_back(database: Database) {
    let (server, token, room) = with_a_room(database).await;
    let server = damaged(server).await;
    let join = json!({"type": "join", "room": room});
    let mut lin = come(&server, &token).await;
    lin.refused(join.clone(), "room_set_aside").await;
    let shown = get(server.address, &format!("/api/v1/rooms/{room}")).await;
    assert_eq!(
        (shown.status, shown.json()["code"].clone()),
        (503, json!("room_set_aside"))
    );
    let ready = get(server.address, "/readyz").await;
    assert_eq!(
        (ready.status, ready.json()["rooms_set_aside"].clone()),
        (200, json!(1))
    );
    let operator = server.operator.expect("an operator's side");
    let metrics = get(operator, "/metrics").await;
    let metrics = String::from_utf8(metrics.body).expect("a text");
    assert!(metrics.contains("giog_rooms_set_aside 1"));
    assert!(admin(&server, &["status"]).await.contains("SET ASIDE    1"));
    let listed = admin(&server, &["rooms", "--set-aside"]).await;
    assert!(
        listed.contains(&room) && listed.contains("row 0"),
        "{listed}"
    );
    // While the log is damaged, the room stays set aside, with the reason.
    let why = refused(&server, &["bring-back", &room]).await;
    assert!(why.contains("row 0"), "{why}");
    server.database().execute(REPAIR).await;
    admin(&server, &["bring-back", &room]).await;
    lin.ask_ok(join).await;
    let shown = get(server.address, &format!("/api/v1/rooms/{room}"))
        .await
        .json();
    assert_eq!(shown["seats"][0]["occupant"]["name"], "Lin");
    assert_eq!(
        get(server.address, "/readyz").await.json()["rooms_set_aside"],
        0
    );
    server.stop().await;
}

#[tokio::test]
async fn a_room_with_a_damaged_log_is_seen_and_brought_back_on_sqlite() {
    brought_back(Database::sqlite()).await;
}

#[tokio::test]
async fn a_room_with_a_damaged_log_is_seen_and_brought_back_on_postgres() {
    brought_back(Database::postgres().await).await;
}

#[tokio::test]
async fn a_room_with_a_damaged_log_can_be_closed() {
    let (server, token, room) = with_a_room(Database::sqlite()).await;
    let server = damaged(server).await;
    admin(&server, &["stop", &room]).await;
    let mut lin = come(&server, &token).await;
    let join = json!({"type": "join", "room": room});
    lin.refused(join.clone(), "no_such_room").await;
    // Closed for good: the damaged log is not read again.
    let server = started(server.stop_and_keep().await).await;
    assert!(!admin(&server, &["status"]).await.contains("SET ASIDE"));
    let mut lin = come(&server, &token).await;
    lin.refused(join, "no_such_room").await;
    server.stop().await;
}

/// A flipped bit is enough for invalid UTF-8.
#[tokio::test]
async fn a_room_whose_log_is_no_text_can_be_backed_up_and_closed() {
    const NO_TEXT: &str = "UPDATE room_log SET body = CAST(x'f4' AS TEXT) || body WHERE idx = 0";
    let (server, token, room) = with_a_room(Database::sqlite()).await;
    let database = server.stop_and_keep().await;
    database.execute(NO_TEXT).await;
    let server = started(database).await;
    let join = json!({"type": "join", "room": room});
    let mut lin = come(&server, &token).await;
    lin.refused(join.clone(), "room_set_aside").await;
    let file = server.folder().join("backup.tar.gz");
    let file = file.to_str().expect("a path is text");
    let backed_up = giog(server.database(), &["backup", "--out", file]).await;
    succeeded(&backed_up);
    let told = String::from_utf8_lossy(&backed_up.stdout);
    assert!(told.contains("damaged texts in the database: 1;"), "{told}");
    let why = refused(&server, &["bring-back", &room]).await;
    assert!(why.contains("cannot be read"), "{why}");
    admin(&server, &["stop", &room]).await;
    lin.refused(join, "no_such_room").await;
    server.stop().await;
}

/// Postgres does not read a row of a log in time.
const SLOW: &str = "
    CREATE FUNCTION is_read_in_time() RETURNS BOOLEAN LANGUAGE plpgsql VOLATILE AS $$
    BEGIN
        RAISE EXCEPTION USING ERRCODE = 'query_canceled', MESSAGE = 'too long';
    END $$;
    ALTER TABLE room_log RENAME TO all_rows;
    CREATE VIEW room_log AS SELECT * FROM all_rows WHERE is_read_in_time();
";
const QUICK_AGAIN: &str = "DROP VIEW room_log; ALTER TABLE all_rows RENAME TO room_log";

#[tokio::test]
async fn no_room_is_set_aside_as_the_database_is_slow() {
    let (server, token, room) = with_a_room(Database::postgres().await).await;
    let database = server.stop_and_keep().await;
    database.execute(SLOW).await;
    let server = Server::start_on(database, settings()).await;
    // Longer than the pause before the next attempt.
    sleep(Duration::from_secs(2)).await;
    let ready = get(server.address, "/readyz").await.json();
    assert_eq!(
        (&ready["rooms_coming"], &ready["rooms_set_aside"]),
        (&json!(1), &json!(0))
    );
    server.database().execute(QUICK_AGAIN).await;
    all_rooms_are_back(server.address).await;
    let mut lin = come(&server, &token).await;
    lin.ask_ok(json!({"type": "join", "room": room})).await;
    server.stop().await;
}

#[tokio::test]
async fn a_match_by_rules_that_the_server_does_not_know_waits_and_says_so() {
    let (server, token, room) = with_a_room(Database::sqlite()).await;
    let join = json!({"type": "join", "room": room});
    let mut lin = come(&server, &token).await;
    lin.ask_ok(join.clone()).await;
    lin.ask_ok(json!({"type": "add_bot", "room": room, "all": true}))
        .await;
    lin.ask_ok(json!({"type": "ready", "room": room})).await;
    let database = server.stop_and_keep().await;
    database.execute(LATER_RULES).await;
    let server = started(database).await;
    let mut lin = come(&server, &token).await;
    lin.refused(join.clone(), "room_set_aside").await;
    let why = refused(&server, &["bring-back", &room]).await;
    assert!(why.contains("rules 2"), "{why}");
    // A server that knows the rules continues the match.
    server.database().execute(OWN_RULES).await;
    admin(&server, &["bring-back", &room]).await;
    lin.ask_ok(join).await;
    let shown = get(server.address, &format!("/api/v1/rooms/{room}")).await;
    assert_eq!(shown.json()["phase"], "playing");
    server.stop().await;
}

/// The answer does not reveal a match in a room that is not public.
#[tokio::test]
async fn a_match_in_a_room_that_was_set_aside_is_told_of_only_where_all_may_see_it() {
    let (server, _, room) = with_a_room(Database::sqlite()).await;
    let (id, unlisted) = ("4".repeat(32), "5".repeat(32));
    for (id, listed) in [(&id, 1), (&unlisted, 0)] {
        let room = room.replace('-', "");
        let began = format!(
            "INSERT INTO match_starts (match_id, room_id, variant, listed, started_at)
             VALUES (X'{id}', X'{room}', 'giog', {listed}, 0)"
        );
        server.database().execute(&began).await;
    }
    let server = damaged(server).await;
    for (id, status, code) in [
        (&id, 503, "room_set_aside"),
        (&unlisted, 404, "no_such_match"),
        (&"6".repeat(32), 404, "no_such_match"),
    ] {
        let id = Uuid::try_parse(id).expect("an id");
        let told = get(server.address, &format!("/api/v1/matches/{id}")).await;
        assert_eq!(
            (told.status, told.json()["code"].clone()),
            (status, json!(code))
        );
    }
    server.stop().await;
}
