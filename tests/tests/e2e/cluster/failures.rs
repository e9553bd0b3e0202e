//! Failures: nobody loses anything.

use std::time::Duration;

use giog_tests::{Socket, get, number_from_env, patiently};
use tokio::time::sleep;

use super::moves::listed;
use super::{
    AGAIN, Cluster, Node, come_back, has_finished, is_in_the_middle, play_on, settings, table,
};
use crate::rollback::value;

#[tokio::test]
async fn a_match_goes_on_after_its_node_was_killed_and_nothing_that_was_acknowledged_is_lost() {
    let mut cluster = Cluster::start(2).await;
    for _ in 0..number_from_env("GIOG_TEST_KILLS", 2) {
        let nodes = cluster.addresses();
        let mut table = table(&nodes, &settings("ju-ma-pao-30")).await;
        play_on(&mut table, &nodes, is_in_the_middle).await;
        // The room is on the node on which it was created.
        cluster.nodes.remove(0).process.kill().await;
        let left = cluster.addresses();
        play_on(&mut table, &left, has_finished(2)).await;
        for finished in 0..2 {
            cluster.check(&table, finished).await;
        }
        cluster.add().await;
    }
    cluster.end().await;
}

/// The metric of this node that says whether the database was rolled back.
async fn rolled_back(node: &Node) -> String {
    value(node.operator, "giog_database_rolled_back").await
}

#[tokio::test]
async fn nodes_that_start_again_know_their_database() {
    let mut cluster = Cluster::start(1).await;
    // Nobody gives the lease back.
    let killed = cluster.nodes.remove(0);
    killed.process.kill().await;
    cluster.start_again(killed.folder).await;
    assert_eq!(rolled_back(&cluster.nodes[0]).await, "0");
    cluster.add().await;
    // The other node keeps the lease, with the number that both had.
    let stopped = cluster.nodes.remove(0);
    stopped.process.stop().await;
    cluster.start_again(stopped.folder).await;
    assert_eq!(rolled_back(&cluster.nodes[1]).await, "0");
    let killed = cluster.nodes.remove(0);
    killed.process.kill().await;
    cluster.start_again(killed.folder).await;
    for node in &cluster.nodes {
        assert_eq!(rolled_back(node).await, "0");
    }
    cluster.end().await;
}

#[tokio::test]
async fn a_node_says_that_the_database_is_older_than_it_was() {
    let mut cluster = Cluster::start(1).await;
    let stopped = cluster.nodes.remove(0);
    stopped.process.stop().await;
    // The next lease has the number of the returned one.
    let older = "UPDATE lease SET fence = fence - 1";
    cluster.database.execute(older).await;
    cluster.start_again(stopped.folder).await;
    assert_eq!(rolled_back(&cluster.nodes[0]).await, "1");
    cluster.end().await;
}

#[tokio::test]
async fn people_come_to_their_rooms_while_nats_is_away_and_play_on_after() {
    let mut cluster = Cluster::start(2).await;
    let nodes = cluster.addresses();
    let mut table = table(&nodes, &settings("giog")).await;
    play_on(&mut table, &nodes, is_in_the_middle).await;
    cluster.nats.kill().await;
    // People on the other node notice that their room cannot be reached.
    let far = &mut table.people[1];
    patiently("the end of a link", async {
        while far.step().await.is_ok() {}
    })
    .await;
    // People who connect to the node with their room get in, although no node knows what the others have.
    let near = &mut table.people[0];
    patiently("a way back", come_back(near, &nodes[..1])).await;
    cluster.nats.start_again().await;
    play_on(&mut table, &nodes, has_finished(2)).await;
    cluster.check(&table, 1).await;
    cluster.end().await;
}

/// Faults that stop a node for a while.
#[derive(Clone, Copy, Debug)]
enum Fault {
    /// Its process is paused.
    Paused,
    /// Postgres does not answer it.
    NoPostgres,
}

impl Fault {
    async fn begin(self, node: &Node) {
        match self {
            Self::Paused => node.process.signal("STOP").await,
            Self::NoPostgres => node.postgres.freeze(),
        }
    }

    async fn end(self, node: &Node) {
        match self {
            Self::Paused => node.process.signal("CONT").await,
            Self::NoPostgres => node.postgres.open(),
        }
    }
}

#[tokio::test]
async fn others_go_on_with_the_rooms_of_a_node_that_is_paused_or_cut_off_and_it_stores_nothing() {
    /// The silence after which a node is gone in these tests: longer than on a busy machine, and short enough to wait for.
    const GONE_MS: u32 = 15_000;
    let mut cluster = Cluster::start_with(2, GONE_MS).await;
    for fault in [Fault::Paused, Fault::NoPostgres] {
        let nodes = cluster.addresses();
        let mut table = table(&nodes, &settings("giog")).await;
        play_on(&mut table, &nodes, is_in_the_middle).await;
        let node = cluster.nodes.remove(0);
        let (mut looker_on, _) = Socket::greet(node.address, "Ana").await;
        fault.begin(&node).await;
        let left = cluster.addresses();
        for seated in &mut table.people {
            // Clients without an answer try the other node.
            patiently("the other node", come_back(seated, &left)).await;
        }
        play_on(&mut table, &left, has_finished(1)).await;
        if matches!(fault, Fault::NoPostgres) {
            // The others are better off, so it closes its connections, long before it has Postgres again.
            let closed = patiently("the end of a connection", looker_on.closed()).await;
            assert_eq!(closed, Some(1012));
        }
        fault.end(&node).await;
        let status = node.process.ended().await;
        assert!(!status.success(), "{fault:?}: it is fenced, and says so");
        play_on(&mut table, &left, has_finished(2)).await;
        for finished in 0..2 {
            cluster.check(&table, finished).await;
        }
        cluster.add().await;
    }
    cluster.end().await;
}

#[tokio::test]
async fn a_node_that_alone_lost_nats_is_not_ready_and_others_serve_its_people_until_it_has_it_again()
 {
    /// For how long a node must be worse off until that counts: longer than on a busy machine, and short enough to wait for.
    const WORSE_MS: u32 = 5_000;
    let cluster = Cluster::start_with(2, WORSE_MS).await;
    let nodes = cluster.addresses();
    let mut table = table(&nodes, &settings("giog")).await;
    play_on(&mut table, &nodes, is_in_the_middle).await;
    let (lost, other) = (&cluster.nodes[0], &cluster.nodes[1]);
    let (mut looker_on, _) = Socket::greet(lost.address, "Ana").await;
    lost.nats.cut();
    let becomes = async |code: &str| {
        patiently("another readiness", async {
            loop {
                let ready = get(lost.address, "/readyz").await.json();
                if ready["code"] == code || ready["status"] == code {
                    return;
                }
                sleep(AGAIN).await;
            }
        })
        .await;
    };
    becomes("cut_off").await;
    assert_eq!(get(other.address, "/readyz").await.status, 200);
    assert_eq!(value(lost.operator, "giog_ready").await, "0");
    let closed = patiently("the end of a connection", looker_on.closed()).await;
    assert_eq!(closed, Some(1012));
    let (this, not_ready) = listed(other).await;
    assert_eq!(this["readiness"], "ready");
    assert_eq!(not_ready["readiness"], "cut_off");
    // Everybody reconnects over the other node, which has the rooms.
    play_on(&mut table, &nodes[1..], has_finished(1)).await;
    lost.nats.open();
    becomes("ready").await;
    cluster.settled().await;
    play_on(&mut table, &nodes, has_finished(2)).await;
    for finished in 0..2 {
        cluster.check(&table, finished).await;
    }
    cluster.nobody_was_fenced_but(0).await;
    cluster.end().await;
}

#[tokio::test]
async fn a_node_whose_shards_cannot_be_handed_over_for_a_while_goes_on_beating() {
    /// The number of beats of a healthy node: they take many times longer than a statement may take.
    const BEATS: usize = 40;
    let cluster = Cluster::start(2).await;
    let beats = async |of: &str| {
        let sql = format!("SELECT beat + $1 FROM nodes WHERE state <> 'fenced' AND {of}");
        cluster.database.count(&sql, 0).await
    };
    // Shards can be read, and none can be given away.
    let held = "LOCK TABLE shards IN SHARE MODE";
    let held = cluster.database.hold(held).await;
    let drain =
        "UPDATE nodes SET is_drained = TRUE WHERE node = (SELECT node FROM shards WHERE shard = 0)";
    cluster.database.execute(drain).await;
    let before = (beats("is_drained").await, beats("NOT is_drained").await);
    let other_beats = async {
        while beats("NOT is_drained").await < before.1 + BEATS {
            sleep(AGAIN).await;
        }
    };
    patiently("beats of the other node", other_beats).await;
    let beaten = beats("is_drained").await - before.0;
    assert!(beaten > BEATS / 2, "{beaten} beats");
    drop(held);
    let has_none =
        "SELECT COUNT(*) + $1 FROM shards WHERE node = (SELECT node FROM nodes WHERE is_drained)";
    patiently("the end of the drain", async {
        while cluster.database.count(has_none, 0).await > 0 {
            sleep(AGAIN).await;
        }
    })
    .await;
    cluster.nobody_was_fenced_but(0).await;
    cluster.end().await;
}

#[tokio::test]
async fn no_node_is_taken_for_gone_while_postgres_is_away_for_all() {
    /// Longer than a node with a free lock may be silent, and all locks are free.
    const AWAY: Duration = Duration::from_secs(2);
    let cluster = Cluster::start(2).await;
    let nodes = cluster.addresses();
    let mut table = table(&nodes, &settings("giog")).await;
    play_on(&mut table, &nodes, is_in_the_middle).await;
    for node in &cluster.nodes {
        node.postgres.cut();
    }
    sleep(AWAY).await;
    for node in &cluster.nodes {
        let ready = get(node.address, "/readyz").await;
        assert_eq!(ready.json()["code"], "storage_unavailable");
        for (name, expected) in [("giog_storage_available", "0"), ("giog_ready", "0")] {
            assert_eq!(value(node.operator, name).await, expected, "{name}");
        }
    }
    for node in &cluster.nodes {
        node.postgres.open();
    }
    for &node in &nodes {
        patiently("a node that is ready", async {
            while get(node, "/readyz").await.status != 200 {
                sleep(AGAIN).await;
            }
        })
        .await;
    }
    play_on(&mut table, &nodes, has_finished(2)).await;
    cluster.nobody_was_fenced_but(0).await;
    for finished in 0..2 {
        cluster.check(&table, finished).await;
    }
    cluster.end().await;
}
