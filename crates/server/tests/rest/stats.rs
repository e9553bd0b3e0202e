//! `/players/{player}/stats`.

use axum::http::Method;
use serde_json::{Value, json};

use crate::common::TestServer;
use crate::table::{Table, began};

async fn played(server: &TestServer, names: [&str; 2], settings: Value) -> Table {
    let mut table = began(server, &names, settings).await;
    table.finish().await;
    server.clock.advance(60_000);
    table
}

async fn stats(server: &TestServer, player: &str, query: &str) -> Value {
    let path = format!("/api/v1/players/{player}/stats{query}");
    server.get(&path).await.ok(200)
}

/// The person of this seat, in the list of matches.
async fn player_of(server: &TestServer, table: &Table, seat: usize) -> String {
    let path = format!("/api/v1/matches/{}", table.match_id);
    let info = server.get(&path).await.ok(200);
    let player = info["players"][seat]["player"].as_str();
    player.expect("a person").to_owned()
}

#[tokio::test]
async fn public_matches_of_a_player_are_counted_by_game_and_no_others() {
    let server = TestServer::new().await;
    let first = played(&server, ["Lin", "Wu"], json!({})).await;
    let lin = player_of(&server, &first, 0).await;
    let own = stats(&server, &lin, "").await;
    assert_eq!(own["player"], json!(lin));
    assert_eq!(own["since"], Value::Null);
    let path = format!("/api/v1/players/{lin}/matches?limit=100");
    let before = server.get(&path).await.ok(200);
    assert_eq!(before["matches"].as_array().map(Vec::len), Some(1));
    let game = &own["games"][0];
    assert_eq!(
        (&game["variant"], &game["seats"]),
        (&json!("giog"), &json!(2))
    );
    assert_eq!(game["matches"], 1);
    let seat = &before["matches"][0]["players"][0];
    assert_eq!(game["won"], json!(u32::from(seat["won"] == true)));
    let places: u64 = game["places"]
        .as_array()
        .expect("places")
        .iter()
        .filter_map(Value::as_u64)
        .sum();
    assert_eq!(places, 1);
    // Those who play in an unlisted room are in no count.
    let hidden = played(&server, ["Mei", "An"], json!({ "access": "unlisted" })).await;
    let mei = player_of(&server, &hidden, 0).await;
    assert_eq!(stats(&server, &mei, "").await["games"], json!([]));
    // Filters are those of lists; other games are not counted.
    assert_eq!(
        stats(&server, &lin, "?variant=zhi-hu").await["games"],
        json!([])
    );
    assert_eq!(
        stats(&server, &lin, "?variant=giog").await["games"],
        own["games"]
    );
    let ended = before["matches"][0]["ended_at"].as_str().expect("a moment");
    assert_eq!(
        stats(&server, &lin, &format!("?to={ended}")).await["games"],
        json!([])
    );
    assert_eq!(
        stats(&server, &lin, &format!("?from={ended}")).await["games"],
        own["games"]
    );
    let bad = server
        .get(&format!("/api/v1/players/{lin}/stats?from=yesterday"))
        .await;
    assert_eq!(bad.ok(400)["code"], "bad_parameter");
    let nobody = "00000000-0000-4000-8000-000000000000";
    assert_eq!(stats(&server, nobody, "").await["games"], json!([]));
}

#[tokio::test]
async fn streaks_openings_and_opponents_are_those_of_the_matches() {
    let server = TestServer::new().await;
    let mut table = began(&server, &["Lin", "Wu"], json!({})).await;
    table.finish().await;
    let lin = player_of(&server, &table, 0).await;
    let wu = player_of(&server, &table, 1).await;
    let record = format!("/api/v1/matches/{}/record", table.match_id);
    let record = server.get(&record).await.ok(200);
    let tricks = record["result"]["tricks"].as_array().expect("tricks");
    for (seat, player, other) in [(0, &lin, &wu), (1, &wu, &lin)] {
        let own = stats(&server, player, "").await;
        let game = &own["games"][0];
        let led = tricks.iter().find(|trick| trick["leader"] == seat);
        let expected = led.map_or(
            json!([]),
            |trick| json!([{ "opening": trick["plays"][seat], "matches": 1 }]),
        );
        assert_eq!(game["openings"], expected);
        let won = &game["won"];
        assert_eq!(game["streaks"], json!({ "current": won, "longest": won }));
        let met = &own["opponents"][0];
        assert_eq!(met["player"], json!(other));
        assert_eq!(met["matches"], 1);
        // In a game without scores winners are ahead of the others.
        let theirs = stats(&server, other, "").await["games"][0]["won"].as_i64();
        let ahead = won.as_i64().zip(theirs).map(|(own, theirs)| own - theirs);
        let [was_ahead, was_behind] = ["ahead", "behind"].map(|field| met[field].as_i64());
        assert_eq!(
            was_ahead.zip(was_behind).map(|(more, less)| more - less),
            ahead
        );
    }
    // Who had themselves forgotten is left out; their own matches are still counted.
    let token = table.people[1].token();
    let path = "/api/v1/guests/me";
    let gone = server.send(Method::DELETE, path, Some(&token), Value::Null);
    assert_eq!(gone.await.status, 204);
    assert_eq!(stats(&server, &lin, "").await["opponents"], json!([]));
    assert_eq!(stats(&server, &wu, "").await["games"][0]["matches"], 1);
    for (limit, status) in [("1", 200), ("1000", 200), ("0", 400), ("1001", 400)] {
        let path = format!("/api/v1/players/{lin}/stats?limit={limit}");
        server.get(&path).await.ok(status);
    }
}

#[tokio::test]
async fn people_are_found_by_name_and_tag_once_they_have_finished_a_public_match() {
    let server = TestServer::new().await;
    let find = async |name: &str| {
        let path = format!("/api/v1/players?name={}", name.replace('#', "%23"));
        server.get(&path).await
    };
    let nobody = find("Lin#0000").await;
    assert_eq!(nobody.ok(200), json!({ "players": [] }));
    let table = began(&server, &["Lin", "Wu"], json!({})).await;
    let lin = table.people[0].player();
    let info = server.get(&format!("/api/v1/players/{lin}")).await.ok(200);
    let whole = format!("Lin#{}", info["tag"].as_str().expect("a tag"));
    // A running match tells nobody that they exist.
    assert_eq!(find(&whole).await.body, nobody.body);
    let mut table = table;
    table.finish().await;
    assert_eq!(find(&whole).await.ok(200), json!({ "players": [info] }));
    assert_eq!(find(&whole.replace("Lin", "lin")).await.body, nobody.body);
    let hidden = played(&server, ["Mei", "An"], json!({ "access": "unlisted" })).await;
    let mei = hidden.people[0].player();
    let info = server.get(&format!("/api/v1/players/{mei}")).await.ok(200);
    let secret = format!("Mei#{}", info["tag"].as_str().expect("a tag"));
    assert_eq!(find(&secret).await.body, nobody.body);

    let token = table.people[0].token();
    let path = "/api/v1/guests/me/findable";
    let findable = async || server.get_as(&token, path).await.ok(200);
    assert_eq!(findable().await, json!({ "findable": true }));
    let set = async |token: Option<&str>, findable: bool| {
        let body = json!({ "findable": findable });
        server.send(Method::PUT, path, token, body).await
    };
    assert_eq!(set(None, false).await.problem(401), "token_wanted");
    assert_eq!(set(Some(&token), false).await.status, 204);
    assert_eq!(findable().await, json!({ "findable": false }));
    assert_eq!(find(&whole).await.body, nobody.body);
    let export = server.get_as(&token, "/api/v1/guests/me/export").await;
    assert_eq!(export.ok(200)["settings"]["findable"], false);
    assert_eq!(set(Some(&token), true).await.status, 204);
    for bad in ["Lin", "Lin#12", "#1234", ""] {
        assert_eq!(find(bad).await.problem(400), "bad_parameter", "{bad}");
    }
    let mut tries = 0..100;
    while find("Wu#0000").await.status == 200 {
        tries
            .next()
            .expect("an address may not look for people without end");
    }
    assert_eq!(find("Wu#0000").await.problem(429), "rate_limited");
}
