//! The connection to a scripted server.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use giog_client::{Client, ClientError, ClientOptions, Incoming};
use giog_protocol::server::ServerMessage;
use giog_protocol::{ErrorCode, RoomId};
use giog_rules::{Action, RefusalCode};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

const ROOM: &str = "6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10";

/// How many times a request is sent whose answer may come too late.
const MAX_TRIES: usize = 50;

type Socket = WebSocketStream<TcpStream>;

/// A client of a server that runs `script` with its one connection.
async fn connect<F>(
    options: ClientOptions,
    script: impl FnOnce(Socket) -> F + Send + 'static,
) -> Client
where
    F: Future<Output = ()> + Send + 'static,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.expect("a connection");
        script(
            tokio_tungstenite::accept_async(stream)
                .await
                .expect("a WebSocket"),
        )
        .await;
    });
    Client::connect(&format!("ws://{address}/ws"), options)
        .await
        .expect("the server is there")
}

async fn receive(socket: &mut Socket) -> Value {
    let frame = socket.next().await.expect("a frame").expect("a good frame");
    serde_json::from_str(frame.to_text().expect("a text")).expect("JSON")
}

async fn send(socket: &mut Socket, message: Value) {
    socket
        .send(Message::text(message.to_string()))
        .await
        .expect("the client is there");
}

fn away(seq: u64) -> Value {
    json!({"type": "event", "room": ROOM, "seq": seq, "event": {"do": "away", "seat": 1}})
}

fn room() -> RoomId {
    serde_json::from_value(json!(ROOM)).expect("a room")
}

fn seq(incoming: &Incoming) -> u64 {
    match incoming.message() {
        Some(ServerMessage::Event(event)) => event.seq,
        _ => panic!("not an event: {incoming:?}"),
    }
}

#[tokio::test]
async fn answers_go_to_their_request_and_messages_in_between_wait_in_order() {
    let mut client = connect(ClientOptions::default(), |mut socket| async move {
        let hello = receive(&mut socket).await;
        assert_eq!(
            (&hello["type"], &hello["name"], &hello["protocol"]),
            (&json!("hello"), &json!("Lin"), &json!(1))
        );
        send(&mut socket, away(1)).await;
        send(&mut socket, json!({"type": "ok", "re": 999, "room": ROOM})).await;
        send(&mut socket, away(2)).await;
        send(&mut socket, json!({"type": "news-of-tomorrow"})).await;
        send(&mut socket, welcome(&hello["id"])).await;
        let act = receive(&mut socket).await;
        assert_eq!(
            (&act["do"], &act["pieces"], &act["turn"]),
            (&json!("play"), &json!("PP"), &json!(4))
        );
        send(
            &mut socket,
            json!({"type": "ok", "re": act["id"], "turn": 5}),
        )
        .await;
        send(&mut socket, away(3)).await;
        receive(&mut socket).await;
    })
    .await;
    let welcome = client.hello(None, Some("Lin")).await.expect("a welcome");
    assert_eq!(welcome.token.as_deref(), Some("secret"));
    let play = Action::Tricks(giog_rules::tricks::Action::Play {
        pieces: "PP".to_owned(),
    });
    assert_eq!(client.act(room(), 4, play).await.expect("taken"), (5, None));
    for expected in 1..=3 {
        assert_eq!(seq(&client.next().await.expect("a message")), expected);
    }
}

#[tokio::test]
async fn an_unknown_decision_is_answered_with_its_default() {
    let mut client = connect(ClientOptions::default(), |mut socket| async move {
        let default = json!({"do": "juggle", "balls": [1, 2]});
        let decision =
            json!({"decision": 1, "must": true, "do": "juggle", "balls": 3, "default": default});
        let you = json!({"turn": 4, "decision": decision});
        let now = json!({"type": "now", "room": ROOM, "seq": 9, "deciding": [], "you": you});
        send(&mut socket, now).await;
        let act = receive(&mut socket).await;
        let expected = json!({
            "id": 0, "type": "act", "room": ROOM, "turn": 4, "do": "juggle", "balls": [1, 2]
        });
        assert_eq!(act, expected);
        send(&mut socket, json!({"type": "ok", "re": 0, "turn": 5})).await;
        receive(&mut socket).await;
    })
    .await;
    let now = client.next().await.expect("a message");
    assert!(matches!(now.message(), Some(ServerMessage::Now(_))));
    let Incoming::UnknownDecision(asked) = client.next().await.expect("a message") else {
        panic!("nothing is asked");
    };
    assert_eq!(client.act_default(&asked).await.expect("taken"), 5);
}

fn welcome(re: &Value) -> Value {
    json!({
        "type": "ok", "re": re, "player": ROOM, "name": "Lin", "token": "secret", "protocol": 1, "server": "giog 0",
        "limits": {
            "frame_bytes": 1, "requests_per_second": 1, "requests_burst": 1, "rooms_per_connection": 1,
            "rooms_per_person": 1, "spectators_per_room": 1, "take_backs_per_trick": 1, "grace_ms": 1,
            "entropy_ms": 1, "idle_ms": 1
        },
        "rooms": []
    })
}

#[tokio::test]
async fn refusals_carry_their_code() {
    let mut client = connect(ClientOptions::default(), |mut socket| async move {
        for code in ["seat_taken", "not_in_hand"] {
            let request = receive(&mut socket).await;
            send(
                &mut socket,
                json!({"type": "error", "re": request["id"], "code": code, "message": "no"}),
            )
            .await;
        }
    })
    .await;
    for expected in [
        ErrorCode::SeatTaken,
        ErrorCode::Refused(RefusalCode::NotInHand),
    ] {
        match client.sit(room(), None).await {
            Err(ClientError::Refused(reply)) => assert_eq!(reply.code, Some(expected)),
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn an_answer_that_comes_too_late_is_dropped_and_the_next_one_is_found() {
    let options = ClientOptions {
        reply_timeout: Duration::from_millis(200),
        ..ClientOptions::default()
    };
    let mut client = connect(options, |mut socket| async move {
        // Each answer comes after the next request.
        let mut late = receive(&mut socket).await;
        loop {
            let next = receive(&mut socket).await;
            send(&mut socket, json!({"type": "ok", "re": late["id"]})).await;
            send(&mut socket, json!({"type": "ok", "re": next["id"]})).await;
            late = next;
        }
    })
    .await;
    let late = client.ping().await.expect_err("nothing comes");
    assert!(
        matches!(late, ClientError::Timeout(_)) && late.is_recoverable(),
        "{late}"
    );
    // On a busy machine the next one may be late too.
    for _ in 0..MAX_TRIES {
        match client.ping().await {
            Ok(()) => return,
            Err(error) => assert!(matches!(error, ClientError::Timeout(_)), "{error}"),
        }
    }
    panic!("no answer is found");
}

#[tokio::test]
async fn more_messages_than_may_wait_are_an_error_and_never_silently_lost() {
    let options = ClientOptions {
        queue_messages: 2,
        ..ClientOptions::default()
    };
    let mut client = connect(options, |mut socket| async move {
        receive(&mut socket).await;
        for number in 1..=3 {
            send(&mut socket, away(number)).await;
        }
        while socket.next().await.is_some() {}
    })
    .await;
    assert!(matches!(
        client.ping().await,
        Err(ClientError::QueueFull { limit: 2 })
    ));
    assert_eq!(seq(&client.next().await.expect("what was kept")), 1);
}

#[tokio::test]
async fn a_server_that_goes_away_says_so() {
    let mut client = connect(ClientOptions::default(), |mut socket| async move {
        socket.close(None).await.expect("closed");
    })
    .await;
    assert!(matches!(
        client.next().await,
        Err(ClientError::Closed { .. })
    ));
}

#[tokio::test]
async fn a_token_that_has_ended_is_known_from_the_close() {
    let mut client = connect(ClientOptions::default(), |mut socket| async move {
        let ended = CloseFrame {
            code: CloseCode::Policy,
            reason: "token ended".into(),
        };
        socket.close(Some(ended)).await.expect("closed");
    })
    .await;
    let error = client.next().await.expect_err("it is closed");
    assert!(error.is_token_ended(), "{error}");
}

#[tokio::test]
async fn a_server_that_is_silent_is_asked_and_given_up_only_when_it_does_not_answer() {
    let options = ClientOptions {
        silence: Duration::from_millis(100),
        // Longer than a busy machine needs to answer, and not long to wait for.
        probe_timeout: Duration::from_secs(5),
        ..ClientOptions::default()
    };
    let mut client = connect(options, |mut socket| async move {
        for number in 1..=3 {
            // Reading answers it.
            let asked = socket.next().await.expect("a frame").expect("a good frame");
            assert!(asked.is_ping(), "{asked:?}");
            socket.flush().await.expect("the client is there");
            if number < 3 {
                send(&mut socket, away(number)).await;
            }
        }
        // It holds the connection, and reads nothing any more.
        std::future::pending::<()>().await;
    })
    .await;
    for expected in 1..=2 {
        assert_eq!(seq(&client.next().await.expect("a message")), expected);
    }
    let error = client.next().await.expect_err("nothing comes any more");
    assert!(matches!(error, ClientError::Silent(_)), "{error}");
    assert!(!error.is_recoverable());
}

#[tokio::test]
async fn nobody_there_is_an_error() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    drop(listener);
    let connected = Client::connect(&format!("ws://{address}/ws"), ClientOptions::default()).await;
    assert!(
        matches!(connected, Err(ClientError::Connect(_))),
        "{connected:?}"
    );
}

#[tokio::test]
async fn tls_is_there_and_answers_with_an_error_where_nobody_speaks_it() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move { listener.accept().await.map(drop) });
    let connected = Client::connect(&format!("wss://{address}/ws"), ClientOptions::default()).await;
    assert!(
        matches!(connected, Err(ClientError::Connect(_))),
        "{connected:?}"
    );
}
