//! A connection in a test, which stores all messages of the server.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use giog_rooms::{FrameReceiver, NextFrame};
use giog_server::{Next, Session};
use serde_json::{Value, json};
use tokio::time::timeout;

/// How long a test waits for a frame before it fails.
const PATIENCE: Duration = Duration::from_mins(1);

/// A person on a connection.
pub struct Conn {
    session: Session,
    frame_receiver: FrameReceiver,
    next_id: u64,
    welcome: Value,
    /// The events of rooms in the order they came.
    pub events: Vec<Value>,
    /// The latest snapshot of a room.
    pub snapshot: Value,
    /// The last `now`.
    pub now: Value,
    /// Messages with matches that became public, the latest last.
    pub matches: Vec<Value>,
    /// Invitations and what says that they have ended, the latest last.
    pub invitations: Vec<Value>,
    /// The operator's messages, the latest last.
    announcements: VecDeque<String>,
    answers: BTreeMap<u64, Value>,
}

impl Conn {
    pub fn new(session: Session, frame_receiver: FrameReceiver) -> Self {
        Self {
            session,
            frame_receiver,
            next_id: 1,
            welcome: Value::Null,
            events: Vec::new(),
            snapshot: Value::Null,
            now: Value::Null,
            matches: Vec::new(),
            invitations: Vec::new(),
            announcements: VecDeque::new(),
            answers: BTreeMap::new(),
        }
    }

    /// Its parts, for tests that read frames themselves.
    pub fn into_parts(self) -> (Session, FrameReceiver) {
        (self.session, self.frame_receiver)
    }

    pub async fn greet(&mut self, mut hello: Value) {
        hello["type"] = "hello".into();
        self.welcome = self.say(hello).await;
    }

    /// Their token.
    pub fn token(&self) -> String {
        self.text("token")
    }

    /// Whether the server is about to close it.
    pub fn is_put_out(&self) -> bool {
        self.session.is_put_out()
    }

    /// Their id.
    pub fn player(&self) -> String {
        self.text("player")
    }

    fn text(&self, field: &str) -> String {
        self.welcome[field]
            .as_str()
            .expect("the welcome has it")
            .to_owned()
    }

    /// Sends a request that must succeed; returns the answer.
    pub async fn say(&mut self, request: Value) -> Value {
        let answer = self.try_say(request.clone()).await;
        assert_eq!(answer["type"], "ok", "{request}: {answer}");
        answer
    }

    /// Sends a request; returns the answer.
    pub async fn try_say(&mut self, request: Value) -> Value {
        let id = self.put(request).await;
        self.answer(id).await
    }

    /// Sends a request without waiting for the answer; returns its id.
    pub async fn put(&mut self, request: Value) -> u64 {
        self.pause_after(request).await;
        self.next_id - 1
    }

    /// Sends a request without waiting for the answer; returns for how long the connection is not read.
    pub async fn pause_after(&mut self, mut request: Value) -> Duration {
        request["id"] = self.next_id.into();
        self.next_id += 1;
        match self.session.text(&request.to_string()).await {
            Next::Pause(pause) => pause,
            next => {
                assert_ne!(next, Next::Flood);
                Duration::ZERO
            }
        }
    }

    /// The answer to a request.
    pub async fn answer(&mut self, id: u64) -> Value {
        loop {
            if let Some(answer) = self.answers.remove(&id) {
                return answer;
            }
            self.hear().await;
        }
    }

    /// Creates a room with these settings; returns its id.
    pub async fn create_room(&mut self, settings: Value) -> String {
        let create = json!({ "type": "create_room", "key": "k", "settings": settings });
        let room = self.say(create).await["room"].clone();
        self.hear_until(|conn| !conn.now.is_null()).await;
        room.as_str().expect("a room").to_owned()
    }

    /// Joins a room.
    pub async fn join(&mut self, room: &str, password: Option<&str>) {
        self.now = Value::Null;
        self.say(json!({ "type": "join", "room": room, "password": password }))
            .await;
        self.hear_until(|conn| !conn.now.is_null()).await;
    }

    /// Sends a request to a room.
    pub async fn in_room(&mut self, room: &str, kind: &str) -> Value {
        self.say(json!({ "type": kind, "room": room })).await
    }

    /// Takes an action in the room's match.
    pub async fn act(&mut self, room: &str, mut action: Value) {
        let turn = self.now["you"]["turn"].as_u64();
        action["type"] = "act".into();
        action["room"] = room.into();
        action["turn"] = turn.into();
        self.say(action).await;
        self.hear_until(|conn| {
            conn.now["you"].is_null() || conn.now["you"]["turn"].as_u64() > turn
        })
        .await;
    }

    /// Waits until the received messages are sufficient.
    pub async fn hear_until(&mut self, enough: impl Fn(&Self) -> bool) {
        while !enough(self) {
            self.hear().await;
        }
    }

    /// Waits for an event of this kind; returns it.
    pub async fn hear_event(&mut self, kind: &str) -> Value {
        let is = |event: &&Value| event["do"] == kind;
        self.hear_until(|conn| conn.events.iter().any(|event| is(&event)))
            .await;
        self.events.iter().rfind(is).cloned().unwrap_or_default()
    }

    /// Waits for a message of the operator; returns it.
    pub async fn hear_announcement(&mut self) -> String {
        self.hear_until(|conn| !conn.announcements.is_empty()).await;
        self.announcements.pop_front().unwrap_or_default()
    }

    async fn hear(&mut self) {
        let flowed = timeout(PATIENCE, self.frame_receiver.next()).await;
        let Ok(NextFrame::Frame(frame)) = flowed else {
            panic!(
                "nothing more was heard: {flowed:?}; last of all {}",
                self.now
            );
        };
        let mut frame: Value = serde_json::from_slice(&frame).expect("frames are JSON");
        match frame["type"].as_str() {
            Some("ok" | "error") => {
                let re = frame["re"].as_u64().unwrap_or_default();
                self.answers.insert(re, frame);
            }
            Some("event") => self.events.push(frame["event"].take()),
            Some("now") => self.now = frame,
            Some("announcement") => {
                let text = frame["text"].as_str().expect("a text");
                self.announcements.push_back(text.to_owned());
            }
            Some("snapshot") => self.snapshot = frame,
            Some("matches") => self.matches.push(frame),
            Some("invitation" | "invitation_ended") => self.invitations.push(frame),
            _ => {}
        }
    }

    /// The events of a match, from its start to its end.
    pub fn events_of(&self, match_id: &str) -> Vec<Value> {
        let is = |event: &Value, kinds: &[&str]| {
            event["match_id"] == match_id
                && kinds.iter().any(|&kind| event["do"].as_str() == Some(kind))
        };
        let from = self
            .events
            .iter()
            .position(|event| is(event, &["start"]))
            .expect("the match began");
        let events = &self.events[from..];
        let to = events
            .iter()
            .position(|event| is(event, &["finished", "abandoned"]));
        events[..to.map_or(events.len(), |to| to + 1)].to_vec()
    }
}

/// Waits until everybody has all events that anybody has.
pub async fn settle(people: &mut [Conn]) {
    let seq = people
        .iter()
        .filter_map(|conn| conn.now["seq"].as_u64())
        .max();
    for conn in people {
        conn.hear_until(|conn| conn.now["seq"].as_u64() >= seq)
            .await;
    }
}

/// Plays the match to its end; everybody takes the actions of `choose` whenever they have a decision; nobody else may
/// act meanwhile.
pub async fn play_out(
    room: &str,
    people: &mut [Conn],
    mut choose: impl FnMut(usize, &Value) -> Option<Value>,
) {
    loop {
        settle(people).await;
        if people.iter().any(|conn| conn.now["you"].is_null()) {
            return;
        }
        let mut acted = false;
        for (index, conn) in people.iter_mut().enumerate() {
            let decision = conn.now["you"]["decision"].clone();
            if decision.is_null() {
                continue;
            }
            if let Some(action) = choose(index, &decision) {
                conn.act(room, action).await;
                acted = true;
                break;
            }
        }
        if !acted {
            // The match waits for a bot.
            let seq = people[0].now["seq"].as_u64();
            people[0]
                .hear_until(|conn| conn.now["seq"].as_u64() > seq)
                .await;
        }
    }
}
