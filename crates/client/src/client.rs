//! The connection: requests with their answers, and a bounded queue of other messages.

use std::collections::VecDeque;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use giog_protocol::client::{Command, Request};
use giog_protocol::server::Answer;
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Bytes, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use crate::ClientError;
use crate::incoming::{self, Handles, Incoming, Sorted};

/// Time limits and sizes of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientOptions {
    /// The time limit for connecting.
    pub connect_timeout: Duration,
    /// The time limit for an answer.
    pub reply_timeout: Duration,
    /// After so much silence a ping is sent.
    pub silence: Duration,
    /// The time limit for any message after such a ping.
    pub probe_timeout: Duration,
    /// How many other messages are queued while an answer is awaited.
    pub queue_messages: usize,
    /// The longest message that is accepted, in bytes.
    pub message_bytes: usize,
}

impl Default for ClientOptions {
    /// 10 seconds for connecting and for answers, a ping after 20 seconds of silence, 6 seconds for its answer, 1,024 messages, 1 MiB.
    fn default() -> Self {
        Self {
            connect_timeout: Duration::from_secs(10),
            reply_timeout: Duration::from_secs(10),
            silence: Duration::from_secs(20),
            probe_timeout: Duration::from_secs(6),
            queue_messages: 1_024,
            message_bytes: 1 << 20,
        }
    }
}

/// A connection to a server.
///
/// It has no task of its own: messages, also pings, are read only while [`Client::next`] or a request is awaited.
#[derive(Debug)]
pub struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    options: ClientOptions,
    next_id: u64,
    queue: VecDeque<Incoming>,
    handles: Handles,
    /// The rest of the last frame.
    unread: VecDeque<Sorted>,
    heard_at: Instant,
    /// When a ping was sent because of silence.
    probed_at: Option<Instant>,
}

impl Client {
    /// Connects to a server's WebSocket, `ws://host:port/ws` or `wss://host/ws`.
    pub async fn connect(url: &str, options: ClientOptions) -> Result<Self, ClientError> {
        let config = WebSocketConfig::default().max_message_size(Some(options.message_bytes));
        let connecting = connect_async_with_config(url, Some(config), true);
        let (socket, _) = timeout(options.connect_timeout, connecting)
            .await
            .map_err(|_| ClientError::Timeout(options.connect_timeout))?
            .map_err(|error| ClientError::Connect(Box::new(error)))?;
        Ok(Self {
            socket,
            options,
            next_id: 0,
            queue: VecDeque::new(),
            handles: Handles::default(),
            unread: VecDeque::new(),
            heard_at: Instant::now(),
            probed_at: None,
        })
    }

    /// Sends a request and waits for its answer; other messages are queued for [`Client::next`].
    pub async fn request(&mut self, command: Command) -> Result<Answer, ClientError> {
        self.send(|id| serde_json::to_string(&Request { id, command }))
            .await
    }

    /// Sends the request that the function writes with this id, and waits for its answer.
    pub(crate) async fn send(
        &mut self,
        write: impl FnOnce(u64) -> Result<String, serde_json::Error>,
    ) -> Result<Answer, ClientError> {
        let id = self.next_id;
        self.next_id += 1;
        let deadline = Instant::now() + self.options.reply_timeout;
        let frame = write(id)?;
        match timeout_at(deadline, self.exchange(id, frame)).await {
            Ok(answer) => answer,
            Err(_) => Err(ClientError::Timeout(self.options.reply_timeout)),
        }
    }

    /// The next message that is not an answer; waits as long as the server is alive. Nothing is lost if the future is dropped.
    pub async fn next(&mut self) -> Result<Incoming, ClientError> {
        if let Some(message) = self.queue.pop_front() {
            return Ok(message);
        }
        loop {
            // Answers that nobody waits for any more are dropped.
            if let Sorted::News(incoming) = self.read().await? {
                return Ok(incoming);
            }
        }
    }

    /// Closes the connection regularly, and drops messages that were not read.
    pub async fn close(mut self) -> Result<(), ClientError> {
        timeout(self.options.reply_timeout, self.socket.close(None))
            .await
            .map_err(|_| ClientError::Timeout(self.options.reply_timeout))?
            .map_err(|error| ClientError::Socket(Box::new(error)))
    }

    async fn exchange(&mut self, id: u64, frame: String) -> Result<Answer, ClientError> {
        self.socket
            .send(Message::text(frame))
            .await
            .map_err(|error| ClientError::Socket(Box::new(error)))?;
        loop {
            match self.read().await? {
                Sorted::Answer(re, answer) if re == id => {
                    return answer.map_err(ClientError::Refused);
                }
                Sorted::Answer(..) => {}
                Sorted::News(incoming) => self.keep(incoming)?,
            }
        }
    }

    fn keep(&mut self, incoming: Incoming) -> Result<(), ClientError> {
        let limit = self.options.queue_messages;
        if self.queue.len() >= limit {
            return Err(ClientError::QueueFull { limit });
        }
        self.queue.push_back(incoming);
        Ok(())
    }

    async fn read(&mut self) -> Result<Sorted, ClientError> {
        loop {
            if let Some(sorted) = self.unread.pop_front() {
                return Ok(sorted);
            }
            match self.frame().await? {
                Message::Text(text) => {
                    let read = incoming::read(&text, &mut self.handles)?;
                    self.unread.extend(read);
                }
                Message::Close(close) => {
                    return Err(ClientError::Closed {
                        code: close.as_ref().map(|close| close.code.into()),
                        reason: close.map_or_else(String::new, |close| close.reason.to_string()),
                    });
                }
                Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => {}
            }
        }
    }

    /// The next frame. A broken network is not reported by the system, so a ping is sent after silence.
    async fn frame(&mut self) -> Result<Message, ClientError> {
        loop {
            let deadline = match self.probed_at {
                None => self.heard_at + self.options.silence,
                Some(probed_at) => probed_at + self.options.probe_timeout,
            };
            match timeout_at(deadline, self.socket.next()).await {
                Ok(frame) => {
                    (self.heard_at, self.probed_at) = (Instant::now(), None);
                    return match frame {
                        Some(frame) => frame.map_err(|error| ClientError::Socket(Box::new(error))),
                        None => Err(ClientError::Closed {
                            code: None,
                            reason: String::new(),
                        }),
                    };
                }
                Err(_) if self.probed_at.is_some() => {
                    return Err(ClientError::Silent(self.heard_at.elapsed()));
                }
                Err(_) => {
                    self.probed_at = Some(Instant::now());
                    let ping = self.socket.send(Message::Ping(Bytes::new()));
                    // If the ping cannot be sent, there will be no answer either.
                    if let Ok(sent) = timeout(self.options.probe_timeout, ping).await {
                        sent.map_err(|error| ClientError::Socket(Box::new(error)))?;
                    }
                }
            }
        }
    }
}
