//! Identities: a person is the same over any connection.

use giog_tests::{
    Habits, Player, Seated, Server, Socket, Table, check_record, get_as, quick, request, seed,
};
use serde_json::{Value, json};

fn settings() -> Value {
    json!({"seats": 3, "clock": {"kind": "none"}, "reveal_pause_ms": 0})
}

/// What another connection of a person shows.
async fn second_look(server: &Server, seated: &Seated, room: &str) -> Seated {
    let token = seated.player.token.clone();
    let (socket, welcome) = Socket::come_back(server.address, &token).await;
    assert_eq!(
        welcome["name"], seated.player.name,
        "they go by the same name"
    );
    assert_eq!(
        welcome["rooms"],
        json!([room]),
        "they are told where they sit"
    );
    let habits = Habits {
        entropy: false,
        take_backs: false,
    };
    let mut player = Player::new(&welcome, &token, room, habits, 0);
    // It only reads; the first connection plays.
    player.willing = false;
    let mut seated = Seated { player, socket };
    seated.enter(false).await;
    seated
}

#[tokio::test]
async fn whoever_comes_back_over_another_connection_has_their_seat() {
    let server = Server::start(quick()).await;
    let mut table = Table::set(server.address, &settings(), &[true, false], 0, seed()).await;
    table.play_a_little().await;
    for number in [1, 0] {
        let room = table.room.clone();
        let seated = &mut table.people[number];
        let mut back = second_look(&server, seated, &room).await;
        back.play_until(|player| player.now().is_some()).await;
        assert_eq!(back.player.seat(), seated.player.seat());
        let Seated { socket, .. } = back;
        // The old connection breaks without a close frame; its unread messages come again over the new one.
        socket.close().await;
        seated.socket = Socket::come_back(server.address, &seated.player.token)
            .await
            .0;
        seated.enter(false).await;
    }
    let match_id = table.play_match().await;
    check_record(server.address, server.key(), &table, &match_id).await;
    server.stop().await;
}

#[tokio::test]
async fn two_connections_of_one_person_see_the_same_and_others_do_not() {
    let server = Server::start(quick()).await;
    let mut table = Table::set(server.address, &settings(), &[true, false], 1, seed()).await;
    let room = table.room.clone();
    let mut again = second_look(&server, &table.people[0], &room).await;
    let watching = async {
        again.look_on(|player| !player.finished.is_empty()).await;
    };
    tokio::join!(table.play_match(), watching);
    let (first, second) = (&table.people[0].player, &again.player);
    let (seen, seen_again) = (&first.finished[0].events, &second.finished[0].events);
    assert_eq!(seen, seen_again);
    let hand = |player: &Player| {
        let dealt = player.finished[0]
            .events
            .iter()
            .find(|event| event["do"] == "dealt");
        dealt.expect("pieces were dealt")["hand"].clone()
    };
    assert!(hand(first).is_string());
    assert_eq!(hand(first), hand(second));
    assert_ne!(hand(first), hand(&table.people[1].player));
    assert_eq!(hand(&table.watching[0].player), Value::Null);
    server.stop().await;
}

#[tokio::test]
async fn names_can_be_chosen_and_changed_and_stay() {
    let server = Server::start(quick()).await;
    let mut socket = Socket::connect(server.address).await;
    let welcome = socket.ask_ok(json!({"type": "hello", "protocol": 1})).await;
    let made_up = welcome["name"].as_str().expect("a name");
    assert!(made_up.starts_with("Guest "), "{made_up}");
    let token = welcome["token"].as_str().expect("a new guest has a token");
    let (_, again) = Socket::come_back(server.address, token).await;
    assert_eq!(
        (&again["name"], &again["token"]),
        (&welcome["name"], &Value::Null)
    );
    let mut socket = Socket::connect(server.address).await;
    let hello = json!({"type": "hello", "protocol": 1, "token": token, "name": "  阿明 "});
    let renamed = socket.ask_ok(hello).await;
    assert_eq!(renamed["name"], "阿明");
    assert_eq!(renamed["player"], welcome["player"]);
    let me = get_as(server.address, "/api/v1/guests/me", Some(token)).await;
    assert_eq!(me.status, 200, "{}", me.head);
    assert_eq!(me.json()["name"], "阿明", "REST knows the same people");
    server.stop().await;
}

#[tokio::test]
async fn a_device_that_is_ended_is_cut_off_at_once_and_its_seat_stays() {
    let server = Server::start(quick()).await;
    let (mut lin, welcome) = Socket::greet(server.address, "Lin").await;
    let token = welcome["token"].as_str().expect("a new guest has a token");
    let create = json!({"type": "create_room", "key": "k", "settings": {"seats": 2}});
    let room = lin.ask_ok(create).await["room"].clone();
    let list = get_as(server.address, "/api/v1/guests/me/devices", Some(token));
    let list = list.await.json();
    let device = list["devices"][0]["device"].as_str().expect("an id");
    let path = format!("/api/v1/guests/me/devices/{device}");
    let ended = request(server.address, "DELETE", &path, Some(token)).await;
    assert_eq!(ended.status, 204, "{}", ended.head);
    assert_eq!(lin.closed().await, Some(1008));
    let mut again = Socket::connect(server.address).await;
    let hello = json!({"type": "hello", "protocol": 1, "token": token});
    again.refused(hello, "bad_token").await;
    let room = room.as_str().expect("a room");
    let room = get_as(server.address, &format!("/api/v1/rooms/{room}"), None).await;
    let seat = &room.json()["seats"][0];
    assert_eq!(seat["occupant"]["name"], "Lin", "the seat stays");
    server.stop().await;
}

#[tokio::test]
async fn one_key_makes_one_room_however_often_it_is_asked_for() {
    let server = Server::start(quick()).await;
    let (mut first, welcome) = Socket::greet(server.address, "Lin").await;
    let token = welcome["token"].as_str().expect("a new guest has a token");
    let mut second = Socket::come_back(server.address, token).await.0;
    let create = json!({"type": "create_room", "key": "the same", "settings": {"seats": 2}});
    let mut asked = Vec::new();
    for _ in 0..3 {
        let once = first.send(&create).await.expect("the connection holds");
        let twice = second.send(&create).await.expect("the connection holds");
        asked.push((once, twice));
    }
    let mut rooms = Vec::new();
    for (once, twice) in asked {
        rooms.push(first.answer(once).await["room"].clone());
        rooms.push(second.answer(twice).await["room"].clone());
    }
    assert!(rooms[0].is_string());
    assert!(rooms.iter().all(|room| *room == rooms[0]), "{rooms:?}");
    let listed = first.ask_ok(json!({"type": "list_rooms"})).await;
    assert_eq!(listed["rooms"].as_array().map(Vec::len), Some(1));
    let (mut other, _) = Socket::greet(server.address, "Bo").await;
    let made = other.ask_ok(create).await;
    assert_ne!(made["room"], rooms[0], "somebody else's key is another key");
    server.stop().await;
}
