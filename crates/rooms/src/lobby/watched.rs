//! Changes of the room list that were not sent yet to the connections that watch it. Rooms that were never public are never named.

use std::collections::{BTreeMap, HashMap};

use giog_protocol::client::RoomFilter;
use giog_protocol::server::LobbyNews;
use giog_protocol::{RoomId, RoomSummary};

use super::is_listed;
use crate::conn::ConnId;
use crate::frame_queue::FrameSender;

/// The most rooms in one message.
const ROOMS_IN_NEWS: usize = 100;

/// The connections that watch the lobby, and the changes that they were not told yet.
#[derive(Debug, Default)]
pub(crate) struct Watched {
    /// The filter of each connection.
    filters: HashMap<ConnId, RoomFilter>,
    watchers: HashMap<RoomFilter, HashMap<ConnId, Watcher>>,
    /// Rooms that changed since the last news, each with all its public states before these changes; empty while nobody watches.
    changed: BTreeMap<RoomId, Vec<RoomSummary>>,
    /// The number of the next news.
    next: u64,
}

#[derive(Debug)]
struct Watcher {
    frame_sender: FrameSender,
    /// The number of the first news that the connection gets; earlier changes are in the list that it got.
    from: u64,
}

/// The changes since the previous news, for all who watch.
#[derive(Debug)]
pub(crate) struct News {
    number: u64,
    changed: Vec<Changed>,
    filters: Vec<RoomFilter>,
}

/// A room that has changed.
#[derive(Debug)]
struct Changed {
    room: RoomId,
    /// The public states that watchers may know.
    before: Vec<RoomSummary>,
    /// The current state, if the room is public.
    now: Option<RoomSummary>,
}

impl Watched {
    /// Starts watching with this filter, instead of the previous filter of the connection. If it `goes_on` from a page to the next, with
    /// the same filter, it also gets the changes since its first page that were not sent yet: the new page does not have those rooms.
    pub fn watch(&mut self, frame_sender: FrameSender, filter: RoomFilter, goes_on: bool) {
        let conn = frame_sender.conn();
        if goes_on && self.filters.get(&conn) == Some(&filter) {
            return;
        }
        self.unwatch(conn);
        self.filters.insert(conn, filter.clone());
        let from = self.next;
        let watcher = Watcher { frame_sender, from };
        let alike = self.watchers.entry(filter).or_default();
        alike.insert(conn, watcher);
    }

    /// Stops watching.
    pub fn unwatch(&mut self, conn: ConnId) {
        let Some(filter) = self.filters.remove(&conn) else {
            return;
        };
        if let Some(alike) = self.watchers.get_mut(&filter) {
            alike.remove(&conn);
            if alike.is_empty() {
                self.watchers.remove(&filter);
            }
        }
        if self.filters.is_empty() {
            self.changed.clear();
        }
    }

    /// The number of connections that watch.
    pub fn watchers(&self) -> usize {
        self.filters.len()
    }

    /// Notes that a room has changed from `before` to `now`; none means that it did not exist, or is gone.
    pub(super) fn note(
        &mut self,
        room: RoomId,
        before: Option<&RoomSummary>,
        now: Option<&RoomSummary>,
    ) {
        let before = before.filter(|summary| is_listed(summary));
        let is_news = before.is_some() || now.is_some_and(is_listed);
        // A connection that starts to watch later gets a complete list, so nothing is kept while nobody watches.
        if !is_news || self.filters.is_empty() {
            return;
        }
        let known = self.changed.entry(room).or_default();
        if let Some(before) = before.filter(|before| !known.contains(before)) {
            known.push(before.clone());
        }
    }

    /// Takes the changes since the last call.
    pub(super) fn take_news<'a>(
        &mut self,
        summary: impl Fn(RoomId) -> Option<&'a RoomSummary>,
    ) -> News {
        let number = self.next;
        self.next += 1;
        let changed = std::mem::take(&mut self.changed).into_iter();
        let changed = changed.map(|(room, before)| Changed {
            room,
            before,
            now: summary(room).filter(|summary| is_listed(summary)).cloned(),
        });
        News {
            number,
            changed: changed.collect(),
            filters: self.watchers.keys().cloned().collect(),
        }
    }

    /// The connections with this filter that must get these news.
    pub fn told(&self, news: &News, filter: &RoomFilter) -> Vec<FrameSender> {
        let alike = self.watchers.get(filter).into_iter().flatten();
        let told = alike.filter(|(_, watcher)| watcher.from <= news.number);
        told.map(|(_, watcher)| watcher.frame_sender.clone())
            .collect()
    }
}

impl News {
    /// The filters that are in use.
    pub fn filters(&self) -> &[RoomFilter] {
        &self.filters
    }

    /// The number of rooms that have changed.
    pub fn rooms(&self) -> usize {
        self.changed.len()
    }

    /// The messages for connections with this filter. Rooms that never matched the filter are not named.
    pub fn wanted_by(&self, filter: &RoomFilter) -> Vec<LobbyNews> {
        let is_wanted = |summary: &RoomSummary| filter.wants(summary);
        let told = self.changed.iter().filter(|changed| {
            changed.now.as_ref().is_some_and(is_wanted) || changed.before.iter().any(is_wanted)
        });
        let told: Vec<&Changed> = told.collect();
        let news = told.chunks(ROOMS_IN_NEWS).map(|told| {
            let mut news = LobbyNews::default();
            for changed in told {
                match changed.now.as_ref().filter(|now| filter.wants(now)) {
                    Some(now) => news.rooms.push(now.clone()),
                    None => news.gone.push(changed.room),
                }
            }
            news
        });
        news.collect()
    }
}
