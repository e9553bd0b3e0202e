//! Tells those who watch the lobby what changes in it. Changes of a short while leave together, and are encoded once for
//! all who watch for the same.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use bytes::Bytes;
use giog_protocol::client::{RoomFilter, WatchLobby};
use giog_protocol::server::ServerMessage;

use super::Hub;
use crate::conn::ConnId;
use crate::frame_queue::FrameSender;

/// A room that is looked at for a list costs as much as so many bytes of it, whether it is listed or not.
const LOOKED_AT_BYTES: usize = 8;
/// How long news of the lobby wait for others: nobody sits down faster.
const LOBBY_NEWS_EVERY: Duration = Duration::from_millis(250);

impl Hub {
    /// Answers with the rooms that are wanted.
    pub fn send_rooms(&self, frame_sender: &FrameSender, re: u64, filter: &RoomFilter) {
        let list = self.lobby().listed(filter);
        send_list(frame_sender, re, list);
    }

    /// Answers with the rooms that are wanted, and goes on telling what changes among them.
    pub fn watch_lobby(&self, frame_sender: FrameSender, re: u64, watch: WatchLobby) {
        let mut lobby = self.lobby();
        // Before any news: those wait for the lobby, which is held here.
        send_list(&frame_sender, re, lobby.listed(&watch.filter));
        lobby.watched().watch(frame_sender, watch.filter);
        if !self.shared.telling.swap(true, Ordering::Relaxed) {
            tokio::spawn(tell(self.clone()));
        }
    }

    /// Tells a connection of the lobby no more.
    pub fn unwatch_lobby(&self, conn: ConnId) {
        self.lobby().watched().unwatch(conn);
        self.shared.lobby_changed.notify_one();
    }

    /// How many connections watch the lobby.
    pub fn lobby_watchers(&self) -> usize {
        self.lobby().watched().watchers()
    }
}

/// Sends an answer with these members, for which so many rooms were looked at, as [`Answer::Rooms`] would be written.
///
/// [`Answer::Rooms`]: giog_protocol::server::Answer::Rooms
fn send_list(frame_sender: &FrameSender, re: u64, (members, looked_at): (Arc<str>, usize)) {
    let frame = format!(r#"{{"type":"ok","re":{re},{members}}}"#);
    frame_sender.shown(frame.len() + looked_at * LOOKED_AT_BYTES);
    frame_sender.send(frame.into());
    frame_sender.was_answered(re);
}

/// Tells the news until nobody watches.
async fn tell(hub: Hub) {
    let changed = Arc::clone(&hub.shared.lobby_changed);
    while !hub.is_stopping() {
        changed.notified().await;
        tokio::time::sleep(LOBBY_NEWS_EVERY).await;
        let news = {
            let mut lobby = hub.lobby();
            if lobby.watched().watchers() == 0 {
                hub.shared.telling.store(false, Ordering::Relaxed);
                return;
            }
            lobby.take_news()
        };
        for (frame_senders, news) in news {
            let frame = Bytes::from(ServerMessage::Lobby(news).encode());
            for frame_sender in frame_senders {
                frame_sender.send(frame.clone());
            }
        }
    }
}
