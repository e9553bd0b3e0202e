//! Looking at rooms, stopping one, and removing a person from one.

use axum::http::Method;
use serde_json::{Value, json};

use super::get;
use crate::common::TestServer;
use crate::table::began;

#[tokio::test]
async fn every_room_is_seen_with_who_is_in_it_and_no_hand() {
    let server = TestServer::new().await;
    let secret = json!({ "password": "secret", "access": "password" });
    let table = began(&server, &["Lin", "Wu"], secret).await;
    let mut mei = server.person("Mei").await;
    mei.join(&table.room, Some("secret")).await;
    let rooms = get(&server, "/rooms").await;
    insta::assert_json_snapshot!("operator_rooms", rooms);
    let room = get(&server, &format!("/rooms/{}", table.room)).await;
    insta::assert_json_snapshot!("operator_room", room);
    let names: Vec<&Value> = room["people"]
        .as_array()
        .expect("people")
        .iter()
        .map(|person| &person["name"])
        .collect();
    assert_eq!(names.len(), 3, "{names:?}");
}

#[tokio::test]
async fn a_room_that_is_stopped_is_closed_and_its_match_abandoned() {
    let server = TestServer::new().await;
    let mut table = began(&server, &["Lin", "Wu"], json!({})).await;
    let path = format!("/rooms/{}", table.room);
    let stop = || server.operate(Method::DELETE, &path, Value::Null);
    assert_eq!(stop().await.status, 204);
    table.people[0].hear_event("abandoned").await;
    let played = format!("/api/v1/matches/{}", table.match_id);
    assert_eq!(server.get(&played).await.ok(200)["status"], "abandoned");
    let lobby = server.get(&format!("/api/v1{path}")).await;
    assert_eq!(lobby.problem(404), "no_such_room");
    assert_eq!(stop().await.problem(404), "no_such_room");
}

#[tokio::test]
async fn somebody_who_is_removed_is_out_and_others_stay() {
    let server = TestServer::new().await;
    let mut lin = server.person("Lin").await;
    let room = lin.create_room(json!({ "seats": 2 })).await;
    let mut wu = server.person("Wu").await;
    wu.join(&room, None).await;
    wu.in_room(&room, "sit").await;
    let remove = async |player: String| {
        let path = format!("/rooms/{room}/people/{player}");
        server.operate(Method::DELETE, &path, Value::Null).await
    };
    assert_eq!(remove(wu.player()).await.status, 204);
    let seen = get(&server, &format!("/rooms/{room}")).await;
    assert_eq!(seen["people"].as_array().map(Vec::len), Some(1));
    assert_eq!(seen["seats"][1]["occupant"], Value::Null);
    let sitting = json!({ "type": "sit", "room": room });
    assert_eq!(wu.try_say(sitting).await["code"], "not_joined");
    // Removing an absent person succeeds.
    let stranger = server.person("Mei").await.player();
    assert_eq!(remove(stranger).await.status, 204);
    assert_eq!(get(&server, &format!("/rooms/{room}")).await, seen);
    let nowhere =
        "/rooms/00000000-0000-4000-8000-000000000000/people/00000000-0000-4000-8000-000000000000";
    let reply = server.operate(Method::DELETE, nowhere, Value::Null).await;
    assert_eq!(reply.problem(404), "no_such_room");
}
