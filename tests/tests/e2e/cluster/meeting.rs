//! Requests to several nodes at the same moment are decided only once.

use std::collections::BTreeSet;
use std::net::SocketAddr;

use futures_util::future::join_all;
use giog_tests::{Database, Socket, patiently};
use serde_json::{Value, json};
use tokio::time::sleep;

use super::{AGAIN, Cluster, LONG_MS};

/// Repeats the requests until nobody must wait; returns the room.
async fn room(socket: &mut Socket, request: Value) -> String {
    let asked = async {
        loop {
            let answer = socket.ask(request.clone()).await;
            if answer["code"] != "busy" {
                return answer;
            }
            sleep(AGAIN).await;
        }
    };
    let answer = patiently("a room", asked).await;
    let room = answer["room"].as_str();
    room.unwrap_or_else(|| panic!("{answer}")).to_owned()
}

#[tokio::test]
async fn people_who_ask_different_nodes_at_the_same_moment_meet_and_one_key_makes_one_room() {
    // No bots take seats, however long the test takes.
    let settings = (
        format!("cluster.node_ms = {LONG_MS}"),
        "quick_bots_ms = 600000",
    );
    let cluster = Cluster::start_set(Database::postgres().await, 3, settings).await;
    let nodes: Vec<SocketAddr> = cluster.addresses();
    for variant in ["giog", "xiangqi", "mahjong", "pai-gow"] {
        let request = json!({"type": "quick_play", "key": variant, "variant": variant});
        let sockets = nodes.iter().take(2).map(|&node| Socket::greet(node, "Lin"));
        let mut sockets = join_all(sockets).await;
        let played = sockets
            .iter_mut()
            .map(|(socket, _)| room(socket, request.clone()));
        let rooms: BTreeSet<String> = join_all(played).await.into_iter().collect();
        assert_eq!(rooms.len(), 1, "{variant}");
    }
    for number in 0..4 {
        let (first, welcome) = Socket::greet(nodes[0], "Mei").await;
        let mut sockets = vec![first];
        for &node in &nodes[1..] {
            let mut socket = Socket::connect(node).await;
            let hello = json!({"type": "hello", "protocol": 1, "token": welcome["token"]});
            socket.ask_ok(hello).await;
            sockets.push(socket);
        }
        let settings = super::settings("giog");
        let key = format!("key {number}");
        let create = json!({"type": "create_room", "key": key, "settings": settings});
        let made = sockets
            .iter_mut()
            .map(|socket| room(socket, create.clone()));
        let rooms: BTreeSet<String> = join_all(made).await.into_iter().collect();
        assert_eq!(rooms.len(), 1, "{key}");
    }
    cluster.end().await;
}
