//! A server that temporarily refuses requests, or closes connections: the commands for people try again. The server is a script.

use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use giog_tests::{Terminal, patiently};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

const ROOM: &str = "6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10";

/// The reaction of the script to a request.
enum Does {
    /// Answer with these fields.
    Answers(Value),
    /// The same, and send another message.
    Says(Value, Value),
    /// Refuse with `busy`.
    IsBusy,
    /// Break the connection, perhaps after an answer.
    Breaks(Option<Value>),
}

use Does::{Answers, Breaks, IsBusy, Says};

/// Follows the script request by request, over all connections; returns the requests.
async fn server(script: Vec<Does>) -> (SocketAddr, mpsc::UnboundedReceiver<Value>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("it is bound");
    let (asked, requests) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        let mut script = script.into_iter();
        loop {
            let (stream, _) = listener.accept().await.expect("a connection");
            let mut socket = tokio_tungstenite::accept_async(stream)
                .await
                .expect("a WebSocket");
            while let Some(Ok(frame)) = socket.next().await {
                let Ok(text) = frame.to_text() else { continue };
                let Ok(request) = serde_json::from_str::<Value>(text) else {
                    continue;
                };
                let re = request["id"].clone();
                let _ = asked.send(request);
                match script.next() {
                    Some(Answers(fields)) => answer(&mut socket, &re, fields).await,
                    Some(Says(fields, more)) => {
                        answer(&mut socket, &re, fields).await;
                        send(&mut socket, &more).await;
                    }
                    Some(IsBusy) => {
                        let busy = json!({
                            "type": "error", "re": re, "code": "busy", "message": "busy", "wait_ms": 1
                        });
                        send(&mut socket, &busy).await;
                    }
                    Some(Breaks(Some(fields))) => {
                        answer(&mut socket, &re, fields).await;
                        break;
                    }
                    Some(Breaks(None)) | None => break,
                }
            }
        }
    });
    (address, requests)
}

async fn answer(socket: &mut WebSocketStream<TcpStream>, re: &Value, mut fields: Value) {
    fields["type"] = "ok".into();
    fields["re"] = re.clone();
    send(socket, &fields).await;
}

async fn send(socket: &mut WebSocketStream<TcpStream>, message: &Value) {
    // The client reconnects.
    let _ = socket.send(Message::text(message.to_string())).await;
}

fn greeting() -> Value {
    json!({
        "player": ROOM, "name": "Lin", "token": "secret", "protocol": 1, "server": "giog/0",
        "limits": {
            "frame_bytes": 1, "requests_per_second": 1, "requests_burst": 1, "rooms_per_connection": 1,
            "rooms_per_person": 1, "spectators_per_room": 1, "take_backs_per_trick": 1, "grace_ms": 1,
            "entropy_ms": 1, "idle_ms": 1
        },
        "rooms": []
    })
}

fn joined() -> Value {
    json!({"room": ROOM})
}

fn closed() -> Value {
    json!({"type": "left", "room": ROOM, "reason": "closed"})
}

/// Runs a command with such a server until this output; returns the output and the requests.
async fn told(script: Vec<Does>, words: &[&str], last: &str) -> (Vec<String>, Vec<Value>) {
    let (address, mut requests) = server(script).await;
    let home = tempfile::tempdir().expect("a folder");
    let url = format!("http://{address}");
    let args = [&[words[0], "--server", &url], &words[1..]].concat();
    let mut terminal = Terminal::run(home.path(), &args);
    patiently("what is told last", terminal.until(last)).await;
    let mut asked = Vec::new();
    while let Ok(request) = requests.try_recv() {
        asked.push(request);
    }
    (terminal.told, asked)
}

#[tokio::test]
async fn whoever_comes_back_into_a_room_waits_for_a_busy_server_over_any_number_of_connections() {
    for words in [["play", "join", ROOM].as_slice(), &["watch", ROOM]] {
        let script = vec![
            Answers(greeting()),
            IsBusy,
            Breaks(None),
            Answers(greeting()),
            Breaks(Some(joined())),
            Answers(greeting()),
            IsBusy,
            Says(joined(), closed()),
        ];
        let (told, asked) = told(script, words, "The room is closed.").await;
        assert!(
            !told.iter().any(|line| line.starts_with("You are out")),
            "{told:#?}"
        );
        let joins = asked.iter().filter(|request| request["type"] == "join");
        assert_eq!(joins.count(), 5, "{asked:#?}");
    }
}

#[tokio::test]
async fn what_is_typed_outside_rooms_is_asked_again_with_the_same_key() {
    let script = vec![
        Answers(greeting()),
        Breaks(None),
        Answers(greeting()),
        Says(joined(), closed()),
    ];
    let (_, asked) = told(script, &["play", "quick"], "The room is closed.").await;
    let keys: Vec<&Value> = asked
        .iter()
        .filter(|request| request["type"] == "quick_play")
        .map(|request| &request["key"])
        .collect();
    assert!(
        matches!(keys[..], [one, other] if one == other),
        "{asked:#?}"
    );
}

#[tokio::test]
async fn what_the_operator_says_is_told_outside_rooms_as_well() {
    let script = vec![
        Says(
            greeting(),
            json!({"type": "announcement", "text": "A restart at noon"}),
        ),
        Answers(json!({"rooms": [], "more": false})),
    ];
    let (told, _) = told(script, &["play"], "The operator says: A restart at noon").await;
    assert!(told[0].starts_with("You are Lin"), "{told:#?}");
}
