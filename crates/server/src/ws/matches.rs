//! Sends matches that become public to a connection that watches them.

use std::time::Duration;

use bytes::Bytes;
use giog_protocol::server::{MatchNews, ServerMessage};
use giog_rooms::FrameSender;
use tokio::time::sleep;

use crate::cost::weights::FEED_EVENT_BYTES;
use crate::feed::Following;

/// How long at least a client must wait before it watches again after its budget was used up.
const WATCH_AGAIN_AFTER: Duration = Duration::from_secs(10);
/// How long it is waited for when the queue of the connection is filling.
const QUEUE_PAUSE: Duration = Duration::from_millis(100);

/// Sends matches until the connection has been shown too much.
pub(super) async fn send(frame_sender: FrameSender, mut following: Following) {
    loop {
        let published = following.next_some().await;
        if let Err(wait) = frame_sender.may_be_shown() {
            let wait_ms = wait.max(WATCH_AGAIN_AFTER).as_millis();
            let over = MatchNews {
                matches: Vec::new(),
                wait_ms: Some(u64::try_from(wait_ms).unwrap_or(u64::MAX)),
            };
            frame_sender.send(ServerMessage::Matches(over).encode().into());
            return;
        }
        let matches = published.iter().map(|one| one.summary.clone());
        let news = MatchNews {
            matches: matches.collect(),
            wait_ms: None,
        };
        let frame = Bytes::from(ServerMessage::Matches(news).encode());
        frame_sender.shown(frame.len() + published.len() * FEED_EVENT_BYTES);
        // A client that catches up with much reads slower than the database.
        while !frame_sender.send_together(vec![frame.clone()]) {
            sleep(QUEUE_PAUSE).await;
        }
    }
}
