//! Both forms of frames on one server: what is told in `news` is what single frames tell.

use giog_tests::{Server, Socket, Table, patiently, quick, seed};
use serde_json::{Value, json};

/// Somebody's connection that only listens, in a room.
async fn listens(server: &Server, token: Option<&str>, room: &str, batch: bool) -> Socket {
    let mut hello = json!({"batch": batch});
    if let Some(token) = token {
        hello["token"] = token.into();
    }
    let (mut socket, welcome) = Socket::greet_with(server.address, hello).await;
    assert_eq!(welcome["batch"] == true, batch, "{welcome}");
    let joined = socket.ask_ok(json!({"type": "join", "room": room})).await;
    assert_eq!(joined["handle"].is_u64(), batch, "{joined}");
    socket
}

/// The events up to the end of a match, and what was awaited at last; with how many frames it took.
async fn told(socket: &mut Socket) -> (Vec<Value>, Value, usize) {
    let (mut events, mut now, mut over) = (Vec::new(), Value::Null, false);
    let before = socket.frames();
    while !over
        || now["seq"]
            != events
                .last()
                .map_or(Value::Null, |event: &Value| event["seq"].clone())
    {
        let message = socket.read().await.expect("the connection holds");
        match message["type"].as_str() {
            Some("event") => {
                over |= message["event"]["do"] == "finished";
                events.push(message);
            }
            Some("now") => now = message,
            _ => {}
        }
    }
    (events, now, socket.frames() - before)
}

#[tokio::test]
async fn news_say_what_single_frames_say_in_fewer_of_them() {
    let server = Server::start(quick()).await;
    let settings = json!({"seats": 4, "clock": {"kind": "none"}, "reveal_pause_ms": 0});
    let entropy = [false, true, false, false];
    let mut table = Table::set(server.address, &settings, &entropy, 0, seed()).await;
    let token = table.people[1].player.token.clone();
    let mut listeners = Vec::new();
    for token in [Some(token.as_str()), None] {
        for batch in [false, true] {
            listeners.push(listens(&server, token, &table.room, batch).await);
        }
    }
    table.play_match().await;
    let [seated, spectator] = [0, 2];
    for first in [seated, spectator] {
        let (single, now, frames) = patiently("single frames", told(&mut listeners[first])).await;
        let (news, latest, fewer) = patiently("news", told(&mut listeners[first + 1])).await;
        assert_eq!(single, news);
        assert_eq!(now, latest);
        assert!(
            fewer * 2 < frames,
            "{fewer} frames and {frames} single ones"
        );
    }
    server.stop().await;
}

#[tokio::test]
async fn a_room_that_is_left_and_joined_anew_has_another_handle_and_what_was_missed_comes_as_news()
{
    let server = Server::start(quick()).await;
    let hello = json!({"name": "Lin", "batch": true});
    let (mut lin, welcome) = Socket::greet_with(server.address, hello).await;
    let create = |key: &str| json!({"type": "create_room", "key": key, "settings": {"seats": 2}});
    let first = lin.ask_ok(create("a")).await;
    let second = lin.ask_ok(create("b")).await;
    assert_ne!(first["handle"], second["handle"]);
    let again = lin.ask_ok(create("a")).await;
    assert_eq!(again["room"], first["room"]);
    assert_eq!(again["handle"], first["handle"], "it is in there already");
    let room = &first["room"];
    lin.ask_ok(json!({"type": "add_bot", "room": room})).await;
    let token = welcome["token"].as_str().expect("a token");
    let mut twice = Vec::new();
    for batch in [false, true] {
        let hello = json!({"token": token, "batch": batch});
        let (mut socket, _) = Socket::greet_with(server.address, hello).await;
        let join = json!({"type": "join", "room": room, "after": 0});
        socket.ask_ok(join).await;
        let mut heard: Vec<Value> = Vec::new();
        while heard.last().is_none_or(|last| last["type"] != "now") {
            let message = socket.read().await.expect("the connection holds");
            heard.push(message);
        }
        twice.push(heard);
    }
    assert_eq!(twice[0], twice[1]);
    assert!(twice[0].len() > 3, "{twice:?}");
    lin.ask_ok(json!({"type": "leave", "room": room})).await;
    let joined = lin.ask_ok(json!({"type": "join", "room": room})).await;
    assert_ne!(joined["handle"], first["handle"]);
    server.stop().await;
}
