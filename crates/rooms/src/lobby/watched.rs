//! Changes of the lobby that have not been sent yet to those who watch it. Rooms that were never public are never named.

use std::collections::{BTreeMap, HashMap};

use giog_protocol::client::RoomFilter;
use giog_protocol::server::LobbyNews;
use giog_protocol::{RoomId, RoomSummary};

use super::is_listed;
use crate::conn::ConnId;
use crate::frame_queue::FrameSender;

/// Rooms in one frame of news.
const ROOMS_IN_NEWS: usize = 100;

/// Who watches, and what they were not told yet.
#[derive(Debug, Default)]
pub(crate) struct Watched {
    /// For what each connection watches.
    filters: HashMap<ConnId, RoomFilter>,
    watchers: HashMap<RoomFilter, HashMap<ConnId, Watcher>>,
    /// Rooms that changed since the last news, each as it was since then before it changed, as far as it was public; none while
    /// nobody watches.
    changed: BTreeMap<RoomId, Vec<RoomSummary>>,
    /// The number of the next news.
    next: u64,
}

#[derive(Debug)]
struct Watcher {
    frame_sender: FrameSender,
    /// The first news that they are told: what was before is in the list that they got.
    from: u64,
}

/// What has changed, for all who watch.
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
    /// As it may have been told of before.
    before: Vec<RoomSummary>,
    /// As it is, if it is public.
    now: Option<RoomSummary>,
}

impl Watched {
    /// Notes who watches, for what; whoever watched for something else before does so no more.
    pub fn watch(&mut self, frame_sender: FrameSender, filter: RoomFilter) {
        let conn = frame_sender.conn();
        self.unwatch(conn);
        self.filters.insert(conn, filter.clone());
        let from = self.next;
        let watcher = Watcher { frame_sender, from };
        let alike = self.watchers.entry(filter).or_default();
        alike.insert(conn, watcher);
    }

    /// Notes who watches no more.
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

    /// How many watch.
    pub fn watchers(&self) -> usize {
        self.filters.len()
    }

    /// Notes that a room is another one now than before, or is gone.
    pub(super) fn note(
        &mut self,
        room: RoomId,
        before: Option<&RoomSummary>,
        now: Option<&RoomSummary>,
    ) {
        let before = before.filter(|summary| is_listed(summary));
        let is_news = before.is_some() || now.is_some_and(is_listed);
        // Whoever comes later is told all there is, so nothing is kept for nobody.
        if !is_news || self.filters.is_empty() {
            return;
        }
        let known = self.changed.entry(room).or_default();
        if let Some(before) = before.filter(|before| !known.contains(before)) {
            known.push(before.clone());
        }
    }

    /// What has changed since this was last asked.
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

    /// Those who watch for this and are told such news.
    pub fn told(&self, news: &News, filter: &RoomFilter) -> Vec<FrameSender> {
        let alike = self.watchers.get(filter).into_iter().flatten();
        let told = alike.filter(|(_, watcher)| watcher.from <= news.number);
        told.map(|(_, watcher)| watcher.frame_sender.clone())
            .collect()
    }
}

impl News {
    /// For what somebody watches.
    pub fn filters(&self) -> &[RoomFilter] {
        &self.filters
    }

    /// How many rooms have changed.
    pub fn rooms(&self) -> usize {
        self.changed.len()
    }

    /// What those are told who watch for this: nothing of rooms that they have never wanted.
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
