//! A worker for reviews asks one node, and computes what people have asked another one for.

use std::process::Stdio;

use giog_tests::{Table, get, patiently, program, seed};
use serde_json::Value;
use tokio::process::Command;
use tokio::time::sleep;

use super::moves::admin;
use super::{AGAIN, Cluster, Node};
use crate::reviews::mahjong;

/// The review of a path at a node, once it is made.
async fn made(node: &Node, path: &str) -> Value {
    let made = async {
        loop {
            let answer = get(node.address, path).await;
            if answer.status != 202 {
                assert_eq!(answer.status, 200, "{}", answer.json());
                return answer.json();
            }
            sleep(AGAIN).await;
        }
    };
    patiently("the review", made).await
}

#[tokio::test]
async fn a_worker_of_one_node_computes_for_another_and_what_it_computed_ends_on_both_with_it() {
    let cluster = Cluster::start(2).await;
    let [one, other] = &cluster.nodes[..] else {
        panic!("there are two");
    };
    // Nothing is searched in it, so that a review takes little.
    let mut table = Table::set(one.address, &mahjong(), &[true, false], 0, seed()).await;
    let match_id = table.play_match().await;
    let new = admin(one, &["add-reviewer", "in the cellar"]).await;
    let new = new.expect("it is made");
    let text = |name: &str| new[name].as_str().expect("a text").to_owned();
    let (id, token) = (text("reviewer"), text("token"));
    let mut worker = Command::new(program())
        .args(["reviewer", "--server"])
        .arg(format!("http://{}", other.address))
        .env("GIOG_REVIEWER_TOKEN", token)
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .expect("the program runs");
    let seen = async {
        loop {
            let all = admin(one, &["reviewers"]).await.expect("a list");
            if all["reviewers"][0]["seen_at"].is_string() {
                return;
            }
            sleep(AGAIN).await;
        }
    };
    patiently("the worker", seen).await;
    let path = format!("/api/v1/matches/{match_id}/review?as=1");
    assert_eq!(get(one.address, &path).await.status, 202);
    let mut told = made(one, &path).await;
    assert_eq!(get(other.address, &path).await.json(), told);
    let computed = told.as_object_mut().expect("an object").remove("worker");
    assert!(computed.is_some(), "a worker has computed it");
    // Both ask for another seat: it is computed once.
    let path_of_next = format!("/api/v1/matches/{match_id}/review?as=2");
    for node in [one, other] {
        assert_ne!(get(node.address, &path_of_next).await.status, 404);
    }
    assert_eq!(
        made(one, &path_of_next).await,
        made(other, &path_of_next).await
    );
    worker.kill().await.expect("it ends");
    let revoked = admin(other, &["revoke-reviewer", &id]).await;
    revoked.expect("it is revoked");
    for node in [one, other] {
        assert_eq!(made(node, &path).await, told);
    }
    cluster.end().await;
}
