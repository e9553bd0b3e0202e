//! `news` about rooms that refused a connection at first.

use giog_protocol::RoomId;
use giog_rooms::{ConnId, NextFrame};
use serde_json::{Value, json};

use crate::common::{Conn, TestServer};

/// The fields of `hello` in addition to `batch`.
const FORMS: [bool; 2] = [false, true];

/// A person on a connection with `news`.
async fn with_news(server: &TestServer, number: u8, short: bool) -> Conn {
    let mut conn = server.connect_from([198, 51, number, 7].into());
    let hello = json!({ "protocol": 1, "batch": true, "short": short });
    conn.greet(hello).await;
    conn
}

/// Joins, and reads up to the next event, which `happens` causes: it must come as `news` of the room.
async fn joins_and_hears(mut conn: Conn, join: Value, happens: impl AsyncFnOnce()) {
    let joined = conn.say(join).await;
    assert!(joined["handle"].is_u64(), "{joined}");
    let (_session, mut frame_receiver) = conn.into_parts();
    happens().await;
    loop {
        let NextFrame::Frame(frame) = frame_receiver.next().await else {
            panic!("no event comes");
        };
        let frame: Value = serde_json::from_slice(&frame).expect("frames are JSON");
        assert_ne!(frame["type"], "event", "{frame}");
        if frame["type"] == "news" && frame["events"].is_array() {
            assert_eq!(frame["room"], joined["handle"]);
            return;
        }
    }
}

#[tokio::test]
async fn a_spectator_who_may_not_sit_yet_gets_the_news_of_the_table() {
    for short in FORMS {
        let server = TestServer::new().await;
        let quick = json!({ "type": "quick_play", "key": "k" });
        let mut host = server.connect_from([198, 51, 1, 7].into());
        host.greet(json!({ "protocol": 1 })).await;
        let room = host.say(quick.clone()).await["room"].clone();
        let mut first = with_news(&server, 2, short).await;
        assert_eq!(first.say(quick).await["room"], room, "they meet");
        let mut second = with_news(&server, 2, short).await;
        let sit = json!({ "type": "join", "room": room, "sit": true });
        assert_eq!(second.try_say(sit).await["code"], "too_early");
        let join = json!({ "type": "join", "room": room });
        joins_and_hears(second, join, async || {
            host.say(json!({ "type": "leave", "room": room })).await;
        })
        .await;
    }
}

#[tokio::test]
async fn people_refused_by_a_room_that_forgot_them_get_its_news_later() {
    for short in FORMS {
        let server = TestServer::new().await;
        let mut lin = server.person("Lin").await;
        let room = lin.create_room(json!({ "password": "tea" })).await;
        let wu = server.app.sockets.next_conn();
        let mut wu = (with_news(&server, 2, short).await, ConnId(wu.0 + 1));
        let join = |password: &str| json!({ "type": "join", "room": room, "password": password });
        assert_eq!(wu.0.try_say(join("rice")).await["code"], "wrong_password");
        // Like quick play at a table without a free place.
        let id: RoomId = room.parse().map(RoomId).expect("an id");
        let found = server.app.hub.find(id).await.expect("the room");
        server.app.hub.detached(&found, wu.1).await;
        joins_and_hears(wu.0, join("tea"), async || {
            lin.say(json!({ "type": "leave", "room": room })).await;
        })
        .await;
    }
}
