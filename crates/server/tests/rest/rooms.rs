//! `/rooms`.

use std::time::Duration;

use serde_json::json;

use crate::common::TestServer;
use crate::table::began;

#[tokio::test]
async fn public_rooms_are_listed_and_filtered() {
    let server = TestServer::new().await;
    let mut lin = server.person("Lin").await;
    let room = lin.create_room(json!({ "seats": 3 })).await;
    let mut wu = server.person("Wu").await;
    let hidden = wu.create_room(json!({ "access": "unlisted" })).await;
    insta::assert_json_snapshot!("rooms", server.get("/api/v1/rooms").await.picture());
    for (query, found) in [
        ("?free=true", true),
        ("?variant=giog", true),
        ("?variant=giog-wiki", false),
        ("?variant=giog&free=false", true),
    ] {
        let list = server.get(&format!("/api/v1/rooms{query}")).await.ok(200);
        let rooms = list["rooms"].to_string();
        assert_eq!(rooms.contains(&room), found, "{query}");
        assert!(!rooms.contains(&hidden), "{query}");
    }
}

#[tokio::test]
async fn a_room_is_shown_to_whom_it_admits() {
    let server = TestServer::new().await;
    let mut lin = server.person("Lin").await;
    let room = lin
        .create_room(json!({ "seats": 3, "access": "unlisted" }))
        .await;
    let path = format!("/api/v1/rooms/{room}");
    insta::assert_json_snapshot!("room", server.get(&path).await.picture());
    let mut wu = server.person("Wu").await;
    let locked = wu.create_room(json!({ "password": "secret" })).await;
    let path = format!("/api/v1/rooms/{locked}");
    insta::assert_json_snapshot!("room_wrong_password", server.get(&path).await.picture());
    assert_eq!(
        server.get_as(&lin.token(), &path).await.problem(403),
        "wrong_password"
    );
    assert_eq!(
        server.get_as(&wu.token(), &path).await.ok(200)["owner"],
        wu.player()
    );
    lin.join(&locked, Some("secret")).await;
    server.get_as(&lin.token(), &path).await.ok(200);
    let nowhere = server
        .get("/api/v1/rooms/00000000-0000-4000-8000-000000000000")
        .await;
    insta::assert_json_snapshot!("no_such_room", nowhere.picture());
}

#[tokio::test]
async fn a_room_in_which_a_match_is_played_names_it() {
    let server = TestServer::new().await;
    let mut table = began(&server, &["Lin", "Wu"], json!({})).await;
    let path = format!("/api/v1/rooms/{}", table.room);
    assert_eq!(server.get(&path).await.ok(200)["match_id"], table.match_id);
    table.finish().await;
    let room = server.get(&path).await.ok(200);
    assert_eq!(room["match_id"], json!(null));
    assert_eq!(room["previous"]["match_id"], table.match_id);
}

/// A room with a cancelled start, because Wu did not open their entropy.
async fn cancelled(
    server: &TestServer,
    settings: serde_json::Value,
) -> (String, crate::common::Conn) {
    let password = settings["password"].as_str().map(str::to_owned);
    let mut lin = server.person("Lin").await;
    let room = lin.create_room(settings).await;
    let mut wu = server.person("Wu").await;
    wu.join(&room, password.as_deref()).await;
    wu.in_room(&room, "sit").await;
    let match_id = wu.snapshot["state"]["next"]["match_id"].clone();
    let commitment = "ab".repeat(32);
    wu.say(json!({ "type": "ready", "room": room, "match_id": match_id, "entropy_commitment": commitment })).await;
    lin.in_room(&room, "ready").await;
    wu.hear_event("committed").await;
    let refused = wu
        .try_say(
            json!({ "type": "open_entropy", "room": room, "match_id": match_id, "entropy": "00" }),
        )
        .await;
    assert_eq!(refused["code"], "entropy_mismatch");
    wu.hear_event("cancelled").await;
    (room, lin)
}

#[tokio::test]
async fn cancelled_starts_are_listed_while_the_room_is_open_and_after() {
    let server = TestServer::new().await;
    let (room, mut lin) = cancelled(&server, json!({ "seats": 2 })).await;
    let path = format!("/api/v1/rooms/{room}/cancelled-starts");
    let open = server.get(&path).await;
    insta::assert_json_snapshot!("cancelled_starts", open.picture());
    lin.in_room(&room, "close_room").await;
    assert_eq!(
        server
            .get(&format!("/api/v1/rooms/{room}"))
            .await
            .problem(404),
        "no_such_room"
    );
    assert_eq!(server.get(&path).await.ok(200), open.json());
}

#[tokio::test]
async fn cancelled_starts_of_a_room_with_a_password_are_for_those_inside() {
    let server = TestServer::new().await;
    let (room, mut lin) = cancelled(&server, json!({ "seats": 2, "password": "secret" })).await;
    let path = format!("/api/v1/rooms/{room}/cancelled-starts");
    assert_eq!(server.get(&path).await.problem(403), "wrong_password");
    let inside = server.get_as(&lin.token(), &path).await.ok(200);
    assert_eq!(inside["cancelled_starts"].as_array().map(Vec::len), Some(1));
    lin.in_room(&room, "close_room").await;
    let nowhere = "/api/v1/rooms/00000000-0000-4000-8000-000000000000/cancelled-starts";
    assert_eq!(server.get(&path).await.body, server.get(nowhere).await.body);
}

#[tokio::test]
async fn players_of_a_finished_match_see_the_cancelled_starts_of_the_room_later() {
    let server = TestServer::new().await;
    let mut table = began(&server, &["Lin", "Wu"], json!({ "password": "secret" })).await;
    table.finish().await;
    let [lin, wu] = &mut table.people[..] else {
        panic!("two people");
    };
    // Wu joined after the first match was prepared.
    let next = wu.hear_event("next").await;
    let ready = json!({ "type": "ready", "room": table.room, "match_id": next["match_id"], "entropy_commitment": "ab".repeat(32) });
    wu.say(ready).await;
    lin.in_room(&table.room, "ready").await;
    lin.hear_event("committed").await;
    wu.in_room(&table.room, "leave").await;
    lin.hear_event("cancelled").await;
    lin.in_room(&table.room, "close_room").await;
    let path = format!("/api/v1/rooms/{}/cancelled-starts", table.room);
    assert_eq!(server.get(&path).await.problem(404), "no_such_room");
    let own = server.get_as(&wu.token(), &path).await.ok(200);
    assert_eq!(own["cancelled_starts"][0]["reason"], "left");
    let stranger = server.person("Mei").await;
    assert_eq!(
        server.get_as(&stranger.token(), &path).await.problem(404),
        "no_such_room"
    );
}

#[tokio::test]
async fn leave_and_join_sent_together_end_in_the_room() {
    let server = TestServer::new().await;
    let (mut lin, mut wu) = (server.person("Lin").await, server.person("Wu").await);
    let club = lin.create_room(json!({ "seats": 3 })).await;
    wu.join(&club, None).await;
    let table = wu.say(json!({ "type": "quick_play", "key": "k" })).await;
    for (room, back) in [
        (&json!(club), json!({ "type": "join", "room": club })),
        (&table["room"], json!({ "type": "quick_play", "key": "l" })),
    ] {
        wu.put(json!({ "type": "leave", "room": room })).await;
        let asked = wu.put(back.clone()).await;
        assert_eq!(&wu.answer(asked).await["room"], room, "{back}");
        // Longer than it takes until the room knows that a connection is gone.
        tokio::time::sleep(Duration::from_millis(50)).await;
        wu.say(json!({ "type": "chat", "room": room, "key": "k", "phrase": "hello" }))
            .await;
    }
}
