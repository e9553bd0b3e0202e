//! A client of the stream of public events.

use std::net::SocketAddr;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::net::TcpStream;
use tokio::time::Instant;

use crate::patiently;

/// A stream that is read.
pub struct FeedClient(Lines<BufReader<TcpStream>>);

/// An event with the moment when it came.
#[derive(Debug)]
pub struct FeedEvent {
    /// When it came.
    pub came: Instant,
    /// Its name.
    pub name: String,
    /// Its content.
    pub data: Value,
}

impl FeedClient {
    /// Opens a stream with this query, behind the event with this id, if there is one.
    ///
    /// # Panics
    /// If the server refuses it.
    pub async fn follow(address: SocketAddr, query: &str, after: Option<&str>) -> Self {
        let after = after.map(|id| format!("Last-Event-ID: {id}\r\n"));
        let request = format!(
            "GET /api/v1/feed{query} HTTP/1.1\r\nHost: giog\r\n{}\r\n",
            after.unwrap_or_default()
        );
        let connected = async {
            let mut stream = TcpStream::connect(address).await?;
            stream.write_all(request.as_bytes()).await?;
            let mut lines = BufReader::new(stream).lines();
            let status = lines.next_line().await?.unwrap_or_default();
            assert!(status.contains(" 200 "), "{status}");
            // The first lines of the body show that the stream has begun.
            while let Some(line) = lines.next_line().await? {
                if line.starts_with("retry:") {
                    break;
                }
            }
            std::io::Result::Ok(lines)
        };
        let lines = patiently("a stream", connected).await;
        Self(lines.expect("the server is there"))
    }

    /// The next event; none if the stream has ended.
    pub async fn next(&mut self) -> Option<FeedEvent> {
        let mut name = String::new();
        // Each event is a piece of the body by itself, whose length stands on a line of its own.
        while let Some(line) = self.0.next_line().await.ok()? {
            if let Some(text) = line.strip_prefix("event: ") {
                text.clone_into(&mut name);
            } else if let Some(data) = line.strip_prefix("data: ") {
                return Some(FeedEvent {
                    came: Instant::now(),
                    name,
                    data: serde_json::from_str(data).expect("data is JSON"),
                });
            }
        }
        None
    }

    /// The next match that is over.
    ///
    /// # Panics
    /// If something else comes.
    pub async fn match_over(&mut self) -> FeedEvent {
        let event = patiently("a match", self.next()).await;
        let event = event.expect("the stream goes on");
        assert_eq!(event.name, "match_over");
        event
    }
}
