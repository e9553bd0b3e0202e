//! A room that is opened to more people: its private past is not shown to strangers, neither over the socket nor over REST.

use std::net::SocketAddr;

use giog_tests::{Server, Socket, get, get_as, quick};
use serde_json::{Value, json};

const PASSWORD: &str = "between us";

fn settings(fields: &Value) -> Value {
    let mut settings =
        json!({"seats": 2, "ceremony": "server", "clock": {"kind": "none"}, "reveal_pause_ms": 0});
    let (settings_of, more) = (settings.as_object_mut(), fields.as_object());
    settings_of
        .expect("an object")
        .extend(more.expect("an object").clone());
    settings
}

/// A person in a room, with all their messages.
struct Guest {
    socket: Socket,
    token: String,
    room: Value,
    heard: Vec<Value>,
}

impl Guest {
    async fn greet(address: SocketAddr, name: &str, room: Value) -> Self {
        let (socket, welcome) = Socket::greet(address, name).await;
        Self {
            socket,
            token: welcome["token"].as_str().expect("a token").to_owned(),
            room,
            heard: Vec::new(),
        }
    }

    async fn ask(&mut self, request: Value) {
        let mut request = request;
        request["room"] = self.room.clone();
        let answer = self.socket.ask(request.clone()).await;
        // Another player may have been faster.
        assert!(
            answer["type"] == "ok" || request["type"] == "act",
            "{request}: {answer}"
        );
    }

    async fn read(&mut self) -> Value {
        let frame = self.socket.read().await.expect("the connection holds");
        self.heard.push(frame.clone());
        frame
    }

    /// Reads up to an event, and acts whenever there is a decision.
    async fn until(&mut self, wanted: &str) -> Value {
        loop {
            let frame = self.read().await;
            if frame["event"]["do"] == wanted {
                return frame["event"].clone();
            }
            let you = &frame["you"];
            if frame["type"] == "now" && you["decision"]["must"] == true {
                let mut act = you["decision"]["default"].clone();
                act["type"] = "act".into();
                act["turn"] = you["turn"].clone();
                self.ask(act).await;
            }
        }
    }
}

/// Everything that strangers can get of the room: by `join` with every `after`, and over REST, with and without a token.
async fn shown(address: SocketAddr, guest: &mut Guest, last: u64) -> String {
    let mut shown = String::new();
    for after in 0..=last {
        guest.ask(json!({"type": "join", "after": after})).await;
        loop {
            let frame = guest.read().await;
            shown.push_str(&frame.to_string());
            if frame["type"] == "now" {
                break;
            }
        }
    }
    shown.push_str(&rest(address, &guest.room, None).await);
    shown.push_str(&rest(address, &guest.room, Some(&guest.token)).await);
    shown
}

/// Everything that REST returns about a room.
async fn rest(address: SocketAddr, room: &Value, token: Option<&str>) -> String {
    let room = room.as_str().expect("an id");
    let mut told = String::new();
    for path in [
        format!("/api/v1/rooms/{room}"),
        format!("/api/v1/rooms/{room}/cancelled-starts"),
        format!("/api/v1/matches?room={room}"),
        "/api/v1/rooms".to_owned(),
    ] {
        let answer = get_as(address, &path, token).await;
        told.push_str(&String::from_utf8_lossy(&answer.body));
    }
    told
}

#[tokio::test]
async fn strangers_are_shown_nothing_from_before_they_might_come_in() {
    let server = Server::start(quick()).await;
    let address = server.address;
    let mut lin = Guest::greet(address, "Lin", Value::Null).await;
    let create = json!({"type": "create_room", "key": "k", "settings": settings(&json!({"password": PASSWORD}))});
    lin.room = lin.socket.ask_ok(create).await["room"].clone();
    let mut bo = Guest::greet(address, "Bo", lin.room.clone()).await;
    bo.ask(json!({"type": "join", "password": PASSWORD, "sit": true}))
        .await;
    // The players have a cancelled start and a match in private.
    let next = lin.until("sat").await;
    assert_eq!(next["do"], "sat");
    let path = format!("/api/v1/rooms/{}", lin.room.as_str().expect("an id"));
    let state = get_as(address, &path, Some(&lin.token)).await.json();
    let cancelled = state["next"]["match_id"].clone();
    lin.ask(json!({"type": "ready", "match_id": cancelled, "entropy_commitment": "ab".repeat(32)}))
        .await;
    bo.ask(json!({"type": "ready"})).await;
    bo.until("committed").await;
    bo.ask(json!({"type": "stand"})).await;
    bo.ask(json!({"type": "sit"})).await;
    lin.until("cancelled").await;
    for one in [&mut lin, &mut bo] {
        one.ask(json!({"type": "ready"})).await;
    }
    let (start, _) = tokio::join!(lin.until("finished"), bo.until("finished"));
    let played = start["match_id"].clone();
    let secrets = [cancelled, played.clone(), start["server_seed"].clone()];
    let names = |shown: &str| -> Vec<&Value> {
        let within = |secret: &&Value| shown.contains(secret.as_str().expect("a text"));
        secrets.iter().filter(within).collect()
    };
    let inside = rest(address, &lin.room, Some(&lin.token)).await;
    assert_eq!(
        names(&inside),
        [&secrets[0], &secrets[1]],
        "inside it is shown"
    );

    lin.ask(json!({"type": "configure", "settings": settings(&json!({}))}))
        .await;
    bo.ask(json!({"type": "stand"})).await;
    let mut mei = Guest::greet(address, "Mei", lin.room.clone()).await;
    mei.ask(json!({"type": "join", "sit": true})).await;
    let last = loop {
        let frame = mei.read().await;
        if frame["type"] == "snapshot" {
            assert_eq!(frame["state"]["previous"], Value::Null);
            assert_eq!(frame["state"]["series"]["matches"], 0);
            break frame["seq"].as_u64().expect("a number");
        }
    };
    let mut wu = Guest::greet(address, "Wu", lin.room.clone()).await;
    wu.ask(json!({"type": "join"})).await;
    for stranger in [&mut mei, &mut wu] {
        let shown = shown(address, stranger, last + 5).await;
        assert_eq!(names(&shown), [] as [&Value; 0]);
    }

    // A match with a stranger starts without naming the previous one, and shows nothing of it afterwards.
    for one in [&mut lin, &mut mei] {
        one.ask(json!({"type": "ready"})).await;
    }
    let start = mei.until("start").await;
    assert_eq!(start["previous"], Value::Null);
    tokio::join!(lin.until("finished"), mei.until("finished"));
    lin.ask(json!({"type": "close_room"})).await;
    wu.until("closed").await;
    for token in [None, Some(&mei.token), Some(&wu.token)] {
        let told = rest(address, &lin.room, token.map(String::as_str)).await;
        assert_eq!(names(&told), [] as [&Value; 0]);
    }
    let own = rest(address, &lin.room, Some(&bo.token)).await;
    assert!(names(&own).len() >= 2, "and who was there still finds it");
    let id = played.as_str().expect("an id");
    let by_id = get(address, &format!("/api/v1/matches/{id}")).await;
    assert_eq!(by_id.status, 200, "a match is found by its id");
    server.stop().await;
}
