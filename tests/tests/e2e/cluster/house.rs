//! Actions about people on one node take effect on all nodes.

use std::net::SocketAddr;

use giog_tests::{Gone, Socket, patiently, request, send};
use serde_json::{Value, json};

use super::Cluster;
use super::moves::admin;

/// A code for another device, from this node.
pub async fn code(node: SocketAddr, token: &str) -> String {
    let path = "/api/v1/guests/me/handover";
    let answer = request(node, "POST", path, Some(token)).await;
    assert_eq!(answer.status, 200);
    answer.json()["code"].as_str().expect("a code").to_owned()
}

/// The answer of this node to a code: the status and the body.
pub async fn take(node: SocketAddr, code: &str) -> (u16, Value) {
    let input = json!({"code": code, "device": "a telephone"});
    let answer = send(node, "POST", "/api/v1/guests/handover", None, &input).await;
    let answer = answer.expect("an answer");
    (answer.status, answer.json())
}

async fn hear(socket: &mut Socket, text: &str) {
    let heard = async {
        loop {
            let message = socket.read().await.expect("the connection holds");
            if message["type"] == "announcement" && message["text"] == text {
                return;
            }
        }
    };
    patiently("a notice", heard).await;
}

#[tokio::test]
async fn a_code_for_another_device_is_taken_by_any_node_and_once() {
    let cluster = Cluster::start(2).await;
    let [here, there] = [&cluster.nodes[0], &cluster.nodes[1]].map(|node| node.address);
    let (_socket, welcome) = Socket::greet(here, "Lin").await;
    let token = welcome["token"].as_str().expect("a token");
    let former = code(here, token).await;
    let newer = code(here, token).await;
    assert_eq!(take(there, &former).await.0, 403, "another one replaced it");
    let (status, guest) = take(there, &newer).await;
    assert_eq!((status, &guest["player"]), (200, &welcome["player"]));
    for node in [here, there] {
        assert_eq!(take(node, &newer).await.0, 403, "it was used");
    }
    cluster.end().await;
}

#[tokio::test]
async fn a_token_that_is_ended_on_one_node_ends_connections_on_another() {
    let cluster = Cluster::start(2).await;
    let [here, there] = [&cluster.nodes[0], &cluster.nodes[1]].map(|node| node.address);
    let (mut lost, welcome) = Socket::greet(there, "Lin").await;
    let token = welcome["token"].as_str().expect("a token");
    let (_, guest) = take(here, &code(here, token).await).await;
    let kept = guest["token"].as_str().expect("a token");
    let (mut other, _) = Socket::come_back(there, kept).await;
    let path = "/api/v1/guests/me/devices";
    let rename = |from, to| format!("ALTER TABLE {from} RENAME TO {to}");
    let execute = async |sql: String| cluster.database.execute(&sql).await;
    // The action is not confirmed if other nodes cannot be informed.
    execute(rename("cluster_news", "away")).await;
    let untold = request(here, "DELETE", path, Some(kept)).await;
    assert_eq!(untold.json()["code"], "storage_unavailable");
    lost.ask_ok(json!({"type": "ping"})).await;
    execute(rename("away", "cluster_news")).await;
    let ended = request(here, "DELETE", path, Some(kept)).await;
    assert_eq!(ended.status, 204);
    let closed = async {
        loop {
            if let Err(Gone { code }) = lost.read().await {
                return code;
            }
        }
    };
    assert_eq!(
        patiently("the end of a connection", closed).await,
        Some(1008)
    );
    other.ask_ok(json!({"type": "ping"})).await;
    cluster.end().await;
}

#[tokio::test]
async fn a_notice_of_the_operator_is_shown_on_all_nodes_and_to_those_who_come_later() {
    let cluster = Cluster::start(2).await;
    let there = cluster.nodes[1].address;
    let (mut lin, _) = Socket::greet(there, "Lin").await;
    let notice = ["notice", "Tea at four", "--stays"];
    admin(&cluster.nodes[0], &notice)
        .await
        .expect("it is shown");
    hear(&mut lin, "Tea at four").await;
    let (mut wu, _) = Socket::greet(there, "Wu").await;
    hear(&mut wu, "Tea at four").await;
    let withdraw = ["notice", "--withdraw"];
    admin(&cluster.nodes[0], &withdraw)
        .await
        .expect("it is withdrawn");
    hear(&mut lin, "").await;
    cluster.end().await;
}
