//! Both forms of frames on one server: `news` has the same contents as single frames.

use giog_tests::{Server, Socket, Table, patiently, quick, seed};
use serde_json::{Value, json};

/// What `hello` asks for: `batch` and `short`.
type Form = (bool, bool);

/// All forms; `short` has no effect without `batch`.
const FORMS: [Form; 4] = [(false, false), (true, false), (true, true), (false, true)];

/// The forms that differ from others.
const LISTENERS: usize = 3;

/// A connection in a room that only reads.
async fn listens(server: &Server, token: Option<&str>, room: &str, form: Form) -> Socket {
    let (batch, short) = form;
    let mut hello = json!({"batch": batch, "short": short});
    if let Some(token) = token {
        hello["token"] = token.into();
    }
    let (mut socket, welcome) = Socket::greet_with(server.address, hello).await;
    assert_eq!(welcome["batch"] == true, batch, "{welcome}");
    assert_eq!(welcome["short"] == true, batch && short, "{welcome}");
    let joined = socket.ask_ok(json!({"type": "join", "room": room})).await;
    assert_eq!(joined["handle"].is_u64(), batch, "{joined}");
    socket
}

/// The messages about a match that a listener got.
#[derive(Debug)]
struct Told {
    events: Vec<Value>,
    /// The last `now`.
    now: Value,
    frames: usize,
    bytes: usize,
}

/// The messages up to the end of a match.
async fn told(socket: &mut Socket) -> Told {
    let (mut events, mut now, mut over) = (Vec::new(), Value::Null, false);
    let (frames, bytes) = (socket.frames(), socket.bytes());
    while !over
        || now["seq"]
            != events
                .last()
                .map_or(Value::Null, |event: &Value| event["seq"].clone())
    {
        let message = socket.read().await.expect("the connection holds");
        match message["type"].as_str() {
            Some("event") => {
                over |= message["event"]["do"] == "finished";
                events.push(message);
            }
            Some("now") => now = message,
            _ => {}
        }
    }
    Told {
        events,
        now,
        frames: socket.frames() - frames,
        bytes: socket.bytes() - bytes,
    }
}

#[tokio::test]
async fn news_say_what_single_frames_say_in_fewer_of_them() {
    let server = Server::start(quick()).await;
    let settings = json!({"seats": 4, "clock": {"kind": "none"}, "reveal_pause_ms": 0});
    let entropy = [false, true, false, false];
    let mut table = Table::set(server.address, &settings, &entropy, 0, seed()).await;
    let token = table.people[1].player.token.clone();
    let mut listeners = Vec::new();
    for token in [Some(token.as_str()), None] {
        // A person may not have enough connections in a room for all forms in addition to the one that plays.
        for form in &FORMS[..LISTENERS] {
            listeners.push(listens(&server, token, &table.room, *form).await);
        }
    }
    table.play_match().await;
    for listeners in listeners.chunks_mut(LISTENERS) {
        let mut heard = Vec::new();
        for listener in listeners {
            heard.push(patiently("a match", told(listener)).await);
        }
        let [single, news, short] = &heard[..] else {
            panic!("one for each form");
        };
        for other in [news, short] {
            assert_eq!(single.events, other.events);
            assert_eq!(single.now, other.now);
        }
        assert!(news.frames * 2 < single.frames, "{heard:?}");
        assert_eq!(short.frames, news.frames);
        assert!(short.bytes * 5 < news.bytes * 3, "{heard:?}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_room_that_is_left_and_joined_anew_has_another_handle_and_what_was_missed_comes_as_news()
{
    let server = Server::start(quick()).await;
    let hello = json!({"name": "Lin", "batch": true});
    let (mut lin, welcome) = Socket::greet_with(server.address, hello).await;
    let create = |key: &str| json!({"type": "create_room", "key": key, "settings": {"seats": 2}});
    let first = lin.ask_ok(create("a")).await;
    let second = lin.ask_ok(create("b")).await;
    assert_ne!(first["handle"], second["handle"]);
    let again = lin.ask_ok(create("a")).await;
    assert_eq!(again["room"], first["room"]);
    assert_eq!(again["handle"], first["handle"], "it is in there already");
    let room = &first["room"];
    lin.ask_ok(json!({"type": "add_bot", "room": room})).await;
    let token = welcome["token"].as_str().expect("a token");
    let mut all = Vec::new();
    for (batch, short) in FORMS {
        let hello = json!({"token": token, "batch": batch, "short": short});
        let (mut socket, _) = Socket::greet_with(server.address, hello).await;
        let join = json!({"type": "join", "room": room, "after": 0});
        socket.ask_ok(join).await;
        let mut heard: Vec<Value> = Vec::new();
        while heard.last().is_none_or(|last| last["type"] != "now") {
            let message = socket.read().await.expect("the connection holds");
            heard.push(message);
        }
        all.push(heard);
    }
    let (first_heard, others) = all.split_first().expect("there are several forms");
    assert!(others.iter().all(|other| other == first_heard), "{all:?}");
    assert!(first_heard.len() > 3, "{all:?}");
    lin.ask_ok(json!({"type": "leave", "room": room})).await;
    let joined = lin.ask_ok(json!({"type": "join", "room": room})).await;
    assert_ne!(joined["handle"], first["handle"]);
    server.stop().await;
}
