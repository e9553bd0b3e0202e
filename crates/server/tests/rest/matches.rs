//! `/matches`, and the lists of players.

use axum::http::Method;
use serde_json::{Value, json};

use crate::common::{TestServer, play_out};
use crate::table::{Table, began};

async fn finished(server: &TestServer, names: &[&str], settings: Value) -> Table {
    let mut table = began(server, names, settings).await;
    table.finish().await;
    table
}

fn ids(list: &Value) -> Vec<&str> {
    let matches = list["matches"].as_array().expect("a list");
    matches
        .iter()
        .filter_map(|one| one["match_id"].as_str())
        .collect()
}

#[tokio::test]
async fn a_finished_match_is_shown_with_its_record() {
    let server = TestServer::new().await;
    let table = finished(
        &server,
        &["Lin", "Wu"],
        json!({ "seats": 3, "ceremony": "server" }),
    )
    .await;
    let path = format!("/api/v1/matches/{}", table.match_id);
    let shown = server.get(&path).await;
    insta::assert_json_snapshot!("match_finished", shown.picture());
    let shown = shown.ok(200);
    let record = server
        .get(shown["links"]["record"].as_str().expect("a link"))
        .await;
    assert_eq!(record.header("content-type"), "application/json");
    let id = giog_rules::MatchId(table.match_id.parse().expect("an id"));
    let stored = server.store.record(id).await.expect("a store");
    let stored = stored.expect("a record").open().expect("it is whole");
    assert_eq!(record.body, stored, "exactly the bytes that were signed");
    let read: giog_rules::Record = serde_json::from_slice(&record.body).expect("a record");
    assert_eq!(read.canonical_bytes(), record.body);
    let keys = server.get("/api/v1/keys").await.ok(200);
    let key = serde_json::from_value(keys["keys"][0]["public_key"].clone()).expect("a key");
    let report = giog_rules::verify(&record.body, None, &[key]);
    assert_eq!(report.verdict, giog_rules::Proof::Pass, "{report:?}");
    insta::assert_json_snapshot!("match_record", record.picture());
    let events = server
        .get(shown["links"]["events"].as_str().expect("a link"))
        .await
        .ok(200);
    assert_eq!(events["seen_by"], json!(null));
}

#[tokio::test]
async fn a_match_of_mahjong_that_was_abandoned_in_its_first_hand_is_shown_with_that_hand() {
    let server = TestServer::new().await;
    let names = ["Lin", "Wu", "Mei", "An"];
    let mut table = began(&server, &names, json!({ "variant": "mahjong" })).await;
    let stop = format!("/rooms/{}", table.room);
    let stopped = server.operate(Method::DELETE, &stop, Value::Null).await;
    assert_eq!(stopped.status, 204);
    table.people[0].hear_event("abandoned").await;
    let path = format!("/api/v1/matches/{}", table.match_id);
    let shown = server.get(&path).await.ok(200);
    assert_eq!(shown["status"], "abandoned");
    let record = server.get(&format!("{path}/record")).await.ok(200);
    assert_eq!(shown["result"], record["result"]);
    assert_eq!(shown["result"]["hand"]["number"], 0);
    assert_eq!(shown["result"]["deals"], json!([]));
}

#[tokio::test]
async fn a_running_match_is_shown_as_the_room_admits() {
    let server = TestServer::new().await;
    let table = began(
        &server,
        &["Lin", "Wu"],
        json!({ "seats": 3, "ceremony": "server" }),
    )
    .await;
    let path = format!("/api/v1/matches/{}", table.match_id);
    let public = server.get(&path).await;
    insta::assert_json_snapshot!("match_running", public.picture());
    let public = public.ok(200);
    assert_eq!(public["snapshot"]["match"]["view"]["hand"], json!(null));
    let own = server.get_as(&table.people[1].token(), &path).await.ok(200);
    assert_eq!(own["snapshot"]["match"]["view"]["you"], 1);
    assert!(own["snapshot"]["match"]["view"]["hand"].is_string());
    let stranger = server.person("Mei").await;
    assert_eq!(
        server.get_as(&stranger.token(), &path).await.ok(200),
        public
    );
}

#[tokio::test]
async fn lists_are_paged_and_filtered() {
    let server = TestServer::new().await;
    let mut all = Vec::new();
    let mut tables = Vec::new();
    for names in [["Lin", "Wu"], ["Mei", "An"], ["Bo", "Su"]] {
        let table = finished(&server, &names, json!({})).await;
        all.insert(0, table.match_id.clone());
        tables.push(table);
        server.clock.advance(60_000);
    }
    let list = server.get("/api/v1/matches").await;
    insta::assert_json_snapshot!("matches", list.picture());
    assert_eq!(ids(&list.json()), all);
    let first = server.get("/api/v1/matches?limit=2").await.ok(200);
    let next = first["next"].as_str().expect("there is more");
    let second = server
        .get(&format!("/api/v1/matches?limit=2&cursor={next}"))
        .await
        .ok(200);
    assert_eq!([ids(&first), ids(&second)].concat(), all);
    assert_eq!(second["next"], json!(null));
    let mei = tables[1].people[0].player();
    let room = &tables[2].room;
    for (path, found) in [
        (format!("/api/v1/matches?player={mei}"), &all[1..2]),
        (format!("/api/v1/players/{mei}/matches"), &all[1..2]),
        (format!("/api/v1/players/{mei}/matches?room={room}"), &[]),
        (format!("/api/v1/matches?room={room}"), &all[..1]),
        ("/api/v1/matches?variant=giog".to_owned(), &all[..]),
        ("/api/v1/matches?variant=giog-wiki".to_owned(), &[]),
        ("/api/v1/matches?status=over".to_owned(), &all[..]),
        ("/api/v1/matches?status=abandoned".to_owned(), &[]),
        (
            "/api/v1/matches?from=2026-01-01T00:01:00Z".to_owned(),
            &all[..2],
        ),
        (
            "/api/v1/matches?to=2026-01-01T01:01:00%2B01:00".to_owned(),
            &all[2..],
        ),
    ] {
        assert_eq!(ids(&server.get(&path).await.ok(200)), found, "{path}");
    }
    for (one, id) in list.json()["matches"]
        .as_array()
        .expect("a list")
        .iter()
        .zip(&all)
    {
        for player in one["players"].as_array().expect("players") {
            let path = format!(
                "/api/v1/matches?won_by={}",
                player["player"].as_str().expect("a person")
            );
            let won = server.get(&path).await.ok(200);
            let found = if player["won"] == true {
                vec![id.as_str()]
            } else {
                Vec::new()
            };
            assert_eq!(ids(&won), found, "{path}");
        }
    }
}

#[tokio::test]
async fn unlisted_matches_are_in_the_lists_of_those_who_sat_there_alone() {
    let server = TestServer::new().await;
    let table = finished(&server, &["Lin", "Wu"], json!({ "access": "unlisted" })).await;
    let (lin, stranger) = (&table.people[0], server.person("Mei").await);
    let theirs = format!("/api/v1/players/{}/matches", lin.player());
    for path in ["/api/v1/matches", &theirs] {
        assert_eq!(ids(&server.get(path).await.ok(200)), [""; 0]);
        assert_eq!(
            ids(&server.get_as(&stranger.token(), path).await.ok(200)),
            [""; 0]
        );
        let own = server.get_as(&lin.token(), path).await.ok(200);
        assert_eq!(ids(&own), [&table.match_id]);
        assert_eq!(own["matches"][0]["room"], table.room);
    }
    // People who know its id may see it, but not its room.
    let path = format!("/api/v1/matches/{}", table.match_id);
    let shown = server.get(&path).await.ok(200);
    assert_eq!(shown["room"], json!(null));
    assert!(!shown.to_string().contains(&table.room));
    assert_eq!(
        server.get_as(&lin.token(), &path).await.ok(200)["room"],
        table.room
    );
}

#[tokio::test]
async fn names_are_those_of_now_and_nobodys_who_was_forgotten() {
    let server = TestServer::new().await;
    let table = finished(&server, &["Lin", "Wu"], json!({})).await;
    let path = format!("/api/v1/matches/{}", table.match_id);
    let before = server.get(&path).await;
    let rename = server
        .send(
            Method::PATCH,
            "/api/v1/guests/me",
            Some(&table.people[0].token()),
            json!({ "name": "Lina" }),
        )
        .await;
    rename.ok(200);
    let after = server.get(&path).await;
    assert_eq!(after.ok(200)["players"][0]["name"], "Lina");
    assert_ne!(before.header("etag"), after.header("etag"));
    let forever = giog_rules::Timestamp::from_unix_ms(i64::MAX);
    server
        .store
        .delete_guests_idle_since(forever, &std::collections::HashSet::new())
        .await
        .expect("a store");
    let forgotten = server.get(&path).await.ok(200);
    assert_eq!(forgotten["players"][0]["player"], table.people[0].player());
    assert_eq!(forgotten["players"][0]["name"], json!(null));
}

#[tokio::test]
async fn lists_say_how_a_match_ended_and_with_which_clock() {
    let server = TestServer::new().await;
    let names = ["Lin", "Wu"];
    finished(&server, &names, json!({})).await;
    server.clock.advance(60_000);
    let settings = json!({ "variant": "xiangqi" });
    let mut table = began(&server, &names, settings).await;
    play_out(&table.room, &mut table.people, |_, _| {
        Some(json!({ "do": "resign" }))
    })
    .await;
    let list = server.get("/api/v1/matches").await.ok(200);
    let one = server
        .get(&format!("/api/v1/matches/{}", table.match_id))
        .await
        .ok(200);
    for told in [&list["matches"][0], &one] {
        assert_eq!(told["match_id"], table.match_id);
        assert_eq!(told["end"], "resigned");
        assert_eq!(told["clock"], json!({ "kind": "none" }));
    }
    // Trick games have no `end`.
    let tricks = &list["matches"][1];
    assert_eq!(
        (&tricks["end"], &tricks["status"]),
        (&Value::Null, &json!("over"))
    );
}
