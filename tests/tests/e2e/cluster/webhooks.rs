//! One node sends to the addresses of the operator, and another one when it is gone.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::time::Duration;

use giog_tests::{Database, PushService, Table, patiently, seed};
use serde_json::json;
use tokio::time::sleep;

use super::moves::admin;
use super::push::{has, id};
use super::{AGAIN, Cluster, LONG_MS};
use crate::webhooks::{checked, lines};

/// Longer than a second sender would need to send something that was sent.
const A_WHILE: Duration = Duration::from_secs(2);
/// A room in the shard whose node sends.
const SENDING: &str = "00";

/// What came, and what must not come twice.
struct Came {
    service: PushService,
    /// The ids of all that came for programs.
    ids: BTreeSet<String>,
}

impl Came {
    /// Waits until a match was told to programs and to people, once each; with `repeats`, programs may be told of earlier ones again.
    async fn told(&mut self, match_id: &str, repeats: bool) {
        let expected = format!("match_over_{match_id}");
        let (mut program, mut people) = (false, false);
        while !(program && people) {
            let pushed = self.service.next().await;
            if pushed.path == "/people" {
                assert!(!people, "nothing is told to people twice");
                people = true;
                continue;
            }
            checked(&pushed);
            let id = pushed.headers["webhook-id"]
                .to_str()
                .expect("text")
                .to_owned();
            program |= id == expected;
            assert!(self.ids.insert(id) || repeats, "it came twice");
        }
        assert!(self.ids.contains(&expected));
        sleep(A_WHILE).await;
        assert!(repeats || self.service.is_quiet(), "only one node sends");
    }
}

async fn play(node: SocketAddr) -> String {
    let settings =
        json!({"seats": 2, "access": "public", "clock": {"kind": "none"}, "reveal_pause_ms": 0});
    let mut table = Table::set(node, &settings, &[true, true], 0, seed()).await;
    table.play_match().await
}

/// The place of the node that sends.
async fn sender(cluster: &Cluster) -> usize {
    for (place, node) in cluster.nodes.iter().enumerate() {
        if has(cluster, &id(node).await, SENDING).await {
            return place;
        }
    }
    unreachable!("some node has each shard");
}

#[tokio::test]
async fn one_node_sends_what_happens_on_all_and_another_one_goes_on_when_it_is_drained_or_killed() {
    let service = PushService::start().await;
    let hooks = lines(&service, "\"match_over\"", ["/program", "/people"]);
    let settings = (format!("cluster.node_ms = {LONG_MS}\n{hooks}"), "");
    let mut cluster = Cluster::start_set(Database::postgres().await, 2, settings).await;
    let mut came = Came {
        service,
        ids: BTreeSet::new(),
    };
    for node in cluster.addresses() {
        let match_id = play(node).await;
        came.told(&match_id, false).await;
    }
    // The first shard is handed over.
    let from = sender(&cluster).await;
    let to = id(&cluster.nodes[1 - from]).await;
    let moved = admin(&cluster.nodes[from], &["move", "0", &to]).await;
    moved.expect("it can be moved");
    patiently("the move of a shard", async {
        while !has(&cluster, &to, SENDING).await {
            sleep(AGAIN).await;
        }
    })
    .await;
    // Until it knows that itself.
    sleep(A_WHILE).await;
    for node in cluster.addresses() {
        let match_id = play(node).await;
        came.told(&match_id, true).await;
    }
    let sending = cluster.nodes.remove(1 - from);
    sending.process.kill().await;
    cluster.settled().await;
    let match_id = play(cluster.nodes[0].address).await;
    came.told(&match_id, true).await;
    cluster.end().await;
}
