//! A person deletes their data: no message and no stored data contains their name any more.

use giog_tests::{
    Database, Habits, Player, Seated, Server, Socket, Table, get, get_as, patiently, request, seed,
};
use serde_json::{Value, json};

use crate::backup::{giog, succeeded};
use crate::operator::{admin, settings};

/// A name that occurs nowhere else.
const NAME: &str = "Qwzyxvu";
const HABITS: Habits = Habits {
    entropy: false,
    take_backs: false,
};

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// A person, and the rooms in which they are named.
struct Known {
    token: String,
    player: String,
    /// A room in which they play with a person who stays.
    table: Table,
    /// A room of their own.
    own: String,
    /// A room whose log is damaged.
    damaged: String,
}

fn rules() -> Value {
    json!({"seats": 2, "clock": {"kind": "none"}, "reveal_pause_ms": 0, "ceremony": "server"})
}

async fn make(socket: &mut Socket, key: &str) -> String {
    let create = json!({"type": "create_room", "key": key, "settings": rules()});
    text(&socket.ask_ok(create).await["room"]).to_owned()
}

/// Two people at a table have played twice, so that there is a floor; they chat, report each other, and play once more.
async fn playing(server: &Server) -> (Table, String, String) {
    let (mut socket, welcome) = Socket::greet(server.address, "Lin").await;
    let room = make(&mut socket, "table").await;
    let lin = Player::new(&welcome, text(&welcome["token"]), &room, HABITS, seed());
    let (socket_of_gone, gone) = Socket::greet(server.address, NAME).await;
    let token = text(&gone["token"]).to_owned();
    let player = Player::new(&gone, &token, &room, HABITS, seed() + 1);
    let mut seated = Seated {
        player,
        socket: socket_of_gone,
    };
    seated.enter(true).await;
    let lin = Seated {
        player: lin,
        socket,
    };
    let mut table = Table {
        people: vec![lin, seated],
        watching: Vec::new(),
        room: room.clone(),
    };
    for _ in 0..2 {
        table.play_match().await;
    }
    let ids = [&welcome, &gone].map(|who| who["player"].clone());
    for (number, about) in [1, 0].into_iter().enumerate() {
        let socket = &mut table.people[number].socket;
        let said = format!("line {number}");
        let chat = json!({"type": "chat", "room": room, "key": said, "text": said});
        socket.ask_ok(chat).await;
        let report =
            json!({"type": "report", "room": room, "player": ids[about], "text": "swears"});
        socket.ask_ok(report).await;
    }
    table.play_a_little().await;
    (table, token, text(&gone["player"]).to_owned())
}

/// Everything that can contain the name of a person.
async fn everywhere(server: &Server) -> Known {
    let (table, token, player) = playing(server).await;
    let (mut mei, _) = Socket::greet(server.address, "Mei").await;
    let (mut gone, _) = Socket::come_back(server.address, &token).await;
    // Their own room, and one that they close.
    let own = make(&mut gone, "own").await;
    let closed = make(&mut gone, "closed").await;
    gone.ask_ok(json!({"type": "close_room", "room": closed}))
        .await;
    // A room from which they are banned, and one in which they had a seat.
    let bans = make(&mut mei, "bans").await;
    gone.ask_ok(json!({"type": "join", "room": bans})).await;
    let remove = json!({"type": "remove", "room": bans, "player": player, "ban": true});
    mei.ask_ok(remove).await;
    let damaged = make(&mut mei, "damaged").await;
    gone.ask_ok(json!({"type": "join", "room": damaged, "sit": true}))
        .await;
    gone.ask_ok(json!({"type": "leave", "room": damaged})).await;
    // A device also has a name.
    let handover = request(
        server.address,
        "POST",
        "/api/v1/guests/me/handover",
        Some(&token),
    );
    assert_eq!(handover.await.status, 200);
    Known {
        token,
        player,
        table,
        own,
        damaged,
    }
}

/// The same server after a restart, with everybody connected; the log of one room was damaged.
async fn once_more(server: Server, known: &mut Known) -> Server {
    let database = server.stop_and_keep().await;
    let damage = "UPDATE room_log SET body = '#' || body WHERE idx = 0 AND room_id = ";
    let room = known.damaged.replace('-', "");
    let room = if database.is_sqlite() {
        format!("x'{room}'")
    } else {
        format!("'{room}'")
    };
    database.execute(&format!("{damage}{room}")).await;
    let server = Server::start_on(database, settings()).await;
    for seated in &mut known.table.people {
        let token = seated.player.token.clone();
        seated.socket = Socket::come_back(server.address, &token).await.0;
        seated.enter(false).await;
        seated.player.forget_now();
        seated.play_until(|player| player.now().is_some()).await;
    }
    server
}

/// Waits until no stored data names them.
async fn named_nowhere(database: &Database) {
    let nowhere = async {
        while let Some(place) = database.holds(NAME).await {
            drop(place);
            tokio::task::yield_now().await;
        }
    };
    patiently("the forgetting", nowhere).await;
}

/// A person whose data was deleted, in messages.
async fn check_told(server: &Server, known: &Known, match_id: &str) {
    let address = server.address;
    let player = get(address, &format!("/api/v1/players/{}", known.player)).await;
    assert_eq!(player.json()["code"], "no_such_player");
    let game = get(address, &format!("/api/v1/matches/{match_id}")).await;
    let players = &game.json()["players"];
    assert_eq!(players[1]["player"], known.player.as_str());
    assert!(players[1]["name"].is_null() && players[0]["name"] == "Lin");
    let record = get(address, &format!("/api/v1/matches/{match_id}/record")).await;
    assert_eq!(record.status, 200);
    assert!(
        String::from_utf8_lossy(&record.body).contains(&known.player),
        "ids stay"
    );
    let own = get(address, &format!("/api/v1/rooms/{}", known.own)).await;
    assert!(!String::from_utf8_lossy(&own.body).contains(NAME));
    let rooms = admin(server, &["rooms"]).await;
    let reports = admin(server, &["reports"]).await;
    assert!(
        !rooms.contains(NAME) && !reports.contains(NAME),
        "{rooms}\n{reports}"
    );
    assert!(reports.contains("forgotten"), "{reports}");
}

async fn forgotten(database: Database) {
    let server = Server::start_on(database, settings()).await;
    let mut known = everywhere(&server).await;
    let server = once_more(server, &mut known).await;
    assert!(server.database().holds(NAME).await.is_some());
    let forget = async || {
        request(
            server.address,
            "DELETE",
            "/api/v1/guests/me",
            Some(&known.token),
        )
        .await
    };
    assert_eq!(forget().await.status, 204);
    let again = forget().await;
    assert_eq!(
        (again.status, again.json()["code"].clone()),
        (401, json!("bad_token"))
    );
    let mut gone = known.table.people.pop().expect("two people");
    assert_eq!(gone.socket.closed().await, Some(1008));
    let me = get_as(server.address, "/api/v1/guests/me", Some(&known.token)).await;
    assert_eq!(me.status, 401);
    // The other player gets the event, and the match goes on.
    let lin = &mut known.table.people[0];
    let renamed = json!({"do": "renamed", "player": known.player, "name": "forgotten"});
    let is_told = |event: &Value| {
        renamed
            .as_object()
            .is_some_and(|fields| fields.iter().all(|(field, value)| event[field] == *value))
    };
    lin.play_until(|player| player.events().values().any(is_told))
        .await;
    let match_id = known.table.play_match().await;
    named_nowhere(server.database()).await;
    check_told(&server, &known, &match_id).await;
    // Nor after a restart, from the first stored event on.
    let server = Server::start_on(server.stop_and_keep().await, settings()).await;
    let token = known.table.people[0].player.token.clone();
    let (mut socket, _) = Socket::come_back(server.address, &token).await;
    for after in [Value::Null, json!(0), json!(5), json!(40)] {
        let join = json!({"type": "join", "room": known.table.room, "after": after});
        socket.ask_ok(join).await;
        loop {
            let frame = socket.read().await.expect("the connection holds");
            assert!(!frame.to_string().contains(NAME), "{frame}");
            if frame["type"] == "now" {
                break;
            }
        }
    }
    check_told(&server, &known, &match_id).await;
    assert_eq!(server.database().holds(NAME).await, None);
    server.stop().await;
}

#[tokio::test]
async fn whoever_is_forgotten_is_named_nowhere_on_sqlite() {
    forgotten(Database::sqlite()).await;
}

#[tokio::test]
async fn whoever_is_forgotten_is_named_nowhere_on_postgres() {
    forgotten(Database::postgres().await).await;
}

/// The server was stopped right after it had confirmed the deletion.
async fn finished_by_the_next(database: Database) {
    let server = Server::start_on(database, settings()).await;
    let known = everywhere(&server).await;
    let database = server.stop_and_keep().await;
    let of = format!("name = '{NAME}'");
    let forget = format!(
        "INSERT INTO forgotten (player_id, forgotten_at) SELECT player_id, 0 FROM guests WHERE {of};
         DELETE FROM devices WHERE player_id IN (SELECT player_id FROM guests WHERE {of});
         DELETE FROM guests WHERE {of};"
    );
    database.execute(&forget).await;
    assert!(database.holds(NAME).await.is_some());
    let server = Server::start_on(database, settings()).await;
    named_nowhere(server.database()).await;
    let own = get(server.address, &format!("/api/v1/rooms/{}", known.own)).await;
    assert!(!String::from_utf8_lossy(&own.body).contains(NAME));
    server.stop().await;
}

#[tokio::test]
async fn a_forgetting_that_was_cut_off_is_finished_by_the_next_server_on_sqlite() {
    finished_by_the_next(Database::sqlite()).await;
}

#[tokio::test]
async fn a_forgetting_that_was_cut_off_is_finished_by_the_next_server_on_postgres() {
    finished_by_the_next(Database::postgres().await).await;
}

/// What HOSTING.md says about backups.
#[tokio::test]
async fn an_older_backup_brings_the_name_back_until_the_operator_forgets_them_again() {
    let (before, after) = (Database::sqlite(), Database::sqlite());
    let archive = tempfile::tempdir().expect("a folder");
    let archive = archive.path().join("backup.tar.gz");
    let archive = archive.to_str().expect("a path is text");
    let server = Server::start_on(before, settings()).await;
    let (mut gone, welcome) = Socket::greet(server.address, NAME).await;
    make(&mut gone, "own").await;
    succeeded(&giog(server.database(), &["backup", "--out", archive]).await);
    let token = Some(text(&welcome["token"]));
    let forgotten = request(server.address, "DELETE", "/api/v1/guests/me", token);
    assert_eq!(forgotten.await.status, 204);
    named_nowhere(server.database()).await;
    server.stop().await;

    succeeded(&giog(&after, &["restore", archive]).await);
    assert!(after.holds(NAME).await.is_some());
    let server = Server::start_on(after, settings()).await;
    let player = text(&welcome["player"]);
    admin(&server, &["forget", player]).await;
    let me = get_as(server.address, "/api/v1/guests/me", token).await;
    assert_eq!(me.status, 401);
    named_nowhere(server.database()).await;
    server.stop().await;
}
