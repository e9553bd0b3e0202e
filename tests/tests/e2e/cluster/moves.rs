//! Nodes that leave gracefully, and moves that the operator requests.

use std::net::SocketAddr;
use std::sync::OnceLock;

use futures_util::future::join_all;
use giog_tests::{Gone, OPERATOR_TOKEN, Socket, Table, get, patiently, program};
use serde_json::{Value, json};
use tokio::process::Command;
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use super::{
    AGAIN, Cluster, Node, come_back, has_finished, is_in_the_middle, play_on, settings, table,
    two_nodes, undisturbed,
};

#[tokio::test]
async fn a_node_that_stops_hands_its_rooms_over() {
    let mut cluster = Cluster::start(2).await;
    let nodes = cluster.addresses();
    let mut table = table(&nodes, &settings("giog")).await;
    play_on(&mut table, &nodes, is_in_the_middle).await;
    let stopped = cluster.nodes.remove(0);
    let left = cluster.addresses();
    let play = play_on(&mut table, &left, has_finished(2));
    tokio::join!(stopped.process.stop(), play);
    cluster.nobody_was_fenced_but(1).await;
    cluster.check(&table, 1).await;
    cluster.end().await;
}

#[tokio::test]
async fn three_nodes_are_replaced_one_after_another_while_people_play() {
    let mut cluster = Cluster::start(3).await;
    let nodes = cluster.addresses();
    let mut table = table(&nodes, &settings("giog")).await;
    for replaced in 0..3 {
        play_on(&mut table, &cluster.addresses(), has_finished(replaced)).await;
        let stopped = cluster.nodes.remove(0);
        let left = cluster.addresses();
        let play = play_on(&mut table, &left, has_finished(replaced + 1));
        tokio::join!(stopped.process.stop(), play);
        cluster.add().await;
    }
    for finished in 0..3 {
        cluster.check(&table, finished).await;
    }
    cluster.end().await;
}

/// Runs `giog admin` for a node; returns its output, or its error.
pub async fn admin(at: &Node, arguments: &[&str]) -> Result<Value, String> {
    let running = Command::new(program())
        .args(["admin", "--json", "--url"])
        .arg(format!("http://{}", at.operator))
        .args(["--token", OPERATOR_TOKEN])
        .args(arguments)
        .output();
    let output = patiently("giog admin", running).await;
    let output = output.expect("the program runs");
    if output.status.success() {
        Ok(serde_json::from_slice(&output.stdout).expect("JSON"))
    } else {
        Err(String::from_utf8(output.stderr).expect("texts"))
    }
}

/// The nodes in the list of one of them: itself, and another one.
pub async fn listed(at: &Node) -> (Value, Value) {
    let list = admin(at, &["nodes"]).await.expect("a list");
    let nodes = list["nodes"].as_array().expect("a list").clone();
    let (this, other): (Vec<_>, Vec<_>) =
        nodes.into_iter().partition(|node| node["is_this"] == true);
    assert_eq!((this.len(), other.len()), (1, 1), "{list}");
    (this[0].clone(), other[0].clone())
}

fn id(node: &Value) -> &str {
    node["node"].as_str().expect("an id")
}

/// Has the operator move a room to this node, and waits until it is there.
pub async fn move_to(cluster: &Cluster, node: usize, room: &str) {
    let to = &cluster.nodes[node];
    let (this, _) = listed(to).await;
    admin(to, &["move", room, id(&this)]).await.expect("done");
    cluster.settled().await;
}

async fn wait_for_readiness(node: SocketAddr, status: u16) {
    let asked = async {
        while get(node, "/readyz").await.status != status {
            sleep(AGAIN).await;
        }
    };
    patiently("another readiness", asked).await;
}

#[tokio::test]
async fn any_node_has_another_one_drained_while_people_play_and_take_its_part_again() {
    let cluster = Cluster::start(2).await;
    let nodes = cluster.addresses();
    let (drained, other) = (&cluster.nodes[0], &cluster.nodes[1]);
    let mut table = table(&nodes, &settings("giog")).await;
    play_on(&mut table, &nodes, is_in_the_middle).await;
    // Each node counts its own running matches.
    let mut running = 0;
    for node in &cluster.nodes {
        let status = admin(node, &["status"]).await.expect("a status");
        running += status["matches_running"].as_u64().expect("a number");
    }
    assert_eq!(running, 1);
    let (mut bystander, _) = Socket::greet(drained.address, "Bo").await;
    let (this, far) = listed(other).await;
    assert_eq!(
        (&this["state"], &far["state"]),
        (&"active".into(), &"active".into())
    );
    let shards = |node: &Value| node["shards"].as_u64().expect("a number");
    assert_eq!(shards(&this) + shards(&far), 256);
    let drain = ["drain", id(&far), "--wait"];
    let play = play_on(&mut table, &nodes, has_finished(1));
    let (done, ()) = tokio::join!(admin(other, &drain), play);
    done.expect("it is drained");
    let (this, far) = listed(other).await;
    assert_eq!((shards(&this), shards(&far)), (256, 0));
    assert_eq!(far["state"], "drained");
    wait_for_readiness(drained.address, 503).await;
    let sent_back = async {
        loop {
            if let Err(Gone { code }) = bystander.read().await {
                return code;
            }
        }
    };
    assert_eq!(patiently("another server", sent_back).await, Some(1012));
    let why = admin(drained, &["drain", id(&this)]).await;
    let why = why.expect_err("nobody else would have the rooms");
    assert!(why.contains("no other server takes rooms"), "{why}");
    admin(drained, &["undrain", id(&far)]).await.expect("done");
    cluster.settled().await;
    wait_for_readiness(drained.address, 200).await;
    play_on(&mut table, &nodes, has_finished(2)).await;
    for finished in 0..2 {
        cluster.check(&table, finished).await;
    }
    cluster.nobody_was_fenced_but(0).await;
    cluster.end().await;
}

/// The time left for the open decisions of a match, as a new spectator sees it.
async fn left_ms(node: SocketAddr, room: &str) -> u64 {
    let seen = async {
        let (mut socket, _) = Socket::greet(node, "Sue").await;
        let join = json!({"type": "join", "room": room});
        while socket.ask(join.clone()).await["type"] != "ok" {
            sleep(AGAIN).await;
        }
        loop {
            let message = socket.read().await.expect("the connection holds");
            if message["type"] == "now" {
                let deciding = message["deciding"].as_array().expect("a list");
                let left = deciding.iter().map(|seat| &seat["left_ms"]);
                let left = left.filter_map(Value::as_u64).min();
                return left.expect("somebody decides");
            }
        }
    };
    patiently("what is waited for", seen).await
}

#[tokio::test]
async fn clocks_stand_still_while_a_room_moves() {
    undisturbed(two_nodes, clocks_stand_still).await;
}

async fn clocks_stand_still(cluster: &Cluster, (): &mut ()) {
    const DECISION_MS: u64 = 600_000;
    /// The rounding of milliseconds on two servers may differ by this much.
    const ROUNDED_MS: u64 = 5;
    let nodes = cluster.addresses();
    let mut settings = settings("giog");
    settings["clock"] = json!({"kind": "timed", "decision_ms": DECISION_MS, "bank_ms": 0});
    let mut table = table(&nodes, &settings).await;
    play_on(&mut table, &nodes, is_in_the_middle).await;
    let room = table.room.clone();
    let used = async {
        while left_ms(nodes[0], &room).await > DECISION_MS - 1_000 {
            sleep(AGAIN).await;
        }
    };
    Box::pin(patiently("a second of thinking", used)).await;
    for to in [1, 0] {
        let since = Instant::now();
        let before = left_ms(nodes[1 - to], &room).await;
        move_to(cluster, to, &room).await;
        let after = left_ms(nodes[to], &room).await;
        let passed_ms = u64::try_from(since.elapsed().as_millis()).expect("not so long");
        assert!(
            after <= before && after + passed_ms + ROUNDED_MS >= before,
            "after {passed_ms} ms {after} ms are left of {before}"
        );
    }
    play_on(&mut table, &nodes, has_finished(1)).await;
    cluster.check(&table, 0).await;
}

/// Continues to play on the same connections, none of which may break, until the future is ready and everybody has finished one more match.
async fn play_without_a_break<T>(table: &mut Table, done: impl Future<Output = T>) -> T {
    let (is_done, seen) = watch::channel(false);
    // The same number for all players, because some may not have seen the end of a match yet: otherwise one would wait for the others.
    let enough = OnceLock::new();
    let play = table.people.iter_mut().map(async |seated| {
        loop {
            if *seen.borrow() {
                enough.get_or_init(|| seated.player.finished.len() + 2);
            }
            if enough
                .get()
                .is_some_and(|&enough| has_finished(enough)(&seated.player))
            {
                return;
            }
            seated.step().await.expect("no connection breaks");
        }
    });
    let doing = async {
        let done = done.await;
        is_done.send_replace(true);
        done
    };
    let (done, _) = tokio::join!(doing, join_all(play));
    done
}

#[tokio::test]
async fn no_connection_breaks_while_rooms_move() {
    undisturbed(two_nodes, no_connection_breaks).await;
}

async fn no_connection_breaks(cluster: &Cluster, (): &mut ()) {
    let nodes = cluster.addresses();
    let mut table = table(&nodes, &settings("giog")).await;
    play_on(&mut table, &nodes, is_in_the_middle).await;
    let room = table.room.clone();
    // Moves it away from the node of some players, and back.
    for to in [1, 0, 1] {
        let moved = move_to(cluster, to, &room);
        Box::pin(play_without_a_break(&mut table, moved)).await;
    }
    // The drained node has no rooms any more, and people on the other one notice nothing.
    for seated in table.people.iter_mut().skip(1).step_by(2) {
        patiently("the other node", come_back(seated, &nodes[..1])).await;
    }
    let (_, far) = listed(&cluster.nodes[0]).await;
    let drain = ["drain", id(&far), "--wait"];
    let drained = admin(&cluster.nodes[0], &drain);
    play_without_a_break(&mut table, drained)
        .await
        .expect("it is drained");
    let finished = table.people[0].player.finished.len();
    for finished in 0..finished {
        cluster.check(&table, finished).await;
    }
}

#[tokio::test]
async fn a_room_is_moved_to_the_node_that_the_operator_names_while_people_play() {
    let cluster = Cluster::start(2).await;
    let nodes = cluster.addresses();
    let mut table = table(&nodes, &settings("giog")).await;
    play_on(&mut table, &nodes, is_in_the_middle).await;
    // It was created on the first node, and so is there.
    let to = &cluster.nodes[1];
    let (this, _) = listed(to).await;
    let room = table.room.clone();
    let moved = admin(to, &["move", &room, id(&this)]).await.expect("done");
    let shard = moved["shard"].as_u64().expect("a shard");
    assert_eq!(u64::from_str_radix(&room[..2], 16), Ok(shard));
    let sql = format!(
        "SELECT COUNT(*) FROM shards WHERE node = '{}' AND shard = $1",
        id(&this)
    );
    let shard = usize::try_from(shard).expect("a small number");
    let arrives = async {
        while cluster.database.count(&sql, shard).await == 0 {
            sleep(AGAIN).await;
        }
    };
    let play = play_on(&mut table, &nodes, has_finished(1));
    tokio::join!(patiently("a room that moves", arrives), play);
    cluster.check(&table, 0).await;
    for (wrong, why) in [
        (["move", &*room, "nowhere"], "there is no server"),
        (["move", id(&this), id(&this)], "no such room"),
        (["move", "256", id(&this)], "0 to 255"),
    ] {
        let refused = admin(to, &wrong).await.expect_err("it is refused");
        assert!(refused.contains(why), "{wrong:?}: {refused}");
    }
    cluster.nobody_was_fenced_but(0).await;
    cluster.end().await;
}
