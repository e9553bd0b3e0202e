//! Guests that declare themselves bots, over the socket and REST.

use std::net::SocketAddr;

use giog_tests::{Server, Socket, get, get_as, quick, request};
use serde_json::{Value, json};

fn rocket(version: &str) -> Value {
    json!({"engine": "rocket", "version": version})
}

/// A new guest that declares itself a bot; its connection and token.
async fn declared(address: SocketAddr, version: &str) -> (Socket, Value) {
    let hello = json!({"name": "Rocky", "bot": rocket(version)});
    let (socket, welcome) = Socket::greet_with(address, hello).await;
    (socket, welcome)
}

async fn hello_again(address: SocketAddr, token: &Value, bot: Value) -> Value {
    let mut socket = Socket::connect(address).await;
    let hello = json!({"type": "hello", "protocol": 1, "token": token, "bot": bot});
    socket.ask(hello).await
}

async fn room_of(owner: &mut Socket, key: &str, settings: Value) -> String {
    let create = json!({"type": "create_room", "key": key, "settings": settings});
    let made = owner.ask_ok(create).await;
    made["room"].as_str().expect("a room").to_owned()
}

#[tokio::test]
async fn a_declared_bot_is_one_at_its_seat_in_lists_and_after_a_restart() {
    let server = Server::start(quick()).await;
    let (mut lin, _) = Socket::greet(server.address, "Lin").await;
    let room = room_of(&mut lin, "k", json!({"seats": 2})).await;
    let (mut bot, welcome) = declared(server.address, "1.2").await;
    let (player, token) = (welcome["player"].clone(), welcome["token"].clone());
    let sit = json!({"type": "join", "room": room, "sit": true});
    bot.ask_ok(sit).await;
    let is_shown = async |address, version: &str| {
        let rooms = get(address, "/api/v1/rooms").await.json();
        assert_eq!(
            rooms["rooms"][0]["seats"][1]["declared_bot"],
            rocket(version)
        );
        assert_eq!(rooms["rooms"][0]["seats"][0].get("declared_bot"), None);
        let path = format!("/api/v1/players/{}", player.as_str().expect("an id"));
        let known = get(address, &path).await.json();
        assert_eq!(known["declared_bot"], rocket(version));
    };
    is_shown(server.address, "1.2").await;
    drop((lin, bot));
    let database = server.stop_and_keep().await;
    let server = Server::start_on(database, quick()).await;
    // Without a word about it, it still is a bot; and it may name another version.
    let (_, welcome) = Socket::come_back(server.address, token.as_str().expect("a token")).await;
    assert_eq!(welcome["player"], player);
    giog_tests::all_rooms_are_back(server.address).await;
    is_shown(server.address, "1.2").await;
    let mut newer = Socket::connect(server.address).await;
    let hello = json!({"type": "hello", "protocol": 1, "token": token, "bot": rocket("1.3")});
    newer.ask_ok(hello).await;
    newer.ask_ok(json!({"type": "join", "room": room})).await;
    is_shown(server.address, "1.3").await;
    server.stop().await;
}

#[tokio::test]
async fn who_sits_as_a_person_is_too_late_and_what_is_no_name_is_refused() {
    let server = Server::start(quick()).await;
    let (mut lin, welcome) = Socket::greet(server.address, "Lin").await;
    let token = &welcome["token"];
    for (bot, code) in [
        (json!({"engine": "", "version": "1"}), "bad_name"),
        (json!({"engine": "a", "version": "[1]"}), "bad_name"),
        (json!({"engine": "a"}), "bad_request"),
    ] {
        assert_eq!(hello_again(server.address, token, bot).await["code"], code);
    }
    room_of(&mut lin, "k", json!({"seats": 2})).await;
    let late = hello_again(server.address, token, rocket("1")).await;
    assert_eq!(late["code"], "bot_too_late");
    let path = "/api/v1/guests/me";
    let me = get_as(server.address, path, token.as_str()).await.json();
    assert_eq!(me.get("declared_bot"), None);
    server.stop().await;
}

#[tokio::test]
async fn declared_bots_sit_at_no_table_that_takes_none_and_meet_those_who_agreed() {
    let server = Server::start(quick()).await;
    let (mut lin, _) = Socket::greet(server.address, "Lin").await;
    let (mut bot, _) = declared(server.address, "1.2").await;
    let room = room_of(&mut lin, "k", json!({"seats": 2, "bots": "house"})).await;
    let sit = json!({"type": "join", "room": room, "sit": true});
    bot.refused(sit, "no_bots").await;
    let own = json!({"type": "create_room", "key": "own", "settings": {"bots": "none"}});
    bot.refused(own, "no_bots").await;
    let rooms = get(server.address, "/api/v1/rooms").await.json();
    assert_eq!(rooms["rooms"][0]["bots"], "house");
    let quick = |agrees: bool| {
        let mut quick = json!({"type": "quick_play", "key": "q", "variant": "xiangqi"});
        if agrees {
            quick["bots"] = true.into();
        }
        quick
    };
    let (mut mei, _) = Socket::greet(server.address, "Mei").await;
    let of_people = mei.ask_ok(quick(false)).await["room"].clone();
    let of_bots = bot.ask_ok(quick(false)).await["room"].clone();
    assert_ne!(of_people, of_bots);
    // Who agrees meets people first.
    let (mut ann, _) = Socket::greet(server.address, "Ann").await;
    let (mut bea, _) = Socket::greet(server.address, "Bea").await;
    let met = [
        ann.ask_ok(quick(true)).await["room"].clone(),
        bea.ask_ok(quick(true)).await["room"].clone(),
    ];
    assert!(
        met.contains(&of_people) && met.contains(&of_bots),
        "{met:?}"
    );
    let (mut eve, _) = Socket::greet(server.address, "Eve").await;
    let of_eve = eve.ask_ok(quick(false)).await["room"].clone();
    assert!(of_eve != of_people && of_eve != of_bots, "both are full");
    server.stop().await;
}

#[tokio::test]
async fn what_a_bot_declared_goes_with_its_name() {
    let server = Server::start(quick()).await;
    let (mut lin, _) = Socket::greet(server.address, "Lin").await;
    let room = room_of(&mut lin, "k", json!({"seats": 2})).await;
    let (mut bot, welcome) = declared(server.address, "1.2").await;
    let join = json!({"type": "join", "room": room, "sit": true});
    bot.ask_ok(join).await;
    let token = welcome["token"].as_str();
    let path = "/api/v1/guests/me";
    let gone = request(server.address, "DELETE", path, token).await;
    assert_eq!(gone.status, 204);
    let forgotten = async {
        loop {
            let rooms = get(server.address, "/api/v1/rooms").await;
            let text = String::from_utf8(rooms.body).expect("a text");
            if !text.contains("rocket") && !text.contains("Rocky") {
                return;
            }
        }
    };
    giog_tests::patiently("a forgotten bot", forgotten).await;
    server.stop().await;
}
