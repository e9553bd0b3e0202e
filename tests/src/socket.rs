//! A WebSocket client that uses JSON without the project's types.

use std::collections::{BTreeMap, VecDeque};
use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use giog_protocol::server::short;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::patiently;

/// The pause before a failed request is repeated.
const ASK_AGAIN_AFTER: Duration = Duration::from_millis(100);
/// Codes of a server that cannot answer in time: its rooms are still being restored, or its database is slow, as on a busy machine.
const NOT_IN_TIME: [&str; 2] = ["busy", "storage_unavailable"];

/// A connection to a server's `/ws`.
#[derive(Debug)]
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
    next_id: u64,
    /// Messages that came while an answer was awaited.
    news: VecDeque<Value>,
    /// The rest of the last frame.
    unread: VecDeque<Value>,
    /// The handles that `news` messages use for rooms.
    handles: BTreeMap<u64, Value>,
    frames: usize,
    bytes: usize,
}

/// An event of a `news` message in full form, whether it came in full or short form.
fn in_full(event: &Value) -> Value {
    if event.is_object() {
        return event.clone();
    }
    let event = short::read_event(event.clone()).expect("an event in its short form");
    serde_json::to_value(event).expect("events are JSON")
}

/// The `now` part of a `news` message, in full form.
fn waited_in_full(now: &Value) -> Value {
    if now.is_object() {
        return now.clone();
    }
    let now = short::now(now).expect("what is waited for in its short form");
    serde_json::to_value(now).expect("it is JSON")
}

/// The connection is closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gone {
    /// The close code of the server, if there was one.
    pub code: Option<u16>,
}

impl Socket {
    /// Connects.
    pub async fn open(address: SocketAddr) -> Result<Self, Error> {
        Self::open_with(address, &[]).await
    }

    /// Connects with these headers, as a proxy does.
    pub async fn open_with(
        address: SocketAddr,
        headers: &[(&'static str, &str)],
    ) -> Result<Self, Error> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let mut request = format!("ws://{address}/ws").into_client_request()?;
        for &(name, value) in headers {
            request.headers_mut().insert(name, value.parse()?);
        }
        let (stream, _) = client_async(request, stream).await?;
        Ok(Self {
            stream,
            next_id: 0,
            news: VecDeque::new(),
            unread: VecDeque::new(),
            handles: BTreeMap::new(),
            frames: 0,
            bytes: 0,
        })
    }

    /// Connects to a running server.
    ///
    /// # Panics
    /// If that fails.
    pub async fn connect(address: SocketAddr) -> Self {
        patiently("connecting", Self::open(address))
            .await
            .unwrap_or_else(|error| panic!("{address} takes no connection: {error}"))
    }

    /// Connects and says `hello` as a new guest.
    pub async fn greet(address: SocketAddr, name: &str) -> (Self, Value) {
        Self::greet_with(address, json!({"name": name})).await
    }

    /// The same, with these fields in `hello`. If it asks for `batch`, frames with several messages are read message by message.
    pub async fn greet_with(address: SocketAddr, mut hello: Value) -> (Self, Value) {
        let mut socket = Self::connect(address).await;
        hello["type"] = "hello".into();
        hello["protocol"] = 1.into();
        let welcome = socket.ask_patiently(&hello).await;
        let welcome = welcome.expect("the connection holds");
        assert_eq!(welcome["type"], "ok", "{welcome}");
        (socket, welcome)
    }

    /// Connects and says `hello` with a token.
    pub async fn come_back(address: SocketAddr, token: &str) -> (Self, Value) {
        Self::greet_with(address, json!({"token": token})).await
    }

    /// Sends a request with the next id, and returns the id.
    pub async fn send(&mut self, request: &Value) -> Result<u64, Gone> {
        self.next_id += 1;
        let mut request = request.clone();
        request["id"] = self.next_id.into();
        self.send_text(&request.to_string()).await?;
        Ok(self.next_id)
    }

    /// Sends a text frame.
    pub async fn send_text(&mut self, text: &str) -> Result<(), Gone> {
        self.send_message(Message::text(text)).await
    }

    /// Sends any frame.
    pub async fn send_message(&mut self, message: Message) -> Result<(), Gone> {
        patiently("sending", self.stream.send(message))
            .await
            .map_err(|_| Gone { code: None })
    }

    /// The next text frame.
    pub async fn read(&mut self) -> Result<Value, Gone> {
        match self.news.pop_front() {
            Some(value) => Ok(value),
            None => patiently("the next frame", self.read_fresh()).await,
        }
    }

    /// The next message that was not read yet, without a time limit; of a `news` message its parts one by one.
    pub async fn read_fresh(&mut self) -> Result<Value, Gone> {
        loop {
            if let Some(message) = self.unread.pop_front() {
                return Ok(message);
            }
            let text = self.read_text().await?;
            let value = serde_json::from_str(&text);
            let frame: Value = value.unwrap_or_else(|_| panic!("this is no JSON: {text}"));
            self.unfold(frame);
        }
    }

    /// The number of text frames received.
    pub const fn frames(&self) -> usize {
        self.frames
    }

    /// Their total number of bytes.
    pub const fn bytes(&self) -> usize {
        self.bytes
    }

    /// Splits a frame into messages.
    fn unfold(&mut self, mut frame: Value) {
        if let Some(handle) = frame["handle"].as_u64() {
            self.handles.insert(handle, frame["room"].clone());
        }
        if frame["type"] != "news" {
            self.unread.push_back(frame);
            return;
        }
        let handle = frame["room"].as_u64().expect("a room's handle");
        if !frame["ok"].is_null() {
            let mut ok = frame["ok"].take();
            ok["type"] = "ok".into();
            self.unfold(ok);
        }
        let room = &self.handles[&handle];
        let seq = frame["seq"].as_u64().expect("the number of an event");
        let events = frame["events"].as_array().map_or(&[][..], Vec::as_slice);
        let before = seq - events.len() as u64;
        for (seq, event) in (before + 1..).zip(events) {
            let event = in_full(event);
            let event = json!({"type": "event", "room": room, "seq": seq, "event": event});
            self.unread.push_back(event);
        }
        if !frame["now"].is_null() {
            let mut now = waited_in_full(&frame["now"]);
            now["type"] = "now".into();
            now["room"] = room.clone();
            now["seq"] = seq.into();
            self.unread.push_back(now);
        }
    }

    /// The same as text.
    pub async fn read_text(&mut self) -> Result<String, Gone> {
        loop {
            match self.stream.next().await {
                Some(Ok(Message::Text(text))) => {
                    self.frames += 1;
                    self.bytes += text.len();
                    return Ok(text.to_string());
                }
                Some(Ok(Message::Close(close))) => {
                    return Err(Gone {
                        code: close.map(|close| close.code.into()),
                    });
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(Gone { code: None }),
            }
        }
    }

    /// Sends a request and waits for its answer; other messages are read later.
    ///
    /// # Panics
    /// If the connection ends.
    pub async fn ask(&mut self, request: Value) -> Value {
        let id = self.send(&request).await.expect("the connection holds");
        self.answer(id).await
    }

    /// The same, repeated while the server cannot answer in time, as on a busy machine.
    pub async fn ask_patiently(&mut self, request: &Value) -> Result<Value, Gone> {
        let answered = async {
            loop {
                let id = self.send(request).await?;
                let answer = self.try_answer(id).await.ok_or(Gone { code: None })?;
                if NOT_IN_TIME.iter().all(|&code| answer["code"] != code) {
                    return Ok(answer);
                }
                sleep(ASK_AGAIN_AFTER).await;
            }
        };
        patiently("an answer of the server", answered).await
    }

    /// Waits for the answer to a request; other messages are read later.
    ///
    /// # Panics
    /// If the connection ends.
    pub async fn answer(&mut self, id: u64) -> Value {
        let answer = self.try_answer(id).await;
        answer.expect("the connection holds until it is answered")
    }

    /// The answer to a request; `None` if the connection ends before. Other messages are read later.
    pub async fn try_answer(&mut self, id: u64) -> Option<Value> {
        loop {
            let frame = patiently("an answer", self.read_fresh()).await.ok()?;
            if frame["re"] == id {
                return Some(frame);
            }
            self.news.push_back(frame);
        }
    }

    /// Waits for the next answer that is a refusal; other messages are read later.
    ///
    /// # Panics
    /// If the connection ends.
    pub async fn refusal(&mut self) -> Value {
        loop {
            let waiting = patiently("a refusal", self.read_fresh()).await;
            let frame = waiting.expect("the connection holds");
            if frame["type"] == "error" {
                return frame;
            }
            self.news.push_back(frame);
        }
    }

    /// Sends a request that must succeed.
    ///
    /// # Panics
    /// If it does not.
    pub async fn ask_ok(&mut self, request: Value) -> Value {
        let answer = self.ask(request.clone()).await;
        assert_eq!(answer["type"], "ok", "{request} is answered {answer}");
        answer
    }

    /// Sends a request that must be refused with this code.
    ///
    /// # Panics
    /// If it is not.
    pub async fn refused(&mut self, request: Value, code: &str) {
        let answer = self.ask(request.clone()).await;
        assert_eq!(answer["type"], "error", "{request} is answered {answer}");
        assert_eq!(answer["code"], code, "{request} is answered {answer}");
    }

    /// Waits until the connection is closed, and returns the close code of the server.
    pub async fn closed(&mut self) -> Option<u16> {
        loop {
            match self.read().await {
                Ok(_) => {}
                Err(gone) => return gone.code,
            }
        }
    }

    /// Closes the connection, and waits until it is closed.
    pub async fn close(mut self) {
        // The other side may be gone already.
        let _ = self.stream.close(None).await;
        self.closed().await;
    }
}
