//! Connections between nodes, Postgres, NATS and clients that are slow, silent, or cut for a while.

use std::net::SocketAddr;
use std::time::Duration;

use giog_tests::{Database, Failover, Proxy, patiently};
use tokio::time::sleep;

use super::{Cluster, LONG_MS, Node, has_finished, is_in_the_middle, play_on, settings, table};

/// Latency and bandwidth of a bad connection: a statement, a frame or a message takes two or three of these delays.
const DELAY: Duration = Duration::from_millis(15);
const BYTES: usize = 1_400;
/// Longer than a link may be silent.
const LONG: Duration = Duration::from_secs(2);

/// A connection of a node.
type Way = fn(&Node) -> &Proxy;

const WAYS: [(&str, Way); 3] = [
    ("to Postgres", |node| &node.postgres),
    ("to NATS", |node| &node.nats),
    ("to clients", |node| &node.clients),
];

/// The addresses of the nodes for clients.
fn addresses(cluster: &Cluster) -> Vec<SocketAddr> {
    let clients = cluster.nodes.iter().map(|node| &node.clients);
    clients.map(Proxy::address).collect()
}

#[tokio::test]
async fn people_play_on_over_ways_that_are_slow() {
    let cluster = Cluster::start(2).await;
    let nodes = addresses(&cluster);
    let mut table = table(&nodes, &settings("giog")).await;
    play_on(&mut table, &nodes, is_in_the_middle).await;
    // The node that has the room, and the other one.
    for (number, (_, way)) in WAYS.iter().enumerate() {
        for node in &cluster.nodes {
            way(node).slow(BYTES, DELAY);
        }
        play_on(&mut table, &nodes, has_finished(number + 1)).await;
        for node in &cluster.nodes {
            way(node).open();
        }
        cluster.check(&table, number).await;
    }
    cluster.nobody_was_fenced_but(0).await;
    cluster.end().await;
}

#[tokio::test]
async fn nothing_is_lost_over_ways_that_are_silent_or_cut_for_a_while() {
    let cluster = Cluster::start(2).await;
    let nodes = addresses(&cluster);
    let mut finished = 0;
    let mut table = table(&nodes, &settings("giog")).await;
    play_on(&mut table, &nodes, is_in_the_middle).await;
    for (what, way) in WAYS {
        // A node whose sessions with Postgres have ended counts as gone: that is tested elsewhere.
        let faults: &[fn(&Proxy)] = match what {
            "to Postgres" => &[Proxy::freeze],
            _ => &[Proxy::freeze, Proxy::cut],
        };
        for fault in faults {
            for node in &cluster.nodes {
                fault(way(node));
                let over = async {
                    sleep(LONG).await;
                    way(node).open();
                };
                let play = play_on(&mut table, &nodes, has_finished(finished + 1));
                let both = async { tokio::join!(over, play) };
                patiently(what, both).await;
                cluster.check(&table, finished).await;
                finished += 1;
            }
        }
    }
    cluster.nobody_was_fenced_but(0).await;
    cluster.end().await;
}

#[tokio::test]
async fn nothing_acknowledged_is_lost_when_a_synchronous_standby_of_postgres_takes_over() {
    let Some(mut postgres) = Failover::start().await else {
        eprintln!(
            "skipped: tests/run did not start Postgres, so it is not known where its programs are"
        );
        return;
    };
    let database = Database::postgres_at(postgres.url()).await;
    let cluster = Cluster::start_on(database, 2, LONG_MS).await;
    let nodes = cluster.addresses();
    let mut table = table(&nodes, &settings("giog")).await;
    play_on(&mut table, &nodes, is_in_the_middle).await;
    for seated in &mut table.people {
        seated.player.expect_outages();
    }
    let play = play_on(&mut table, &nodes, has_finished(2));
    let both = async { tokio::join!(postgres.fail_over(), play) };
    patiently("two matches", both).await;
    for finished in 0..2 {
        cluster.check(&table, finished).await;
    }
    cluster.nobody_was_fenced_but(0).await;
    cluster.end().await;
    postgres.end().await;
}
