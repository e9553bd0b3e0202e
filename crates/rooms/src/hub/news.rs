//! Sends changes of the lobby to clients that watch it. Changes within a short time are sent together, and are encoded once for all who
//! watch with the same filter.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use bytes::Bytes;
use giog_protocol::client::{ListRooms, RoomFilter, WatchLobby};
use giog_protocol::server::{LobbyNews, ServerMessage};
use giog_protocol::{RoomId, RoomSummary};
use giog_rules::Variant;
use tokio::sync::broadcast;

use super::Hub;
use crate::conn::ConnId;
use crate::frame_queue::FrameSender;
use crate::lobby::{News, TableChange};

/// The cost of examining a room for a list or for news, in bytes of a list, whether the room is in the result or not.
const LOOKED_AT_BYTES: usize = 8;
/// How long changes of the lobby are collected before they are sent: short compared with the time that people need to sit down.
const LOBBY_NEWS_EVERY: Duration = Duration::from_millis(250);
/// How long at least a client must wait before it watches again after its budget for news was used up: the list that it gets then costs
/// something, too.
const WATCH_AGAIN_AFTER: Duration = Duration::from_secs(10);

impl Hub {
    /// Answers with the rooms that the filter selects.
    pub fn send_rooms(&self, frame_sender: &FrameSender, re: u64, wanted: &ListRooms) {
        let list = self.lobby().listed(wanted);
        send_list(frame_sender, re, list);
    }

    /// The same, and sends changes of these rooms from now on.
    pub fn watch_lobby(&self, frame_sender: FrameSender, re: u64, watch: WatchLobby) {
        let mut lobby = self.lobby();
        // Before any news: they need the lobby's lock, which is held here.
        let WatchLobby { filter, cursor } = watch;
        let goes_on = cursor.is_some();
        let wanted = ListRooms { filter, cursor };
        send_list(&frame_sender, re, lobby.listed(&wanted));
        lobby.watched().watch(frame_sender, wanted.filter, goes_on);
        if !self.0.listing.is_telling.swap(true, Ordering::Relaxed) {
            tokio::spawn(tell(self.clone()));
        }
    }

    /// Stops the news for a connection.
    pub fn unwatch_lobby(&self, conn: ConnId) {
        self.lobby().watched().unwatch(conn);
        self.0.listing.changed.notify_one();
    }

    /// The public tables of a game, or all, on all nodes, and those that open and close from now on.
    pub fn follow_tables(
        &self,
        variant: Option<Variant>,
    ) -> (Vec<RoomId>, broadcast::Receiver<TableChange>) {
        self.lobby().follow_tables(variant)
    }

    /// Those of these rooms that are public, in the same order.
    pub fn public_rooms(&self, rooms: &[RoomId]) -> Vec<RoomSummary> {
        let lobby = self.lobby();
        let rooms = rooms.iter().filter_map(|&room| lobby.public_room(room));
        rooms.cloned().collect()
    }

    /// How many connections watch the lobby.
    pub fn lobby_watchers(&self) -> usize {
        self.lobby().watched().watchers()
    }
}

/// Sends an answer with these members, in the encoding of [`Answer::Rooms`]; `looked_at` rooms were examined for it.
///
/// [`Answer::Rooms`]: giog_protocol::server::Answer::Rooms
fn send_list(frame_sender: &FrameSender, re: u64, (members, looked_at): (Arc<str>, usize)) {
    let frame = format!(r#"{{"type":"ok","re":{re},{members}}}"#);
    frame_sender.shown(frame.len() + looked_at * LOOKED_AT_BYTES);
    frame_sender.send(frame.into());
    frame_sender.was_answered(re);
}

/// Sends news until nobody watches any more.
async fn tell(hub: Hub) {
    while !hub.is_stopping() {
        hub.0.listing.changed.notified().await;
        tokio::time::sleep(LOBBY_NEWS_EVERY).await;
        let news = {
            let mut lobby = hub.lobby();
            if lobby.watched().watchers() == 0 {
                hub.0.listing.is_telling.store(false, Ordering::Relaxed);
                return;
            }
            lobby.take_news()
        };
        if news.rooms() == 0 {
            continue;
        }
        for filter in news.filters() {
            send_lobby_news(&hub, &news, filter);
            // Other tasks get a turn, however many filters there are.
            tokio::task::yield_now().await;
        }
    }
}

/// Sends the news to all who watch with this filter. Each is charged for the bytes; the cost of examining the rooms is divided among
/// them.
fn send_lobby_news(hub: &Hub, news: &News, filter: &RoomFilter) {
    let frames = news.wanted_by(filter).into_iter();
    let frames = frames.map(|news| Bytes::from(ServerMessage::Lobby(news).encode()));
    let frames: Vec<Bytes> = frames.collect();
    let frame_senders = hub.lobby().watched().told(news, filter);
    let looked_at = news.rooms() * LOOKED_AT_BYTES;
    let bytes = frames.iter().map(Bytes::len).sum::<usize>()
        + looked_at.div_ceil(frame_senders.len().max(1));
    for frame_sender in frame_senders {
        match frame_sender.may_be_shown() {
            Ok(()) => {
                frame_sender.shown(bytes);
                for frame in &frames {
                    frame_sender.send(frame.clone());
                }
            }
            Err(wait) => end_lobby_changes(hub, &frame_sender, wait),
        }
    }
}

/// Stops the news for a connection whose budget for them is used up.
fn end_lobby_changes(hub: &Hub, frame_sender: &FrameSender, wait: Duration) {
    hub.unwatch_lobby(frame_sender.conn());
    let wait_ms = wait.max(WATCH_AGAIN_AFTER).as_millis();
    let over = LobbyNews {
        wait_ms: Some(u64::try_from(wait_ms).unwrap_or(u64::MAX)),
        ..LobbyNews::default()
    };
    frame_sender.send(ServerMessage::Lobby(over).encode().into());
}
