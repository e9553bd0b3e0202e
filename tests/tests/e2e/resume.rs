//! Coming back to a room with more missed events than a connection can take at once.

use giog_tests::{Server, Socket, quick};
use serde_json::{Value, json};

/// How often a person sets ready and unready: twice as many events, more than may wait ([`FEW_WAITING`]).
const TIMES: usize = 25;
/// The size of a small outgoing queue, in frames.
const FEW_WAITING: usize = 32;
/// How often in each of several rooms: few events in each of them, and too many in all together.
const TIMES_EACH: usize = 15;
/// The size of the outgoing queue for these.
const SOME_WAITING: usize = 64;
/// The number of these rooms.
const ROOMS: usize = 4;

async fn server(frames_waiting: usize) -> Server {
    let mut settings = quick();
    settings.limits.frames_waiting = frames_waiting;
    // People keep their seats however long they are away on a busy machine.
    settings.times.grace_ms = 600_000;
    Server::start(settings).await
}

/// Creates a room with free seats.
async fn room(owner: &mut Socket, key: &str) -> Value {
    let create = json!({"type": "create_room", "key": key, "settings": {"seats": 3}});
    owner.ask_ok(create).await["room"].clone()
}

async fn keep_busy(owner: &mut Socket, room: &Value, times: usize) {
    for _ in 0..times {
        for what in ["ready", "unready"] {
            owner.ask_ok(json!({"type": what, "room": room})).await;
        }
    }
}

/// Joins; returns the number of the last event.
async fn come_in(guest: &mut Socket, room: &Value) -> u64 {
    guest.ask_ok(json!({"type": "join", "room": room})).await;
    loop {
        let frame = guest.read().await.expect("a picture");
        if frame["type"] == "snapshot" && frame["room"] == *room {
            return frame["seq"].as_u64().expect("a number");
        }
    }
}

/// Reads up to the `now` after the missed messages of a room; returns the types of these messages, and its number.
async fn shown(guest: &mut Socket, room: &Value) -> (Vec<String>, u64) {
    let mut types = Vec::new();
    loop {
        let frame = guest.read().await.expect("the connection holds");
        if frame["room"] != *room || frame["type"] == "ok" {
            continue;
        }
        let kind = frame["type"].as_str().expect("a type").to_owned();
        if kind == "now" {
            return (types, frame["seq"].as_u64().expect("a number"));
        }
        types.push(kind);
    }
}

#[tokio::test]
async fn who_missed_more_than_a_connection_takes_is_shown_the_whole_picture() {
    let server = server(FEW_WAITING).await;
    let (mut lin, _) = Socket::greet(server.address, "Lin").await;
    let room = room(&mut lin, "long").await;
    let (mut bo, welcome) = Socket::greet(server.address, "Bo").await;
    let before = come_in(&mut bo, &room).await;
    bo.ask_ok(json!({"type": "sit", "room": room})).await;
    drop(bo);
    keep_busy(&mut lin, &room, TIMES).await;
    let token = welcome["token"].as_str().expect("a token");
    for _ in 0..2 {
        let (mut bo, _) = Socket::come_back(server.address, token).await;
        bo.ask_ok(json!({"type": "join", "room": room, "after": before}))
            .await;
        let (types, last) = shown(&mut bo, &room).await;
        assert_eq!(types, ["snapshot"]);
        assert!(last > before + 2 * TIMES as u64);
        bo.ask_ok(json!({"type": "ready", "room": room})).await;
        // Few missed messages are sent as events.
        bo.ask_ok(json!({"type": "join", "room": room, "after": last - 1}))
            .await;
        loop {
            let frame = bo.read().await.expect("the connection holds");
            if frame["type"] == "resumed" {
                break;
            }
        }
        bo.ask_ok(json!({"type": "unready", "room": room})).await;
    }
    server.stop().await;
}

#[tokio::test]
async fn rooms_that_are_joined_together_do_not_overwhelm_a_connection() {
    let server = server(SOME_WAITING).await;
    let (mut lin, _) = Socket::greet(server.address, "Lin").await;
    let (mut bo, welcome) = Socket::greet(server.address, "Bo").await;
    let mut rooms = Vec::new();
    for number in 0..ROOMS {
        let room = room(&mut lin, &number.to_string()).await;
        let before = come_in(&mut bo, &room).await;
        rooms.push((room, before));
    }
    drop(bo);
    for (room, _) in &rooms {
        keep_busy(&mut lin, room, TIMES_EACH).await;
    }
    let token = welcome["token"].as_str().expect("a token");
    let (mut bo, _) = Socket::come_back(server.address, token).await;
    for (room, before) in &rooms {
        let join = json!({"type": "join", "room": room, "after": before});
        bo.send(&join).await.expect("the connection holds");
    }
    let mut waiting: Vec<Value> = rooms.iter().map(|(room, _)| room.clone()).collect();
    let mut resumed = 0;
    while !waiting.is_empty() {
        let frame = bo.read().await.expect("the connection holds");
        resumed += usize::from(frame["type"] == "resumed");
        if frame["type"] == "now" {
            waiting.retain(|room| *room != frame["room"]);
        }
    }
    assert!(resumed > 0, "where there is place, events are told");
    server.stop().await;
}
