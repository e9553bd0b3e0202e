//! People who delete their data while the rooms with their names move from one server to another.

use std::time::Duration;

use giog_tests::{Socket, patiently, request};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use super::moves::move_to;
use super::{AGAIN, Cluster, two_nodes, undisturbed};

/// A name that occurs nowhere else.
const NAME: &str = "Qwzyxvu";
/// For how long the room moves back and forth: twice the time after which a server erases names in logs.
const MOVES_FOR: Duration = Duration::from_secs(6);

/// Reads frames up to one of this kind, and returns them.
async fn read_until(socket: &mut Socket, is_it: impl Fn(&Value) -> bool) -> Vec<Value> {
    let mut frames = Vec::new();
    let reading = async {
        loop {
            let frame = socket.read().await.expect("the connection holds");
            let is_last = is_it(&frame);
            frames.push(frame);
            if is_last {
                return;
            }
        }
    };
    patiently("what is waited for", reading).await;
    frames
}

#[tokio::test]
async fn whoever_is_forgotten_while_their_room_moves_is_named_nowhere() {
    undisturbed(two_nodes, forgotten_while_their_room_moves).await;
}

async fn forgotten_while_their_room_moves(cluster: &Cluster, (): &mut ()) {
    let nodes = cluster.addresses();
    let (mut lin, _) = Socket::greet(nodes[0], "Lin").await;
    let settings = json!({"seats": 3, "clock": {"kind": "none"}});
    let create = json!({"type": "create_room", "key": "a", "settings": settings});
    let room = lin.ask_ok(create).await["room"].clone();
    let id = room.as_str().expect("an id");
    let (mut gone, welcome) = Socket::greet(nodes[1], NAME).await;
    gone.ask_ok(json!({"type": "join", "room": room, "sit": true}))
        .await;
    gone.ask_ok(json!({"type": "chat", "room": room, "key": "1", "text": "hello"}))
        .await;
    assert!(cluster.database.holds(NAME).await.is_some());
    let moving = async {
        let until = Instant::now() + MOVES_FOR;
        let mut moved = 0;
        while Instant::now() < until {
            for to in [1, 0] {
                move_to(cluster, to, id).await;
                moved += 1;
            }
        }
        moved
    };
    let forgetting = async {
        let token = welcome["token"].as_str();
        while request(nodes[1], "DELETE", "/api/v1/guests/me", token)
            .await
            .status
            != 204
        {
            sleep(AGAIN).await;
        }
        assert_eq!(patiently("the end", gone.closed()).await, Some(1008));
    };
    let (moved, ()) = tokio::join!(moving, forgetting);
    println!("the room moved {moved} times");
    let nowhere = async {
        while cluster.database.holds(NAME).await.is_some() {
            sleep(AGAIN).await;
        }
    };
    patiently("the forgetting", nowhere).await;
    // The people in the room noticed no move, and got the event.
    read_until(&mut lin, |frame| {
        frame["event"]["do"] == "renamed" && frame["event"]["name"] == "forgotten"
    })
    .await;
    // No node sends the name any more, and it is not stored again when the room moves once more.
    move_to(cluster, 1, id).await;
    lin.ask_ok(json!({"type": "chat", "room": room, "key": "2", "text": "gone"}))
        .await;
    for &node in &nodes {
        for after in [Value::Null, json!(0), json!(2)] {
            let (mut mei, _) = Socket::greet(node, "Mei").await;
            mei.ask_ok(json!({"type": "join", "room": room, "after": after}))
                .await;
            for frame in read_until(&mut mei, |frame| frame["type"] == "now").await {
                assert!(!frame.to_string().contains(NAME), "{frame}");
            }
        }
    }
    assert_eq!(cluster.database.holds(NAME).await, None);
    cluster.nobody_was_fenced_but(0).await;
}
