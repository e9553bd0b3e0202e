//! What the first page and those of games show: statistics of games, the most played ladders, and the table to watch.

use axum::http::Method;
use serde_json::{Value, json};

use crate::common::TestServer;
use crate::ratings::{guest, played};
use crate::table::{Table, began};

async fn featured(server: &TestServer) -> Value {
    // Longer than the last look lasts.
    server.clock.advance(2_000);
    let answer = server.get("/api/v1/rooms/featured").await.ok(200);
    answer["featured"].clone()
}

async fn statistics(server: &TestServer, game: &str) -> Value {
    server.clock.advance(600_000);
    let path = format!("/api/v1/variants/{game}/statistics");
    server.get(&path).await.ok(200)
}

#[tokio::test]
async fn public_matches_of_a_game_are_counted_and_no_others() {
    let server = TestServer::new().await;
    let none = statistics(&server, "giog").await;
    assert_eq!(
        [&none["matches"], &none["seats"], &none["longest"]],
        [&json!(0), &json!([]), &Value::Null]
    );
    let mut public = began(&server, &["Lin", "Wu"], json!({})).await;
    public.finish().await;
    let mut hidden = began(&server, &["Mei", "An"], json!({ "access": "unlisted" })).await;
    hidden.finish().await;
    // It was counted before.
    let path = "/api/v1/variants/giog/statistics";
    assert_eq!(server.get(path).await.ok(200), none);
    let some = statistics(&server, "giog").await;
    assert_eq!(
        [&some["matches"], &some["since"]],
        [&json!(1), &Value::Null]
    );
    let seats = &some["seats"][0];
    assert_eq!([&seats["seats"], &seats["matches"]], [&json!(2), &json!(1)]);
    assert_eq!(some.to_string().find("Lin"), None);
    assert_eq!(statistics(&server, "zhi-hu").await["matches"], 0);
    let unknown = server.get("/api/v1/variants/chess/statistics").await;
    assert_eq!(unknown.ok(404)["code"], "no_such_variant");
}

#[tokio::test]
async fn the_most_played_ladders_have_their_first_places_with_present_names() {
    let server = TestServer::new().await;
    let none = server.get("/api/v1/ladders").await.ok(200);
    assert_eq!(none["ladders"], json!([]));
    let mut people = [guest(&server, 1).await, guest(&server, 2).await];
    let winner = people[1].player();
    played(&server, &mut people, "1").await;
    server.clock.advance(300_000);
    let list = server.get("/api/v1/ladders").await.ok(200);
    let [top] = &list["ladders"].as_array().expect("ladders")[..] else {
        panic!("{list}")
    };
    assert_eq!(
        [
            &top["variant"],
            &top["seats"],
            &top["clock"],
            &top["people"]
        ],
        [&json!("xiangqi"), &json!("2"), &json!("live"), &json!(2)]
    );
    assert_eq!(top["places"][0]["player"], json!(winner));
    let ladder = server.get("/api/v1/ladders/xiangqi").await.ok(200);
    assert_eq!(top["places"], ladder["places"]);
    // Counted once in a while, but nobody is in it who has had themselves forgotten.
    let token = people[1].token();
    let forget = server.send(
        Method::DELETE,
        "/api/v1/guests/me",
        Some(&token),
        Value::Null,
    );
    assert_eq!(forget.await.status, 204);
    let list = server.get("/api/v1/ladders").await.ok(200);
    assert!(!list.to_string().contains(&winner), "{list}");
}

#[tokio::test]
async fn the_table_to_watch_is_a_public_one_as_spectators_see_it() {
    let server = TestServer::new().await;
    assert_eq!(featured(&server).await, Value::Null);
    let auto = json!({ "kind": "auto" });
    for settings in [
        json!({ "clock": auto, "access": "unlisted" }),
        json!({ "clock": auto, "spectators": false }),
        json!({ "clock": auto, "access": "password", "password": "secret" }),
        json!({ "clock": { "kind": "none" } }),
    ] {
        let table = began(&server, &["Mei", "An"], settings).await;
        assert_eq!(featured(&server).await, Value::Null, "{}", table.room);
    }
    let mut table = began(&server, &["Lin", "Wu", "Devi"], json!({ "clock": auto })).await;
    let shown = featured(&server).await;
    assert_eq!(shown["table"]["room"], json!(table.room));
    assert_eq!(shown["match_id"], json!(table.match_id));
    let path = format!("/api/v1/matches/{}", table.match_id);
    let seen = server.get(&path).await.ok(200);
    assert_eq!(shown["view"], seen["snapshot"]["match"]["view"]);
    assert_eq!(
        [&shown["view"]["you"], &shown["view"]["hand"]],
        [&Value::Null, &Value::Null]
    );
    // What is asked for again at once is what was looked at.
    let again = server.get("/api/v1/rooms/featured").await.ok(200);
    table.finish().await;
    let before = server.get("/api/v1/rooms/featured").await.ok(200);
    assert_eq!(before, again);
    assert_eq!(featured(&server).await, Value::Null, "the match is over");
}

#[tokio::test]
async fn a_match_whose_players_see_less_than_spectators_is_not_shown_to_everybody() {
    let server = TestServer::new().await;
    let auto = json!({ "kind": "auto" });
    let blind = json!({ "variant": "xiangqi", "clock": auto, "options": { "blindfold": true } });
    let _blind: Table = began(&server, &["Lin", "Wu"], blind).await;
    assert_eq!(featured(&server).await, Value::Null);
    let seeing = began(
        &server,
        &["Mei", "An"],
        json!({ "variant": "xiangqi", "clock": auto }),
    )
    .await;
    assert_eq!(featured(&server).await["match_id"], json!(seeing.match_id));
}
