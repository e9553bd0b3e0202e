//! Well-formed requests at the wrong time, from the wrong person or about the wrong thing.

use giog_server::{ServerLimits, Settings};
use giog_tests::{Player, Server, Socket, Table, check_record, quick, seed};
use serde_json::{Value, json};

fn settings() -> Value {
    json!({"seats": 2, "ceremony": "server", "clock": {"kind": "none"}, "reveal_pause_ms": 0})
}

async fn make(socket: &mut Socket, key: &str, settings: Value) -> String {
    let create = json!({"type": "create_room", "key": key, "settings": settings});
    let made = socket.ask_ok(create).await;
    made["room"].as_str().expect("a room has an id").to_owned()
}

fn to(room: &str, kind: &str) -> Value {
    json!({"type": kind, "room": room})
}

#[tokio::test]
async fn who_one_is_comes_first_and_once() {
    let server = Server::start(quick()).await;
    let mut socket = Socket::connect(server.address).await;
    let room = "6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10";
    for request in [
        json!({"type": "ping"}),
        json!({"type": "list_rooms"}),
        json!({"type": "create_room", "key": "k"}),
        to(room, "join"),
        json!({"type": "act", "room": room, "turn": 0, "do": "play", "pieces": "p"}),
    ] {
        socket.refused(request, "hello_first").await;
    }
    let hello = |fields: Value| {
        let mut hello = fields;
        hello["type"] = "hello".into();
        hello
    };
    let unknown = "0".repeat(64);
    for (fields, code) in [
        (json!({}), "bad_request"),
        (json!({"protocol": 2}), "unsupported_version"),
        (json!({"protocol": -1}), "bad_request"),
        (json!({"protocol": 1, "token": ""}), "bad_token"),
        (json!({"protocol": 1, "token": unknown}), "bad_token"),
        (json!({"protocol": 1, "token": "é".repeat(32)}), "bad_token"),
        (json!({"protocol": 1, "token": 5}), "bad_request"),
        (json!({"protocol": 1, "name": ""}), "bad_name"),
        (json!({"protocol": 1, "name": "x".repeat(25)}), "bad_name"),
        (json!({"protocol": 1, "name": "\u{202e}\u{0}"}), "bad_name"),
        (json!({"protocol": 1, "name": "Lin ［bot］"}), "bad_name"),
        (json!({"protocol": 1, "name": "Lin#4821"}), "bad_name"),
        (json!({"protocol": 1, "name": "ѕеrvеr"}), "bad_name"),
    ] {
        socket.refused(hello(fields), code).await;
    }
    socket.ask_ok(hello(json!({"protocol": 1}))).await;
    socket
        .refused(hello(json!({"protocol": 1})), "already_greeted")
        .await;
    socket.ask_ok(json!({"type": "ping"})).await;
    server.stop().await;
}

#[tokio::test]
async fn rooms_let_in_whom_they_admit() {
    let server = Server::start(quick()).await;
    let (mut lin, _) = Socket::greet(server.address, "Lin").await;
    let (mut bo, _) = Socket::greet(server.address, "Bo").await;
    let nowhere = "6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10";
    bo.refused(to(nowhere, "join"), "no_such_room").await;

    let locked = make(&mut lin, "locked", json!({"password": "sesame"})).await;
    bo.refused(to(&locked, "join"), "wrong_password").await;
    for password in ["", "Sesame", "sesame "] {
        let join = json!({"type": "join", "room": locked, "password": password});
        bo.refused(join, "wrong_password").await;
    }
    bo.refused(to(&locked, "sit"), "not_joined").await;
    bo.ask_ok(json!({"type": "join", "room": locked, "password": "sesame"}))
        .await;
    bo.ask_ok(json!({"type": "sit", "room": locked, "seat": 2}))
        .await;
    for (seat, code) in [(0, "seat_taken"), (4, "no_such_seat"), (-1, "no_such_seat")] {
        bo.refused(json!({"type": "sit", "room": locked, "seat": seat}), code)
            .await;
    }
    let listed = bo.ask_ok(json!({"type": "list_rooms"})).await;
    assert_eq!(
        listed["rooms"],
        json!([]),
        "a room with a password is in no list"
    );
    for kind in ["add_bot", "close_room"] {
        bo.refused(to(&locked, kind), "not_owner").await;
    }
    bo.refused(
        json!({"type": "remove", "room": locked, "seat": 0}),
        "not_owner",
    )
    .await;
    bo.refused(
        json!({"type": "configure", "room": locked, "settings": {}}),
        "not_owner",
    )
    .await;

    let private = make(
        &mut lin,
        "private",
        json!({"seats": 2, "spectators": false}),
    )
    .await;
    lin.ask_ok(to(&private, "add_bot")).await;
    bo.refused(to(&private, "join"), "no_spectators").await;

    let full = make(&mut lin, "full", json!({"seats": 2})).await;
    lin.ask_ok(to(&full, "add_bot")).await;
    bo.ask_ok(to(&full, "join")).await;
    bo.refused(to(&full, "sit"), "no_free_seat").await;
    bo.refused(to(&full, "ready"), "not_seated").await;
    bo.refused(
        json!({"type": "act", "room": full, "turn": 0, "do": "take_back"}),
        "no_match",
    )
    .await;

    lin.ask_ok(to(&full, "close_room")).await;
    lin.refused(to(&full, "join"), "no_such_room").await;
    server.stop().await;
}

#[tokio::test]
async fn rooms_and_connections_are_bounded() {
    let limits = ServerLimits {
        rooms: 3,
        rooms_per_person: 2,
        rooms_per_connection: 2,
        connections_per_person: 2,
        spectators_per_room: 1,
        ..quick().limits
    };
    let server = Server::start(Settings { limits, ..quick() }).await;
    let (mut lin, welcome) = Socket::greet(server.address, "Lin").await;
    let (mut bo, _) = Socket::greet(server.address, "Bo").await;
    let create = |key: &str| json!({"type": "create_room", "key": key, "settings": {"seats": 2}});
    let first = make(&mut lin, "1", json!({"seats": 2})).await;
    let second = make(&mut lin, "2", json!({"seats": 2})).await;
    lin.refused(create("3"), "too_many_of_yours").await;
    let third = make(&mut bo, "1", json!({"seats": 2})).await;
    bo.refused(create("2"), "too_many_rooms").await;
    lin.refused(to(&third, "join"), "too_many_of_yours").await;

    let token = welcome["token"].as_str().expect("a new guest has a token");
    let mut other = Socket::come_back(server.address, token).await.0;
    other.ask_ok(to(&first, "join")).await;
    // A further connection of a person is accepted, and the oldest one is closed.
    let mut one_more = Socket::come_back(server.address, token).await.0;
    one_more.ask_ok(to(&first, "join")).await;
    lin.refused(to(&first, "stand"), "not_joined").await;

    bo.ask_ok(to(&second, "join")).await;
    let (mut mei, _) = Socket::greet(server.address, "Mei").await;
    mei.refused(to(&second, "join"), "no_spectators").await;
    bo.ask_ok(to(&second, "leave")).await;
    mei.ask_ok(to(&second, "join")).await;
    server.stop().await;
}

#[tokio::test]
async fn a_room_that_one_is_not_in_any_more_takes_no_place_on_a_connection() {
    let limits = ServerLimits {
        rooms_per_person: 9,
        rooms_per_connection: 2,
        spectators_per_room: 1,
        ..quick().limits
    };
    let server = Server::start(Settings { limits, ..quick() }).await;
    let (mut bo, _) = Socket::greet(server.address, "Bo").await;
    let (mut lin, _) = Socket::greet(server.address, "Lin").await;
    let (mut mei, _) = Socket::greet(server.address, "Mei").await;
    let closed = make(&mut lin, "1", json!({"seats": 2})).await;
    bo.ask_ok(to(&closed, "join")).await;
    lin.ask_ok(to(&closed, "close_room")).await;
    for number in 0..3 {
        let key = format!("locked {number}");
        let locked = make(&mut lin, &key, json!({"password": "sesame"})).await;
        bo.refused(to(&locked, "join"), "wrong_password").await;
        lin.ask_ok(to(&locked, "close_room")).await;
    }
    let full = make(&mut mei, "full", json!({"seats": 2})).await;
    mei.ask_ok(json!({"type": "add_bot", "room": full})).await;
    let (mut yan, _) = Socket::greet(server.address, "Yan").await;
    yan.ask_ok(to(&full, "join")).await;
    bo.refused(to(&full, "join"), "no_spectators").await;
    for number in 0..2 {
        let room = make(&mut lin, &number.to_string(), json!({"seats": 2})).await;
        bo.ask_ok(to(&room, "join")).await;
    }
    let third = make(&mut mei, "third", json!({"seats": 2})).await;
    bo.refused(to(&third, "join"), "too_many_of_yours").await;
    server.stop().await;
}

#[tokio::test]
async fn turns_that_are_not_ones_own_or_not_now_change_nothing() {
    let server = Server::start(quick()).await;
    let mut table = Table::set(server.address, &settings(), &[true, false], 1, seed()).await;
    // The server makes the choices before the first lead, and then waits for the leader alone.
    table
        .play_until(|player| player.is_playing() && player.now().is_some())
        .await;
    let room = table.room.clone();
    let act = |turn: u64, fields: Value| {
        let mut act = fields;
        (act["type"], act["room"], act["turn"]) = ("act".into(), room.clone().into(), turn.into());
        act
    };
    let turn_of = |player: &Player| player.now().and_then(|now| now["you"]["turn"].as_u64());
    let single = json!({"do": "play", "pieces": "p"});

    let spectator = &mut table.watching[0];
    spectator
        .socket
        .refused(act(0, single.clone()), "not_seated")
        .await;
    let leads = |player: &Player| player.decision().is_some();
    let leader = table.people.iter().position(|seated| leads(&seated.player));
    let leader = leader.expect("somebody leads");
    let follower = &mut table.people[1 - leader];
    let turn = turn_of(&follower.player).expect("a seat has turns");
    let as_leader = json!({"do": "play", "pieces": "p", "seat": leader});
    for fields in [single.clone(), as_leader, json!({"do": "take_back"})] {
        follower
            .socket
            .refused(act(turn, fields), "not_your_turn")
            .await;
    }

    let lead = &mut table.people[leader];
    let turn = turn_of(&lead.player).expect("a seat has turns");
    let taken = lead.socket.ask(act(0, single.clone())).await;
    assert_eq!(
        (&taken["code"], &taken["taken"]["turn"]),
        (&json!("already"), &json!(0))
    );
    lead.socket
        .refused(act(turn + 1, single.clone()), "turn_ahead")
        .await;
    let mut stale = act(turn, single);
    stale["match_id"] = "6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10".into();
    lead.socket.refused(stale, "stale_match").await;
    for (fields, code) in [
        (json!({"do": "play", "pieces": "KK"}), "not_in_hand"),
        (
            json!({"do": "play", "pieces": "pppppppppppppppp"}),
            "not_in_hand",
        ),
        (json!({"do": "play", "pieces": "x"}), "not_in_hand"),
        (json!({"do": "play", "pieces": "p\u{0}"}), "not_in_hand"),
        (json!({"do": "play", "pieces": ""}), "not_a_combination"),
        (json!({"do": "take_back"}), "wrong_action"),
        (json!({"do": "reveal", "stack": -1}), "wrong_action"),
    ] {
        lead.socket.refused(act(turn, fields), code).await;
    }
    for kind in ["stand", "sit"] {
        let seat = json!({"type": kind, "room": room, "seat": 1 - leader});
        lead.socket.refused(seat, "match_running").await;
    }
    let match_id = table.play_match().await;
    check_record(server.address, server.key(), &table, &match_id).await;
    server.stop().await;
}
