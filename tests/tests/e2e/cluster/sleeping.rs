//! A table that sleeps is opened by whichever node somebody comes to, and by one of them.

use futures_util::future::join_all;
use giog_tests::{Database, Socket};

use super::{Cluster, LONG_MS, undisturbed};
use crate::sleeping::{TIMES, come, evening};

async fn two_nodes_that_close_tables() -> (Cluster, ()) {
    let settings = (format!("cluster.node_ms = {LONG_MS}"), TIMES);
    let cluster = Cluster::start_set(Database::postgres().await, 2, settings).await;
    (cluster, ())
}

#[tokio::test]
async fn a_table_that_sleeps_is_opened_on_any_node_and_once() {
    undisturbed(two_nodes_that_close_tables, opened_on_any_node).await;
}

async fn opened_on_any_node(cluster: &Cluster, (): &mut ()) {
    let nodes = cluster.addresses();
    let played = Box::pin(evening(nodes[0])).await;
    let came = (0..6).map(|number| {
        let (node, room) = (nodes[number % 2], played.room.clone());
        async move {
            let (mut socket, _) = Socket::greet(node, "Bo").await;
            let state = come(&mut socket, &room).await;
            (socket, state)
        }
    });
    let came = join_all(came).await;
    for (_, state) in &came {
        assert_eq!(state["series"]["matches"], 1);
        assert!(state["owner"].is_null());
        assert_eq!(state["next"], came[0].1["next"], "all are at one table");
    }
    let (mut lin, welcome) = Socket::come_back(nodes[1], &played.tokens[0]).await;
    let state = come(&mut lin, &played.room).await;
    assert_eq!(state["owner"], welcome["player"]);
    cluster.nobody_was_fenced_but(0).await;
}
