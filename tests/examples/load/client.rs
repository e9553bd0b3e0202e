//! A client of the measurements: it asks for a form of messages, and gives them one by one.

use std::collections::VecDeque;

use futures_util::{SinkExt, StreamExt};
use giog_protocol::server::short;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// The form in which a client requests messages of rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Single,
    Batch,
    /// News in short forms.
    Short,
}

pub struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    id: u64,
    /// The received text frames, and their bytes.
    pub frames: u64,
    pub bytes: u64,
    /// The messages of the last frame that are not yet read.
    unread: VecDeque<Value>,
}

impl Client {
    pub async fn connect(address: &str, form: Form) -> Self {
        let (socket, _) = connect_async(format!("ws://{address}/ws"))
            .await
            .expect("the server listens");
        let mut client = Self {
            socket,
            id: 0,
            frames: 0,
            bytes: 0,
            unread: VecDeque::new(),
        };
        let mut hello = json!({"type": "hello", "protocol": 1});
        if form != Form::Single {
            hello["batch"] = true.into();
        }
        if form == Form::Short {
            hello["short"] = true.into();
        }
        client.send(hello).await;
        client
    }

    pub async fn send(&mut self, mut request: Value) {
        self.id += 1;
        request["id"] = self.id.into();
        let frame = Message::text(request.to_string());
        self.socket.send(frame).await.expect("the connection stays");
    }

    pub async fn next(&mut self) -> Value {
        loop {
            if let Some(message) = self.unread.pop_front() {
                return message;
            }
            let frame = self.socket.next().await.expect("the connection stays");
            if let Message::Text(text) = frame.expect("the connection stays") {
                self.frames += 1;
                self.bytes += text.len() as u64;
                let message: Value = serde_json::from_str(&text).expect("frames are JSON");
                assert_ne!(message["type"], "error", "{message}");
                self.unfold(message);
            }
        }
    }

    /// Splits `news` into the messages that this client needs.
    fn unfold(&mut self, mut message: Value) {
        if message["type"] != "news" {
            self.unread.push_back(message);
            return;
        }
        if let Some(events) = message["events"].as_array_mut() {
            let events = events.drain(..).map(in_full);
            let events = events.map(|event| json!({"type": "event", "event": event}));
            self.unread.extend(events);
        }
        let mut now = message["now"].take();
        if now.is_array() {
            let read = short::now(now).expect("what is waited for");
            now = serde_json::to_value(read).expect("it is JSON");
        }
        if !now.is_null() {
            now["type"] = "now".into();
            self.unread.push_back(now);
        }
    }

    /// Receives and drops all messages, until the connection ends. Pings are answered.
    pub async fn drop_all(mut self) {
        while let Some(Ok(_)) = self.socket.next().await {}
    }

    /// Sends a request and waits for the answer.
    pub async fn ask(&mut self, request: Value) -> Value {
        self.send(request).await;
        let id = self.id;
        self.until(|message| message["re"] == id).await
    }

    /// Creates a room, whose owner this client is; returns its id.
    pub async fn create_room(&mut self, key: usize, settings: &Value) -> String {
        let create = json!({"type": "create_room", "key": key.to_string(), "settings": settings});
        self.send(create).await;
        let made = self.until(|message| message["type"] == "snapshot").await;
        made["room"].as_str().expect("rooms have ids").to_owned()
    }

    pub async fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.next().await;
            if wanted(&message) {
                return message;
            }
        }
    }
}

/// An event in either form.
fn in_full(event: Value) -> Value {
    if event.is_object() {
        return event;
    }
    let event = short::read_event(event).expect("an event");
    serde_json::to_value(event).expect("events are JSON")
}
