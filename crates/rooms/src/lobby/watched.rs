//! What has changed in the lobby for those who watch it. Rooms that were never public are never named.

use std::collections::{BTreeSet, HashMap, HashSet};

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
    watchers: HashMap<ConnId, (FrameSender, RoomFilter)>,
    /// Rooms that are public.
    known: HashSet<RoomId>,
    /// Rooms that changed since the last news; none while nobody watches.
    changed: BTreeSet<RoomId>,
}

impl Watched {
    /// Notes who watches, for what; whoever watched for something else before does so no more.
    pub fn watch(&mut self, frame_sender: FrameSender, filter: RoomFilter) {
        self.watchers
            .insert(frame_sender.conn(), (frame_sender, filter));
    }

    /// Notes who watches no more.
    pub fn unwatch(&mut self, conn: ConnId) {
        self.watchers.remove(&conn);
        if self.watchers.is_empty() {
            self.changed.clear();
        }
    }

    /// How many watch.
    pub fn watchers(&self) -> usize {
        self.watchers.len()
    }

    pub(super) fn note(&mut self, summary: &RoomSummary) {
        let room = summary.room;
        let was_known = self.known.contains(&room);
        if is_listed(summary) {
            self.known.insert(room);
        } else {
            self.known.remove(&room);
        }
        if was_known || is_listed(summary) {
            self.note_changed(room);
        }
    }

    pub(super) fn note_gone(&mut self, room: RoomId) {
        if self.known.remove(&room) {
            self.note_changed(room);
        }
    }

    /// Whoever comes later is told all there is, so nothing is kept for nobody.
    fn note_changed(&mut self, room: RoomId) {
        if !self.watchers.is_empty() {
            self.changed.insert(room);
        }
    }

    /// What is to be told to whom: those who watch for the same are told the same.
    pub(super) fn take_news<'a>(
        &mut self,
        summary: impl Fn(RoomId) -> Option<&'a RoomSummary>,
    ) -> Vec<(Vec<FrameSender>, LobbyNews)> {
        let changed = std::mem::take(&mut self.changed);
        let changed: Vec<_> = changed
            .into_iter()
            .map(|room| (room, summary(room).filter(|summary| is_listed(summary))))
            .collect();
        let mut by_filter: HashMap<&RoomFilter, Vec<FrameSender>> = HashMap::new();
        for (frame_sender, filter) in self.watchers.values() {
            by_filter
                .entry(filter)
                .or_default()
                .push(frame_sender.clone());
        }
        let mut news = Vec::new();
        for (filter, frame_senders) in by_filter {
            for changed in changed.chunks(ROOMS_IN_NEWS) {
                news.push((frame_senders.clone(), as_wanted(filter, changed)));
            }
        }
        news
    }
}

fn as_wanted(filter: &RoomFilter, changed: &[(RoomId, Option<&RoomSummary>)]) -> LobbyNews {
    let (mut rooms, mut gone) = (Vec::new(), Vec::new());
    for &(room, summary) in changed {
        match summary.filter(|summary| filter.wants(summary)) {
            Some(summary) => rooms.push(summary.clone()),
            None => gone.push(room),
        }
    }
    LobbyNews { rooms, gone }
}
