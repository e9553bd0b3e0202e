//! People on all nodes at one table, and the messages between the nodes.

use futures_util::StreamExt as _;
use giog_tests::{Database, ServerProcess, free_port, get, patiently};
use tokio::time::sleep;

use super::{AGAIN, Cluster, has_finished, is_in_the_middle, play_on, settings, table};

#[tokio::test]
async fn people_on_two_nodes_play_at_one_table_and_either_node_tells_of_it() {
    let cluster = Cluster::start(2).await;
    let nodes = cluster.addresses();
    for variant in ["giog", "sang-krip"] {
        let mut table = table(&nodes, &settings(variant)).await;
        play_on(&mut table, &nodes, is_in_the_middle).await;
        for &node in &nodes {
            let listed = async {
                loop {
                    let rooms = get(node, "/api/v1/rooms").await.json();
                    let mut listed = rooms["rooms"].as_array().expect("a list").iter();
                    if listed.any(|room| room["room"] == *table.room) {
                        return;
                    }
                    sleep(AGAIN).await;
                }
            };
            patiently("a list with the room", listed).await;
            let room = get(node, &format!("/api/v1/rooms/{}", table.room)).await;
            assert_eq!(room.json()["phase"], "playing");
        }
        play_on(&mut table, &nodes, has_finished(1)).await;
        cluster.check(&table, 0).await;
    }
    cluster.end().await;
}

#[tokio::test]
async fn what_is_on_nats_tells_nothing_of_what_is_played() {
    let cluster = Cluster::start(2).await;
    let nodes = cluster.addresses();
    let client = async_nats::connect(cluster.nats.address()).await;
    let client = client.expect("NATS is there");
    let mut everything = client.subscribe(">").await.expect("a subscription");
    client.flush().await.expect("NATS knows it");
    let mut table = table(&nodes, &settings("giog")).await;
    play_on(&mut table, &nodes, has_finished(1)).await;
    let mut heard = Vec::new();
    let mut messages = 0;
    while messages < 100 {
        let message = patiently("a message", everything.next()).await;
        let message = message.expect("NATS is there");
        assert!(message.subject.starts_with("giog."), "{}", message.subject);
        heard.extend_from_slice(&message.payload);
        messages += 1;
    }
    let room = table.room.clone();
    let words = [
        "\"type\"",
        "\"seq\"",
        "\"event\"",
        "\"Lin\"",
        "\"Mei\"",
        "\"pieces\"",
        "command",
        &room,
    ];
    for open in words {
        let open = open.as_bytes();
        assert!(
            !heard.windows(open.len()).any(|part| part == open),
            "{} can be read",
            String::from_utf8_lossy(open)
        );
    }
    cluster.end().await;
}

#[tokio::test]
async fn a_lone_server_says_that_nats_does_not_answer() {
    let database = Database::postgres().await;
    let log = database.folder().join("log");
    let nats = format!("cluster.nats = \"nats://127.0.0.1:{}\"", free_port());
    let server = ServerProcess::spawn_logging(&database, &nats, &log);
    patiently("a line of the log", async {
        let said = || std::fs::read_to_string(&log).expect("a log");
        while !said().contains("NATS does not answer") {
            sleep(AGAIN).await;
        }
    })
    .await;
    server.stop().await;
    database.remove().await;
}
