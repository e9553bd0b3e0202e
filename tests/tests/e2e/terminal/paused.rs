//! A pause of a match, in the terminal.

use std::time::Duration;

use giog_tests::{Server, Socket, quick, seed};
use serde_json::{Value, json};
use tokio::time::sleep;

use super::Person;

/// How often a person asks again.
const AGAIN: Duration = Duration::from_millis(300);

async fn is_paused(socket: &mut Socket, room: &Value) -> bool {
    socket.ask_ok(json!({"type": "join", "room": room})).await;
    loop {
        let frame = socket.read_fresh().await.expect("the connection holds");
        if frame["type"] == "snapshot" {
            return frame["state"]["paused"] == true;
        }
    }
}

#[tokio::test]
async fn a_person_at_a_terminal_agrees_to_a_pause_and_ends_it() {
    let server = Server::start(quick()).await;
    let words = "new giog 3 unlisted nopause noclock lots";
    let mut lin = Person::sits_down(server.address, "Lin", words, seed());
    let room = lin.terminal.until("Room ").await;
    let room = json!(room.trim_start_matches("Room "));
    let (mut mei, _) = Socket::greet(server.address, "Mei").await;
    let (mut bo, _) = Socket::greet(server.address, "Bo").await;
    for person in [&mut mei, &mut bo] {
        for what in ["join", "sit", "ready"] {
            person.ask_ok(json!({"type": what, "room": room})).await;
        }
    }
    lin.terminal.say("ready").await;
    lin.terminal.until("A match begins").await;
    lin.terminal.say("pause").await;
    lin.terminal.until("Not done: all players").await;
    bo.close().await;
    let agrees = |agrees| json!({"type": "pause", "room": room, "agrees": agrees});
    // Until the server knows that Bo's connection is gone.
    while mei.ask(agrees(true)).await["type"] != "ok" {
        sleep(AGAIN).await;
    }
    lin.terminal.until("Mei wants a pause. If you agree").await;
    lin.terminal.say("pause").await;
    lin.terminal.until("Lin wants a pause.").await;
    while !is_paused(&mut mei, &room).await {
        sleep(AGAIN).await;
        mei.ask(agrees(false)).await;
        mei.ask(agrees(true)).await;
    }
    lin.terminal.until("The match is paused. To let it").await;
    lin.terminal.say("resume").await;
    lin.terminal.until("The match goes on.").await;
    // Before a pause, it takes back that a person agrees.
    lin.terminal.say("pause").await;
    lin.terminal.until("Lin wants a pause.").await;
    lin.terminal.say("resume").await;
    lin.terminal.until("Lin does not want a pause").await;
    lin.terminal.say("quit").await;
    lin.terminal.end().await;
    server.stop().await;
}
