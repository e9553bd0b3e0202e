//! Features for people who do not know each other: quick play, the lobby, a score table, phrases, and the consequences of bad behaviour.

use std::net::SocketAddr;

use giog_rooms::Times;
use giog_server::Settings;
use giog_tests::{
    Database, Habits, Player, Seated, Server, Socket, Table, check_record, quick, seed,
};
use serde_json::{Value, json};

/// How long bots wait if none should come: longer than any test takes.
const NO_BOTS_MS: u64 = 600_000;
/// The same if a person waits for them: long enough to request them too early.
const BOTS_AFTER_MS: u64 = 10_000;
/// Many more lines of chat than are allowed at once.
const TOO_MANY_LINES: u64 = 30;

/// Settings with which bots wait for this time.
fn settings(quick_bots_ms: u64) -> Settings {
    let usual = quick();
    Settings {
        times: Times {
            quick_bots_ms,
            presence_ms: 0,
            ..usual.times
        },
        ..usual
    }
}

/// A person connects and uses quick play.
async fn quick_play(address: SocketAddr, name: &str, number: u64) -> Seated {
    let (mut socket, welcome) = Socket::greet(address, name).await;
    let made = socket
        .ask_ok(json!({"type": "quick_play", "key": "k", "variant": "giog"}))
        .await;
    let room = made["room"].as_str().expect("a room");
    let token = welcome["token"].as_str().expect("a token");
    let habits = Habits {
        entropy: number.is_multiple_of(2),
        take_backs: true,
    };
    let mut player = Player::new(&welcome, token, room, habits, seed() + number);
    // Quick play sets ready for the first match.
    player.willing = false;
    Seated { player, socket }
}

/// Reads until a certain message.
async fn read_until(socket: &mut Socket, wanted: impl Fn(&Value) -> bool) -> Value {
    loop {
        let frame = socket.read().await.expect("the connection holds");
        if wanted(&frame) {
            return frame;
        }
    }
}

async fn four_meet_and_play(server: Server) {
    let address = server.address;
    let mut people = Vec::new();
    for number in 0..4 {
        people.push(quick_play(address, &format!("p{number}"), number).await);
    }
    let join = people[0].player.join();
    let room = join["room"].as_str().expect("a room").to_owned();
    let mut table = Table {
        room,
        people,
        watching: Vec::new(),
    };
    table.play_until(Player::is_playing).await;
    for seated in table.everybody() {
        assert_eq!(seated.player.join()["room"], join["room"], "one table");
        seated.player.willing = true;
    }
    let mut won = 0;
    for matches in 1..=3 {
        let match_id = table.play_match().await;
        // The last person to join saw the first match from a snapshot on.
        if matches > 1 {
            check_record(address, server.key(), &table, &match_id).await;
        }
        let outcome = &table.people[0].player.finished[matches - 1].outcome;
        won += outcome["winners"].as_array().map_or(0, Vec::len);
        let told = |player: &Player| last_series(player)["matches"] == matches as u64;
        for seated in &mut table.people {
            seated.look_on(told).await;
        }
        let series = last_series(&table.people[2].player);
        let rows = series["rows"].as_array().expect("rows");
        let sum = |field: &str| -> u64 { rows.iter().filter_map(|row| row[field].as_u64()).sum() };
        assert_eq!(rows.len(), 4);
        assert_eq!(sum("won") + sum("shared"), won as u64);
        assert_eq!(sum("played"), 4 * matches as u64);
    }
    server.stop().await;
}

fn last_series(player: &Player) -> Value {
    let mut events = player.events().values().rev();
    let series = events.find(|event| event["do"] == "series");
    series.cloned().unwrap_or_default()
}

#[tokio::test]
async fn four_strangers_meet_play_and_play_again_on_sqlite() {
    four_meet_and_play(Server::start(settings(NO_BOTS_MS)).await).await;
}

#[tokio::test]
async fn four_strangers_meet_play_and_play_again_on_postgres() {
    let database = Database::postgres().await;
    four_meet_and_play(Server::start_on(database, settings(NO_BOTS_MS)).await).await;
}

#[tokio::test]
async fn whoever_waits_alone_plays_with_bots_which_make_room_for_people_later() {
    let server = Server::start(settings(BOTS_AFTER_MS)).await;
    let mut first = quick_play(server.address, "first", 0).await;
    let room = first.player.join()["room"].clone();
    let fill = json!({"type": "add_bot", "room": room, "all": true});
    let early = first.socket.ask(fill.clone()).await;
    assert_eq!(early["code"], "too_early");
    let wait_ms = early["wait_ms"].as_u64().expect("how long to wait");
    assert!((1..=BOTS_AFTER_MS).contains(&wait_ms));
    // Without a further request the bots come, and the match starts.
    first.play_until(|player| !player.finished.is_empty()).await;
    let second = quick_play(server.address, "second", 1).await;
    assert_eq!(second.player.join()["room"], room, "a bot makes way");
    server.stop().await;
}

/// A table of four in a match, which the last one leaves; returns the players and the room.
async fn left_by(address: SocketAddr, rude: &mut Socket, round: u64) -> Vec<Seated> {
    let key = format!("round {round}");
    let mut others = Vec::new();
    for number in 0..3 {
        others.push(quick_play(address, "patient", 10 * round + number).await);
    }
    let made = rude.ask_ok(json!({"type": "quick_play", "key": key})).await;
    let room = made["room"].clone();
    assert_eq!(others[0].player.join()["room"], room);
    rude.ask_ok(json!({"type": "leave", "room": room})).await;
    others
}

#[tokio::test]
async fn whoever_leaves_two_matches_waits_for_quick_play_and_the_others_play_on() {
    let server = Server::start(settings(NO_BOTS_MS)).await;
    let (mut rude, _) = Socket::greet(server.address, "rude").await;
    let mut left = Vec::new();
    for round in 0..2 {
        left.extend(left_by(server.address, &mut rude, round).await);
    }
    let refused = rude
        .ask(json!({"type": "quick_play", "key": "again"}))
        .await;
    assert_eq!(refused["code"], "leaver");
    let wait_ms = refused["wait_ms"].as_u64().expect("how long to wait");
    assert!((1..=300_000).contains(&wait_ms));
    rude.ask_ok(json!({"type": "create_room", "key": "own"}))
        .await;
    let (mut polite, _) = Socket::greet(server.address, "polite").await;
    polite
        .ask_ok(json!({"type": "quick_play", "key": "k"}))
        .await;
    let played = left
        .iter_mut()
        .map(|seated| seated.play_until(|player| player.finished.len() == 1));
    futures_util::future::join_all(played).await;
    for seated in &left {
        let events = seated.player.events().values();
        let mut by_others = events.filter(|event| event["by"] == "away");
        assert!(by_others.next().is_some(), "somebody else plays the seat");
    }
    server.stop().await;
}

#[tokio::test]
async fn the_lobby_tells_of_rooms_as_they_open_fill_and_close() {
    let server = Server::start(settings(NO_BOTS_MS)).await;
    let (mut watcher, _) = Socket::greet(server.address, "watcher").await;
    let (mut owner, _) = Socket::greet(server.address, "owner").await;
    let list = watcher
        .ask_ok(json!({"type": "watch_lobby", "variant": "zhi-hu"}))
        .await;
    assert_eq!(list["rooms"], json!([]));
    let create = |key: &str, settings: Value| json!({"type": "create_room", "key": key, "settings": settings});
    let hidden = json!({"variant": "zhi-hu", "access": "unlisted"});
    let hidden = owner.ask_ok(create("hidden", hidden)).await["room"].clone();
    let open = json!({"variant": "zhi-hu", "seats": 2});
    let open = owner.ask_ok(create("open", open)).await["room"].clone();
    let is_news = |frame: &Value| frame["type"] == "lobby";
    let news = read_until(&mut watcher, is_news).await;
    assert_eq!(news["rooms"][0]["room"], open);
    assert_eq!(news["rooms"][0]["seats"][1], Value::Null);
    assert!(!news.to_string().contains(hidden.as_str().expect("an id")));
    owner.ask_ok(json!({"type": "add_bot", "room": open})).await;
    let is_full = |frame: &Value| !frame["rooms"][0]["seats"][1].is_null();
    let news = read_until(&mut watcher, is_full).await;
    assert_eq!(news["rooms"][0]["seats"][1]["bot"], "simple");
    owner
        .ask_ok(json!({"type": "close_room", "room": open}))
        .await;
    let tells_of_an_end = |frame: &Value| is_news(frame) && frame["gone"] != json!([]);
    let news = read_until(&mut watcher, tells_of_an_end).await;
    assert_eq!(
        (&news["rooms"], &news["gone"]),
        (&json!([]), &json!([open]))
    );
    watcher.ask_ok(json!({"type": "unwatch_lobby"})).await;
    server.stop().await;
}

#[tokio::test]
async fn players_and_spectators_talk_apart_and_whoever_is_muted_is_not_heard() {
    let server = Server::start(settings(NO_BOTS_MS)).await;
    let (mut one, welcome) = Socket::greet(server.address, "one").await;
    let settings = json!({"seats": 2, "clock": {"kind": "none"}});
    let create = json!({"type": "create_room", "key": "k", "settings": settings});
    let room = one.ask_ok(create).await["room"].clone();
    let (mut other, _) = Socket::greet(server.address, "other").await;
    let (mut watcher, _) = Socket::greet(server.address, "watcher").await;
    for socket in [&mut other, &mut watcher] {
        socket.ask_ok(json!({"type": "join", "room": room})).await;
    }
    other.ask_ok(json!({"type": "sit", "room": room})).await;
    let say =
        |key: &str, text: &str| json!({"type": "chat", "room": room, "key": key, "text": text});
    let is_line = |frame: &Value| frame["notice"]["do"] == "chat";
    one.ask_ok(say("1", "to all")).await;
    let heard = read_until(&mut watcher, is_line).await;
    assert_eq!(heard["notice"]["text"], "to all");
    assert_eq!(heard["notice"]["from"]["name"], "one");
    for socket in [&mut one, &mut other] {
        socket.ask_ok(json!({"type": "ready", "room": room})).await;
    }
    one.ask_ok(say("2", "to players")).await;
    watcher.ask_ok(say("1", "to spectators")).await;
    let heard = read_until(&mut watcher, is_line).await;
    assert_eq!(heard["notice"]["text"], "to spectators");
    let heard = read_until(&mut other, |frame| frame["notice"]["to"] == "players").await;
    assert_eq!(heard["notice"]["text"], "to players");
    let mute = json!({"type": "mute", "room": room, "player": welcome["player"]});
    other.ask_ok(mute).await;
    one.ask_ok(say("3", "unheard")).await;
    other.ask_ok(say("1", "own")).await;
    let heard = read_until(&mut other, is_line).await;
    assert_eq!(heard["notice"]["text"], "own");
    // Sent at once, because on a busy machine the limit refills in the meantime.
    let mut said = Vec::new();
    for key in 4..4 + TOO_MANY_LINES {
        let sent = one.send(&say(&key.to_string(), "x")).await;
        said.push(sent.expect("the connection holds"));
    }
    let mut refused = Value::Null;
    for id in said {
        refused = one.answer(id).await;
    }
    assert_eq!(refused["code"], "rate_limited");
    assert!(refused["wait_ms"].as_u64().is_some());
    server.stop().await;
}
