//! Rated matches of people on several nodes, among computer players of fixed rating.

use giog_tests::{Database, Player, Seated, Socket, Table, get};
use serde_json::Value;

use super::moves::{admin, listed, move_to};
use super::{Cluster, LONG_MS, has_finished, play_on};
use crate::rated::seated;

/// Whoever asks node 0 or 1 for a rated match, and waits at the table to which they are led.
async fn asks(cluster: &Cluster, node: usize, token: &str, key: &str) -> Seated {
    let (socket, welcome) = Socket::come_back(cluster.nodes[node].address, token).await;
    seated(socket, &welcome, token, key).await
}

/// What a node says of a match, and of the ratings of its people.
async fn told(cluster: &Cluster, node: usize, table: &Table) -> (Value, Vec<Value>) {
    let address = cluster.nodes[node].address;
    let finished = table.people[0].player.finished.last().expect("a match");
    let path = format!("/api/v1/matches/{}", finished.match_id);
    let info = get(address, &path).await.json();
    let mut ratings = Vec::new();
    for one in &table.people {
        let id = one.player.id().as_str().expect("an id");
        let path = format!("/api/v1/players/{id}/ratings");
        ratings.push(get(address, &path).await.json()["ratings"][0].take());
    }
    (info, ratings)
}

/// Two people at one table.
fn table(people: [Seated; 2]) -> Table {
    let rooms = people
        .each_ref()
        .map(|one| one.player.join()["room"].clone());
    assert_eq!(rooms[0], rooms[1], "one table");
    Table {
        room: rooms[0].as_str().expect("a room").to_owned(),
        people: people.into(),
        watching: Vec::new(),
    }
}

#[tokio::test]
async fn computer_players_take_free_seats_once_and_people_of_all_nodes_have_one_rating() {
    let top = format!("cluster.node_ms = {LONG_MS}\nshared_addresses = [\"127.0.0.1\"]");
    let settings = (top, "rated_bots_ms = 1");
    let cluster = Cluster::start_set(Database::postgres().await, 2, settings).await;
    let nodes = cluster.addresses();
    let mut tokens = Vec::new();
    for (name, &node) in ["Lin", "Mei"].iter().zip(&nodes) {
        let (_, welcome) = Socket::greet(node, name).await;
        tokens.push(welcome["token"].as_str().expect("a token").to_owned());
    }
    let lin = asks(&cluster, 0, &tokens[0], "first").await;
    let mei = asks(&cluster, 1, &tokens[1], "first").await;
    let mut played = table([lin, mei]);
    play_on(&mut played, &nodes, has_finished(1)).await;
    let (info, ratings) = told(&cluster, 0, &played).await;
    let elsewhere = told(&cluster, 1, &played).await;
    assert_eq!((&info, &ratings), (&elsewhere.0, &elsewhere.1));
    let players = info["players"].as_array().expect("players");
    let bots = players.iter().filter(|player| player["bot"] == "club");
    assert_eq!((players.len(), bots.count()), (4, 2), "{info}");
    let changes = info["rated"]["changes"].as_array().expect("changes");
    assert_eq!(changes.len(), 2, "{info}");
    for rating in ratings {
        assert_eq!(rating["matches"], 1, "it counts once");
    }
    // One person waits at a table whose node is drained. Where it moves, the other one comes, and then computer players do.
    let lin = asks(&cluster, 0, &tokens[0], "second").await;
    let room = lin.player.join()["room"].clone();
    move_to(&cluster, 1, room.as_str().expect("a room")).await;
    let (_, far) = listed(&cluster.nodes[0]).await;
    let drain = ["drain", far["node"].as_str().expect("an id"), "--wait"];
    admin(&cluster.nodes[0], &drain).await.expect("drained");
    let mei = asks(&cluster, 0, &tokens[1], "second").await;
    let mut begun = table([lin, mei]);
    play_on(&mut begun, &nodes, Player::is_playing).await;
    let path = format!("/api/v1/rooms/{}", begun.room);
    let room = get(nodes[0], &path).await.json();
    let seats = room["seats"].as_array().expect("seats").iter();
    let bots = seats.filter(|seat| seat["occupant"]["bot"].is_string());
    assert_eq!(bots.count(), 2, "{room}");
    cluster.end().await;
}
