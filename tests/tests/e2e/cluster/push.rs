//! People are notified once, whichever nodes their devices and their table are on.

use std::net::SocketAddr;

use giog_tests::{
    Browser, Database, PushService, Pushed, Seated, Table, patiently, request, seed, send,
};
use serde_json::{Value, json};
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;

use super::house::{code, take};
use super::moves::admin;
use super::{AGAIN, Cluster, LONG_MS, Node, come_back, undisturbed};
use crate::push::PATH;

/// Three nodes that send notifications as soon as a player is disconnected, and the push service.
async fn cluster() -> (Cluster, PushService) {
    let service = PushService::start().await;
    let port = service.address.port();
    let settings = format!(
        "cluster.node_ms = {LONG_MS}\npush.enabled = true\npush.test_port = {port}\n\
         push.contact = \"mailto:admin@example.org\""
    );
    let database = Database::postgres().await;
    let cluster = Cluster::start_set(database, 3, (settings, "wanted_ms = 0")).await;
    (cluster, service)
}

/// A table of two people with ten minutes per decision, whose room is on this node.
async fn slow_table(node: SocketAddr) -> Table {
    let settings = json!({
        "seats": 2, "reveal_pause_ms": 0, "ceremony": "server", "take_backs": false,
        "clock": {"kind": "timed", "decision_ms": 600_000, "bank_ms": 0},
    });
    let mut table = Table::set(node, &settings, &[false, false], 0, seed()).await;
    table.play_a_little().await;
    table
}

async fn subscribe(node: SocketAddr, token: &str, subscription: &Value) {
    let answer = send(node, "PUT", PATH, Some(token), subscription).await;
    assert_eq!(answer.expect("an answer").status, 204);
}

/// Reconnects over this node, and takes the action that the match waits for.
async fn acts(seated: &mut Seated, node: SocketAddr) {
    patiently("a way back", come_back(seated, &[node])).await;
    let turns = seated.player.turns();
    let acted = seated.play_until(|player| player.turns() > turns);
    patiently("an action", acted).await;
}

/// Closes the connection.
async fn goes(seated: &mut Seated) {
    let sent = seated.socket.send_message(Message::Close(None)).await;
    sent.expect("the connection holds");
}

/// The next message at the push service, while this person continues to play as long as possible.
async fn pushed(service: &mut PushService, other: &mut Seated) -> Pushed {
    let play = async { while other.step().await.is_ok() {} };
    tokio::select! {
        pushed = service.next() => pushed,
        () = play => panic!("{} lost the connection", other.player.name),
    }
}

/// Whether the room is on the node with this id.
pub async fn has(cluster: &Cluster, id: &str, room: &str) -> bool {
    let shard = usize::from_str_radix(&room[..2], 16).expect("a UUID");
    let sql = format!("SELECT COUNT(*) FROM shards WHERE node = '{id}' AND shard = $1");
    cluster.database.count(&sql, shard).await == 1
}

pub async fn id(node: &Node) -> String {
    let list = admin(node, &["nodes"]).await.expect("a list");
    let nodes = list["nodes"].as_array().expect("a list");
    let this = nodes.iter().find(|node| node["is_this"] == true);
    let id = this.and_then(|this| this["node"].as_str());
    id.expect("it lists itself").to_owned()
}

#[tokio::test]
async fn a_decision_notifies_once_wherever_room_and_devices_are_and_no_device_whose_token_has_ended()
 {
    undisturbed(cluster, a_decision_notifies_once).await;
}

async fn a_decision_notifies_once(cluster: &Cluster, service: &mut PushService) {
    let [here, there, elsewhere] = [0, 1, 2].map(|number| &cluster.nodes[number]);
    let mut table = slow_table(there.address).await;
    assert!(has(cluster, &id(there).await, &table.room).await);
    // A person on another node than the room subscribes there, and disconnects.
    let first = Browser::new(7);
    let mut away = table.people.pop().expect("two people");
    patiently("another node", come_back(&mut away, &[here.address])).await;
    let ended = away.player.token.clone();
    let subscription = first.subscription(service, "/first");
    subscribe(here.address, &ended, &subscription).await;
    goes(&mut away).await;
    let other = &mut table.people[0];
    let got = pushed(service, other).await;
    assert_eq!(got.path, "/first");
    let message = first.read(&got.body);
    assert_eq!(message["room"], *table.room);
    assert_eq!(message["wanted"], "turn");
    // On a third node, another device ends the first one's token, and subscribes.
    let (status, device) = take(elsewhere.address, &code(here.address, &ended).await).await;
    assert_eq!(status, 200);
    let token = device["token"].as_str().expect("a token").to_owned();
    let path = "/api/v1/guests/me/devices";
    let answer = request(elsewhere.address, "DELETE", path, Some(&token)).await;
    assert!(answer.status < 300, "{}", answer.status);
    let second = Browser::new(8);
    let subscription = second.subscription(service, "/second");
    subscribe(elsewhere.address, &token, &subscription).await;
    away.player.token = token.clone();
    acts(&mut away, elsewhere.address).await;
    goes(&mut away).await;
    let got = pushed(service, other).await;
    assert_eq!(got.path, "/second", "it is the only one that is left");
    assert_eq!(second.read(&got.body)["wanted"], "turn");
    // A moved room notifies nobody a second time.
    let to = id(here).await;
    let moved = admin(here, &["move", &table.room, &to]).await;
    moved.expect("it is moved");
    let arrives = async {
        while !has(cluster, &to, &table.room).await {
            sleep(AGAIN).await;
        }
    };
    patiently("a room that moves", arrives).await;
    acts(&mut away, there.address).await;
    assert!(service.is_quiet(), "of a decision that was told of");
    let subscription = second.subscription(service, "/third");
    subscribe(there.address, &token, &subscription).await;
    goes(&mut away).await;
    assert_eq!(pushed(service, other).await.path, "/third");
    // A second notification of the same decision would come before that of the next decision.
    acts(&mut away, there.address).await;
    let subscription = second.subscription(service, "/fourth");
    subscribe(there.address, &token, &subscription).await;
    goes(&mut away).await;
    let got = pushed(service, other).await;
    assert_eq!(got.path, "/fourth", "once for a decision");
}
