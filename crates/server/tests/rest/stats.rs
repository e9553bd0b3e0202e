//! `/players/{player}/stats`.

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
