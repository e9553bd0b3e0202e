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
        // They leave over the same nodes, at least one of which does not have the room, and are answered.
        let leave = json!({"type": "leave", "room": rooms.first()});
        let left = sockets
            .iter_mut()
            .map(|(socket, _)| socket.ask_ok(leave.clone()));
        join_all(left).await;
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

#[tokio::test]
async fn a_declared_bot_is_the_same_on_every_node() {
    let settings = (
        format!("cluster.node_ms = {LONG_MS}"),
        "quick_bots_ms = 600000",
    );
    let cluster = Cluster::start_set(Database::postgres().await, 2, settings).await;
    let nodes: Vec<SocketAddr> = cluster.addresses();
    let rocket = json!({"engine": "rocket", "version": "1.2"});
    let hello = json!({"name": "Rocky", "bot": rocket});
    let (_, welcome) = Socket::greet_with(nodes[0], hello).await;
    let token = welcome["token"].as_str().expect("a token");
    // It plays over the other node, where it says nothing of it.
    let (mut bot, _) = Socket::come_back(nodes[1], token).await;
    let (mut person, _) = Socket::greet(nodes[0], "Lin").await;
    for variant in ["giog", "xiangqi", "mahjong", "pai-gow"] {
        let quick = |agrees: bool| json!({"type": "quick_play", "key": variant, "variant": variant, "bots": agrees});
        let of_bots = room(&mut bot, quick(false)).await;
        let of_people = room(&mut person, quick(false)).await;
        assert_ne!(of_bots, of_people, "{variant}");
        let (mut agrees, _) = Socket::greet(nodes[0], "Mei").await;
        let met = room(&mut agrees, quick(true)).await;
        assert!(met == of_bots || met == of_people, "{variant}");
    }
    let settings = super::settings("giog");
    for node in &nodes {
        let (mut owner, _) = Socket::greet(*node, "Ann").await;
        let create = json!({"type": "create_room", "key": "k", "settings": settings});
        let made = room(&mut owner, create).await;
        let join = json!({"type": "join", "room": made, "sit": true});
        patiently("the room is known on the other node", async {
            while bot.ask(join.clone()).await["type"] != "ok" {
                sleep(AGAIN).await;
            }
        })
        .await;
        let joined = owner.ask_ok(json!({"type": "join", "room": made})).await;
        assert_eq!(joined["room"], made);
        let seen = async {
            loop {
                let message = owner.read().await.expect("the connection holds");
                let occupant = &message["event"]["occupant"];
                let seat = &message["state"]["seats"][1]["occupant"];
                if occupant["declared_bot"] == rocket || seat["declared_bot"] == rocket {
                    return;
                }
            }
        };
        patiently("the bot at its seat", seen).await;
    }
    cluster.end().await;
}
