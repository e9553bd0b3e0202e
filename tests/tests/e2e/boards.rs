//! Games on boards over a socket, with bots, to a valid record.

use giog_rules::boards::BoardVariant;
use giog_rules::{Proof, Variant, verify};
use giog_tests::{Server, Socket, get, patiently, quick};
use serde_json::{Value, json};

/// Actions of the person after which they give up.
const MOST_ACTIONS: usize = 40;

#[tokio::test]
async fn every_game_on_a_board_is_played_over_a_socket_and_proven() {
    let server = Server::start(quick()).await;
    for variant in BoardVariant::ALL {
        let (mut socket, room) = table(&server, variant).await;
        play(&mut socket, &room).await;
        if variant != BoardVariant::QiGuoXiangxi {
            prove(&server, &mut socket, &room).await;
        }
        socket.close().await;
    }
    server.stop().await;
}

/// A table of one person and bots at which a match starts.
async fn table(server: &Server, variant: BoardVariant) -> (Socket, Value) {
    let (mut socket, _) = Socket::greet_with(server.address, json!({"batch": true})).await;
    let settings = json!({"variant": variant, "clock": {"kind": "none"}, "reveal_pause_ms": 0});
    let make = json!({"type": "create_room", "key": variant, "settings": settings});
    let room = socket.ask_ok(make).await["room"].clone();
    for _ in 1..Variant::from(variant).usual_players() {
        socket
            .ask_ok(json!({"type": "add_bot", "room": room}))
            .await;
    }
    socket.ask_ok(json!({"type": "ready", "room": room})).await;
    (socket, room)
}

/// Takes the first listed action of each decision, and resigns at the end.
async fn play(socket: &mut Socket, room: &Value) {
    let mut actions = 0;
    let mut next_turn = 0;
    loop {
        // Several bots think before the person's next turn, but there is always a next move.
        let message = patiently("a move", socket.read()).await;
        let message = message.expect("the connection holds");
        assert_ne!(message["type"], "error", "{message}");
        if message["event"]["do"] == "finished" {
            return;
        }
        let you = &message["you"];
        let kind = &you["decision"]["may"][0];
        // The same decision may be sent again while an action is on its way.
        let turn = you["turn"].as_u64().filter(|&turn| turn >= next_turn);
        if message["type"] != "now" || kind.is_null() || turn.is_none() {
            continue;
        }
        next_turn = turn.map_or(0, |turn| turn + 1);
        let mut act = json!({"type": "act", "room": room, "turn": you["turn"]});
        let mut done = if actions == MOST_ACTIONS {
            json!({"do": "resign"})
        } else {
            let choice = kind["choices"][0].as_str().expect("a choice");
            match kind["do"].as_str().expect("a kind") {
                "move" => json!({"do": "move", "move": choice}),
                "drop" => {
                    let (piece, to) = choice.split_once('@').expect("a piece and a point");
                    json!({"do": "drop", "piece": piece, "to": to})
                }
                "ally" => json!({"do": "ally", "state": choice}),
                verb => json!({"do": verb, "at": choice}),
            }
        };
        let fields = done.as_object_mut().expect("an object");
        act.as_object_mut().expect("an object").append(fields);
        let answer = socket.ask(act.clone()).await;
        // If two boards are played at once, a move on the other board may end the match.
        let is_late = answer["code"] == "no_match";
        assert!(
            answer["type"] == "ok" || is_late,
            "{act} is answered {answer}"
        );
        if actions == MOST_ACTIONS {
            return;
        }
        actions += 1;
    }
}

/// The record of the last match.
async fn prove(server: &Server, socket: &mut Socket, room: &Value) {
    let previous = patiently("the end of the match", async {
        loop {
            socket.ask_ok(json!({"type": "join", "room": room})).await;
            let message = loop {
                let message = socket.read().await.expect("the connection holds");
                if message["type"] == "snapshot" {
                    break message;
                }
            };
            if !message["state"]["previous"].is_null() {
                break message["state"]["previous"].clone();
            }
        }
    })
    .await;
    let id = previous["match_id"].as_str().expect("an id");
    let record = get(server.address, &format!("/api/v1/matches/{id}/record")).await;
    assert_eq!(record.status, 200);
    let key = server.signer().public_key();
    assert_eq!(verify(&record.body, None, &[key]).verdict, Proof::Pass);
    assert_eq!(
        record.json()["result"]["winners"],
        previous["result"]["winners"]
    );
    let told = get(server.address, &format!("/api/v1/matches/{id}/events")).await;
    let told = told.json();
    assert_eq!(told["events"][1]["do"], "set_up", "{told}");
}
