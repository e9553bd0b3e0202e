//! Bots of levels at a whole server: their searches run on its threads.

use giog_tests::{Server, Table, get, quick, seed};
use serde_json::json;

#[tokio::test]
async fn bots_of_levels_play_a_match_and_stand_in_its_record() {
    let server = Server::start(quick()).await;
    let settings =
        json!({"seats": 4, "ceremony": "server", "clock": {"kind": "none"}, "reveal_pause_ms": 0});
    let mut table = Table::set(server.address, &settings, &[true], 0, seed()).await;
    let listed = get(server.address, "/api/v1/variants").await.json();
    let levels = listed["levels"].as_array().expect("a list");
    let here = levels
        .iter()
        .find(|game| game["variant"] == "giog" && game["seats"] == 4);
    assert_eq!(
        here.expect("giog for four has levels")["levels"],
        json!(["simple", "club", "strong", "master"])
    );
    for (seat, level) in [(1, "club"), (2, "strong"), (3, "strong")] {
        let add = json!({"type": "add_bot", "room": table.room, "seat": seat, "level": level});
        table.people[0].socket.ask_ok(add).await;
    }
    let match_id = table.play_match().await;
    let path = format!("/api/v1/matches/{match_id}/record");
    let record = get(server.address, &path).await.json();
    let players = record["players"].as_array().expect("a list");
    let bots: Vec<_> = players.iter().map(|player| &player["bot"]).collect();
    assert_eq!(bots[1..], ["club", "strong", "strong"]);
    server.stop().await;
}
