//! The stream of public events is the same on all nodes.

use giog_tests::{FeedClient, Table, seed};
use serde_json::{Value, json};

use super::{Cluster, settings};

#[tokio::test]
async fn listeners_on_all_nodes_get_the_same_matches_in_the_same_order_and_go_on_on_another_node() {
    const MATCHES: usize = 6;
    let cluster = Cluster::start(3).await;
    let nodes = cluster.addresses();
    let mut listeners = Vec::new();
    for &node in &nodes {
        listeners.push(FeedClient::follow(node, "?kind=matches", None).await);
    }
    let mut tables = FeedClient::follow(nodes[0], "?kind=tables", None).await;
    // A table on each node plays at the same time.
    let plays = nodes.iter().map(|&node| async move {
        let mut table = Table::set(node, &settings("giog"), &[true; 3], 0, seed()).await;
        let room = table.room.clone();
        for _ in 0..MATCHES / 3 {
            table.play_match().await;
        }
        room
    });
    let mut rooms = futures_util::future::join_all(plays).await;
    let mut heard: Vec<Vec<Value>> = Vec::new();
    for listener in &mut listeners {
        let mut ids = Vec::new();
        for _ in 0..MATCHES {
            ids.push(listener.match_over().await.data["match_id"].clone());
        }
        heard.push(ids);
    }
    assert_eq!(heard[0], heard[1]);
    assert_eq!(heard[0], heard[2]);
    // Whoever goes on on another node gets the rest.
    for (number, id) in heard[0].iter().enumerate() {
        let node = nodes[number % nodes.len()];
        let mut listener = FeedClient::follow(node, "?kind=matches", id.as_str()).await;
        for later in &heard[0][number + 1..] {
            assert_eq!(&listener.match_over().await.data["match_id"], later);
        }
    }
    let mut opened = Vec::new();
    for _ in 0..nodes.len() {
        let event = tables.next().await.expect("the stream goes on");
        assert_eq!(event.name, "table_opened");
        opened.push(event.data["room"].as_str().map(str::to_owned));
    }
    opened.sort_unstable();
    rooms.sort_unstable();
    let rooms: Vec<Option<String>> = rooms.into_iter().map(Some).collect();
    assert_eq!(json!(opened), json!(rooms));
    cluster.end().await;
}
